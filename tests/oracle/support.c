/* support.c - shared by the unit tests. */
#include "learn/learn.h" /* before cmocka, which has a macro `fail` */

#include "support.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool test_is_small (void)
{
  return getenv ("PAPNI_TEST_SMALL") != NULL;
}

size_t test_count (size_t count)
{
  return test_is_small () ? (count + 19) / 20 : count;
}

void expect_ok (papni_status status, const papni_error *error)
{
  if (status != PAPNI_OK)
    fail_msg ("status %d: %s:%zu:%zu: %s", (int) status, error->file, error->line, error->column, error->message);
}

/* ---- pages in memory ----------------------------------------------------- */

void page_add (page *p, const char *bytes, size_t size)
{
  if (p->size + size + 1 > p->room) {
    p->room = 2 * (p->size + size + 1);
    p->bytes = realloc (p->bytes, p->room);
    assert_non_null (p->bytes);
  }
  if (size)
    memcpy (p->bytes + p->size, bytes, size);
  p->size += size;
  p->bytes[p->size] = '\0';
}

void page_print (page *p, const char *format, ...)
{
  char piece[4096];
  va_list arguments;
  va_start (arguments, format);
  int size = vsnprintf (piece, sizeof piece, format, arguments);
  va_end (arguments);
  assert_in_range (size, 0, sizeof piece - 1);
  page_add (p, piece, (size_t) size);
}

static bool write_page (void *context, const char *bytes, size_t size)
{
  page_add (context, bytes, size);
  return true;
}

papni_writer page_writer (page *p)
{
  return (papni_writer){ write_page, p };
}

static page written (const papni_model *model, const char *format)
{
  page p = { 0 };
  papni_error error;
  page_add (&p, "", 0);
  expect_ok (papni_model_write (model, format, page_writer (&p), &error), &error);
  return p;
}

page test_table (const papni_model *model)
{
  return written (model, "table");
}

page test_json (const papni_model *model)
{
  return written (model, "json");
}

page test_dot (const papni_model *model)
{
  return written (model, "dot");
}

/* ---- counting allocator --------------------------------------------------- */

/* Precedes each block. */
typedef union entry
{
  size_t size;
  max_align_t align;
} entry;

static pthread_mutex_t books = PTHREAD_MUTEX_INITIALIZER;

static void *keep_books (ledger *l, void *block, size_t old_size, size_t new_size)
{
  entry *old = block ? (entry *) block - 1 : NULL;
  if (old ? old->size != old_size : old_size != 0)
    l->wrong = true;
  if (new_size && ++l->calls == l->fail_at) {
    l->failed = true;
    return NULL;
  }
  if (old) {
    l->bytes -= old->size;
    l->blocks--;
  }
  if (!new_size) {
    free (old);
    return NULL;
  }
  /* Always moves the block, so that dangling pointers show. */
  entry *fresh = malloc (sizeof *fresh + new_size);
  if (!fresh)
    abort ();
  fresh->size = new_size;
  if (old)
    memcpy (fresh + 1, old + 1, old->size < new_size ? old->size : new_size);
  free (old);
  l->bytes += new_size;
  l->blocks++;
  return fresh + 1;
}

static void *ledger_resize (void *context, void *block, size_t old_size, size_t new_size)
{
  pthread_mutex_lock (&books);
  void *result = keep_books (context, block, old_size, new_size);
  pthread_mutex_unlock (&books);
  return result;
}

papni_allocator ledger_allocator (ledger *l)
{
  return (papni_allocator){ ledger_resize, l };
}

void *ledger_malloc (ledger *l, size_t size)
{
  return ledger_resize (l, NULL, 0, size);
}

void ledger_free (ledger *l, void *block)
{
  if (block)
    ledger_resize (l, block, ((entry *) block - 1)->size, 0);
}

/* ---- samples ------------------------------------------------------------- */

papni_alphabet *test_alphabet (const twin_alphabet *twin, const papni_allocator *allocator)
{
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (allocator, &error);
  assert_non_null (alphabet);
  for (int a = 0; a < twin->size; a++)
    if (twin->kinds[a] != PAPNI_INTERNAL)
      expect_ok (papni_alphabet_declare (alphabet, twin->kinds[a], twin->names[a], &error), &error);
  for (int r = 0; r < twin->size; r++)
    for (int c = 0; c < twin->size; c++)
      if (twin->pairs[r][c])
        expect_ok (papni_alphabet_pair (alphabet, twin->names[c], twin->names[r], &error), &error);
  return alphabet;
}

