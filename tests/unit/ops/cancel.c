/* cancel.c - long operations ask often whether to go on, and end cleanly if not. */
#include "ops/words.h"

#include "oracle/models.h"
#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

/* ---- an answer that changes ---------------------------------------------------- */

typedef struct asked
{
  size_t calls, last; /* the last call that is answered yes; 0: all are */
} asked;

static bool answer (void *context, papni_phase phase, size_t done, size_t total)
{
  asked *a = context;
  assert_true (phase < PAPNI_PHASES);
  assert_true (!total || done <= total);
  a->calls++;
  return !a->last || a->calls <= a->last;
}

/* ---- operations ------------------------------------------------------------------ */

typedef papni_status (*operation) (const papni_model *model, const papni_watch *watch, papni_error *error);

static papni_status finish (papni_model *result, const papni_error *error)
{
  const papni_status status = result ? PAPNI_OK : error->code;
  papni_model_free (result);
  return status;
}

static papni_status minimize (const papni_model *model, const papni_watch *watch, papni_error *error)
{
  return finish (papni_minimize (model, watch, error), error);
}

static papni_status unite (const papni_model *model, const papni_watch *watch, papni_error *error)
{
  return finish (papni_combine (model, model, PAPNI_UNION, watch, error), error);
}

static papni_status compare_models (const papni_model *model, const papni_watch *watch, papni_error *error)
{
  papni_least_word word;
  bool found;
  papni_least *least = papni_least_new (model, model, PAPNI_EITHER, watch, error);
  assert_non_null (least);
  const papni_status status = papni_least_next (least, 1000, &word, &found, error);
  papni_least_free (least);
  return status;
}

static papni_status count_words (const papni_model *model, const papni_watch *watch, papni_error *error)
{
  papni_counter *counter = papni_counter_new (model, 60, watch, error);
  const papni_status status = counter ? PAPNI_OK : error->code;
  papni_counter_free (counter);
  return status;
}

static papni_status with_samples (const papni_model *model, const papni_watch *watch, int what, papni_error *error)
{
  papni_alphabet *alphabet = papni_alphabet_new (NULL, error);
  papni_samples *samples = papni_samples_new (alphabet, error);
  assert_non_null (samples);
  const papni_generation how = { .positive = 3000, .negative = 3000, .most = 12, .seed = 1 };
  const papni_status status = what == 0   ? papni_shortest (model, 3000, 1000, samples, watch, error)
                              : what == 1 ? papni_cover (model, 1000, samples, NULL, watch, error)
                                          : papni_generate (model, &how, samples, watch, error);
  test_drop (samples);
  return status;
}

static papni_status shortest (const papni_model *model, const papni_watch *watch, papni_error *error)
{
  return with_samples (model, watch, 0, error);
}

static papni_status cover (const papni_model *model, const papni_watch *watch, papni_error *error)
{
  return with_samples (model, watch, 1, error);
}

static papni_status generate (const papni_model *model, const papni_watch *watch, papni_error *error)
{
  return with_samples (model, watch, 2, error);
}

static papni_status write_grammar (const papni_model *model, const papni_watch *watch, papni_error *error)
{
  page p = { 0 };
  const papni_status status = papni_model_write_watched (model, "ebnf", page_writer (&p), watch, error);
  free (p.bytes);
  return status;
}

/* One model: those that are one change away are made, compared and chosen from. */
static papni_status suggest_words (const papni_model *model, const papni_watch *watch, papni_error *error)
{
  papni_suggestions *suggestions = papni_suggest (&model, 1, NULL, 10, watch, error);
  const papni_status status = suggestions ? PAPNI_OK : error->code;
  papni_suggestions_free (suggestions);
  return status;
}

/* ---- tests ----------------------------------------------------------------------- */

/* Runs it to the end, and then to each of a few calls of the answer. */
static void try_operation (const papni_model *model, operation run, size_t at_least)
{
  asked a = { 0 };
  papni_error error = { 0 };
  const papni_watch watch = { answer, &a };
  expect_ok (run (model, &watch, &error), &error);
  const size_t all = a.calls;
  assert_true (all >= at_least);
  for (size_t part = 1; part <= 4; part++) {
    a = (asked){ .last = 1 + (all - 1) * part / 5 };
    if (a.last >= all)
      continue;
    assert_int_equal (run (model, &watch, &error), PAPNI_CANCELLED);
    assert_int_equal (a.calls, a.last + 1); /* nobody goes on after a no */
  }
}

static papni_model *random_vpa (papni_alphabet *alphabet, size_t states, papni_model_kind kind)
{
  random_source source = { 5 };
  draft d = draft_random (&source, kind, alphabet, states, 90);
  d.accepting[0] = true;
  papni_model *model = draft_model (&d);
  draft_free (&d);
  return model;
}

static void all_ask (void **state)
{
  (void) state;
  papni_alphabet *alphabet = models_alphabet (2, 2, true);
  papni_model *vpa = random_vpa (alphabet, 60, PAPNI_VPA);
  papni_model *large = random_vpa (alphabet, test_is_small () ? 300 : 4000, PAPNI_VPA);
  papni_model *general = random_vpa (alphabet, 40, PAPNI_GENERAL);
  const bool small = test_is_small ();
  try_operation (large, minimize, small ? 2 : 8);
  try_operation (general, unite, 3);
  try_operation (vpa, compare_models, 3);
  try_operation (vpa, count_words, 10);
  try_operation (vpa, shortest, 3);
  try_operation (general, generate, 3);
  papni_model *medium = random_vpa (alphabet, small ? 40 : 120, PAPNI_VPA);
  try_operation (medium, write_grammar, 4);
  papni_model_free (medium);
  papni_model *tiny = random_vpa (alphabet, 8, PAPNI_SEVPA);
  try_operation (tiny, cover, 10);
  try_operation (tiny, suggest_words, 3000);
  papni_model_free (tiny);
  papni_model_free (vpa);
  papni_model_free (large);
  papni_model_free (general);
  papni_alphabet_free (alphabet);
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (all_ask) };
  return cmocka_run_group_tests_name ("cancel", tests, NULL, NULL);
}
