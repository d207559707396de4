/* tokens_choose.h - which parts of x and y are the call and the return. */
#ifndef ACTIVE_TOKENS_CHOOSE_H
#define ACTIVE_TOKENS_CHOOSE_H

#include "active/tokens.h"

typedef struct token_chooser
{
  const token_search *search;
  answers *answers;
  token_list tokens;
  pumping *patterns;
  size_t count, capacity;
} token_chooser;

void chooser_release (token_chooser *c);

/* Does a text open and close as many calls, with the tokens that are known? */
bool chooser_balanced (const token_chooser *c, factor text);

/* Chooses tokens that explain this pattern too, if there are any. False for no memory. */
bool chooser_add (token_chooser *c, const pumping *p);

/* Chooses again if a text that was found to be right since then is not well-matched. */
bool chooser_check (token_chooser *c);

#endif
