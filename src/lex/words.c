/* words.c - plain text: each character is a symbol, or each word separated by
 * whitespace. Calls and returns are declared elsewhere. */
#include "lex/lex.h"

#include <string.h>

static bool lex_words_is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_blanks (papni_lexer *l)
{
  for (; l->at < l->end && lex_words_is_blank (*l->at); l->at++)
    if (*l->at == '\n')
      pass_newline (l, l->at);
}

/* The length of the character at `byte`, and what is wrong with it if it cannot be part
 * of a name. */
static size_t lex_words_look_at (const papni_lexer *l, const char *byte, const char **problem)
{
  uint32_t c = 0;
  const size_t size = character_at (l, byte, &c);
  if (!size)
    *problem = NOT_UTF8;
  else if (size != CUT && (c < 0x20 || (c >= 0x7f && c < 0xa0)))
    *problem = CONTROL_CHARACTER;
  return size ? size : 1;
}

static scanned give_name (papni_lexer *l, size_t length)
{
  const place at = place_of (l, l->at);
  memcpy (l->name, l->at, length);
  l->name[length] = 0;
  l->at += length;
  return give (l, l->name, PAPNI_INTERNAL, NULL, at);
}

static scanned give_problem (papni_lexer *l, const char *byte, const char *problem)
{
  l->at = byte + 1;
  l->spoilt = true;
  return give_unlexed (l, problem, place_of (l, byte));
}

static scanned scan_character (papni_lexer *l, error *e)
{
  (void) e;
  skip_blanks (l);
  if (l->at == l->end)
    return SCANNED_ALL;
  const char *problem = NULL;
  const size_t size = lex_words_look_at (l, l->at, &problem);
  if (size == CUT)
    return SCANNED_ALL;
  return problem ? give_problem (l, l->at, problem) : give_name (l, size);
}

static scanned lex_words_scan_word (papni_lexer *l, error *e)
{
  (void) e;
  while (l->spoilt && l->at < l->end && !lex_words_is_blank (*l->at))
    l->at++;
  if (l->at == l->end)
    return SCANNED_ALL;
  l->spoilt = false;
  skip_blanks (l);
  size_t length = 0;
  while (l->at + length < l->end && !lex_words_is_blank (l->at[length])) {
    const char *problem = NULL;
    const size_t size = lex_words_look_at (l, l->at + length, &problem);
    if (size == CUT)
      return SCANNED_ALL;
    if (!problem && length + size > LONGEST_NAME)
      problem = "word of more than 1024 bytes";
    if (problem)
      return give_problem (l, l->at + length, problem);
    length += size;
  }
  if (!length || (l->at + length == l->end && !l->last))
    return SCANNED_ALL;
  if (length == strlen (UNLEXED) && !memcmp (l->at, UNLEXED, length))
    return give_problem (l, l->at, "reserved name for text that is not a token");
  return give_name (l, length);
}

static void lex_words_nothing (papni_lexer *l)
{
  (void) l;
}

static status take_no_argument (const char *argument, error *e)
{
  return argument ? fail (e, PAPNI_USAGE, "the lexers chars and words take no argument, got '%s'", argument) : PAPNI_OK;
}

status make_chars (papni_lexer *l, const char *argument, error *e)
{
  static const lexer_kind kind = { scan_character, lex_words_nothing, lex_words_nothing, NULL };
  l->kind = &kind;
  return take_no_argument (argument, e);
}

status make_words (papni_lexer *l, const char *argument, error *e)
{
  static const lexer_kind kind = { lex_words_scan_word, lex_words_nothing, lex_words_nothing, NULL };
  l->kind = &kind;
  return take_no_argument (argument, e);
}
