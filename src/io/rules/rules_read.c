/* rules_read.c - reads rules: a NAME and a pattern per line; %call, %return, %pair,
 * %pattern, %internal and %skip declare names; # begins a comment. */
#include "io/rules/rules.h"

#include <string.h>

typedef struct rules_read_reading
{
  papni_lexer *lexer;
  rules *rules;
  const char *file;
  size_t line;
  const char *line_text; /* where it begins */
  const char *at, *end;  /* what is left of it */
  const char *pattern;   /* what declares names now, for messages; NULL: the names are in the line */
  error *error;
} rules_read_reading;

typedef struct rules_read_piece
{
  const char *begin;
  size_t length;
} rules_read_piece;

static bool rules_read_is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static bool next_piece (rules_read_reading *g, rules_read_piece *p)
{
  while (g->at < g->end && rules_read_is_blank (*g->at))
    g->at++;
  p->begin = g->at;
  while (g->at < g->end && !rules_read_is_blank (*g->at))
    g->at++;
  p->length = (size_t) (g->at - p->begin);
  return p->length;
}

static bool is (rules_read_piece p, const char *text)
{
  return p.length == strlen (text) && !memcmp (p.begin, text, p.length);
}

static position at (const rules_read_reading *g, const char *byte)
{
  return (position){ g->file, g->line, (size_t) (byte - g->line_text) + 1 };
}

#define WRONG(g, byte, ...) fail_at ((g)->error, PAPNI_INPUT, at (g, byte), __VA_ARGS__)

/* ---- patterns ---- */

static status bad_pattern (rules_read_reading *g, rules_read_piece pattern, int number, size_t offset)
{
  PCRE2_UCHAR why[128] = { 0 };
  if (number == PCRE2_ERROR_HEAP_FAILED)
    return no_memory (g->error);
  pcre2_get_error_message (number, why, sizeof why);
  return WRONG (g, pattern.begin + (offset < pattern.length ? offset : pattern.length), "invalid pattern: %s",
                (const char *) why);
}

/* An empty token would be matched forever. For patterns with subroutine calls, PCRE2
 * does not know whether they can match the empty string, so it is tried. */
static bool matches_nothing (const rules *r, const pcre2_code *code, rules_read_piece pattern)
{
  static const char define[] = "(?(DEFINE)";
  uint32_t empty = 0;
  bool unknown = false;
  for (size_t i = 0; !unknown && i + strlen (define) <= pattern.length; i++)
    unknown = !memcmp (pattern.begin + i, define, strlen (define));
  pcre2_pattern_info (code, PCRE2_INFO_MATCHEMPTY, &empty);
  if (empty && !unknown)
    return true;
  return pcre2_match (code, (PCRE2_SPTR) "", 0, 0, 0, r->match, r->limits) >= 0;
}

static status compile (rules_read_reading *g, lex_rule *which, rules_read_piece pattern)
{
  int number = 0;
  PCRE2_SIZE offset = 0;
  pcre2_compile_context *context = pcre2_compile_context_create (g->rules->memory);
  if (!context)
    return no_memory (g->error);
  which->code =
      pcre2_compile ((PCRE2_SPTR) pattern.begin, pattern.length,
                     PCRE2_UTF | PCRE2_ANCHORED | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C, &number, &offset, context);
  pcre2_compile_context_free (context);
  if (!which->code)
    return bad_pattern (g, pattern, number, offset);
  if (pcre2_jit_compile (which->code, PCRE2_JIT_COMPLETE | PCRE2_JIT_PARTIAL_HARD) == PCRE2_ERROR_NOMEMORY)
    return no_memory (g->error); /* without JIT, matching is slower */
  if (matches_nothing (g->rules, which->code, pattern))
    return WRONG (g, pattern.begin, "the rule %s can match the empty string: a token must have at least one character",
                  which->name);
  return PAPNI_OK;
}

