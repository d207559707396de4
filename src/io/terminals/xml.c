/* xml.c - the terminals of the lexer xml: a tag is one terminal, with its attributes. */
#include "io/terminals/terminals.h"

#include <string.h>

#define BLANKS "[ \\t\\n\\r]"
#define NAME_FIRST                                                                                                 \
  "A-Z_a-z:\\x{c0}-\\x{d6}\\x{d8}-\\x{f6}\\x{f8}-\\x{2ff}\\x{370}-\\x{37d}\\x{37f}-\\x{1fff}\\x{200c}-\\x{200d}"   \
  "\\x{2070}-\\x{218f}\\x{2c00}-\\x{2fef}\\x{3001}-\\x{d7ff}\\x{f900}-\\x{fdcf}\\x{fdf0}-\\x{fffd}\\x{10000}-\\x{" \
  "effff}"
#define XML_NAME "[" NAME_FIRST "][" NAME_FIRST "0-9.\\x{b7}\\x{300}-\\x{36f}\\x{203f}-\\x{2040}-]*"
#define NUMBERS "#[0-9]+|#x[0-9A-Fa-f]+"                                   /* most of them are characters of XML */
#define CHARACTER_NUMBERS "#[1-9][0-9]{2,3}|#x[1-9A-Ca-c][0-9A-Fa-f]{2,3}" /* all of them are */
#define REFERENCE "&(?:" XML_NAME "|" NUMBERS ");"
#define CONTROL "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f"
#define VALUE(quote) quote "(?:[^" quote "<&" CONTROL "]|" REFERENCE ")*" quote
#define EQUALS BLANKS "*=" BLANKS "*"
#define ATTRIBUTES "(?:" BLANKS "+" XML_NAME EQUALS "(?:" VALUE ("\"") "|" VALUE ("'") "))*" BLANKS "*"
#define COMMENT "<!--(?:[^-" CONTROL "]|-[^-" CONTROL "])*-->"
#define INSTRUCTION_END "(?:[^?" CONTROL "]|\\?+[^?>" CONTROL "])*\\?+>"
#define AFTER_TARGET "(?:\\?>|" BLANKS "(?:[^?" CONTROL "]|\\?+[^?>" CONTROL "])*\\?+>)" /* of an instruction */
#define QUOTED "\"[^\"" CONTROL "]*\"|'[^'" CONTROL "]*'"
#define OTHER "(?:[^\\]<&" CONTROL "]|" REFERENCE ")"
#define OTHER_BUT_GREATER "(?:[^\\]<&>" CONTROL "]|" REFERENCE ")"
#define FIRST_OTHER "(?:[^\\] \\t\\n\\r<&" CONTROL "]|" REFERENCE ")"

static const struct
{
  const char *name, *pattern;
} xml_known[] = {
  { "comment", COMMENT },
  { "cdata", "<!\\[CDATA\\[(?:[^\\]" CONTROL "]|\\][^\\]" CONTROL "]|\\]\\]+[^\\]>" CONTROL "])*\\]\\]+>" },
  { "doctype", "<!DOCTYPE(?:[^\\[\\]<>\"'" CONTROL "]|" QUOTED "|" COMMENT "|\\[(?:[^\\]<\"'" CONTROL "]|" QUOTED
               "|" COMMENT "|<\\?" INSTRUCTION_END "|<[^!?\\]\"'" CONTROL "]|<![^-\\]\"'" CONTROL "])*\\])*>" },
  { "text", "(?:" FIRST_OTHER "|\\]" OTHER "|\\]\\]+" OTHER_BUT_GREATER ")(?:" OTHER "|\\]" OTHER
            "|\\]\\]+" OTHER_BUT_GREATER ")*\\]*(?![^<])" },
  { "text", "\\]+(?![^<])" },
};

/* before, a name, after */
static uint32_t around_name (terminals *t, const char *before, text_span name, uint32_t after)
{
  patterns *p = &t->patterns;
  uint32_t whole = pattern_literal (p, before, strlen (before)), c = 0;
  for (size_t i = 0, size; i < name.length; i += size) { /* one sequence, with its parts on the left */
    size = utf8_character (name.text + i, name.length - i, &c);
    size = size ? size : 1;
    whole = pattern_part (p, PART_SEQUENCE, whole, pattern_literal (p, name.text + i, size));
  }
  return pattern_part (p, PART_SEQUENCE, whole, after);
}

