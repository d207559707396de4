/* reader.c - lines, tokens, characters and labels, with their positions. */
#include "io/samples/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool reader_is_blank (char c)
{
  return c == ' ' || c == '\t';
}

bool next_line (reader *r, span *line)
{
  if (r->next == r->end)
    return false;
  const char *newline = memchr (r->next, '\n', (size_t) (r->end - r->next));
  *line = (span){ r->next, newline ? newline : r->end };
  r->line_text = r->next;
  r->next = newline ? newline + 1 : r->end;
  r->line++;
  if (line->end > line->begin && line->end[-1] == '\r')
    line->end--;
  return true;
}

bool next_token (span *rest, span *token)
{
  const char *at = rest->begin;
  while (at < rest->end && reader_is_blank (*at))
    at++;
  token->begin = at;
  while (at < rest->end && !reader_is_blank (*at))
    at++;
  token->end = rest->begin = at;
  return token->begin < token->end;
}

bool span_is (span s, const char *text)
{
  const size_t length = strlen (text);
  return (size_t) (s.end - s.begin) == length && !memcmp (s.begin, text, length);
}

span trim (span s)
{
  while (s.begin < s.end && reader_is_blank (*s.begin))
    s.begin++;
  while (s.begin < s.end && reader_is_blank (s.end[-1]))
    s.end--;
  return s;
}

position reader_at (const reader *r, const char *byte)
{
  if (!r->line) /* before the first */
    return (position){ r->file, 0, 0 };
  return (position){ r->file, r->line, r->indent + (size_t) (byte - r->line_text) + 1 };
}

status reader_fail (reader *r, const char *byte, const char *format, ...)
{
  char message[sizeof r->error->message];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (message, sizeof message, format, arguments); /* NOLINT(clang-analyzer-valist.Uninitialized): see above */
  va_end (arguments);
  return fail_at (r->error, PAPNI_INPUT, reader_at (r, byte), "%s", message);
}

quoted quote (span s)
{
  quoted q;
  size_t used = 0;
  uint32_t c = 0;
  for (size_t size; s.begin < s.end; s.begin += size) {
    size = utf8_character (s.begin, (size_t) (s.end - s.begin), &c);
    const bool good = size && c >= 0x20 && (c < 0x7f || c >= 0xa0);
    if (used + 8 > sizeof q.text) {
      memcpy (q.text + used, "...", 3);
      used += 3;
      break;
    }
    memcpy (q.text + used, good ? s.begin : "?", good ? size : 1);
    used += good ? size : 1;
    size += !size;
  }
  q.text[used] = 0;
  return q;
}

/* ---- words ---- */

/* A symbol that is not in the table of one-byte names. */
static status slow_symbol (reader *r, span name, symbol *result)
{
  return alphabet_intern (r->samples->alphabet, name.begin, (size_t) (name.end - name.begin), reader_at (r, name.begin),
                          result, r->error);
}

status read_tokens (reader *r, span text, size_t *length)
{
  if (!samples_reserve (r->samples, *length + (size_t) (text.end - text.begin) / 2 + 1))
    return no_memory (r->error);
  const symbol *byte = r->samples->alphabet->byte;
  symbol *out = r->samples->flat + r->samples->used + *length;
  for (const char *at = text.begin; at < text.end;) {
    if (reader_is_blank (*at)) {
      at++;
      continue;
    }
    for (; at + 2 < text.end && at[1] == ' ' && !reader_is_blank (at[2]); at += 2) { /* the common case */
      *out = byte[(unsigned char) *at];
      if (*out == PAPNI_NO_SYMBOL)
        break;
      out++;
    }
    const bool single = at + 1 == text.end || reader_is_blank (at[1]);
    *out = single ? byte[(unsigned char) *at] : PAPNI_NO_SYMBOL;
    if (*out == PAPNI_NO_SYMBOL) {
      span rest = { at, text.end }, token;
      next_token (&rest, &token);
      const status s = slow_symbol (r, token, out);
      if (s)
        return s;
      at = rest.begin;
    } else
      at++;
    out++;
  }
  *length = (size_t) (out - r->samples->flat) - r->samples->used;
  return PAPNI_OK;
}

status read_characters (reader *r, span text, size_t *length)
{
  if (!samples_reserve (r->samples, *length + (size_t) (text.end - text.begin)))
    return no_memory (r->error);
  const symbol *byte = r->samples->alphabet->byte;
  symbol *out = r->samples->flat + r->samples->used + *length;
  for (size_t size; text.begin < text.end; text.begin += size) {
    size = 1;
    if (reader_is_blank (*text.begin))
      continue;
    uint32_t c;
    *out = byte[(unsigned char) *text.begin];
    if (*out == PAPNI_NO_SYMBOL) {
      size = utf8_character (text.begin, (size_t) (text.end - text.begin), &c);
      size += !size; /* the alphabet reports an invalid byte */
      const status s = slow_symbol (r, (span){ text.begin, text.begin + size }, out);
      if (s)
        return s;
    }
    out++;
  }
  *length = (size_t) (out - r->samples->flat) - r->samples->used;
  return PAPNI_OK;
}

status read_document (reader *r, span text, position first, papni_label label, size_t *length)
{
  papni_lexer *lexer = r->reading->lexer;
  const status s = lexer_begin_bytes (lexer, text.begin, (size_t) (text.end - text.begin), first, r->error);
  if (s)
    return s;
  return samples_reserve (r->samples, *length) ? lexer_word (lexer, r->samples, label, length, r->error)
                                               : no_memory (r->error);
}

bool read_label (const reader *r, span text, papni_label *label)
{
  return layout_label (r->layout, (text_span){ text.begin, (size_t) (text.end - text.begin) }, label);
}