static status read_rule (rules_read_reading *g, rules_read_piece name)
{
  rules *r = g->rules;
  while (g->at < g->end && rules_read_is_blank (*g->at))
    g->at++;
  while (g->at < g->end && rules_read_is_blank (g->end[-1]))
    g->end--;
  const rules_read_piece pattern = { g->at, (size_t) (g->end - g->at) };
  if (!pattern.length)
    return WRONG (g, pattern.begin, "missing pattern: a rule is a name, a space and a pattern");
  if (is (name, UNLEXED))
    return WRONG (g, name.begin, "%s is reserved for text that no rule matches: choose another name", UNLEXED);
  if (!reserve (&g->lexer->memory, &r->list, &r->capacity, r->count + 1, sizeof *r->list))
    return no_memory (g->error);
  lex_rule *which = &r->list[r->count];
  *which = (lex_rule){ .name = copy_text (&g->lexer->memory, name.begin, name.length), .line = g->line };
  if (!which->name)
    return no_memory (g->error);
  r->count++;
  return compile (g, which, pattern);
}

/* ---- declarations ---- */

/* The first rule of this name, or CUT if there is none. */
static size_t find_rule (const rules *r, rules_read_piece name)
{
  for (size_t i = 0; i < r->count; i++)
    if (is (name, r->list[i].name))
      return i;
  return CUT;
}

static status no_such_rule (rules_read_reading *g, rules_read_piece name)
{
  return WRONG (g, name.begin, "no rule named '%.*s'", (int) (name.length < 80 ? name.length : 80), name.begin);
}

static status declare_name (rules_read_reading *g, rules_read_piece name, papni_kind kind, bool skipped)
{
  rules *r = g->rules;
  if (find_rule (r, name) == CUT)
    return no_such_rule (g, name);
  for (size_t i = 0; i < r->count; i++) {
    lex_rule *which = &r->list[i];
    if (!is (name, which->name))
      continue;
    if (which->declared && (which->kind != kind || which->skipped != skipped))
      return WRONG (g, g->pattern ? g->pattern : name.begin,
                    "'%s' is declared twice: a symbol is one of call, return, internal or skip", which->name);
    which->kind = kind;
    which->skipped = skipped;
    which->declared = true;
  }
  return PAPNI_OK;
}

static status declare_names (rules_read_reading *g, rules_read_piece directive, papni_kind kind, bool skipped)
{
  status s = PAPNI_OK;
  rules_read_piece name;
  if (!next_piece (g, &name)) /* %internal alone means that all others are declared */
    return is (directive, "%internal")
               ? PAPNI_OK
               : WRONG (g, directive.begin, "%.*s takes the names of rules", (int) directive.length, directive.begin);
  do
    s = declare_name (g, name, kind, skipped);
  while (!s && next_piece (g, &name));
  return s;
}

static status pair_rules (rules_read_reading *g, rules_read_piece call, rules_read_piece ret)
{
  rules *r = g->rules;
  status s = declare_name (g, call, PAPNI_CALL, false);
  if (!s)
    s = declare_name (g, ret, PAPNI_RETURN, false);
  if (s)
    return s;
  if (!reserve (&g->lexer->memory, &r->pairs, &r->pair_capacity, r->pair_count + 1, sizeof *r->pairs))
    return no_memory (g->error);
  r->pairs[r->pair_count++] = (rule_pair){ find_rule (r, call), find_rule (r, ret) };
  return PAPNI_OK;
}

static status declare_pair (rules_read_reading *g)
{
  rules_read_piece call, ret, more;
  if (!next_piece (g, &call) || !next_piece (g, &ret) || next_piece (g, &more))
    return WRONG (g, g->line_text, "%%pair takes the names of a call and a return");
  return pair_rules (g, call, ret);
}

static status declare_matching (rules_read_reading *g, const pattern *p, rules_read_piece name)
{
  papni_kind kind;
  char *partner;
  if (!pattern_match (&g->lexer->memory, p, (text_span){ name.begin, name.length }, &kind, &partner))
    return PAPNI_OK;
  if (!partner)
    return no_memory (g->error);
  const rules_read_piece other = { partner, strlen (partner) };
  const bool found = find_rule (g->rules, other) != CUT, call = kind == PAPNI_CALL;
  const status s =
      found ? pair_rules (g, call ? name : other, call ? other : name) : declare_name (g, name, kind, false);
  release_text (&g->lexer->memory, partner);
  return s;
}

