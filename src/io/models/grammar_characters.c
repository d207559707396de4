/* grammar_characters.c - literals and sets of characters in each notation. */
#include "io/models/writer.h"

#include <stdio.h>
#include <string.h>

static bool is_word_character (uint32_t c)
{
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_hex_digit (uint32_t c)
{
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

static bool is_visible (uint32_t c)
{
  return (c > 0x20 && c < 0x7f) || c > 0xa0;
}

static void put_code (writer *w, const char *format, uint32_t character)
{
  char text[16];
  snprintf (text, sizeof text, format, (unsigned) character);
  put (&w->output, text);
}

/* The code of a character, as an escape. */
static void put_escape (writer *w, uint32_t c)
{
  const bool braces = w->notation == ANTLR;
  if (w->notation == EBNF)
    put_code (w, "#x%X", c);
  else if (c < 0x100 && !braces && w->notation != TREE_SITTER)
    put_code (w, "\\x%02X", c);
  else if (c < 0x10000)
    put_code (w, "\\u%04X", c);
  else
    put_code (w, braces || w->notation == TREE_SITTER ? "\\u{%X}" : "\\U%08X", c);
}

/* ---- literals ---- */

/* W3C EBNF: literals have no escapes; other characters are codes. */
static void put_ebnf (writer *w, const char *name)
{
  const char quote = strchr (name, '"') ? '\'' : '"';
  const size_t length = strlen (name);
  bool plain = !strchr (name, quote);
  uint32_t c = 0;
  for (size_t i = 0, size; i < length; i += size) {
    size = utf8_character (name + i, length - i, &c);
    plain &= size && (is_visible (c) || c == ' ');
    size = size ? size : 1;
  }
  if (plain) {
    put_bytes (&w->output, &quote, 1);
    put (&w->output, name);
    put_bytes (&w->output, &quote, 1);
    return;
  }
  put (&w->output, "(");
  for (size_t i = 0, size; i < length; i += size) {
    size = utf8_character (name + i, length - i, &c);
    put (&w->output, i ? " " : "");
    put_escape (w, size ? c : (unsigned char) name[i]);
    size = size ? size : 1;
  }
  put (&w->output, ")");
}

static void put_regex_character (writer *w, uint32_t c);

/* Lark makes a name of letters and marks, but a name cannot begin with a mark. These ranges have none. */
static bool is_without_marks (uint32_t c)
{
  static const character_range without[] = { { 0, 0x2ff },       { 0x370, 0x379 },    { 0x37b, 0x482 },
                                             { 0x48a, 0x52f },   { 0x2070, 0x20cf },  { 0x2100, 0x2bff },
                                             { 0x3041, 0x3096 }, { 0x30a1, 0x30fa },  { 0x4e00, 0x9fff },
                                             { 0xac00, 0xd7a3 }, { 0x1f000, 0x1faff } };
  for (size_t i = 0; i < sizeof without / sizeof *without; i++)
    if (c >= without[i].from && c <= without[i].to)
      return true;
  return false;
}

/* A text with other characters, as a regular expression, which gets another name. */
static bool put_lark_marks (writer *w, const char *text)
{
  const size_t length = strlen (text);
  uint32_t c = 0;
  bool plain = true;
  for (size_t i = 0, size; i < length; i += size ? size : 1) {
    size = utf8_character (text + i, length - i, &c);
    plain &= !size || is_without_marks (c);
  }
  put (&w->output, plain ? "" : "/");
  for (size_t i = 0, size; !plain && i < length; i += size ? size : 1) {
    size = utf8_character (text + i, length - i, &c);
    put_regex_character (w, size ? c : (unsigned char) text[i]);
  }
  put (&w->output, plain ? "" : "/");
  return !plain;
}

void writer_literal (writer *w, const char *text)
{
  const char quote = w->notation == ANTLR ? '\'' : '"';
  const size_t length = strlen (text);
  uint32_t c = 0;
  bool code = false; /* was the last one written as its code? */
  if (w->notation == EBNF) {
    put_ebnf (w, text);
    return;
  }
  if (w->notation == LARK && put_lark_marks (w, text))
    return;
  put_bytes (&w->output, &quote, 1);
  for (size_t i = 0, size; i < length; i += size) {
    size = utf8_character (text + i, length - i, &c);
    size = size ? size : 1;
    const bool digit = code && w->notation == GBNF && is_hex_digit (c); /* some would take it as one of the code */
    code = digit || !(is_visible (c) || c == ' ');
    if (text[i] == quote || text[i] == '\\') {
      put (&w->output, "\\");
      put_bytes (&w->output, text + i, 1);
    } else if (code)
      put_escape (w, c);
    else
      put_bytes (&w->output, text + i, size);
  }
  if ((w->notation == GBNF || w->generates) && !w->characters && !w->scanner)
    put (&w->output, " ");
  put_bytes (&w->output, &quote, 1);
}

/* ---- sets ---- */

typedef void put_one (writer *w, uint32_t c);

static bool is_plain_range (character_range r)
{
  return is_word_character (r.from) && is_word_character (r.to);
}

static void put_range (writer *w, character_range r, put_one *one)
{
  const bool plain = is_plain_range (r);
  (is_word_character (r.from) && !plain ? put_escape : one) (w, r.from);
  if (r.to > r.from + 1)
    put (&w->output, "-");
  if (r.to > r.from)
    (is_word_character (r.to) && !plain ? put_escape : one) (w, r.to);
}

/* Letters and digits first: some readers would take one as a digit of the code before it. */
static void put_ranges (writer *w, const character_range *ranges, size_t count, bool gaps, put_one *one)
{
  for (int plain = 1; plain >= 0; plain--) {
    uint32_t from = 0;
    for (size_t i = 0; i < count; i++) {
      const character_range r = gaps ? (character_range){ from, ranges[i].from - 1 } : ranges[i];
      if ((!gaps || ranges[i].from > from) && is_plain_range (r) == plain)
        put_range (w, r, one);
      from = ranges[i].to + 1;
    }
  }
}

/* A character in brackets. */
static void put_member (writer *w, uint32_t c)
{
  if (is_word_character (c))
    put_code (w, "%c", c);
  else if (c == '\n' && w->notation != EBNF)
    put (&w->output, "\\n");
  else if (c == '\r' && w->notation != EBNF)
    put (&w->output, "\\r");
  else if (c == '\t' && w->notation != EBNF)
    put (&w->output, "\\t");
  else
    put_escape (w, c);
}

static bool is_all (const character_range *ranges, size_t count)
{
  return count == 1 && !ranges->from && ranges->to == LAST_CHARACTER;
}

/* A single visible character is a literal. */
static bool put_single (writer *w, const character_range *ranges, size_t count)
{
  if (count != 1 || ranges->from != ranges->to || ranges->from <= 0x20 || ranges->from >= 0x7f)
    return false;
  writer_literal (w, (char[]){ (char) ranges->from, 0 });
  return true;
}

/* Those in printable ASCII; false: there are none. */
static bool put_printable (writer *w, const character_range *ranges, size_t count)
{
  bool any = false;
  for (size_t i = 0; i < count; i++) {
    const uint32_t from = ranges[i].from > 0x20 ? ranges[i].from : 0x20, to = ranges[i].to < 0x7e ? ranges[i].to : 0x7e;
    if (from > to)
      continue;
    put (&w->output, any ? "" : "[");
    put_range (w, (character_range){ from, to }, put_member);
    any = true;
  }
  put (&w->output, any ? "]" : "");
  return any;
}

void writer_set (writer *w, const character_range *ranges, size_t count)
{
  const bool negated = count && ranges[count - 1].to == LAST_CHARACTER && !is_all (ranges, count);
  if (put_single (w, ranges, count) || (w->generates && put_printable (w, ranges, count)))
    return;
  put (&w->output, !negated ? "[" : w->notation == ANTLR ? "~[" : "[^");
  put_ranges (w, ranges, count, negated, put_member);
  put (&w->output, "]");
}

/* ---- regular expressions ---- */

static void put_regex_character (writer *w, uint32_t c)
{
  const bool visible = c > 0x20 && c < 0x7f;
  if (visible && strchr ("\\/^$.*+?()[]{}|-", (int) c))
    put (&w->output, "\\");
  if (visible)
    put_code (w, "%c", c);
  else
    put_member (w, c);
}

void writer_regex_set (writer *w, const character_range *ranges, size_t count)
{
  const bool negated = count && ranges[count - 1].to == LAST_CHARACTER && !is_all (ranges, count);
  if (count == 1 && ranges->from == ranges->to) {
    if (ranges->from == '-')
      put (&w->output, "-"); /* which may be escaped only in brackets */
    else
      put_regex_character (w, ranges->from);
    return;
  }
  put (&w->output, negated ? "[^" : "[");
  put_ranges (w, ranges, count, negated, put_regex_character);
  put (&w->output, "]");
}
