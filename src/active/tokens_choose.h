/* tokens_choose.h - chooses the call in x and the return in y. */
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

/* Does a text open and close the same number of calls, with the known tokens? */
bool chooser_balanced (const token_chooser *c, factor text);

/* Chooses tokens that also explain this pattern, if there are any. False if out of
 * memory. */
bool chooser_add (token_chooser *c, const pumping *p);

/* Chooses again if a text accepted since then is not well-matched. */
bool chooser_check (token_chooser *c);

#endif
