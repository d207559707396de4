/* rules.h - a lexer from rules: names and patterns. */
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
  bool skipped; /* its matches are not tokens */
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
  bool closed; /* %internal was given: every rule must be declared */

  pcre2_general_context *memory;
  pcre2_match_context *limits;
  pcre2_jit_stack *stack;
  size_t stack_size; /* maximum */
  pcre2_match_data *match;
  bool inside;         /* after a token: ^ matches only at a new line */
  const char *checked; /* the bytes before this one are valid characters */
  const char *bad;     /* an invalid byte at or after that; NULL: none found */
} rules;

/* See lexer_maker.make. */
status make_rules (papni_lexer *lexer, const char *argument, error *e);

/* Fills the rules from their text. `name` is for messages. */
status rules_read (papni_lexer *l, rules *r, const char *text, size_t size, const char *name, error *e);

#endif
