/* character_names.c - characters in the rules of a lexer. */
#include "data/character_names.h"

#include <stdio.h>
#include <string.h>

size_t put_utf8 (uint32_t c, char *bytes)
{
  if (c < 0x80) {
    bytes[0] = (char) c;
    return 1;
  }
  const size_t size = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  for (size_t i = size; --i;) {
    bytes[i] = (char) (0x80 | (c & 0x3f));
    c >>= 6;
  }
  bytes[0] = (char) ((0xf00u >> size & 0xf0) | c);
  return size;
}

static bool is_plain (uint32_t c)
{
  return c > 0x20 && c != '#' && c != '%' && c != '\\' && (c < 0x7f || c > 0xa0);
}

size_t put_character_name (uint32_t c, char *to)
{
  return is_plain (c) ? put_utf8 (c, to) : (size_t) sprintf (to, "\\x%02x", (unsigned) c);
}

size_t put_character_pattern (uint32_t c, char *to)
{
  if (c <= 0x20 || c >= 0x7f)
    return (size_t) sprintf (to, "\\x{%x}", (unsigned) c);
  const bool escaped = strchr ("\\^$.|?*+()[]{}#-", (int) c);
  to[0] = '\\';
  to[escaped] = (char) c;
  return 1 + escaped;
}
