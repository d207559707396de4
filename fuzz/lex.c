/* lex.c - bytes as a document, for each lexer. Chunks of any size must give the same
 * tokens, with increasing positions.
 *
 * The first byte selects the lexer: 0 json, 1 xml, 2 xml with attributes, 3 chars, 4
 * words, 5 rules, 6 rules that precede the document, separated by a zero byte. */
#include "support.h"

#include "lex/lex.h"

#include <stdlib.h>
#include <string.h>

static const char *const lexers[] = {
  "json",
  "xml",
  "xml:attributes",
  "chars",
  "words",
  "rules:\n( \\(\n) \\)\n%pair ( )\nname [a-z]+\ntext \"[^\"]*\"\nnote /\\*(?s:.*?)\\*/\n%skip note\nend ^end$\n"
};

typedef struct cut
{
  const char *bytes;
  size_t left, piece;
} cut;

static papni_status read_cut (void *context, char *bytes, size_t size, size_t *count, papni_error *error)
{
  (void) error;
  cut *c = context;
  *count = c->piece < c->left ? c->piece : c->left;
  MUST (*count <= size);
  memcpy (bytes, c->bytes, *count);
  c->bytes += *count;
  c->left -= *count;
  return PAPNI_OK;
}

static void add (text *t, const papni_token *token)
{
  const size_t length = token->name ? strlen (token->name) : 0;
  t->bytes = realloc (t->bytes, t->size + length + 2 * sizeof token->line);
  MUST (t->bytes);
  memcpy (t->bytes + t->size, &token->line, sizeof token->line);
  memcpy (t->bytes + t->size + sizeof token->line, &token->column, sizeof token->column);
  if (length)
    memcpy (t->bytes + t->size + 2 * sizeof token->line, token->name, length);
  t->size += length + 2 * sizeof token->line;
}

/* All tokens, or the position of the error instead of the last. */
static text tokens_of (papni_lexer *lexer, const uint8_t *bytes, size_t size)
{
  text t = { 0 };
  papni_token token = { .line = 1, .column = 1 };
  papni_error error;
  do {
    const papni_token before = token;
    const papni_status status = papni_lexer_next (lexer, &token, &error);
    must_explain (status, &error, bytes, size);
    if (status)
      token = (papni_token){ .line = error.line, .column = error.column };
    MUST (token.line > before.line || (token.line == before.line && token.column >= before.column));
    MUST (!token.problem || !strcmp (token.name, "#unlexed"));
    add (&t, &token);
  } while (token.name);
  return t;
}

static void must_be_same_in_pieces (papni_lexer *lexer, const uint8_t *bytes, size_t size)
{
  static const size_t pieces[] = { 1, 2, 3, 7, 50 };
  papni_error error;
  MUST (!papni_lexer_bytes (lexer, (const char *) bytes, size, "document", 1, &error));
  const text whole = tokens_of (lexer, bytes, size);
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    cut c = { (const char *) bytes, size, pieces[i] };
    MUST (!lexer_begin (lexer, (byte_source){ read_cut, NULL, &c }, (position){ "document", 1, 1 }, &error));
    const text cut_up = tokens_of (lexer, bytes, size);
    MUST (same_text (whole, cut_up));
    text_free (cut_up);
  }
  text_free (whole);
}

/* "rules:", a newline, and the text. */
static papni_lexer *make_own (const uint8_t *rules, size_t size, papni_error *error)
{
  static const char before[] = "rules:\n";
  char *name = malloc (sizeof before + size);
  MUST (name);
  memcpy (name, before, sizeof before - 1);
  memcpy (name + sizeof before - 1, rules, size);
  name[sizeof before - 1 + size] = 0;
  papni_lexer *lexer = papni_lexer_new (name, NULL, error);
  free (name);
  return lexer;
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
  if (!size)
    return 0;
  const size_t kind = *bytes++ % 7;
  papni_error error;
  size--;
  if (kind < 6) {
    papni_lexer *lexer = papni_lexer_new (lexers[kind], NULL, &error);
    MUST (lexer);
    must_be_same_in_pieces (lexer, bytes, size);
    papni_lexer_free (lexer);
    return 0;
  }
  const uint8_t *end = memchr (bytes, 0, size);
  const size_t length = end ? (size_t) (end - bytes) : size;
  papni_lexer *lexer = make_own (bytes, length, &error);
  must_explain (lexer ? PAPNI_OK : error.code, &error, bytes, length);
  if (lexer && end)
    must_be_same_in_pieces (lexer, end + 1, size - length - 1);
  papni_lexer_free (lexer);
  return 0;
}
