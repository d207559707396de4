/* threads.c - const handles that many threads share: learning, running, searching and
 * writing at the same time give what they give alone. Under ThreadSanitizer this finds
 * handles that are const and changed all the same. */
#include "oracle/support.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum
{
  THREADS = 4,
  ROUNDS = 3
};

/* What is shared. */
typedef struct scene
{
  const papni_samples *samples;
  const papni_options *options, *searching;
  const papni_tree *tree;
  const papni_model *model, *other;
} scene;

/* What a thread found, as text; the same for all. */
typedef struct visit
{
  const scene *scene;
  page found;
  bool failed;
} visit;

static bool add_model (visit *v, papni_model *model)
{
  papni_error error;
  const bool ok = model && !papni_model_write (model, "json", page_writer (&v->found), &error);
  papni_model_free (model);
  return ok;
}

static bool learn (visit *v)
{
  const scene *s = v->scene;
  papni_error error;
  return add_model (v, papni_learn (s->samples, s->options, NULL, NULL, &error))
         && add_model (v, papni_learn (s->samples, s->searching, NULL, NULL, &error))
         && add_model (v, papni_tree_learn (s->tree, s->options, NULL, NULL, &error));
}

/* Runs every word with look-ahead, and asks for all that is expected after it. */
static bool run (visit *v)
{
  const scene *s = v->scene;
  const papni_alphabet *alphabet = papni_model_alphabet (s->model);
  papni_error error;
  papni_run *r = papni_run_new (s->model, &error);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  bool ok = r && !papni_run_look_ahead (r, &error);
  while (ok && papni_samples_next (s->samples, &cursor, &word)) {
    papni_run_restart (r);
    for (size_t i = 0; ok && i < word.length; i++) {
      const char *name = papni_alphabet_name (papni_samples_alphabet (s->samples), word.symbols[i]);
      ok = !papni_run_step (r, test_symbol (alphabet, name), &error);
    }
    page_print (&v->found, "%d", (int) papni_run_verdict (r));
    for (size_t i = 0; i < papni_alphabet_size (alphabet); i++)
      page_print (&v->found, "%d", papni_run_expects (r, (papni_symbol) i));
  }
  papni_run_free (r);
  return ok;
}

static bool search (visit *v)
{
  const scene *s = v->scene;
  papni_error error;
  papni_least_word word;
  bool found = true;
  papni_least *least = papni_least_new (s->model, s->other, PAPNI_EITHER, NULL, &error);
  bool ok = least;
  for (int i = 0; ok && found && i < 5; i++) {
    ok = !papni_least_next (least, 1000, &word, &found, &error);
    page_print (&v->found, " %u", found ? (unsigned) word.length : 0);
  }
  papni_least_free (least);
  return ok && add_model (v, papni_combine (s->model, s->other, PAPNI_UNION, NULL, &error))
         && add_model (v, papni_minimize (s->model, NULL, &error));
}

static bool generate (visit *v)
{
  const papni_generation how = { .positive = 5, .negative = 5, .most = 12, .seed = 7 };
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *samples = alphabet ? papni_samples_new (alphabet, &error) : NULL;
  bool ok = samples && !papni_generate (v->scene->model, &how, samples, NULL, &error);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  while (ok && papni_samples_next (samples, &cursor, &word))
    page_print (&v->found, " %zu", word.length);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  return ok;
}

static void *visit_scene (void *context)
{
  visit *v = context;
  for (int i = 0; i < ROUNDS && !v->failed; i++)
    v->failed = !learn (v) || !run (v) || !search (v) || !generate (v);
  return NULL;
}

static papni_options *options_of (const char *model, const char *search)
{
  papni_error error = { 0 };
  papni_options *o = papni_options_new (NULL, &error);
  expect_ok (papni_options_set (o, "model", model, &error), &error);
  expect_ok (papni_options_set (o, "search", search, &error), &error);
  expect_ok (papni_options_set (o, "threads", "2", &error), &error);
  return o;
}

static void shared_handles (void **state)
{
  (void) state;
  random_source source = { 5 };
  twin_sample *sample = random_language_sample (&source, 3, 120, 14, false);
  papni_samples *samples = test_samples (sample, NULL);
  papni_options *options = options_of ("vpa", NULL), *searching = options_of ("sevpa", "1");
  papni_error error = { 0 };
  papni_tree *tree = papni_tree_new (samples, options, NULL, NULL, &error);
  papni_model *model = papni_learn (samples, searching, NULL, NULL, &error);
  papni_model *other = papni_learn (samples, options, NULL, NULL, &error);
  assert_true (tree && model && other);
  const scene shared = { samples, options, searching, tree, model, other };
  visit alone = { .scene = &shared }, visits[THREADS];
  pthread_t threads[THREADS];
  visit_scene (&alone);
  assert_false (alone.failed);
  for (int i = 0; i < THREADS; i++) {
    visits[i] = (visit){ .scene = &shared };
    assert_int_equal (pthread_create (&threads[i], NULL, visit_scene, &visits[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join (threads[i], NULL);
    assert_false (visits[i].failed);
    assert_string_equal (visits[i].found.bytes, alone.found.bytes);
    free (visits[i].found.bytes);
  }
  free (alone.found.bytes);
  papni_model_free (model);
  papni_model_free (other);
  papni_tree_free (tree);
  papni_options_free (options);
  papni_options_free (searching);
  test_drop (samples);
  random_sample_free (sample);
}

/* A model of terms, as text. */
static page terms_model (const papni_samples *samples, const char *method, const char *evidence, const char *threads)
{
  papni_error error = { 0 };
  papni_options *o = options_of ("sevpa", NULL);
  expect_ok (papni_options_set (o, "method", method, &error), &error);
  expect_ok (papni_options_set (o, "evidence", evidence, &error), &error);
  expect_ok (papni_options_set (o, "threads", threads, &error), &error);
  papni_model *model = papni_learn (samples, o, NULL, NULL, &error);
  assert_non_null (model);
  page text = { 0 };
  expect_ok (papni_model_write (model, "json", page_writer (&text), &error), &error);
  papni_model_free (model);
  papni_options_free (o);
  return text;
}

/* Threads share the trials of one model: it is the one of a single thread. */
static void shared_trials (void **state)
{
  (void) state;
  static const char *const methods[] = { "rpni", "edsm" }, *const evidence[] = { "states", "bits" };
  random_source source = { 7 };
  for (size_t i = 0; i < test_count (60); i++) {
    twin_sample *sample = random_sample (&source, i, 20 + random_below (&source, 400), 14);
    papni_samples *samples = test_samples (sample, NULL);
    const char *method = methods[i % 2], *counted = evidence[i / 2 % 2];
    page alone = terms_model (samples, method, counted, "1"), shared = terms_model (samples, method, counted, "4");
    assert_string_equal (shared.bytes, alone.bytes);
    free (alone.bytes);
    free (shared.bytes);
    test_drop (samples);
    random_sample_free (sample);
  }
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (shared_handles), cmocka_unit_test (shared_trials) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
