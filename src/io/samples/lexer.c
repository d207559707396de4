/* lexer.c - creates a lexer by name. The core has those that need only libc; rules need
 * PCRE2 and files. */
#ifndef PAPNI_CORE
#include "io/rules/rules.h"
#endif
#include "lex/lex.h"

#include <string.h>

#define SKIP " skip "

static const lexer_maker makers[] = {
  { "json", make_json },   { "xml", make_xml }, { "chars", make_chars }, { "words", make_words },
#ifndef PAPNI_CORE
  { "rules", make_rules },
#endif
};

static status make_named (papni_lexer *lexer, const char *name, error *e)
{
  const size_t length = strcspn (name, ":");
  for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
    if (strlen (makers[i].name) == length && !memcmp (makers[i].name, name, length))
      return makers[i].make (lexer, name[length] ? name + length + 1 : NULL, e);
  return fail (e, PAPNI_USAGE, "unknown lexer '%s': expected json, xml, xml:attributes, chars, words or rules:FILE",
               name);
}

/* The internal symbols that a lexer gives; NULL: any. A star stands for any name. */
static const char *lexer_gives (const char *name)
{
  if (!strncmp (name, "json", 4))
    return "string number true false null , :";
  return strncmp (name, "xml", 3) != 0 ? NULL : "text comment cdata doctype <?*?> <*/> @*";
}

/* Is a name in the list, where a star stands for any characters? */
static bool lexer_lists (const char *list, const char *name, size_t length)
{
  for (size_t size; *list; list += size + (list[size] == ' ')) {
    size = strcspn (list, " ");
    const size_t before = strcspn (list, "* "), after = before < size ? size - before - 1 : 0;
    const bool fits = before < size ? length >= before + after : length == size;
    if (fits && !memcmp (list, name, before) && !memcmp (list + size - after, name + length - after, after))
      return true;
  }
  return false;
}

/* A name that the lexer never gives is a mistake. */
static status check_skipped (const char *lexer, const char *names, error *e)
{
  const char *gives = lexer_gives (lexer);
  for (size_t size; gives && *names; names += strspn (names, " ")) {
    size = strcspn (names, " ");
    if (!lexer_lists (gives, names, size) && !memchr (names, '*', size))
      return fail (e, PAPNI_USAGE, "skip: '%.*s' is no symbol that the lexer can leave out: expected %s%s",
                   (int) (size < 60 ? size : 60), names, gives,
                   size > 1 && memchr (names, ',', size) ? " (separate names by spaces)" : "");
    names += size;
  }
  return PAPNI_OK;
}

/* "xml skip comment doctype": the names of symbols that are left out. Rules have %skip. */
static status make (papni_lexer *lexer, const char *name, error *e)
{
  const char *skip = strncmp (name, "rules:", 6) != 0 ? strstr (name, SKIP) : NULL;
  if (!skip)
    return make_named (lexer, name, e);
  const char *names = skip + strlen (SKIP);
  if (!names[strspn (names, " ")])
    return fail (e, PAPNI_USAGE, "'skip' takes the names of symbols, as in xml skip comment doctype");
  const status wrong = check_skipped (name, names + strspn (names, " "), e);
  if (wrong)
    return wrong;
  char *base = copy_text (&lexer->memory, name, (size_t) (skip - name));
  lexer->skipped = copy_text (&lexer->memory, names + strspn (names, " "), strlen (names + strspn (names, " ")));
  const status s = base && lexer->skipped ? make_named (lexer, base, e) : no_memory (e);
  release_text (&lexer->memory, base);
  return s;
}

papni_lexer *papni_lexer_new (const char *name, const papni_allocator *memory, papni_error *e)
{
  const allocator a = allocator_or_libc (memory);
  papni_lexer *lexer = allocate_zeroed (&a, 1, sizeof *lexer);
  if (!lexer) {
    no_memory (e);
    return NULL;
  }
  lexer->memory = a;
  status s = make (lexer, name, e);
  if (!s && !lexer->description) {
    lexer->description = copy_text (&a, name, strlen (name));
    s = lexer->description ? PAPNI_OK : no_memory (e);
  }
  if (!s)
    s = lexer_begin_bytes (lexer, "", 0, (position){ "", 1, 1 }, e);
  if (!s)
    return lexer;
  papni_lexer_free (lexer);
  return NULL;
}
