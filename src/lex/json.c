/* json.c - JSON: brackets, colons and commas as written; string, number, true, false
 * and null.
 *
 * Strings and numbers follow RFC 8259. Any other text between structural characters,
 * such as 01, True or 'text', is not a token. */
#include "lex/lex.h"

#include <string.h>

typedef enum json_state
{
  LEX_JSON_BETWEEN,
  IN_STRING,
  IN_WORD /* a number, a literal, or invalid */
} json_state;

typedef enum word_state
{
  MINUS,
  ZERO,
  LEX_JSON_DIGITS,
  POINT,
  LEX_JSON_FRACTION,
  EXPONENT_MARK,
  EXPONENT_SIGN,
  EXPONENT,
  LITERAL,
  NO_WORD
} word_state;

typedef struct json
{
  json_state state;
  bool spoilt; /* an error in the string has been reported */
  place from;  /* where the string or word begins */
  word_state word;
  const char *literal; /* the literal that the word may be */
  size_t length;       /* the length of the matching prefix */
} json;

/* ---- structure ---- */

static const struct
{
  const char *name, *partner;
  papni_kind kind;
} structure[] = { { "{", "}", PAPNI_CALL },   { "}", "{", PAPNI_RETURN },    { "[", "]", PAPNI_CALL },
                  { "]", "[", PAPNI_RETURN }, { ":", NULL, PAPNI_INTERNAL }, { ",", NULL, PAPNI_INTERNAL } };

static bool lex_json_is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool ends_word (char c)
{
  return lex_json_is_blank (c) || (c && strchr ("{}[]:,\"", c));
}

/* ---- numbers and literals ---- */

static word_state first_of_word (json *j, char c)
{
  static const char *const literals[] = { "true", "false", "null" };
  if (c == '-')
    return MINUS;
  if (c >= '0' && c <= '9')
    return c == '0' ? ZERO : LEX_JSON_DIGITS;
  for (size_t i = 0; i < sizeof literals / sizeof *literals; i++)
    if (*literals[i] == c) {
      j->literal = literals[i];
      j->length = 1;
      return LITERAL;
    }
  return NO_WORD;
}

static word_state next_of_word (json *j, char c)
{
  const bool digit = c >= '0' && c <= '9', e = c == 'e' || c == 'E';
  switch (j->word) {
  case MINUS:
    return digit ? c == '0' ? ZERO : LEX_JSON_DIGITS : NO_WORD;
  case ZERO:
    return c == '.' ? POINT : e ? EXPONENT_MARK : NO_WORD;
  case LEX_JSON_DIGITS:
    return digit ? LEX_JSON_DIGITS : c == '.' ? POINT : e ? EXPONENT_MARK : NO_WORD;
  case POINT:
    return digit ? LEX_JSON_FRACTION : NO_WORD;
  case LEX_JSON_FRACTION:
    return digit ? LEX_JSON_FRACTION : e ? EXPONENT_MARK : NO_WORD;
  case EXPONENT_MARK:
    return c == '+' || c == '-' ? EXPONENT_SIGN : digit ? EXPONENT : NO_WORD;
  case EXPONENT_SIGN:
  case EXPONENT:
    return digit ? EXPONENT : NO_WORD;
  case LITERAL:
    return j->literal[j->length] == c && j->literal[j->length++] ? LITERAL : NO_WORD;
  default:
    return NO_WORD;
  }
}

static scanned end_word (papni_lexer *l, json *j)
{
  j->state = LEX_JSON_BETWEEN;
  switch (j->word) {
  case ZERO:
  case LEX_JSON_DIGITS:
  case LEX_JSON_FRACTION:
  case EXPONENT:
    return give (l, "number", PAPNI_INTERNAL, NULL, j->from);
  case LITERAL:
    if (!j->literal[j->length])
      return give (l, j->literal, PAPNI_INTERNAL, NULL, j->from);
    break;
  default:
    break;
  }
  return give_unlexed (l, "not a JSON token (strings need double quotes)", j->from);
}

static scanned lex_json_scan_word (papni_lexer *l, json *j)
{
  for (; l->at < l->end; l->at++) {
    if (ends_word (*l->at))
      return end_word (l, j);
    j->word = next_of_word (j, *l->at);
  }
  return l->last ? end_word (l, j) : SCANNED_ALL;
}

/* ---- strings ---- */

static scanned spoil (papni_lexer *l, json *j, const char *problem, size_t size)
{
  const place at = place_of (l, l->at);
  j->spoilt = true;
  l->at += size;
  return give_unlexed (l, problem, at);
}

