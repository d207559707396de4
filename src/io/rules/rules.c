/* rules.c - lexers from rules.
 *
 * At each position every rule is tried; the longest match wins, and among equally long
 * ones the first rule. A pattern does not see the text before its token, so chunk
 * boundaries make no difference. While a match reaches the end of the available bytes,
 * more are read. */
#include "io/rules/rules.h"

#include <string.h>

enum
{
  LONGEST_TOKEN = 1 << 24,
  JIT_STACK = 1 << 20,
  MATCH_MEMORY = 1 << 29 /* at most, for one token; only what is used is taken */
};

/* ---- characters ---- */

/* Continues to check that the text is UTF-8. */
static void rules_check (const papni_lexer *l, rules *r)
{
  uint32_t c;
  if (r->bad && r->bad < l->at)
    r->bad = NULL;
  if (r->checked < l->at)
    r->checked = l->at;
  while (!r->bad && r->checked < l->end) {
    const size_t size = character_at (l, r->checked, &c);
    if (size == CUT)
      return;
    if (!size)
      r->bad = r->checked;
    else
      r->checked += size;
  }
}

/* ---- matching ---- */

typedef struct found
{
  const lex_rule *rule;
  size_t length;
  bool partial; /* might be longer with more bytes */
} found;

/* A repeated group uses stack in each iteration, so long tokens need a larger one. */
static bool make_stack (rules *r, size_t size)
{
  pcre2_jit_stack *stack = pcre2_jit_stack_create (JIT_STACK / 32, size, r->memory);
  if (!stack)
    return false;
  pcre2_jit_stack_free (r->stack);
  r->stack = stack;
  r->stack_size = size;
  pcre2_jit_stack_assign (r->limits, NULL, stack);
  return true;
}

static int match (papni_lexer *l, rules *r, const lex_rule *which, size_t size, uint32_t options)
{
  PCRE2_SPTR text = (PCRE2_SPTR) l->at;
  int result = pcre2_match (which->code, text, size, 0, options, r->match, r->limits);
  if (result == PCRE2_ERROR_JIT_STACKLIMIT && r->stack_size < MATCH_MEMORY && make_stack (r, MATCH_MEMORY))
    result = pcre2_match (which->code, text, size, 0, options, r->match, r->limits);
  return result;
}

static status cannot_match (papni_lexer *l, const lex_rule *which, int result, error *e)
{
  const place at = place_of (l, l->at);
  if (result == PCRE2_ERROR_NOMEMORY)
    return no_memory (e);
  if (result == PCRE2_ERROR_HEAPLIMIT || result == PCRE2_ERROR_JIT_STACKLIMIT)
    return fail_at (e, PAPNI_INPUT, (position){ l->file, at.line, at.column },
                    "matching the rule %s takes more than %d MB here: simplify its pattern ([^x]* in place of "
                    "(?:[^x])*), or shorten the token",
                    which->name, MATCH_MEMORY >> 20);
  return fail_at (e, PAPNI_INPUT, (position){ l->file, at.line, at.column },
                  "matching the rule %s takes too long here: make its pattern unambiguous", which->name);
}

static status rules_find (papni_lexer *l, rules *r, found *best, error *e)
{
  const char *end = r->bad ? r->bad : r->checked;
  const bool cut = !r->bad && !l->last;
  const uint32_t options = PCRE2_NO_UTF_CHECK | (cut ? PCRE2_PARTIAL_HARD : 0)
                           | (r->inside && place_of (l, l->at).column > 1 ? PCRE2_NOTBOL : 0);
  *best = (found){ NULL, 0, false };
  for (size_t i = 0; i < r->count && !best->partial; i++) {
    const int result = match (l, r, &r->list[i], (size_t) (end - l->at), options);
    if (result == PCRE2_ERROR_NOMATCH)
      continue;
    if (result == PCRE2_ERROR_PARTIAL)
      best->partial = true;
    else if (result < 0)
      return cannot_match (l, &r->list[i], result, e);
    else {
      const PCRE2_SIZE *at = pcre2_get_ovector_pointer (r->match);
      if (at[1] > best->length) /* \K can move the beginning; only the end counts */
        *best = (found){ &r->list[i], at[1], false };
    }
  }
  return PAPNI_OK;
}

static void pass (papni_lexer *l, size_t length)
{
  ((rules *) l->own)->inside = true;
  for (const char *end = l->at + length; l->at < end; l->at++)
    if (*l->at == '\n')
      pass_newline (l, l->at);
}

static scanned too_long (papni_lexer *l, error *e)
{
  const place at = place_of (l, l->at);
  l->failed = fail_at (e, PAPNI_INPUT, (position){ l->file, at.line, at.column },
                       "a token of more than %d bytes begins here: does a rule run to the end of the document?",
                       (int) LONGEST_TOKEN);
  return SCANNED_WRONG;
}

