/* xml.c - XML: tags are calls and returns, paired by the name of the element.
 *
 *     <?xml?> doctype <a> @href text <b/> comment cdata </a>
 *
 * Self-closing tags, text (unless it is whitespace), comments, CDATA sections,
 * processing instructions and the document type are internal symbols, and so are
 * attributes, if requested, after their tag. Unclosed and mismatched tags are left to
 * the automaton; this lexer detects what can be seen without a stack. */
#include "lex/xml.h"

#include <string.h>

/* ---- characters ---- */

bool xml_is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool xml_skip_blanks (papni_lexer *l)
{
  for (; l->at < l->end && xml_is_blank (*l->at); l->at++)
    if (*l->at == '\n')
      pass_newline (l, l->at);
  return l->at < l->end;
}

bool xml_begins (const papni_lexer *l, const char *text)
{
  const size_t length = strlen (text);
  return bytes_left (l, l->at) >= length && !memcmp (l->at, text, length);
}

bool xml_may_begin (const papni_lexer *l, const char *text)
{
  const size_t left = bytes_left (l, l->at);
  return !l->last && left < strlen (text) && !memcmp (l->at, text, left);
}

scanned xml_complain (papni_lexer *l, const char *problem, size_t size)
{
  const place at = place_of (l, l->at);
  for (; size--; l->at++)
    if (*l->at == '\n')
      pass_newline (l, l->at);
  return give_unlexed (l, problem, at);
}

scanned xml_no_end (papni_lexer *l, xml *x, const char *problem)
{
  if (!l->last)
    return SCANNED_ALL;
  x->state = BETWEEN;
  return give_unlexed (l, problem, x->from);
}

scanned xml_pass_character (papni_lexer *l)
{
  const unsigned char byte = (unsigned char) *l->at;
  uint32_t c;
  const size_t size = byte < 0x80 ? 1 : character_at (l, l->at, &c);
  if (size == CUT)
    return SCANNED_ALL;
  if (!size)
    return xml_complain (l, NOT_UTF8, 1);
  if (byte < 0x20 && !xml_is_blank ((char) byte))
    return xml_complain (l, CONTROL_CHARACTER, 1);
  if (byte == '\n')
    pass_newline (l, l->at);
  l->at += size;
  return SCANNED_ALL;
}

static bool is_xml_character (uint32_t c)
{
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0xd7ff) || (c >= 0xe000 && c <= 0xfffd)
         || (c >= 0x10000 && c <= 0x10ffff);
}

/* The length of a numeric reference &#...; 0: invalid; CUT: needs more bytes. */
static size_t number_length (const papni_lexer *l)
{
  static const char digits[] = "0123456789abcdef0123456789ABCDEF";
  const size_t left = bytes_left (l, l->at), base = left > 2 && l->at[2] == 'x' ? 16 : 10, first = base == 16 ? 3 : 2;
  uint32_t value = 0;
  for (size_t length = first; length < LONGEST_NAME; length++) {
    if (length >= left)
      return l->last ? 0 : CUT;
    const char *digit = l->at[length] ? strchr (digits, l->at[length]) : NULL;
    const size_t number = digit ? (size_t) (digit - digits) % 16 : base;
    if (number >= base)
      return length > first && is_xml_character (value) ? length : 0;
    value = value > 0x10ffff ? value : (uint32_t) (value * base + number);
  }
  return 0;
}

/* The same for & and a name or a number. */
static size_t reference_length (const papni_lexer *l)
{
  if (bytes_left (l, l->at) < 2)
    return l->last ? 0 : CUT;
  if (l->at[1] == '#')
    return number_length (l);
  const size_t name = xml_name (l, l->at + 1);
  return name == CUT ? CUT : name && name != TOO_LONG ? name + 1 : 0;
}

scanned xml_pass_reference (papni_lexer *l)
{
  const size_t length = reference_length (l);
  if (length == CUT)
    return SCANNED_ALL;
  if (!length || length == bytes_left (l, l->at) || l->at[length] != ';')
    return xml_complain (l, "invalid reference: write &amp; for &", 1);
  l->at += length + 1;
  return SCANNED_ALL;
}

