/* xml_tag.c - the inside of a tag: name, attributes, end.
 *
 * A tag becomes a token at its end, when it is known whether it is self-closing. */
#include "lex/xml.h"

#include <stdio.h>
#include <string.h>

enum
{
  MOST_NAMES = 1 << 16 /* bytes of attribute names per tag */
};

/* ---- names ---- */

/* Name characters beyond ASCII. */
static bool is_name_character (uint32_t c)
{
  static const uint32_t ranges[][2] = { { 0xb7, 0xb7 },      { 0xc0, 0xd6 },     { 0xd8, 0xf6 },     { 0xf8, 0x37d },
                                        { 0x37f, 0x1fff },   { 0x200c, 0x200d }, { 0x203f, 0x2040 }, { 0x2070, 0x218f },
                                        { 0x2c00, 0x2fef },  { 0x3001, 0xd7ff }, { 0xf900, 0xfdcf }, { 0xfdf0, 0xfffd },
                                        { 0x10000, 0xeffff } };
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    if (c >= ranges[i][0] && c <= ranges[i][1])
      return true;
  return false;
}

/* Name characters that cannot begin a name. */
static bool is_later_character (uint32_t c)
{
  return c == 0xb7 || (c >= 0x300 && c <= 0x36f) || c == 0x203f || c == 0x2040;
}

static bool fits (uint32_t c, bool first)
{
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':')
    return true;
  if ((c >= '0' && c <= '9') || c == '-' || c == '.')
    return !first;
  return c >= 0x80 && is_name_character (c) && !(first && is_later_character (c));
}

size_t xml_name (const papni_lexer *l, const char *from)
{
  size_t length = 0;
  while (from + length < l->end) {
    uint32_t c;
    const size_t size = character_at (l, from + length, &c);
    if (size == CUT)
      return CUT;
    if (!size || !fits (c, !length))
      return length;
    length += size;
    if (length > LONGEST_NAME)
      return TOO_LONG;
  }
  return l->last ? length : CUT;
}

void xml_compose (char *out, const char *before, const char *name, size_t length, const char *after)
{
  snprintf (out, LONGEST_NAME + 8, "%s%.*s%s", before, (int) length, name, after);
}

/* ---- invalid tags ---- */

static scanned give_up (papni_lexer *l, xml *x, const char *problem)
{
  x->state = IN_BROKEN_TAG;
  x->count = 0;
  return xml_complain (l, problem, *l->at == '<');
}

scanned xml_scan_broken_tag (papni_lexer *l, xml *x)
{
  for (; l->at < l->end && *l->at != '<' && *l->at != '>'; l->at++)
    if (*l->at == '\n')
      pass_newline (l, l->at);
  if (l->at < l->end) {
    l->at += *l->at == '>';
    x->state = BETWEEN;
  }
  return SCANNED_ALL;
}

static scanned no_end (papni_lexer *l, xml *x)
{
  if (l->last)
    x->count = 0;
  return xml_no_end (l, x, "unterminated tag");
}

/* ---- attributes ---- */

static status keep_attribute (papni_lexer *l, xml *x, size_t length, error *e)
{
  if (!reserve (&l->memory, &x->attributes, &x->capacity, x->count + 1, sizeof *x->attributes)
      || !reserve (&l->memory, &x->names, &x->room, x->used + LONGEST_NAME + 8, 1))
    return no_memory (e);
  xml_compose (x->names + x->used, "@", l->at, length, "");
  x->attributes[x->count++] = (attribute){ x->used, place_of (l, l->at) };
  x->used += length + 2;
  return PAPNI_OK;
}

bool xml_give_attribute (papni_lexer *l, xml *x)
{
  if (x->state != BETWEEN || x->given >= x->count)
    return false;
  const attribute *a = &x->attributes[x->given++];
  give (l, x->names + a->name, PAPNI_INTERNAL, NULL, a->at);
  return true;
}

