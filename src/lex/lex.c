/* lex.c - reads a document in chunks, token by token. */
#include "lex/lex.h"

#include <stdio.h>
#include <string.h>

enum
{
  LEX_PIECE = 1 << 16
};

static void close_source (papni_lexer *lexer)
{
  if (lexer->source.close)
    lexer->source.close (lexer->source.context);
  lexer->source = (byte_source){ 0 };
}

void papni_lexer_free (papni_lexer *lexer)
{
  if (!lexer)
    return;
  const allocator a = lexer->memory;
  close_source (lexer);
  if (lexer->kind)
    lexer->kind->drop (lexer);
  release_text (&a, lexer->description);
  release_text (&a, lexer->skipped);
  release_text (&a, lexer->file);
  release (&a, lexer->piece, lexer->capacity, 1);
  release (&a, lexer, 1, sizeof *lexer);
}

/* ---- bytes ---- */

status lexer_begin (papni_lexer *lexer, byte_source source, position first, error *e)
{
  close_source (lexer);
  lexer->source = source;
  char *file = copy_text (&lexer->memory, first.file, strlen (first.file));
  if (!file) {
    close_source (lexer);
    return no_memory (e);
  }
  release_text (&lexer->memory, lexer->file);
  lexer->file = file;
  lexer->begin = lexer->at = lexer->end = lexer->piece;
  lexer->last = lexer->unlexed = lexer->spoilt = false;
  lexer->fresh = true;
  lexer->line = first.line;
  lexer->line_from = (size_t) 1 - first.column; /* negative if the document begins inside a line */
  lexer->kind->restart (lexer);
  return PAPNI_OK;
}

static void skip_mark (papni_lexer *lexer)
{
  const size_t mark = byte_order_mark (lexer->at, bytes_left (lexer, lexer->at));
  lexer->at += mark;
  lexer->line_from += mark;
}

status lexer_begin_bytes (papni_lexer *lexer, const char *bytes, size_t size, position first, error *e)
{
  const status s = lexer_begin (lexer, (byte_source){ 0 }, first, e);
  lexer->begin = lexer->at = bytes;
  lexer->end = bytes + size;
  lexer->last = true;
  skip_mark (lexer);
  return s;
}

papni_status papni_lexer_bytes (papni_lexer *lexer, const char *bytes, size_t size, const char *name, size_t line,
                                papni_error *e)
{
  return lexer_begin_bytes (lexer, bytes, size, (position){ name ? name : "", line, 1 }, e);
}

/* Appends bytes to those that are left, at least doubling them, so that scanning them
 * again each time costs at most twice as much. */
static status refill (papni_lexer *lexer, error *e)
{
  const size_t left = bytes_left (lexer, lexer->at), passed = (size_t) (lexer->at - lexer->begin);
  if (!reserve (&lexer->memory, &lexer->piece, &lexer->capacity, 2 * left + LEX_PIECE, 1))
    return no_memory (e);
  memmove (lexer->piece, lexer->piece + passed, left);
  lexer->line_from -= passed;
  lexer->begin = lexer->at = lexer->piece;
  lexer->end = lexer->piece + left;
  for (size_t count = 1; count && bytes_left (lexer, lexer->at) < 2 * left + 4;) {
    const size_t have = bytes_left (lexer, lexer->at);
    const status s = lexer->source.read (lexer->source.context, lexer->piece + have, lexer->capacity - have, &count, e);
    if (s)
      return s;
    lexer->end += count;
    lexer->last = !count;
  }
  if (lexer->last)
    close_source (lexer);
  if (lexer->fresh)
    skip_mark (lexer);
  lexer->fresh = false;
  return PAPNI_OK;
}

/* ---- tokens ---- */

size_t character_at (const papni_lexer *l, const char *byte, uint32_t *character)
{
  const size_t left = bytes_left (l, byte), size = utf8_character (byte, left, character);
  return !size && left < 4 && !l->last ? CUT : size;
}

scanned give (papni_lexer *l, const char *name, papni_kind kind, const char *partner, place at)
{
  l->token = (papni_token){ .name = name, .kind = kind, .partner = partner, .line = at.line, .column = at.column };
  return SCANNED_TOKEN;
}

scanned give_unlexed (papni_lexer *l, const char *problem, place at)
{
  give (l, UNLEXED, PAPNI_INTERNAL, NULL, at);
  l->token.problem = problem;
  return SCANNED_TOKEN;
}

