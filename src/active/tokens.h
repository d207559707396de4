/* tokens.h - finding the calls and returns of texts, by pumping. */
#ifndef ACTIVE_TOKENS_H
#define ACTIVE_TOKENS_H

#include "active/answers.h"

enum
{
  MOST_TOKENS = 48
};

/* A text that stands for one symbol. */
typedef struct text_token
{
  factor text;
  papni_kind kind;
} text_token;

/* Tokens of more than one character come first, the longest first. */
typedef struct token_list
{
  text_token list[MOST_TOKENS];
  size_t count;
} token_list;

/* The token at the beginning of a text, or NULL: then its first character stands for
 * itself. */
const text_token *token_at (const answers *a, const token_list *tokens, const symbol *text, size_t length);

/* Does a text open and close the same number of calls? */
bool tokens_balanced (const answers *a, const token_list *tokens, factor text);

/* The reason for a call and a return: u x x z y y v is accepted, with one x or one y
 * less it is not. */
typedef struct pumping
{
  factor u, x, z, y, v;
} pumping;

typedef void (*token_note) (void *context, const text_token *call, const text_token *ret, const pumping *why);

/* Texts are words of characters in the pool of the answers. `classes` has the class of
 * each character: 1 letters, 2 digits, 0 others; `mirrors` the closing bracket of each opening
 * one, PAPNI_NO_SYMBOL for others. False if learning must stop. */
typedef struct token_search
{
  answers *answers;
  const uint8_t *classes;
  const symbol *mirrors;
  const factor *seeds;
  size_t seed_count;
  token_note note;
  void *context;
} token_search;

bool tokens_find (const token_search *search, token_list *tokens);

#endif
