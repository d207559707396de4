/* json_stream.c - JSON item by item. */
#include "io/logs/json_stream.h"

#include <string.h>

void json_stream_release (json_stream *j)
{
  release (&j->reader->memory, j->text, j->capacity, 1);
  release (&j->reader->memory, j->open, j->open_capacity, 1);
}

static status stream_bad (json_stream *j, const char *what)
{
  log_reader *r = j->reader;
  if (r->input.failed)
    return r->input.failed;
  return fail_at (r->error, PAPNI_INPUT, log_at (r, r->input.line, r->input.column), "invalid JSON: %s%s", what,
                  log_peek (r) < 0 ? ", but the file ends here: is it cut off?" : "");
}

static status stream_put (json_stream *j, int byte)
{
  if (!reserve (&j->reader->memory, &j->text, &j->capacity, j->used + 1, 1))
    return no_memory (j->reader->error);
  j->text[j->used++] = (char) byte;
  return PAPNI_OK;
}

static void stream_blanks (json_stream *j)
{
  for (int c = log_peek (j->reader); c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = log_peek (j->reader))
    log_byte (j->reader);
}

/* ---- texts ---- */

static status stream_hex (json_stream *j, uint32_t *code)
{
  *code = 0;
  for (size_t i = 0; i < 4; i++) {
    const int c = log_peek (j->reader), lower = c | 0x20;
    const bool digit = c >= '0' && c <= '9', letter = lower >= 'a' && lower <= 'f';
    if (!digit && !letter)
      return stream_bad (j, "expected four hexadecimal digits after \\u");
    *code = *code << 4 | (uint32_t) (digit ? c - '0' : lower - 'a' + 10);
    log_byte (j->reader);
  }
  return PAPNI_OK;
}