/* Declares the rules whose names have the form of a call or a return. */
static status declare_pattern (rules_read_reading *g)
{
  rules *r = g->rules;
  rules_read_piece call, ret, more;
  pattern p;
  if (!next_piece (g, &call) || !next_piece (g, &ret) || next_piece (g, &more))
    return WRONG (g, g->line_text, "%%pattern takes the forms of calls and returns: %%pattern enter_* exit_*");
  status s = pattern_init (&g->lexer->memory, &p, (text_span){ call.begin, call.length },
                           (text_span){ ret.begin, ret.length }, at (g, call.begin), g->error);
  if (s)
    return s;
  g->pattern = call.begin;
  for (size_t i = 0; !s && i < r->count; i++)
    s = declare_matching (g, &p, (rules_read_piece){ r->list[i].name, strlen (r->list[i].name) });
  g->pattern = NULL;
  pattern_release (&g->lexer->memory, &p);
  return s;
}

static status rules_read_read_directive (rules_read_reading *g, rules_read_piece word)
{
  if (is (word, "%call"))
    return declare_names (g, word, PAPNI_CALL, false);
  if (is (word, "%return"))
    return declare_names (g, word, PAPNI_RETURN, false);
  if (is (word, "%skip"))
    return declare_names (g, word, PAPNI_INTERNAL, true);
  if (is (word, "%pair"))
    return declare_pair (g);
  if (is (word, "%pattern"))
    return declare_pattern (g);
  if (!is (word, "%internal"))
    return WRONG (g, word.begin,
                  "unknown directive: expected %%call, %%return, %%pair, %%pattern, %%internal or %%skip");
  g->rules->closed = true;
  return declare_names (g, word, PAPNI_INTERNAL, false);
}

static status check_declared (rules_read_reading *g)
{
  const rules *r = g->rules;
  for (size_t i = 0; r->closed && i < r->count; i++)
    if (!r->list[i].declared)
      return fail_at (g->error, PAPNI_INPUT, (position){ g->file, r->list[i].line, 1 },
                      "'%s' is not declared: with %%internal, every name must be declared", r->list[i].name);
  return PAPNI_OK;
}

/* ---- lines ---- */

static status check_text (rules_read_reading *g)
{
  uint32_t c = 0;
  for (const char *byte = g->at; byte < g->end;) {
    const size_t size = utf8_character (byte, (size_t) (g->end - byte), &c);
    if (!size)
      return WRONG (g, byte, "byte 0x%02x is not UTF-8: save the file as UTF-8", (unsigned char) *byte);
    if (!rules_read_is_blank (*byte) && (c < 0x20 || (c >= 0x7f && c < 0xa0)))
      return WRONG (g, byte, "control character 0x%02x: in a pattern, write it as an escape", (unsigned) c);
    byte += size;
  }
  return PAPNI_OK;
}

/* First the rules, then the declarations, which may be anywhere. */
static status rules_read_read_lines (rules_read_reading *g, const char *text, size_t size, bool directives)
{
  status s = PAPNI_OK;
  const char *end = text + size;
  g->line = 0;
  while (!s && text < end) {
    const char *newline = memchr (text, '\n', (size_t) (end - text));
    rules_read_piece first;
    g->line++;
    g->line_text = g->at = text;
    g->end = newline ? newline : end;
    text = newline ? newline + 1 : end;
    s = check_text (g);
    if (s || !next_piece (g, &first) || *first.begin == '#')
      continue;
    if ((*first.begin == '%') == directives)
      s = directives ? rules_read_read_directive (g, first) : read_rule (g, first);
  }
  return s;
}

/* The description of the lexer: "rules:" and this text. */
static status describe (papni_lexer *l, const char *text, size_t size, error *e)
{
  static const char before[] = "rules:\n";
  const size_t from = strlen (before);
  l->description = allocate (&l->memory, from + size + 1, 1);
  if (!l->description)
    return no_memory (e);
  memcpy (l->description, before, from);
  memcpy (l->description + from, text, size);
  l->description[from + size] = 0;
  return PAPNI_OK;
}

status rules_read (papni_lexer *l, rules *r, const char *text, size_t size, const char *name, error *e)
{
  rules_read_reading g = { .lexer = l, .rules = r, .file = name, .error = e };
  const size_t mark = byte_order_mark (text, size);
  text += mark;
  size -= mark;
  status s = rules_read_read_lines (&g, text, size, false);
  if (!s)
    s = rules_read_read_lines (&g, text, size, true);
  if (!s)
    s = check_declared (&g);
  if (!s && !r->count)
    s = fail_at (e, PAPNI_INPUT, (position){ name, 0, 0 }, "no rules: a rule is a name, a space and a pattern");
  return s ? s : describe (l, text, size, e);
}