static scanned begin_attribute (papni_lexer *l, xml *x, error *e)
{
  const size_t length = xml_name (l, l->at);
  if (length == CUT)
    return SCANNED_ALL;
  if (!length || length == TOO_LONG)
    return give_up (l, x, length ? "name of more than 1024 bytes" : "expected an attribute, > or />");
  if (!x->after_blank)
    return give_up (l, x, "expected a space before the attribute");
  if (x->used > MOST_NAMES)
    return give_up (l, x, "the tag has more than 65536 bytes of attribute names");
  l->failed = x->with_attributes ? keep_attribute (l, x, length, e) : PAPNI_OK;
  if (l->failed)
    return SCANNED_WRONG;
  l->at += length;
  x->wants = '=';
  return SCANNED_ALL;
}

/* The = and the quote before a value. */
static scanned scan_before_value (papni_lexer *l, xml *x)
{
  if (x->wants == '=' && *l->at != '=')
    return give_up (l, x, "the attribute has no value: write name=\"value\"");
  if (x->wants == '"' && *l->at != '"' && *l->at != '\'')
    return give_up (l, x, "the attribute value is not quoted");
  if (x->wants == '"') {
    x->state = IN_VALUE;
    x->quote = *l->at;
  }
  x->wants = x->wants == '=' ? '"' : 0;
  l->at++;
  return SCANNED_ALL;
}

static scanned scan_value (papni_lexer *l, xml *x)
{
  while (l->at < l->end) {
    const char *before = l->at;
    if (*l->at == x->quote) {
      l->at++;
      x->state = IN_TAG;
      x->after_blank = false;
      return SCANNED_ALL;
    }
    if (*l->at == '<')
      return give_up (l, x, "< is not allowed in an attribute value: write &lt;");
    const scanned result = *l->at == '&' ? xml_pass_reference (l) : xml_pass_character (l);
    if (result != SCANNED_ALL) {
      x->state = IN_BROKEN_TAG;
      x->count = 0;
    }
    if (result != SCANNED_ALL || l->at == before)
      return result;
  }
  return no_end (l, x);
}

/* ---- tags ---- */

scanned xml_begin_tag (papni_lexer *l, xml *x)
{
  if (bytes_left (l, l->at) < 2 && !l->last)
    return SCANNED_ALL;
  x->returns = xml_begins (l, "</");
  const char *name = l->at + 1 + x->returns;
  const size_t length = xml_name (l, name);
  if (length == CUT)
    return SCANNED_ALL;
  if (length == TOO_LONG)
    return xml_complain (l, "name of more than 1024 bytes", 1);
  if (!length)
    return xml_complain (l, "not a tag: write &lt; for < in text", 1);
  xml_compose (l->name, x->returns ? "</" : "<", name, length, ">");
  xml_compose (l->partner, x->returns ? "<" : "</", name, length, ">");
  l->at = name + length;
  x->state = IN_TAG;
  x->wants = 0;
  x->after_blank = false;
  x->count = x->given = x->used = 0;
  return SCANNED_ALL;
}

static scanned end_tag (papni_lexer *l, xml *x, bool closes_itself)
{
  l->at += closes_itself ? 2 : 1;
  x->state = BETWEEN;
  if (closes_itself) {
    memcpy (l->name + strlen (l->name) - 1, "/>", 3);
    return give (l, l->name, PAPNI_INTERNAL, NULL, x->from);
  }
  return give (l, l->name, x->returns ? PAPNI_RETURN : PAPNI_CALL, l->partner, x->from);
}

scanned xml_scan_tag (papni_lexer *l, xml *x, error *e)
{
  if (x->state == IN_VALUE)
    return scan_value (l, x);
  const char *before = l->at;
  const bool more = xml_skip_blanks (l);
  x->after_blank |= l->at > before;
  if (!more)
    return no_end (l, x);
  if (x->wants)
    return scan_before_value (l, x);
  if (*l->at == '>')
    return end_tag (l, x, false);
  if (x->returns)
    return give_up (l, x, "a closing tag must contain only a name");
  if (xml_may_begin (l, "/>"))
    return SCANNED_ALL;
  if (xml_begins (l, "/>"))
    return end_tag (l, x, true);
  return begin_attribute (l, x, e);
}