static status stream_put_code (json_stream *j, uint32_t c)
{
  char bytes[4];
  size_t count = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  status s = PAPNI_OK;
  if (count == 1)
    bytes[0] = (char) c;
  else {
    static const unsigned char first[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
    for (size_t i = count - 1; i; i--, c >>= 6)
      bytes[i] = (char) (0x80 | (c & 0x3f));
    bytes[0] = (char) (first[count] | c);
  }
  for (size_t i = 0; !s && i < count; i++)
    s = stream_put (j, bytes[i]);
  return s;
}

/* After \u: one code, or two that are a character beyond U+FFFF. */
static status stream_unicode (json_stream *j)
{
  uint32_t high, low;
  status s = stream_hex (j, &high);
  if (s)
    return s;
  if (high < 0xd800 || high > 0xdfff)
    return stream_put_code (j, high);
  if (high > 0xdbff || log_byte (j->reader) != '\\' || log_byte (j->reader) != 'u')
    return stream_bad (j, "half of a character after \\u");
  s = stream_hex (j, &low);
  if (s)
    return s;
  if (low < 0xdc00 || low > 0xdfff)
    return stream_bad (j, "half of a character after \\u");
  return stream_put_code (j, 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
}

static status stream_escape (json_stream *j)
{
  static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  const int c = log_peek (j->reader);
  const char *found = c > 0 ? strchr (letters, c) : NULL;
  if (c == 'u') {
    log_byte (j->reader);
    return stream_unicode (j);
  }
  if (!found)
    return stream_bad (j, "unknown escape after \\");
  log_byte (j->reader);
  return stream_put (j, meanings[found - letters]);
}

static status stream_string (json_stream *j)
{
  status s = PAPNI_OK;
  j->used = 0;
  log_byte (j->reader);
  for (int c; !s && (c = log_peek (j->reader)) != '"';) {
    if (c < 0x20)
      return stream_bad (j, "expected the end of a string");
    log_byte (j->reader);
    s = c == '\\' ? stream_escape (j) : stream_put (j, c);
  }
  if (!s)
    log_byte (j->reader);
  return s;
}

/* A number, or a word of letters. */
static status stream_plain (json_stream *j, json_item *item)
{
  status s = PAPNI_OK;
  j->used = 0;
  for (int c = log_peek (j->reader);
       !s && c > 0 && (strchr ("+-.", c) || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'));
       c = log_peek (j->reader)) {
    log_byte (j->reader);
    s = stream_put (j, c);
  }
  if (s)
    return s;
  const text_span t = { j->text, j->used };
  item->text = t;
  item->kind = JSON_WORD;
  if ((t.length == 4 && (!memcmp (t.text, "true", 4) || !memcmp (t.text, "null", 4)))
      || (t.length == 5 && !memcmp (t.text, "false", 5)))
    return PAPNI_OK;
  item->kind = JSON_DIGITS;
  if (t.length && (*t.text == '-' || (*t.text >= '0' && *t.text <= '9')))
    return PAPNI_OK;
  return stream_bad (j, "expected a value");
}

/* ---- items ---- */

static status stream_open (json_stream *j, char bracket, json_item *item)
{
  if (!reserve (&j->reader->memory, &j->open, &j->open_capacity, j->depth + 1, 1))
    return no_memory (j->reader->error);
  log_byte (j->reader);
  j->open[j->depth++] = bracket;
  item->kind = bracket == '{' ? JSON_BEGIN_OBJECT : JSON_BEGIN_ARRAY;
  j->state = bracket == '{' ? JSON_AT_FIRST_KEY : JSON_AT_FIRST_VALUE;
  return PAPNI_OK;
}

static status stream_close (json_stream *j, json_item *item)
{
  log_byte (j->reader);
  item->kind = j->open[--j->depth] == '{' ? JSON_END_OBJECT : JSON_END_ARRAY;
  j->state = j->depth ? JSON_AT_NEXT : JSON_AT_TOP;
  return PAPNI_OK;
}

static status stream_value (json_stream *j, json_item *item)
{
  const int c = log_peek (j->reader);
  if (c == '{' || c == '[')
    return stream_open (j, (char) c, item);
  j->state = j->depth ? JSON_AT_NEXT : JSON_AT_TOP;
  if (c != '"')
    return stream_plain (j, item);
  const status s = stream_string (j);
  item->kind = JSON_TEXT;
  item->text = (text_span){ j->text, j->used };
  return s;
}

static status stream_key (json_stream *j, json_item *item)
{
  if (log_peek (j->reader) != '"')
    return stream_bad (j, "expected a key in double quotes");
  const status s = stream_string (j);
  if (s)
    return s;
  stream_blanks (j);
  if (log_peek (j->reader) != ':')
    return stream_bad (j, "expected a colon after a key");
  log_byte (j->reader);
  item->kind = JSON_KEY;
  item->text = (text_span){ j->text, j->used };
  j->state = JSON_AT_VALUE;
  return PAPNI_OK;
}

/* An array that was cut off between two values. */
static bool stream_is_cut (const json_stream *j)
{
  return j->lenient && j->depth == 1 && *j->open == '[' && log_peek (j->reader) < 0 && !j->reader->input.failed;
}

status json_next (json_stream *j, json_item *item)
{
  const log_input *in = &j->reader->input;
  stream_blanks (j);
  if (j->state == JSON_AT_NEXT && log_peek (j->reader) == ',') {
    log_byte (j->reader);
    stream_blanks (j);
    j->state = j->open[j->depth - 1] == '{' ? JSON_AT_KEY : JSON_AT_VALUE;
    if (j->lenient && j->depth == 1 && log_peek (j->reader) == ']')
      j->state = JSON_AT_NEXT;
  }
  *item = (json_item){ .kind = JSON_NOTHING, .text = { "", 0 }, .line = in->line, .column = in->column };
  const int c = log_peek (j->reader);
  const bool in_array = j->depth && j->open[j->depth - 1] == '[';
  if (in->failed)
    return in->failed;
  if ((c < 0 && j->state == JSON_AT_TOP) || stream_is_cut (j))
    return PAPNI_OK;
  if (j->state == JSON_AT_FIRST_VALUE || j->state == JSON_AT_FIRST_KEY || j->state == JSON_AT_NEXT)
    if (c == (in_array ? ']' : '}'))
      return stream_close (j, item);
  if (j->state == JSON_AT_NEXT)
    return stream_bad (j, in_array ? "expected a comma or ] after a value" : "expected a comma or } after a value");
  return j->state == JSON_AT_KEY || j->state == JSON_AT_FIRST_KEY ? stream_key (j, item) : stream_value (j, item);
}

status json_skip (json_stream *j, const json_item *item)
{
  json_item next = *item;
  const size_t depth = j->depth;
  status s = PAPNI_OK;
  if (item->kind != JSON_BEGIN_OBJECT && item->kind != JSON_BEGIN_ARRAY)
    return PAPNI_OK;
  while (!s && j->depth >= depth && !(next.kind == JSON_NOTHING))
    s = json_next (j, &next);
  return s;
}
