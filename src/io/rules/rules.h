/* rules.h - a lexer of one's own: names and patterns, read from a text. */
#ifndef IO_RULES_RULES_H
#define IO_RULES_RULES_H

#include "lex/lex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

typedef struct lex_rule
{
  char *name;
  size_t line; /* in the text of the rules */
  pcre2_code *code;
  papni_kind kind;
  bool skipped; /* what it matches is no token */
  bool declared;
} lex_rule;

typedef struct rule_pair
{
  size_t call, ret; /* rules */
} rule_pair;

typedef struct rules
{
  lex_rule *list;
  size_t count, capacity;
  rule_pair *pairs;
  size_t pair_count, pair_capacity;
  bool closed; /* %internal was said: every rule must be declared */

  pcre2_general_context *memory;
  pcre2_match_context *limits;
  pcre2_jit_stack *stack;
  size_t stack_size; /* at most */
  pcre2_match_data *match;
  bool inside;         /* a token was before: only a new line can begin here */
  const char *checked; /* the bytes before this one are whole characters */
  const char *bad;     /* a byte that is not, at or behind that; NULL: none was found */
} rules;

/* As lexer_maker.make. */
status make_rules (papni_lexer *lexer, const char *argument, error *e);

/* Fills the rules from their text. `name` is for messages. */
status rules_read (papni_lexer *l, rules *r, const char *text, size_t size, const char *name, error *e);

#endif
