/* terminals.c - the terminals of the lexers json, chars, words and rules. */
#include "io/terminals/terminals.h"

#include <string.h>

#define BLANK "[ \\t\\n\\r]+"

void terminals_release (terminals *t)
{
  const allocator *a = &t->patterns.memory;
  for (size_t i = 0; i < t->count; i++) {
    release_text (a, t->list[i].name);
    release_text (a, t->list[i].literal);
  }
  release (a, t->list, t->capacity, sizeof *t->list);
  patterns_release (&t->patterns);
}

const terminal *terminal_of (const terminals *t, symbol s)
{
  for (size_t i = 0; i < t->count; i++)
    if (t->list[i].symbol == s && !t->list[i].skipped)
      return &t->list[i];
  return NULL;
}

/* ---- literals ---- */

static size_t utf8_encode (uint32_t c, char *to)
{
  if (c < 0x80)
    return to[0] = (char) c, 1;
  const size_t size = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  static const unsigned char marks[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
  for (size_t i = size; --i; c >>= 6)
    to[i] = (char) (0x80 | (c & 0x3f));
  to[0] = (char) (marks[size] | c);
  return size;
}

/* The text of a sequence of single characters, whose parts are on the left. */
static status find_literal (const patterns *p, terminal *t, error *e)
{
  size_t length = 0;
  uint32_t at = t->part;
  for (bool more = true; more; length++) {
    const part *here = &p->parts[at], *last = here->kind == PART_SEQUENCE ? &p->parts[here->other] : here;
    if (last->kind != PART_SET || last->other != 1 || p->ranges[last->one].from != p->ranges[last->one].to
        || !p->ranges[last->one].from)
      return PAPNI_OK;
    more = here->kind == PART_SEQUENCE;
    at = here->one;
  }
  char *text = allocate (&p->memory, 4 * length + 1, 1);
  size_t from = 4 * length;
  if (!text)
    return no_memory (e);
  at = t->part;
  for (bool more = true; more;) { /* from the last */
    char bytes[4];
    const part *here = &p->parts[at], *last = here->kind == PART_SEQUENCE ? &p->parts[here->other] : here;
    const size_t size = utf8_encode (p->ranges[last->one].from, bytes);
    from -= size;
    memcpy (text + from, bytes, size);
    more = here->kind == PART_SEQUENCE;
    at = here->one;
  }
  t->literal = copy_text (&p->memory, text + from, 4 * length - from);
  release (&p->memory, text, 4 * length + 1, 1);
  return t->literal ? PAPNI_OK : no_memory (e);
}

status terminals_add (terminals *t, const char *name, size_t length, uint32_t part, error *e)
{
  const allocator *a = &t->patterns.memory;
  if (part == NO_PART || !reserve (a, &t->list, &t->capacity, t->count + 1, sizeof *t->list))
    return no_memory (e);
  terminal *own = &t->list[t->count];
  *own = (terminal){ .name = copy_text (a, name, length), .part = part, .symbol = PAPNI_NO_SYMBOL };
  if (!own->name)
    return no_memory (e);
  t->count++;
  return part ? find_literal (&t->patterns, own, e) : PAPNI_OK;
}

static status add_pattern (terminals *t, const char *name, const char *text, error *e)
{
  read_pattern read = { 0 };
  if (!pattern_read (&t->patterns, text, strlen (text), &read))
    return no_memory (e);
  const status s = terminals_add (t, name, strlen (name), read.part, e);
  if (!s)
    t->list[t->count - 1].bar = read.bar;
  return s;
}

static status add_blank (terminals *t, error *e)
{
  const status s = add_pattern (t, "blank", BLANK, e);
  if (!s)
    t->list[t->count - 1].skipped = true;
  return s;
}

/* ---- json ---- */

static status add_json (terminals *t, error *e)
{
#define APART "(?![^ \\t\\n\\r{}\\[\\]:,\"])"
  static const char *const known[][2] = {
    { "{", "\\{" },
    { "}", "\\}" },
    { "[", "\\[" },
    { "]", "\\]" },
    { ":", ":" },
    { ",", "," },
    { "string", "\"(?:[^\"\\\\\\x00-\\x1f]|\\\\(?:[\"\\\\/bfnrt]|u[0-9A-Fa-f]{4}))*\"" },
    { "number", "-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[Ee][-+]?[0-9]+)?" APART },
    { "true", "true" APART },
    { "false", "false" APART },
    { "null", "null" APART },
  };
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < sizeof known / sizeof *known; i++)
    s = add_pattern (t, known[i][0], known[i][1], e);
  return s;
#undef APART
}

/* ---- chars and words ---- */

static status add_names (terminals *t, const papni_alphabet *alphabet, bool words, error *e)
{
  read_pattern apart = { 0 };
  if (!pattern_read (&t->patterns, "a(?![^ \\t\\n\\r])", 16, &apart))
    return no_memory (e);
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < alphabet->size; i++) {
    const letter *own = &alphabet->letters[i];
    if (!strcmp (own->name, "#unlexed"))
      continue;
    s = terminals_add (t, own->name, own->length, pattern_literal (&t->patterns, own->name, own->length), e);
    if (!s && words)
      t->list[t->count - 1].bar = apart.bar;
  }
  return s;
}