/* The length of the escape at `at`; 0: invalid; CUT: needs more bytes. */
static size_t escape_length (const papni_lexer *l)
{
  const size_t left = bytes_left (l, l->at);
  if (left > 1 && l->at[1] && strchr ("\"\\/bfnrt", l->at[1]))
    return 2;
  if (left > 1 && l->at[1] != 'u')
    return 0;
  for (size_t i = 2; i < 6; i++)
    if (i >= left)
      return l->last ? 0 : CUT;
    else if (!l->at[i] || !strchr ("0123456789abcdefABCDEF", l->at[i]))
      return 0;
  return 6;
}

static scanned end_string (papni_lexer *l, json *j)
{
  j->state = LEX_JSON_BETWEEN;
  l->at++;
  return give (l, "string", PAPNI_INTERNAL, NULL, j->from);
}

static scanned scan_string (papni_lexer *l, json *j)
{
  uint32_t c;
  while (l->at < l->end) {
    const unsigned char byte = (unsigned char) *l->at;
    size_t size = 1;
    if (byte == '"' && !j->spoilt)
      return end_string (l, j);
    if (byte == '"' || byte == '\n' || byte == '\r') {
      j->state = LEX_JSON_BETWEEN; /* a string without an end is taken to end at the line end */
      if (byte != '"')
        return spoil (l, j, "line break in a string", 0);
      l->at++;
      return SCANNED_ALL;
    }
    if (byte == '\\')
      size = escape_length (l);
    else if (byte >= 0x80)
      size = character_at (l, l->at, &c);
    else if (byte < 0x20)
      return spoil (l, j, "control character in a string: write it as \\u and four digits", 1);
    if (size == CUT)
      return SCANNED_ALL;
    if (!size)
      return spoil (l, j, byte == '\\' ? "invalid escape: write \\\\ for a backslash" : NOT_UTF8, 1);
    l->at += size;
  }
  if (!l->last)
    return SCANNED_ALL;
  j->state = LEX_JSON_BETWEEN;
  return give_unlexed (l, "unterminated string", j->from);
}

/* ---- the whole ---- */

static scanned lex_json_scan_between (papni_lexer *l, json *j)
{
  for (; l->at < l->end && lex_json_is_blank (*l->at); l->at++)
    if (*l->at == '\n')
      pass_newline (l, l->at);
  if (l->at == l->end)
    return SCANNED_ALL;
  j->from = place_of (l, l->at);
  uint32_t character;
  const size_t size = character_at (l, l->at, &character);
  if (size == CUT)
    return SCANNED_ALL;
  const char c = *l->at++;
  if (!size || character < 0x20)
    return give_unlexed (l, size ? CONTROL_CHARACTER : NOT_UTF8, j->from);
  for (size_t i = 0; i < sizeof structure / sizeof *structure; i++)
    if (c == *structure[i].name)
      return give (l, structure[i].name, structure[i].kind, structure[i].partner, j->from);
  j->spoilt = false;
  j->state = c == '"' ? IN_STRING : IN_WORD;
  j->word = first_of_word (j, c);
  return c == '"' ? scan_string (l, j) : lex_json_scan_word (l, j);
}

static scanned lex_json_scan (papni_lexer *l, error *e)
{
  (void) e;
  json *j = l->own;
  for (;;) {
    const char *before = l->at;
    const json_state state = j->state;
    const scanned result = j->state == LEX_JSON_BETWEEN ? lex_json_scan_between (l, j)
                           : j->state == IN_STRING      ? scan_string (l, j)
                                                        : lex_json_scan_word (l, j);
    if (result != SCANNED_ALL || (l->at == before && j->state == state))
      return result;
  }
}

static void lex_json_restart (papni_lexer *l)
{
  *(json *) l->own = (json){ .state = LEX_JSON_BETWEEN };
}

static void lex_json_drop (papni_lexer *l)
{
  release (&l->memory, l->own, 1, sizeof (json));
}

status make_json (papni_lexer *l, const char *argument, error *e)
{
  static const lexer_kind kind = { lex_json_scan, lex_json_restart, lex_json_drop, NULL };
  if (argument)
    return fail (e, PAPNI_USAGE, "the lexer json takes no argument, got '%s'", argument);
  l->own = allocate (&l->memory, 1, sizeof (json));
  if (!l->own)
    return no_memory (e);
  l->kind = &kind;
  return PAPNI_OK;
}