/* ---- text ---- */

/* From the first character of the text that is not whitespace. */
static scanned scan_text (papni_lexer *l, xml *x)
{
  while (l->at < l->end && *l->at != '<') {
    const char *before = l->at;
    scanned result;
    if (xml_may_begin (l, "]]>"))
      return SCANNED_ALL;
    if (xml_begins (l, "]]>"))
      return xml_complain (l, "]]> is not allowed in text: write ]]&gt;", 3);
    result = *l->at == '&' ? xml_pass_reference (l) : xml_pass_character (l);
    if (result != SCANNED_ALL || l->at == before)
      return result;
  }
  if (l->at < l->end)
    x->state = BETWEEN;
  return SCANNED_ALL;
}

/* ---- sections ---- */

/* Comments, CDATA sections and instructions: skips their contents. */
static scanned scan_section (papni_lexer *l, xml *x)
{
  while (l->at < l->end) {
    const char *before = l->at;
    if (xml_may_begin (l, x->closing))
      return SCANNED_ALL;
    if (xml_begins (l, x->closing)) {
      l->at += strlen (x->closing);
      x->state = BETWEEN;
      return x->spoilt ? SCANNED_ALL : give (l, x->name, PAPNI_INTERNAL, NULL, x->from);
    }
    scanned result;
    if (*x->closing == '-' && xml_begins (l, "--"))
      result = xml_complain (l, "-- is not allowed in a comment", 1);
    else
      result = xml_pass_character (l);
    x->spoilt |= result != SCANNED_ALL;
    if (result != SCANNED_ALL || l->at == before)
      return result;
  }
  return xml_no_end (l, x, "unterminated");
}

/* ---- the document type ---- */

static const struct
{
  const char *opening, *closing;
} inside_doctype[] = { { "<!--", "-->" }, { "<?", "?>" }, { "\"", "\"" }, { "'", "'" } };

/* Up to the > that is outside brackets, quotes, comments and instructions. */
static scanned scan_doctype (papni_lexer *l, xml *x)
{
  while (l->at < l->end) {
    const char *before = l->at;
    if (x->closing ? xml_may_begin (l, x->closing) : xml_may_begin (l, "<!--"))
      return SCANNED_ALL;
    if (x->closing && xml_begins (l, x->closing)) {
      l->at += strlen (x->closing);
      x->closing = NULL;
      continue;
    }
    for (size_t i = 0; !x->closing && i < sizeof inside_doctype / sizeof *inside_doctype; i++)
      if (xml_begins (l, inside_doctype[i].opening)) {
        l->at += strlen (inside_doctype[i].opening);
        x->closing = inside_doctype[i].closing;
      }
    if (l->at > before)
      continue;
    if (!x->closing && *l->at == '>' && !x->in_subset) {
      l->at++;
      x->state = BETWEEN;
      return x->spoilt ? SCANNED_ALL : give (l, "doctype", PAPNI_INTERNAL, NULL, x->from);
    }
    if (!x->closing && (*l->at == '[' || *l->at == ']'))
      x->in_subset = *l->at == '[';
    const scanned result = xml_pass_character (l);
    x->spoilt |= result != SCANNED_ALL;
    if (result != SCANNED_ALL || l->at == before)
      return result;
  }
  return xml_no_end (l, x, "unterminated document type");
}

/* ---- between ---- */

static scanned begin_section (papni_lexer *l, xml *x, const char *opening, const char *closing, const char *name)
{
  l->at += strlen (opening);
  x->state = IN_SECTION;
  x->closing = closing;
  x->name = name;
  x->spoilt = false;
  return SCANNED_ALL;
}

