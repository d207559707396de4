/* check_documents.c - papni check with a lexer: checks documents token by token. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

/* ---- one document ---- */

static void print_file (const char *file)
{
  printf ("%s", shown (file));
}

/* The first unusual step of a document, and where it is. */
typedef struct unusual_token
{
  unusual step;
  size_t line, column;
  char name[64];
} unusual_token;

/* "FILE: accept", with the line if the document is a line, or with the place of what is unusual. */
static void print_accept (const checker *c, const char *file, size_t line, const unusual_token *u)
{
  if (!c->json) {
    print_file (file);
    if (u->step.position) {
      printf (":%zu:%zu: accept, ", u->line, u->column);
      print_unusual (&u->step);
      putchar ('\n');
    } else
      printf (line ? ":%zu: accept\n" : ": accept\n", line);
    return;
  }
  printf ("{\"file\": ");
  print_json_string (stdout, file);
  if (u->step.position)
    printf (", \"line\": %zu, \"column\": %zu", u->line, u->column);
  else if (line)
    printf (", \"line\": %zu", line);
  printf (", \"accept\": true");
  if (u->step.position)
    print_unusual_json (&u->step);
  printf ("}\n");
}

/* Notes the token that comes next (its name is NULL at the end) if it is the first unusual one. */
static void note_unusual (const checker *c, const papni_token *t, size_t read, unusual_token *u)
{
  if (!(c->unusual > 0) || u->step.position)
    return;
  const double bits = t->name ? papni_run_bits (c->run, translate_name (&c->translation, t->name, c->model))
                              : papni_run_end_bits (c->run);
  if (!(bits >= c->unusual))
    return;
  *u = (unusual_token){ { read + 1, t->name ? u->name : NULL, bits }, t->line, t->column, "" };
  snprintf (u->name, sizeof u->name, "%s", t->name ? t->name : "");
}

static void print_reject_json (const checker *c, const char *file, papni_verdict verdict, const papni_token *t)
{
  printf ("{\"file\": ");
  print_json_string (stdout, file);
  printf (", \"line\": %zu, \"column\": %zu, \"accept\": false, \"reason\": \"%s\", \"position\": %zu, \"symbol\": ",
          t->line, t->column, t->problem ? "unlexed" : reasons[verdict].name, papni_run_position (c->run) + 1);
  if (t->name)
    print_json_string (stdout, t->name);
  else
    printf ("null");
  printf (", \"expected\": [");
  print_expected (c, (size_t) -1);
  printf ("], \"end_expected\": %s}\n", could_end (c) ? "true" : "false");
}

static void print_document_reject (const checker *c, const char *file, papni_verdict verdict, const papni_token *t)
{
  print_file (file);
  printf (":%zu:%zu: reject: ", t->line, t->column);
  if (t->name && !t->problem) {
    printf ("unexpected ");
    print_name (stdout, t->name);
    printf (": ");
  }
  if (t->problem)
    printf ("%s", t->problem);
  else if (!t->name && verdict == PAPNI_VERDICT_OPEN_CALLS) {
    printf ("the document ends here, with ");
    print_name (stdout, papni_alphabet_name (papni_model_alphabet (c->model), papni_run_open (c->run)));
    printf (" open");
  } else
    printf ("%s", t->name ? reasons[verdict].text : "unexpected end of document");
  printf ("; expected:");
  print_expected (c, MOST_SHOWN);
  putchar ('\n');
}

/* Checks the document that the lexer has begun; `line` is its line in the file, or 0. */
static int check_document (checker *c, papni_lexer *lexer, const char *file, size_t line)
{
  papni_error error;
  papni_token token;
  unusual_token odd = { { 0, NULL, 0 }, 0, 0, "" };
  size_t read = 0;
  papni_run_restart (c->run);
  for (;; read++) {
    if (papni_lexer_next (lexer, &token, &error))
      return complain_error (&error);
    note_unusual (c, &token, read, &odd);
    if (!token.name)
      break;
    if (papni_run_step (c->run, translate_name (&c->translation, token.name, c->model), &error))
      return complain_error (&error);
    if (papni_run_position (c->run) == read)
      break;
    if (read % (1 << 16) == 0)
      tick (&c->ticker, "checking %s, line %zu", file, token.line);
  }
  wipe (&c->ticker);
  const papni_verdict verdict = papni_run_verdict (c->run);
  c->words++;
  c->rejected += verdict != PAPNI_VERDICT_ACCEPT;
  c->unusual_words += verdict == PAPNI_VERDICT_ACCEPT && odd.step.position;
  if (verdict == PAPNI_VERDICT_ACCEPT)
    print_accept (c, file, line, &odd);
  else if (c->json)
    print_reject_json (c, file, verdict, &token);
  else
    print_document_reject (c, file, verdict, &token);
  return finish_stdout (EXIT_DONE);
}

/* ---- many ---- */

static int check_file (checker *c, papni_lexer *lexer, const char *path)
{
  papni_error error;
  return papni_lexer_open (lexer, path, &error) ? complain_error (&error)
                                                : check_document (c, lexer, shown_name (path), 0);
}

static int check_listed (checker *c, input *in, const char *path)
{
  papni_lexer *lexer = in->reading.lexer;
  papni_error error;
  papni_documents *documents = papni_documents_open (path, NULL, &error);
  int code = documents ? EXIT_DONE : complain_error (&error);
  for (size_t i = 0; !code && i < papni_documents_size (documents); i++) {
    const char *name = papni_documents_path (documents, i);
    if (papni_lexer_open (lexer, name, &error))
      code = complain_listed (&error, shown_name (path), papni_documents_line (documents, i));
    else
      code = check_document (c, lexer, shown_name (name), 0);
  }
  in->left_out += documents ? papni_documents_ignored (documents) : 0;
  papni_documents_free (documents);
  return code;
}

static int check_lines (checker *c, papni_lexer *lexer, const char *path)
{
  papni_error error;
  papni_text *text = papni_text_open (path, NULL, &error);
  int code = text ? EXIT_DONE : complain_error (&error);
  const char *at = text ? papni_text_bytes (text) : NULL, *end = text ? at + papni_text_size (text) : NULL;
  for (size_t line = 1; !code && at < end; line++) {
    const char *newline = memchr (at, '\n', (size_t) (end - at)), *stop = newline ? newline : end;
    if (papni_lexer_bytes (lexer, at, (size_t) (stop - at), shown_name (path), line, &error))
      code = complain_error (&error);
    else
      code = check_document (c, lexer, shown_name (path), line);
    at = newline ? newline + 1 : end;
  }
  papni_text_free (text);
  return code;
}

int check_documents (checker *c, input *in, const char *path)
{
  papni_lexer *lexer = in->reading.lexer;
  papni_error error;
  c->translation.lexed = true;
  if (papni_run_look_ahead (c->run, &error)) /* a document can be read only once */
    return complain_error (&error);
  if (in->lines)
    return check_lines (c, lexer, path);
  return in->list || is_folder (path) ? check_listed (c, in, path) : check_file (c, lexer, path);
}