/* Is it one of the names, which may have a star? Only internal symbols are left out. */
static bool lexer_skips (const papni_lexer *lexer, const papni_token *t)
{
  if (!lexer->skipped || t->kind != PAPNI_INTERNAL || t->problem)
    return false;
  const size_t length = strlen (t->name);
  for (const char *name = lexer->skipped; *name; name += strspn (name, " ")) {
    const size_t size = strcspn (name, " ");
    const char *star = memchr (name, '*', size);
    const size_t before = star ? (size_t) (star - name) : size, after = star ? size - before - 1 : 0;
    const bool fits = star ? length >= before + after : length == size;
    if (fits && !memcmp (t->name, name, before) && !memcmp (t->name + length - after, name + size - after, after))
      return true;
    name += size;
  }
  return false;
}

papni_status papni_lexer_next (papni_lexer *lexer, papni_token *token, papni_error *e)
{
  for (;;) {
    const scanned result = lexer->kind->scan (lexer, e);
    status s = PAPNI_OK;
    if (result == SCANNED_WRONG)
      return lexer->failed;
    if (result == SCANNED_ALL && !lexer->last)
      s = refill (lexer, e);
    else if (result == SCANNED_ALL) {
      const place end = place_of (lexer, lexer->at);
      *token = (papni_token){ .line = end.line, .column = end.column };
      return PAPNI_OK;
    } else if (lexer_skips (lexer, &lexer->token)) {
      lexer->unlexed = false;
      continue;
    } else if (!lexer->token.problem || !lexer->unlexed) {
      lexer->unlexed = lexer->token.problem;
      *token = lexer->token;
      return PAPNI_OK;
    }
    if (s)
      return s;
  }
}

/* ---- words ---- */

/* The symbol of a token, which is declared in the alphabet. */
static status lex_enter (papni_lexer *lexer, papni_alphabet *alphabet, const papni_token *t, symbol *result, error *e)
{
  const size_t length = strlen (t->name);
  *result = papni_alphabet_find (alphabet, t->name, length);
  const letter *known = *result == PAPNI_NO_SYMBOL ? NULL : &alphabet->letters[*result];
  if (known && known->first.line && (t->kind == PAPNI_INTERNAL || (known->declared && known->kind == t->kind)))
    return PAPNI_OK;
  const position at = { alphabet_file (alphabet, lexer->file), t->line, t->column };
  if (!at.file)
    return no_memory (e);
  status s = PAPNI_OK;
  if (t->partner && t->kind == PAPNI_CALL)
    s = alphabet_pair (alphabet, (text_span){ t->name, length }, (text_span){ t->partner, strlen (t->partner) }, at, e);
  else if (t->partner)
    s = alphabet_pair (alphabet, (text_span){ t->partner, strlen (t->partner) }, (text_span){ t->name, length }, at, e);
  else if (t->kind != PAPNI_INTERNAL)
    s = alphabet_declare (alphabet, t->kind, t->name, length, at, e);
  return s ? s : alphabet_intern (alphabet, t->name, length, at, result, e);
}

status lexer_word (papni_lexer *lexer, papni_samples *samples, papni_label label, size_t *length, error *e)
{
  papni_token token;
  status s = alphabet_use_lexer (samples->alphabet, lexer->description, e);
  if (!s && lexer->kind->declare)
    s = lexer->kind->declare (lexer, samples->alphabet, e);
  while (!s && !(s = papni_lexer_next (lexer, &token, e)) && token.name) {
    if (token.problem && label == PAPNI_ACCEPT)
      return fail_at (
          e, PAPNI_INPUT, (position){ lexer->file, token.line, token.column },
          "%s (this document is labelled +, so all of it must be valid tokens: check the label and the lexer)",
          token.problem);
    if (!samples_reserve (samples, *length + 1))
      return no_memory (e);
    s = lex_enter (lexer, samples->alphabet, &token, &samples->flat[samples->used + *length], e);
    *length += !s;
  }
  return s;
}

papni_status papni_samples_add_document (papni_samples *samples, papni_lexer *lexer, papni_label label, papni_error *e)
{
  size_t length = 0;
  const size_t line = lexer->line;
  if (label > PAPNI_ACCEPT)
    return fail (e, PAPNI_USAGE, "invalid label: expected unknown, reject or accept");
  const status s = lexer_word (lexer, samples, label, &length, e);
  if (s)
    return s;
  const char *file = alphabet_file (samples->alphabet, lexer->file);
  if (!file || !samples_reserve (samples, length))
    return no_memory (e);
  return samples_end_word (samples, length, label, file, line, e);
}
