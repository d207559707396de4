/* tokens.c - a document in pieces. */
#include "tokens.h"

#include "lex/lex.h"

#include <stdlib.h>
#include <string.h>

/* A document that is read in pieces: all of the same size, or of random sizes. */
typedef struct cut
{
  const char *bytes;
  size_t left, piece;
  uint32_t random; /* 0: all of the same size */
} cut;

static papni_status read_cut (void *context, char *bytes, size_t size, size_t *count, papni_error *error)
{
  (void) error;
  cut *c = context;
  size_t piece = c->piece;
  if (c->random) {
    c->random = c->random * 1664525u + 1013904223u;
    piece = 1 + (c->random >> 16) % c->piece;
    c->random |= 1;
  }
  *count = piece < c->left ? piece : c->left;
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

/* All tokens, or the position of the error instead of the last. *limited: a pattern takes
 * too long, or too much memory. */
static text tokens_of (papni_lexer *lexer, const uint8_t *bytes, size_t size, bool *limited)
{
  text t = { 0 };
  papni_token token = { .line = 1, .column = 1 };
  papni_error error;
  do {
    const papni_token before = token;
    const papni_status status = papni_lexer_next (lexer, &token, &error);
    must_explain (status, &error, bytes, size);
    *limited |= status && !strncmp (error.message, "matching the rule", 17);
    if (status)
      token = (papni_token){ .line = error.line, .column = error.column };
    MUST (token.line > before.line || (token.line == before.line && token.column >= before.column));
    MUST (!token.problem || !strcmp (token.name, "#unlexed"));
    add (&t, &token);
  } while (token.name);
  return t;
}

void must_be_same_in_pieces (papni_lexer *lexer, const uint8_t *bytes, size_t size, uint8_t how)
{
  const struct
  {
    size_t most;
    uint32_t random;
  } pieces[] = { { 1, 0 }, { 2, 0 }, { 7, 0 }, { 50, 0 }, { 1 + how % 32, 1 + how }, { 1 + how, 257 + how } };
  papni_error error;
  MUST (!papni_lexer_bytes (lexer, (const char *) bytes, size, "document", 1, &error));
  bool limited = false; /* where PCRE2 gives up depends on how much of the text it has */
  const text whole = tokens_of (lexer, bytes, size, &limited);
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    cut c = { (const char *) bytes, size, pieces[i].most, pieces[i].random };
    MUST (!lexer_begin (lexer, (byte_source){ read_cut, NULL, &c }, (position){ "document", 1, 1 }, &error));
    const text cut_up = tokens_of (lexer, bytes, size, &limited);
    MUST (limited || same_text (whole, cut_up));
    text_free (cut_up);
  }
  text_free (whole);
}