/* ---- rules ---- */

static bool is_space (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static text_span next_word (text_span *rest)
{
  while (rest->length && is_space (*rest->text))
    rest->text++, rest->length--;
  text_span word = { rest->text, 0 };
  while (rest->length && !is_space (*rest->text))
    rest->text++, rest->length--, word.length++;
  return word;
}

static void mark_skipped (terminals *t, text_span rest)
{
  for (text_span word; (word = next_word (&rest)).length;)
    for (size_t i = 0; i < t->count; i++)
      if (strlen (t->list[i].name) == word.length && !memcmp (t->list[i].name, word.text, word.length))
        t->list[i].skipped = true;
}

static status add_terminal_rule (terminals *t, text_span name, text_span pattern, error *e)
{
  read_pattern read = { 0 };
  while (pattern.length && is_space (*pattern.text))
    pattern.text++, pattern.length--;
  while (pattern.length && is_space (pattern.text[pattern.length - 1]))
    pattern.length--;
  if (!pattern_read (&t->patterns, pattern.text, pattern.length, &read))
    return no_memory (e);
  if (read.problem)
    return fail (e, PAPNI_INPUT, "the lexer's rule %.*s, at character %zu of its pattern: %s: use --terminals names",
                 (int) name.length, name.text, read.at + 1, read.problem);
  const status s = terminals_add (t, name.text, name.length, read.part, e);
  if (!s)
    t->list[t->count - 1].bar = read.bar;
  return s;
}

status terminals_add_rules (terminals *t, const papni_alphabet *alphabet, const char *text, error *e)
{
  (void) alphabet;
  status s = PAPNI_OK;
  for (int directives = 0; !s && directives < 2; directives++)
    for (const char *line = text; !s && *line;) {
      const size_t length = strcspn (line, "\n");
      text_span rest = { line, length };
      const text_span first = next_word (&rest);
      line += length + (line[length] == '\n');
      if (!first.length || *first.text == '#' || (*first.text == '%') != directives)
        continue;
      if (!directives)
        s = add_terminal_rule (t, first, rest, e);
      else if (first.length == 5 && !memcmp (first.text, "%skip", 5))
        mark_skipped (t, rest);
    }
  return s;
}

/* ---- all ---- */

static bool lexer_is (const char *lexer, const char *name)
{
  const size_t length = strlen (name);
  return !strncmp (lexer, name, length) && (!lexer[length] || lexer[length] == ' ');
}

/* The symbols that --skip leaves out: "xml skip comment doctype". */
static status skip_terminals (terminals *t, const char *lexer, error *e)
{
  const char *names = strstr (lexer, " skip ");
  status s = PAPNI_OK;
  if (!names)
    return PAPNI_OK;
  text_span rest = { names + 6, strlen (names + 6) };
  if (lexer_is (lexer, "json"))
    mark_skipped (t, rest);
  else if (lexer_is (lexer, "xml"))
    for (text_span name; !s && (name = next_word (&rest)).length;)
      s = terminals_skip_xml (t, name, e);
  else
    s = fail (e, PAPNI_INPUT, "the lexer '%s' leaves out symbols, which have no text: use --terminals names", lexer);
  return s;
}

static status add_all_terminals (terminals *t, const papni_alphabet *alphabet, error *e)
{
  const char *lexer = alphabet->lexer;
  if (!lexer)
    return fail (e, PAPNI_INPUT, "the model has no lexer, so its symbols have no text: use --terminals names");
  if (!strncmp (lexer, "rules:\n", 7))
    return terminals_add_rules (t, alphabet, lexer + 7, e);
  if (lexer_is (lexer, "xml:attributes"))
    return fail (e, PAPNI_INPUT,
                 "with the lexer xml:attributes, a tag and its attributes are several symbols, but one piece of "
                 "text: use --terminals names");
  const bool words = lexer_is (lexer, "words");
  t->characters = lexer_is (lexer, "chars");
  t->xml = lexer_is (lexer, "xml");
  status s = lexer_is (lexer, "json") ? add_json (t, e)
             : t->xml                 ? terminals_add_xml (t, alphabet, e)
             : words || t->characters ? add_names (t, alphabet, words, e)
                                      : fail (e, PAPNI_INPUT, "unknown lexer '%s': use --terminals names", lexer);
  if (!s)
    s = skip_terminals (t, lexer, e);
  return s ? s : add_blank (t, e);
}

status terminals_begin (terminals *t, const papni_alphabet *alphabet, bool generates, error *e)
{
  *t = (terminals){ .generates = generates };
  if (!patterns_begin (&t->patterns, &alphabet->memory))
    return no_memory (e);
  const status s = add_all_terminals (t, alphabet, e);
  for (size_t i = 0; !s && i < t->count; i++)
    if (!t->list[i].skipped)
      t->list[i].symbol = papni_alphabet_find (alphabet, t->list[i].name, strlen (t->list[i].name));
  return s;
}
