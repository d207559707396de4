/* text_names.h - the characters of texts, and the names of characters and tokens as
 * symbols. */
#ifndef ACTIVE_TEXT_NAMES_H
#define ACTIVE_TEXT_NAMES_H

#include "active/tokens.h"

/* Characters by number, in the order of Unicode. */
typedef struct character_set
{
  uint32_t *list;
  size_t count, capacity;
} character_set;

/* Those of the seeds, and those of `more`; by default, letters and digits if the seeds
 * have one. */
status characters_collect (character_set *c, const allocator *memory, const papni_string *seeds, size_t count,
                           const char *more, error *e);
void characters_release (character_set *c, const allocator *memory);
symbol character_find (const character_set *c, uint32_t character);
size_t character_bytes (const character_set *c, symbol number, char *bytes); /* at most 4 */
uint8_t character_class (const character_set *c, symbol number);             /* 1 letters, 2 digits, 0 others */
symbol character_mirror (const character_set *c, symbol number); /* of an opening bracket, or PAPNI_NO_SYMBOL */

/* Sorts texts by length, then by their characters; false if out of memory. */
bool sort_texts (const answers *a, factor *texts, size_t count);

typedef struct named_text
{
  char *name;
  factor text;
  papni_kind kind;
} named_text;

/* Names of the characters in order, then of the tokens of several characters; and a
 * lexer that reads them. */
typedef struct token_names
{
  named_text *list;
  size_t count;
  char *rules;
} token_names;

status text_names_make (token_names *n, const allocator *memory, const character_set *c, const token_list *tokens,
                        answers *a, error *e);
void text_names_release (token_names *n, const allocator *memory);

/* The name of a token of the list, or, NULL, of a character. */
const char *token_name (const token_names *n, const token_list *tokens, const text_token *token, symbol character);

#endif