static scanned give_no_rule (papni_lexer *l, const rules *r)
{
  const place at = place_of (l, l->at);
  uint32_t c;
  const bool bad = l->at == r->bad;
  pass (l, bad ? 1 : character_at (l, l->at, &c));
  return give_unlexed (l, bad ? NOT_UTF8 : "no rule matches here", at);
}

static scanned rules_scan (papni_lexer *l, error *e)
{
  rules *r = l->own;
  while (l->at < l->end) {
    found best;
    rules_check (l, r);
    if (l->at == r->checked && !r->bad)
      break; /* an incomplete character */
    l->failed = rules_find (l, r, &best, e);
    if (l->failed)
      return SCANNED_WRONG;
    if (best.partial && bytes_left (l, l->at) > LONGEST_TOKEN)
      return too_long (l, e);
    if (best.partial)
      break;
    if (!best.rule)
      return give_no_rule (l, r);
    const place at = place_of (l, l->at);
    pass (l, best.length);
    if (!best.rule->skipped)
      return give (l, best.rule->name, best.rule->kind, NULL, at);
  }
  r->checked = r->bad = NULL; /* the bytes will move */
  return SCANNED_ALL;
}

static void rules_restart (papni_lexer *l)
{
  rules *r = l->own;
  r->checked = r->bad = NULL;
  r->inside = false;
}

static void rules_drop (papni_lexer *l)
{
  rules *r = l->own;
  for (size_t i = 0; i < r->count; i++) {
    pcre2_code_free (r->list[i].code);
    release_text (&l->memory, r->list[i].name);
  }
  pcre2_match_data_free (r->match);
  pcre2_jit_stack_free (r->stack);
  pcre2_match_context_free (r->limits);
  pcre2_general_context_free (r->memory);
  release (&l->memory, r->list, r->capacity, sizeof *r->list);
  release (&l->memory, r->pairs, r->pair_capacity, sizeof *r->pairs);
  release (&l->memory, r, 1, sizeof *r);
}

/* ---- the alphabet ---- */

static status rules_declare (const papni_lexer *l, papni_alphabet *alphabet, error *e)
{
  const rules *r = l->own;
  const position nowhere = { NULL, 0, 0 };
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < r->count; i++) {
    const lex_rule *which = &r->list[i];
    if (which->kind != PAPNI_INTERNAL)
      s = alphabet_declare (alphabet, which->kind, which->name, strlen (which->name), nowhere, e);
  }
  for (size_t i = 0; !s && i < r->pair_count; i++) {
    const char *call = r->list[r->pairs[i].call].name, *ret = r->list[r->pairs[i].ret].name;
    s = alphabet_pair (alphabet, (text_span){ call, strlen (call) }, (text_span){ ret, strlen (ret) }, nowhere, e);
  }
  return s;
}

/* ---- making ---- */

static void *pcre2_allocate (size_t size, void *context)
{
  return allocate_sized (context, size);
}

static void pcre2_release (void *memory, void *context)
{
  release_sized (context, memory);
}

static bool make_contexts (papni_lexer *l, rules *r)
{
  r->memory = pcre2_general_context_create (pcre2_allocate, pcre2_release, &l->memory);
  r->limits = r->memory ? pcre2_match_context_create (r->memory) : NULL;
  r->match = r->memory ? pcre2_match_data_create (1, r->memory) : NULL;
  if (!r->limits || !r->match)
    return false;
  pcre2_set_heap_limit (r->limits, MATCH_MEMORY >> 10);
  uint32_t jit = 0;
  pcre2_config (PCRE2_CONFIG_JIT, &jit);
  return !jit || make_stack (r, JIT_STACK);
}

/* The rules in a file or, after a newline, the rules themselves. */
static status read_rules (papni_lexer *l, rules *r, const char *argument, error *e)
{
  if (*argument == '\n')
    return rules_read (l, r, argument + 1, strlen (argument + 1), "rules", e);
  papni_text *text = papni_text_open (argument, &l->memory, e);
  if (!text)
    return e ? e->code : PAPNI_INPUT;
  const status s = rules_read (l, r, papni_text_bytes (text), papni_text_size (text),
                               strcmp (argument, "-") ? argument : "standard input", e);
  papni_text_free (text);
  return s;
}

status make_rules (papni_lexer *l, const char *argument, error *e)
{
  static const lexer_kind kind = { rules_scan, rules_restart, rules_drop, rules_declare };
  if (!argument || !*argument)
    return fail (e, PAPNI_USAGE, "the lexer 'rules' needs a file: rules:FILE");
  rules *r = allocate_zeroed (&l->memory, 1, sizeof *r);
  if (!r)
    return no_memory (e);
  l->own = r;
  l->kind = &kind;
  return make_contexts (l, r) ? read_rules (l, r, argument, e) : no_memory (e);
}
