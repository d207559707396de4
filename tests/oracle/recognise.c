/* recognise.c - the built-in languages as plain code. */
#include "recognise.h"

#include <string.h>

/* ---- nests --------------------------------------------------------------- */

/* How often the text is repeated at the beginning. */
static size_t repeats (const char *word, size_t length, const char *text)
{
  const size_t size = strlen (text);
  size_t count = 0;
  while ((count + 1) * size <= length && !memcmp (word + count * size, text, size))
    count++;
  return count;
}

/* Is it `open` n times, then `close` n times? Returns n, or 0. */
static size_t nest (const char *word, size_t length, const char *open, const char *close)
{
  const size_t n = repeats (word, length, open), at = n * strlen (open);
  return repeats (word + at, length - at, close) == n && at + n * strlen (close) == length ? n : 0;
}

static bool is_l1 (const char *word, size_t length)
{
  return nest (word, length, "a", "b") > 0;
}

static bool is_l2 (const char *word, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (!strchr (i < length / 2 ? "ab" : "cd", word[i]))
      return false;
  return length > 0 && length % 2 == 0;
}

static bool is_l3 (const char *word, size_t length)
{
  return nest (word, length, "ab", "cd") > 0;
}

static bool is_odd (const char *word, size_t length)
{
  return nest (word, length, "(", ")") % 2 == 1;
}

/* ---- brackets ------------------------------------------------------------ */

/* Each closes what was opened last; other symbols are ignored. */
static bool balanced (const char *word, size_t length)
{
  static const char open[] = "([{<", close[] = ")]}>";
  char stack[64];
  size_t depth = 0;
  for (size_t i = 0; i < length; i++) {
    const char *closes = strchr (close, word[i]);
    if (strchr (open, word[i]))
      stack[depth++] = word[i];
    else if (closes && (!depth || stack[--depth] != open[closes - close]))
      return false;
  }
  return depth == 0;
}

static bool is_dyck (const char *word, size_t length)
{
  return length > 0 && balanced (word, length);
}

static bool is_l9 (const char *word, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (strchr ("([", word[i]) != NULL && i >= length / 2)
      return false;
  return is_dyck (word, length);
}

static bool is_l12 (const char *word, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (word[i] == 'a' && i + 2 < length && word[i + 1] == 'b' && word[i + 2] == 'c')
      i += 2;
    else if (strchr ("abc", word[i]))
      return false;
  return is_dyck (word, length);
}

static bool is_even (const char *word, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (word[i] == '(') {
      if (i + 1 == length || word[i + 1] != '(')
        return false;
      i++;
    }
  return is_dyck (word, length);
}

static bool is_root (const char *word, size_t length)
{
  size_t depth = 0;
  for (size_t i = 0; i + 1 < length; i++) {
    depth = word[i] == '(' ? depth + 1 : depth - 1;
    if (depth == 0)
      return false;
  }
  return is_dyck (word, length);
}

static bool is_arith (const char *word, size_t length)
{
  bool wants_number = true;
  for (size_t i = 0; i < length; i++) {
    if (strchr ("1(", word[i]) ? !wants_number : wants_number)
      return false;
    wants_number = strchr ("+(", word[i]) != NULL;
  }
  return !wants_number && balanced (word, length);
}

static bool is_xml (const char *word, size_t length)
{
  char stack[64];
  size_t depth = 0;
  for (size_t i = 0; i < length; i++) {
    if (depth == 0 && i > 0)
      return false; /* after the root */
    if (strchr ("ab", word[i]))
      stack[depth++] = word[i];
    else if (depth == 0 || (word[i] != '.' && word[i] != (stack[--depth] == 'a' ? 'A' : 'B')))
      return false;
  }
  return depth == 0 && length > 0;
}

/* ---- by descent ----------------------------------------------------------- */

/* What follows a value, or NULL. The word ends with a NUL. */
static const char *json_value (const char *at) /* NOLINT(misc-no-recursion) */
{
  if (*at && strchr ("nst0f", *at))
    return at + 1;
  const bool object = *at == '{';
  const char close = object ? '}' : ']';
  if (!object && *at != '[')
    return NULL;
  if (at[1] == close)
    return at + 2;
  do {
    at++;
    if (object && (at[0] != 's' || at[1] != ':'))
      return NULL;
    at = json_value (at + (object ? 2 : 0));
  } while (at && *at == ',');
  return at && *at == close ? at + 1 : NULL;
}

static bool is_json (const char *word, size_t length)
{
  const char *end = json_value (word);
  return end && end == word + length;
}

/* What follows letters and blocks. */
static const char *restore_rest (const char *at) /* NOLINT(misc-no-recursion) */
{
  while (*at == 'a' || *at == 'b') {
    const char letter = *at++;
    if (*at != '(')
      continue;
    const char *inner = restore_rest (at + 1);
    if (inner[0] != ')' || inner[1] != letter)
      return at;
    at = inner + 1; /* the letter may precede the next block */
  }
  return at;
}

static bool is_restore (const char *word, size_t length)
{
  return length > 0 && restore_rest (word) == word + length;
}

const recogniser recognisers[RECOGNISERS] = {
  { "L1", "ab", "a", "b", false, is_l1 },
  { "L2", "abcd", "ab", "cd", true, is_l2 },
  { "L3", "abcd", "ab", "dc", false, is_l3 },
  { "L4", "([)]", "([", ")]", false, is_dyck },
  { "L6", "([{)]}", "([{", ")]}", false, is_dyck },
  { "L8", "(<[{)>]}", "(<[{", ")>]}", false, is_dyck },
  { "L9", "([)]", "([", ")]", false, is_l9 },
  { "L10", "abc()", "(", ")", false, is_dyck },
  { "L11", "abc([)]", "([", ")]", false, is_dyck },
  { "L12", "abcd()", "(", ")", false, is_l12 },
  { "odd", "()", "(", ")", false, is_odd },
  { "even", "()", "(", ")", false, is_even },
  { "arith", "+1()", "(", ")", false, is_arith },
  { "json", ",:f0nst[{]}", "[{", "]}", false, is_json },
  { "xml2", ".abAB", "ab", "AB", false, is_xml },
  { "root", "()", "(", ")", false, is_root },
  { "restore", "ab()", "(", ")", false, is_restore },
};
