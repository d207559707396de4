/* support.c - invariants, and running a word. */
#include "support.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void broken (const char *law, const char *file, int line)
{
  fprintf (stderr, "%s:%d: this does not hold: %s\n", file, line, law);
  abort ();
}

/* ---- bytes ---- */

size_t take (feed *f, size_t most)
{
  return f->at < f->end ? *f->at++ % most : 0;
}

const char *as_file (const uint8_t *bytes, size_t size, const char *ending)
{
  static char path[256];
  const char *folder = getenv ("TMPDIR");
  if (path[0])
    unlink (path);
  snprintf (path, sizeof path, "%s/papni-fuzz-%ld%s", folder ? folder : "/tmp", (long) getpid (), ending);
  const int file = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  MUST (file >= 0);
  MUST (write (file, bytes, size) == (ssize_t) size);
  MUST (!close (file));
  return path;
}

/* ---- texts ---- */

static bool append (void *context, const char *bytes, size_t size)
{
  text *t = context;
  if (t->size + size > t->capacity) {
    t->capacity = 2 * (t->size + size);
    t->bytes = realloc (t->bytes, t->capacity);
    MUST (t->bytes);
  }
  memcpy (t->bytes + t->size, bytes, size);
  t->size += size;
  return true;
}

text written (const papni_model *model, const char *format)
{
  text t = { 0 };
  papni_error error;
  MUST (!papni_model_write (model, format, (papni_writer){ append, &t }, &error));
  return t;
}

bool same_text (text x, text y)
{
  return x.size == y.size && (!x.size || !memcmp (x.bytes, y.bytes, x.size));
}

void text_free (text t)
{
  free (t.bytes);
}

/* ---- errors ---- */

void must_explain (papni_status status, const papni_error *error, const uint8_t *bytes, size_t size)
{
  if (!status)
    return;
  size_t lines = 1;
  for (size_t i = 0; i < size; i++)
    lines += bytes[i] == '\n';
  MUST (status == error->code);
  MUST (status == PAPNI_INPUT);
  MUST (error->message[0]);
  for (const char *c = error->message; *c; c++)
    MUST ((unsigned char) *c >= 0x20 && *c != 0x7f);
  MUST (error->line <= lines);
  MUST (!error->line == !error->column);
  MUST (error->column <= size + 1);
}

/* ---- models ---- */

void must_round_trip (const papni_model *model)
{
  papni_error error;
  const text once = written (model, "json");
  papni_model *copy = papni_model_read (once.bytes, once.size, "copy", NULL, &error);
  MUST (copy);
  const text twice = written (copy, "json");
  MUST (same_text (once, twice));
  papni_model_free (copy);
  text_free (once);
  text_free (twice);
}

static bool accepts (papni_run *run, const papni_model *model, const papni_alphabet *alphabet, const papni_word *word)
{
  papni_error error;
  papni_run_restart (run);
  for (size_t i = 0; i < word->length; i++) {
    const char *name = papni_alphabet_name (alphabet, word->symbols[i]);
    MUST (!papni_run_step (run, papni_alphabet_find (papni_model_alphabet (model), name, strlen (name)), &error));
  }
  return papni_run_verdict (run) == PAPNI_VERDICT_ACCEPT;
}

static void must_agree (const papni_samples *samples, const papni_model *model)
{
  papni_error error;
  const papni_alphabet *alphabet = papni_samples_alphabet (samples);
  papni_encoder *encoder = papni_encoder_new (alphabet, &error);
  papni_run *run = papni_run_new (model, &error);
  MUST (encoder && run);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  papni_encoding encoding;
  while (papni_samples_next (samples, &cursor, &word)) {
    MUST (!papni_encode (encoder, word.symbols, word.length, &encoding, &error));
    const bool kept = papni_model_kind_of (model) == PAPNI_DFA || !encoding.mismatch;
    const bool accepted = accepts (run, model, alphabet, &word);
    MUST (kept || !accepted);
    MUST (!kept || word.label == PAPNI_UNKNOWN || accepted == (word.label == PAPNI_ACCEPT));
  }
  papni_run_free (run);
  papni_encoder_free (encoder);
}

static papni_options *options_of (way how)
{
  papni_error error;
  papni_options *o = papni_options_new (NULL, &error);
  MUST (o);
  MUST (!papni_options_set (o, "model", how.model, &error));
  MUST (!papni_options_set (o, "method", how.method, &error));
  MUST (!papni_options_set (o, "evidence", how.evidence, &error));
  MUST (!papni_options_set (o, "focus", how.focus, &error));
  MUST (!papni_options_set (o, "modules", how.modules, &error));
  MUST (!papni_options_set (o, "threads", how.threads ? how.threads : "1", &error));
  return o;
}

papni_model *must_learn (const papni_samples *samples, way how)
{
  papni_error error;
  papni_options *options = options_of (how);
  papni_report *report = papni_report_new (NULL, &error);
  MUST (report);
  papni_model *model = papni_learn (samples, options, NULL, report, &error);
  const papni_statistics statistics = *papni_report_statistics (report);
  papni_options_free (options);
  papni_report_free (report);
  if (!model) {
    MUST (error.code == PAPNI_CONTRADICTION || error.code == PAPNI_INPUT);
    MUST (error.message[0]);
    return NULL;
  }
  MUST (statistics.words == papni_samples_size (samples));
  MUST (statistics.states == papni_model_states (model));
  must_agree (samples, model);
  must_round_trip (model);
  return model;
}

text learned (const papni_samples *samples, way how)
{
  papni_model *model = must_learn (samples, how);
  if (!model)
    return (text){ 0 };
  const text json = written (model, "json");
  papni_model_free (model);
  return json;
}
