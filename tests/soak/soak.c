/* soak.c - `soak SECONDS [SEED]`: learns from random samples, one seed after the other, and
 * compares everything with slow twins and with laws. 0 seconds: 100 seeds. Ends with 1 at
 * the first mistake, and says its seed. */
#include "oracle/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static size_t seed, rounds, words, states;
static double seconds;

static double now (void)
{
  struct timespec time;
  timespec_get (&time, TIME_UTC);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

/* ---- laws ---- */

static bool differ (const papni_model *x, const papni_model *y, uint64_t *length)
{
  papni_error error;
  papni_least_word word;
  bool found;
  papni_least *least = papni_least_new (x, y, PAPNI_EITHER, NULL, &error);
  assert_non_null (least);
  expect_ok (papni_least_next (least, 1000, &word, &found, &error), &error);
  *length = found ? word.length : 0;
  papni_least_free (least);
  return found;
}

static void check_minimized (const papni_model *model)
{
  papni_error error;
  uint64_t length;
  papni_model *small = papni_minimize (model, NULL, &error);
  assert_non_null (small);
  assert_true (papni_model_states (small) <= papni_model_states (model));
  assert_false (differ (model, small, &length));
  papni_model_free (small);
}

static void check_difference (const papni_model *x, const papni_model *y)
{
  uint64_t there, back;
  assert_int_equal (differ (x, y, &there), differ (y, x, &back));
  assert_int_equal (there, back);
}

static void check_file (const papni_model *model)
{
  papni_error error;
  page json = test_json (model);
  papni_model *copy = papni_model_read (json.bytes, json.size, "model", NULL, &error);
  assert_non_null (copy);
  page again = test_json (copy);
  assert_string_equal (json.bytes, again.bytes);
  free (json.bytes);
  free (again.bytes);
  papni_model_free (copy);
}

/* The model agrees with the samples, as the twin runs it. */
static void check_words (const twin_sample *sample, const twin_model *twin, bool stack)
{
  int *popped = twin_allocate (1000, sizeof *popped);
  for (size_t i = 0; i < sample->count; i++) {
    const twin_word *w = &sample->words[i];
    size_t position, at;
    int open;
    const bool matched = !stack || !twin_encode (&sample->alphabet, w->symbols, w->length, popped, &at, &open);
    const bool accepted = twin_run (twin, w->symbols, w->length, &position) == PAPNI_VERDICT_ACCEPT;
    if (w->label != PAPNI_UNKNOWN)
      assert_int_equal (accepted, matched && w->label == PAPNI_ACCEPT);
  }
  free (popped);
}

/* ---- rounds ---- */

static papni_model *check_learned (const twin_sample *sample, const papni_samples *samples, settings options)
{
  papni_model *model = test_learn (samples, options, NULL);
  twin_model *twin = test_twin (sample, options);
  assert_non_null (twin);
  char *expected = twin_table (twin);
  page table = test_table (model);
  assert_string_equal (table.bytes, expected);
  check_words (sample, twin, options.model != PAPNI_DFA);
  states += papni_model_states (model);
  free (expected);
  free (table.bytes);
  twin_model_free (twin);
  check_minimized (model);
  check_file (model);
  return model;
}

static void check_seed (void)
{
  random_source source = { seed };
  const size_t many = 5 + random_below (&source, seed % 8 ? 60 : 250);
  twin_sample *sample = random_sample (&source, seed, many, 1 + random_below (&source, 24));
  papni_samples *samples = test_samples (sample, NULL);
  settings options = test_setting ((unsigned) random_below (&source, ALL_OPTIONS));
  options.count = (unsigned) random_below (&source, 2);
  papni_model *model = check_learned (sample, samples, options);
  random_shuffle (&source, sample);
  papni_samples *shuffled = test_samples (sample, NULL);
  options.threads = 3;
  papni_model *same = test_learn (shuffled, options, NULL);
  page x = test_json (model), y = test_json (same);
  assert_string_equal (x.bytes, y.bytes);
  papni_model *other = check_learned (sample, shuffled, test_setting ((unsigned) random_below (&source, ALL_OPTIONS)));
  check_difference (model, other);
  words += sample->count;
  free (x.bytes);
  free (y.bytes);
  papni_model_free (model);
  papni_model_free (same);
  papni_model_free (other);
  test_drop (samples);
  test_drop (shuffled);
  random_sample_free (sample);
}

static void soak (void **state)
{
  (void) state;
  const double end = now () + seconds;
  for (; seconds > 0 ? now () < end : rounds < test_count (100); seed++, rounds++)
    check_seed ();
}

int main (int count, char **arguments)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (soak) };
  seconds = count > 1 ? strtod (arguments[1], NULL) : 60;
  seed = count > 2 ? strtoul (arguments[2], NULL, 10) : 1;
  const int failed = cmocka_run_group_tests (tests, NULL, NULL);
  printf ("%zu rounds, %zu words, %zu states; %s %zu\n", rounds, words, states, failed ? "failed at seed" : "next seed",
          seed);
  return failed;
}