static scanned begin_instruction (papni_lexer *l, xml *x)
{
  const size_t name = xml_name (l, l->at + 2);
  if (name == TOO_LONG)
    return xml_complain (l, "name of more than 1024 bytes", 2);
  if (name == CUT || (bytes_left (l, l->at) < name + 4 && !l->last))
    return SCANNED_ALL;
  const char *after = l->at + 2 + name;
  const bool good =
      name && bytes_left (l, after) > 1 && (xml_is_blank (*after) || (after[0] == '?' && after[1] == '>'));
  if (!good)
    return xml_complain (l, "invalid processing instruction: expected <?NAME ...?>", 2);
  xml_compose (l->name, "<?", l->at + 2, name, "?>");
  begin_section (l, x, "<?", "?>", l->name);
  l->at += name;
  return SCANNED_ALL;
}

static scanned begin_markup (papni_lexer *l, xml *x)
{
  static const char cdata[] = "<![CDATA[", doctype[] = "<!DOCTYPE", comment[] = "<!--";
  if (xml_may_begin (l, cdata) || xml_may_begin (l, doctype) || xml_may_begin (l, comment))
    return SCANNED_ALL;
  x->from = place_of (l, l->at);
  if (xml_begins (l, comment))
    return begin_section (l, x, comment, "-->", "comment");
  if (xml_begins (l, cdata))
    return begin_section (l, x, cdata, "]]>", "cdata");
  if (xml_begins (l, "<?"))
    return begin_instruction (l, x);
  if (xml_begins (l, "<!")) {
    if (!xml_begins (l, doctype))
      return xml_complain (l, "expected <!--, <![CDATA[ or <!DOCTYPE", 2);
    begin_section (l, x, doctype, NULL, NULL);
    x->state = IN_DOCTYPE;
    x->in_subset = false;
    return SCANNED_ALL;
  }
  return xml_begin_tag (l, x);
}

static scanned lex_xml_scan_between (papni_lexer *l, xml *x)
{
  if (!xml_skip_blanks (l))
    return SCANNED_ALL;
  if (*l->at == '<')
    return begin_markup (l, x);
  x->state = IN_TEXT;
  return give (l, "text", PAPNI_INTERNAL, NULL, place_of (l, l->at));
}

/* ---- the whole ---- */

static scanned scan_state (papni_lexer *l, xml *x, error *e)
{
  switch (x->state) {
  case IN_TEXT:
    return scan_text (l, x);
  case IN_SECTION:
    return scan_section (l, x);
  case IN_DOCTYPE:
    return scan_doctype (l, x);
  case IN_BROKEN_TAG:
    return xml_scan_broken_tag (l, x);
  case IN_TAG:
  case IN_VALUE:
    return xml_scan_tag (l, x, e);
  default:
    return lex_xml_scan_between (l, x);
  }
}

static scanned lex_xml_scan (papni_lexer *l, error *e)
{
  xml *x = l->own;
  if (xml_give_attribute (l, x))
    return SCANNED_TOKEN;
  for (;;) {
    const char *before = l->at;
    const xml_state state = x->state;
    const char wanted = x->wants;
    const scanned result = scan_state (l, x, e);
    if (result != SCANNED_ALL || (l->at == before && x->state == state && x->wants == wanted))
      return result;
  }
}

static void lex_xml_restart (papni_lexer *l)
{
  xml *x = l->own;
  x->state = BETWEEN;
  x->count = x->given = x->used = 0;
}

static void lex_xml_drop (papni_lexer *l)
{
  xml *x = l->own;
  release (&l->memory, x->attributes, x->capacity, sizeof *x->attributes);
  release (&l->memory, x->names, x->room, 1);
  release (&l->memory, x, 1, sizeof *x);
}

status make_xml (papni_lexer *l, const char *argument, error *e)
{
  static const lexer_kind kind = { lex_xml_scan, lex_xml_restart, lex_xml_drop, NULL };
  if (argument && strcmp (argument, "attributes") != 0)
    return fail (e, PAPNI_USAGE, "unknown lexer xml:%s: expected xml or xml:attributes", argument);
  xml *x = allocate_zeroed (&l->memory, 1, sizeof *x);
  if (!x)
    return no_memory (e);
  x->with_attributes = argument;
  l->own = x;
  l->kind = &kind;
  return PAPNI_OK;
}
