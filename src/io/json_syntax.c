/* json_syntax.c - is a text valid JSON? Without any allocation.
 *
 * If jansson runs out of memory, it often reports a syntax error. A text that is valid all
 * the same was not read for lack of memory. */
#include "io/jansson.h"

#include "base/base.h"

#include <string.h>

enum
{
  JSON_DEEPEST = 4096 /* jansson refuses what is deeper than 2048 */
};

typedef struct json_scan
{
  const char *at, *end;
  size_t depth;
  uint8_t arrays[JSON_DEEPEST / 8]; /* by depth: is it an array? */
} json_scan;

static bool in_array (const json_scan *s)
{
  return s->arrays[(s->depth - 1) / 8] >> (s->depth - 1) % 8 & 1;
}

static void json_skip_blanks (json_scan *s)
{
  while (s->at < s->end && strchr (" \t\n\r", *s->at) && *s->at)
    s->at++;
}

static bool take_byte (json_scan *s, char wanted)
{
  json_skip_blanks (s);
  if (s->at == s->end || *s->at != wanted)
    return false;
  s->at++;
  return true;
}

static bool take_word (json_scan *s, const char *word)
{
  const size_t length = strlen (word);
  if ((size_t) (s->end - s->at) < length || memcmp (s->at, word, length) != 0)
    return false;
  s->at += length;
  return true;
}

/* Four hexadecimal digits; a number that no 16 bits are, if there are none. */
static uint32_t take_hex (json_scan *s)
{
  uint32_t value = 0;
  for (int i = 0; i < 4; i++, s->at++) {
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *digit = s->at < s->end && *s->at ? strchr (digits, *s->at) : NULL;
    if (!digit)
      return UINT32_MAX;
    value = 16 * value + (uint32_t) (digit - digits) % 16;
  }
  return value;
}

static bool take_escape (json_scan *s)
{
  if (s->at == s->end)
    return false;
  const char c = *s->at++;
  if (c != 'u')
    return c && strchr ("\"\\/bfnrt", c);
  const uint32_t first = take_hex (s);
  if (first >= 0xd800 && first <= 0xdbff) {
    if (!take_word (s, "\\u"))
      return false;
    const uint32_t second = take_hex (s);
    return second >= 0xdc00 && second <= 0xdfff;
  }
  return first != UINT32_MAX && !(first >= 0xdc00 && first <= 0xdfff);
}

static bool take_string (json_scan *s)
{
  if (!take_byte (s, '"'))
    return false;
  while (s->at < s->end && *s->at != '"') {
    uint32_t c;
    const size_t size = utf8_character (s->at, (size_t) (s->end - s->at), &c);
    if (!size || c < 0x20)
      return false;
    s->at += size;
    if (c == '\\' && !take_escape (s))
      return false;
  }
  return take_byte (s, '"');
}

static bool take_digits (json_scan *s)
{
  const char *begin = s->at;
  while (s->at < s->end && *s->at >= '0' && *s->at <= '9')
    s->at++;
  return s->at > begin;
}

static bool take_number (json_scan *s)
{
  take_word (s, "-");
  const bool zero = s->at < s->end && *s->at == '0';
  const char *begin = s->at;
  if (!take_digits (s) || (zero && s->at > begin + 1))
    return false;
  if (take_word (s, ".") && !take_digits (s))
    return false;
  if (!take_word (s, "e") && !take_word (s, "E"))
    return true;
  if (!take_word (s, "+"))
    take_word (s, "-");
  return take_digits (s);
}

/* A value without parts, or the beginning of an array or object. */
static bool take_value (json_scan *s)
{
  json_skip_blanks (s);
  if (s->at == s->end)
    return false;
  const char c = *s->at;
  if (c == '"')
    return take_string (s);
  if (c != '[' && c != '{')
    return take_word (s, "true") || take_word (s, "false") || take_word (s, "null") || take_number (s);
  if (s->depth == JSON_DEEPEST)
    return false;
  const uint8_t bit = (uint8_t) (1 << s->depth % 8);
  uint8_t *byte = &s->arrays[s->depth / 8];
  *byte = (uint8_t) (c == '[' ? *byte | bit : *byte & ~bit);
  s->depth++;
  s->at++;
  return true;
}

/* What may come before a value: in an object, its name. */
static bool take_name (json_scan *s)
{
  return in_array (s) || (take_string (s) && take_byte (s, ':'));
}

bool json_is_valid (const char *bytes, size_t size)
{
  json_scan s = { .at = bytes, .end = bytes + size };
  json_skip_blanks (&s);
  if (s.at == s.end || (*s.at != '[' && *s.at != '{') || !take_value (&s))
    return false;
  for (bool first = true; s.depth;) { /* first: nothing of this array or object was read yet */
    if (take_byte (&s, in_array (&s) ? ']' : '}')) {
      s.depth--;
      first = false;
      continue;
    }
    const size_t depth = s.depth;
    if ((!first && !take_byte (&s, ',')) || !take_name (&s) || !take_value (&s))
      return false;
    first = s.depth > depth;
  }
  json_skip_blanks (&s);
  return s.at == s.end;
}
