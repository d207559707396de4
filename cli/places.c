/* places.c - where a symbol of a word is: files are read again, with the lexer of the words or
 * by the names of the symbols. */
#include "cli.h"

#include <string.h>

/* A line of a file that is read again; `text` is freed in any case. */
typedef struct again
{
  papni_text *text;
  const char *line, *end;
} again;

static bool open_line (const papni_word *word, again *a)
{
  papni_error error;
  a->text = papni_text_open (word->file, NULL, &error);
  if (!a->text)
    return false;
  const char *line = papni_text_bytes (a->text), *end = line + papni_text_size (a->text);
  for (size_t i = 1; i < word->line && line < end; i++) {
    const char *newline = memchr (line, '\n', (size_t) (end - line));
    line = newline ? newline + 1 : end;
  }
  const char *newline = line < end ? memchr (line, '\n', (size_t) (end - line)) : NULL;
  a->line = line;
  a->end = newline ? newline : end;
  return line < end;
}

/* Where the word begins, after the label. */
static const char *skip_label (const again *a)
{
  const char *from = a->line;
  while (from < a->end && strchr (" \t+-", *from) && from - a->line < 2)
    from++;
  return from;
}

/* ---- documents ---- */

/* Begins the document of a word again: a line of a file of words, or a file of its own.
 * `indent` is where it begins in the line. */
static bool open_again (const input *in, papni_lexer *lexer, const papni_word *word, again *a, size_t *indent)
{
  papni_error error;
  bool lines = false;
  for (size_t i = 0; !in->list && i < in->arguments->operand_count; i++)
    lines |= !strcmp (shown_name (in->arguments->operands[i]), word->file);
  *indent = 0;
  if (!lines)
    return !papni_lexer_open (lexer, word->file, &error);
  if (!open_line (word, a))
    return false;
  const char *from = skip_label (a);
  *indent = (size_t) (from - a->line);
  return !papni_lexer_bytes (lexer, from, (size_t) (a->end - from), word->file, word->line, &error);
}

static bool find_token (const input *in, const papni_word *word, size_t at, size_t *line, size_t *column)
{
  papni_error error;
  papni_token token = { 0 };
  again a = { 0 };
  size_t indent = 0;
  papni_lexer *lexer = papni_lexer_new (papni_alphabet_lexer (in->alphabet), NULL, &error);
  bool found = lexer && open_again (in, lexer, word, &a, &indent);
  for (size_t i = 0; found && i <= at; i++)
    found = !papni_lexer_next (lexer, &token, &error) && token.name;
  if (found) {
    *line = token.line;
    *column = token.column + (token.line == word->line ? indent : 0);
  }
  papni_text_free (a.text);
  papni_lexer_free (lexer);
  return found;
}

/* ---- words ---- */

/* Finds the symbol by the names of the word, with blanks between them or none. */
static bool find_name (const papni_alphabet *alphabet, const papni_word *word, size_t at, size_t *column)
{
  again a = { 0 };
  bool found = open_line (word, &a);
  const char *from = found ? skip_label (&a) : NULL;
  *column = found ? (size_t) (from - a.line) + 1 : 0;
  for (size_t i = 0; found && i <= at; i++) {
    const char *name = papni_alphabet_name (alphabet, word->symbols[i]);
    const size_t length = strlen (name);
    for (; from < a.end && (*from == ' ' || *from == '\t'); from++)
      ++*column;
    found = length <= (size_t) (a.end - from) && !memcmp (from, name, length);
    for (size_t k = 0; found && i < at && k < length; k++)
      *column += ((unsigned char) name[k] & 0xc0) != 0x80;
    from += found ? length : 0;
  }
  papni_text_free (a.text);
  return found;
}

void print_broken (const input *in, const papni_alphabet *alphabet, const papni_word *word,
                   const papni_encoding *encoding)
{
  size_t line = word->line, column;
  const bool lexed = papni_alphabet_lexer (in->alphabet);
  fprintf (stderr, "  %s:", shown (word->file));
  if (lexed ? find_token (in, word, encoding->at, &line, &column) : find_name (alphabet, word, encoding->at, &column))
    fprintf (stderr, "%zu:%zu: ", line, column);
  else
    fprintf (stderr, "%zu: ", word->line);
  print_mismatch (stderr, alphabet, word, encoding);
  fputc ('\n', stderr);
}