papni_samples *test_samples (const twin_sample *sample, const papni_allocator *allocator)
{
  papni_error error;
  papni_samples *samples = papni_samples_new (test_alphabet (&sample->alphabet, allocator), &error);
  assert_non_null (samples);
  for (size_t w = 0; w < sample->count; w++) {
    const twin_word *word = &sample->words[w];
    const char **names = twin_allocate (word->length, sizeof *names);
    for (size_t i = 0; i < word->length; i++)
      names[i] = sample->alphabet.names[word->symbols[i]];
    expect_ok (papni_samples_add (samples, names, word->length, word->label, &error), &error);
    free (names);
  }
  return samples;
}

papni_samples *test_read (const char *bytes)
{
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  assert_non_null (alphabet);
  papni_samples *samples = papni_samples_new (alphabet, &error);
  assert_non_null (samples);
  expect_ok (papni_samples_read (samples, bytes, strlen (bytes), "text", NULL, &error), &error);
  return samples;
}

void test_drop (papni_samples *samples)
{
  papni_alphabet *alphabet = papni_samples_alphabet (samples);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
}

settings test_settings (papni_model_kind model)
{
  settings s;
  papni_error error;
  papni_options *options = papni_options_new (NULL, &error);
  assert_non_null (options);
  expect_ok (papni_options_set (options, "model", papni_model_kind_name (model), &error), &error);
  expect_ok (settings_of (options, NULL, &s, &error), &error);
  papni_options_free (options);
  s.threads = 1;
  return s;
}

settings test_setting (unsigned number)
{
  const unsigned flags = number % TREE_OPTIONS;
  const bool bits = flags >= LABEL_OPTIONS;
  settings options = test_settings (number >= TREE_OPTIONS ? PAPNI_SEVPA : flags & 1 ? PAPNI_VPA : PAPNI_DFA);
  options.modules = flags & 1 ? MODULES_ONE : MODULES_CALL;
  options.method = flags & 2 ? METHOD_EDSM : METHOD_RPNI;
  options.evidence = bits ? EVIDENCE_BITS : flags & 4 ? EVIDENCE_STATES : EVIDENCE_LABELS;
  options.focus = flags & (bits ? 4 : 8) ? FOCUS_POSITIVE : FOCUS_ALL;
  return options;
}

twin_model *test_twin (const twin_sample *sample, settings o)
{
  return o.model == PAPNI_SEVPA ? twin_learn_terms (sample, &o, NULL) : twin_learn (sample, &o, NULL);
}

papni_model *test_learn (const papni_samples *samples, settings options, papni_statistics *statistics)
{
  papni_error error = { 0 };
  papni_model *model = test_learn_with (samples, &options, statistics, &error);
  if (!model)
    fail_msg ("not learned: code %d: %s", (int) error.code, error.message);
  return model;
}

papni_model *test_learn_with (const papni_samples *samples, const settings *s, papni_statistics *statistics,
                              papni_error *error)
{
  const allocator *a = &samples->memory;
  papni_report *report = statistics ? papni_report_new (a, error) : NULL;
  papni_options *options = report || !statistics ? settings_options (s, a, error) : NULL;
  papni_model *model = NULL;
  if (options && s->story) /* which the public function would make itself */
    model = learn_samples (samples, s, NULL, error);
  else if (options)
    model = papni_learn (samples, options, &s->watch, report, error);
  if (report && options)
    *statistics = *papni_report_statistics (report);
  papni_options_free (options);
  papni_report_free (report);
  return model;
}

papni_tree *test_tree (const papni_samples *samples, const settings *s, papni_error *error)
{
  papni_options *options = settings_options (s, &samples->memory, error);
  papni_tree *tree = options ? papni_tree_new (samples, options, &s->watch, NULL, error) : NULL;
  papni_options_free (options);
  return tree;
}

papni_model *test_tree_learn (papni_tree *tree, const settings *s, papni_error *error)
{
  const allocator libc = allocator_or_libc (NULL);
  papni_options *options = settings_options (s, &libc, error);
  papni_model *model = options ? papni_tree_learn (tree, options, &s->watch, NULL, error) : NULL;
  papni_options_free (options);
  return model;
}

papni_verdict test_run (papni_run *run, const papni_symbol *symbols, size_t length)
{
  papni_error error;
  papni_run_restart (run);
  for (size_t i = 0; i < length; i++)
    expect_ok (papni_run_step (run, symbols[i], &error), &error);
  return papni_run_verdict (run);
}

papni_symbol test_symbol (const papni_alphabet *alphabet, const char *name)
{
  return papni_alphabet_find (alphabet, name, strlen (name));
}