/* Writes a pattern with numbers of characters to `to`, or only measures it if that is NULL. */
static size_t spell_numbers (const char *pattern, char *to)
{
  size_t used = 0;
  while (*pattern) {
    const char *found = strstr (pattern, NUMBERS), *end = found ? found : pattern + strlen (pattern);
    const size_t before = (size_t) (end - pattern), numbers = found ? sizeof CHARACTER_NUMBERS - 1 : 0;
    if (to) {
      memcpy (to + used, pattern, before);
      memcpy (to + used + before, CHARACTER_NUMBERS, numbers);
    }
    used += before + numbers;
    pattern = found ? end + sizeof NUMBERS - 1 : end;
  }
  return used;
}

static status read_xml (terminals *t, const char *pattern, read_pattern *read, error *e)
{
  if (!t->generates)
    return pattern_read (&t->patterns, pattern, strlen (pattern), read) ? PAPNI_OK : no_memory (e);
  const size_t size = spell_numbers (pattern, NULL);
  char *spelled = allocate (&t->patterns.memory, size + 1, 1);
  if (!spelled)
    return no_memory (e);
  spell_numbers (pattern, spelled);
  spelled[size] = 0;
  const bool room = pattern_read (&t->patterns, spelled, size, read);
  release (&t->patterns.memory, spelled, size + 1, 1);
  return room ? PAPNI_OK : no_memory (e);
}

/* Tags and instructions by the form of their symbols; the others by name. */
static status add_xml_symbol (terminals *t, const char *name, size_t length, error *e)
{
  read_pattern after = { 0 };
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < sizeof xml_known / sizeof *xml_known; i++)
    if (strlen (xml_known[i].name) == length && !memcmp (name, xml_known[i].name, length)) {
      s = read_xml (t, xml_known[i].pattern, &after, e);
      s = s ? s : terminals_add (t, name, length, after.part, e);
      if (!s)
        t->list[t->count - 1].bar = after.bar;
    }
  if (s || *name != '<' || length < 3)
    return s;
  const bool closes = name[1] == '/', instruction = name[1] == '?';
  const bool empty = name[length - 2] == '/' && !closes;
  const char *before = closes ? "</" : instruction ? "<?" : "<";
  const size_t from = strlen (before), end = length - (instruction || empty ? 2 : 1);
  if (end <= from)
    return PAPNI_OK;
  s = read_xml (t,
                closes        ? BLANKS "*>"
                : instruction ? AFTER_TARGET
                : empty       ? ATTRIBUTES "/>"
                              : ATTRIBUTES ">",
                &after, e);
  if (s)
    return s;
  return terminals_add (t, name, length, around_name (t, before, (text_span){ name + from, end - from }, after.part),
                        e);
}

status terminals_add_xml (terminals *t, const papni_alphabet *alphabet, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < alphabet->size; i++)
    s = add_xml_symbol (t, alphabet->letters[i].name, alphabet->letters[i].length, e);
  return s;
}

/* Any instruction, or any empty element; other names with a star have no pattern. */
static status add_xml_star (terminals *t, text_span name, error *e)
{
  const bool instruction = name.length == 5 && !memcmp (name.text, "<?*?>", 5);
  read_pattern read = { 0 };
  if (!instruction && (name.length != 4 || memcmp (name.text, "<*/>", 4) != 0))
    return fail (e, PAPNI_INPUT, "the lexer leaves out %.*s, which has no pattern: use --terminals names",
                 (int) name.length, name.text);
  const status s = read_xml (t, instruction ? "<\\?" XML_NAME AFTER_TARGET : "<" XML_NAME ATTRIBUTES "/>", &read, e);
  return s ? s : terminals_add (t, name.text, name.length, read.part, e);
}

status terminals_skip_xml (terminals *t, text_span name, error *e)
{
  const size_t before = t->count, last = name.length - 1;
  const bool tag = *name.text == '<' && (last < 3 || (name.text[1] != '?' && name.text[last - 1] != '/'));
  if (tag) /* a call or return, which is never left out */
    return PAPNI_OK;
  const status s =
      memchr (name.text, '*', name.length) ? add_xml_star (t, name, e) : add_xml_symbol (t, name.text, name.length, e);
  for (size_t i = before; !s && i < t->count; i++)
    t->list[i].skipped = true;
  return s;
}
