/* limits.c - learning that is ended early, and models that may have only so many states. */
#include "learn/learn.h" /* before cmocka, which has a macro `fail` */

#include "oracle/support.h"

#include <stdio.h>
#include <string.h>

/* ---- samples ---------------------------------------------------------------- */

/* Counts the words that the model judges wrong, of those that are well-matched. */
static size_t errors_of (const papni_model *model, const papni_samples *samples)
{
  papni_error error;
  papni_run *run = papni_run_new (model, &error);
  papni_encoder *encoder = papni_encoder_new (papni_samples_alphabet (samples), &error);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  papni_encoding encoding;
  size_t errors = 0;
  assert_true (run && encoder);
  while (papni_samples_next (samples, &cursor, &word)) {
    papni_symbol symbols[64];
    expect_ok (papni_encode (encoder, word.symbols, word.length, &encoding, &error), &error);
    if (!word.label || encoding.mismatch)
      continue;
    for (size_t i = 0; i < word.length; i++)
      symbols[i] = test_symbol (papni_model_alphabet (model),
                                papni_alphabet_name (papni_samples_alphabet (samples), word.symbols[i]));
    const bool accepted = test_run (run, symbols, word.length) == PAPNI_VERDICT_ACCEPT;
    errors += accepted != (word.label == PAPNI_ACCEPT);
  }
  papni_encoder_free (encoder);
  papni_run_free (run);
  return errors;
}

static papni_options *options_of (const char *const *values, const papni_allocator *allocator)
{
  papni_error error;
  papni_options *options = papni_options_new (allocator, &error);
  assert_non_null (options);
  for (; *values; values += 2)
    expect_ok (papni_options_set (options, values[0], values[1], &error), &error);
  return options;
}

static const char *const ways[][9] = {
  { "model", "dfa", "threads", "1" },
  { "model", "vpa", "threads", "2" },
  { "model", "vpa", "method", "rpni", "threads", "1" },
  { "model", "sevpa", "threads", "1" },
  { "model", "sevpa", "method", "rpni", "modules", "one", "threads", "1" },
  { "model", "vpa", "evidence", "bits", "threads", "1" },
  { "model", "dfa", "search", "10", "threads", "2" },
  { "model", "sevpa", "search", "10", "threads", "1" },
  { "model", "auto", "threads", "1" },
  { "model", "auto", "threads", "3" },
  { "model", "general", "threads", "1" },
};

/* ---- ended early ---------------------------------------------------------- */

typedef struct patience
{
  size_t asked, most;
} patience;

static bool is_over (void *context)
{
  patience *p = context;
  return p->asked++ >= p->most;
}

/* Learns with limited patience; returns how often it was asked. Without exceptions, the model
 * agrees with the words, however early it ends. */
static size_t learn_until (const twin_sample *sample, size_t way, size_t most)
{
  ledger books = { 0 };
  const papni_allocator allocator = ledger_allocator (&books);
  patience p = { 0, most };
  papni_error error = { 0 };
  papni_samples *samples = test_samples (sample, &allocator);
  papni_options *options = options_of (ways[way], &allocator);
  papni_options_until (options, is_over, &p);
  papni_model *model = papni_learn (samples, options, NULL, NULL, &error);
  expect_ok (error.code, &error);
  assert_non_null (model);
  const char *kind = papni_options_get (options, "model");
  if (strcmp (kind, "auto") != 0 && strcmp (kind, "general") != 0)
    assert_int_equal (errors_of (model, samples), 0);
  if (p.asked <= most) { /* it was not ended */
    papni_options *plain = options_of (ways[way], NULL);
    papni_model *whole = papni_learn (samples, plain, NULL, NULL, &error);
    assert_int_equal (papni_model_states (model), papni_model_states (whole));
    papni_model_free (whole);
    papni_options_free (plain);
  }
  papni_model_free (model);
  papni_options_free (options);
  test_drop (samples);
  assert_int_equal (books.bytes, 0);
  return p.asked;
}

static void ends_early (void **state)
{
  (void) state;
  random_source source = { 77 };
  for (size_t language = 0; language < 4; language++) {
    twin_sample *sample = random_language_sample (&source, (int) language, 60, 14, true);
    for (size_t way = 0; way < COUNT (ways); way++) {
      size_t asked = SIZE_MAX;
      for (size_t most = 0; asked > most; most += 1 + most / 2)
        asked = learn_until (sample, way, most);
      if (strcmp (ways[way][3], "3") != 0) /* with others at work, the caller may come too late */
        assert_true (asked > 0);
    }
    random_sample_free (sample);
  }
}

/* Ended at once, nothing is merged: a state for each prefix of an accepted word. */
static void nothing_is_merged (void **state)
{
  (void) state;
  papni_error error;
  patience none = { 0, 0 };
  papni_samples *samples = test_read ("+ a b c\n+ a b d\n- a b\n");
  const char *const dfa[] = { "model", "dfa", "focus", "positive", NULL };
  papni_options *options = options_of (dfa, NULL);
  papni_options_until (options, is_over, &none);
  papni_model *model = papni_learn (samples, options, NULL, NULL, &error);
  assert_int_equal (papni_model_states (model), 5);
  papni_model_free (model);
  papni_options_until (options, NULL, NULL);
  model = papni_learn (samples, options, NULL, NULL, &error);
  assert_true (papni_model_states (model) < 5);
  papni_model_free (model);
  papni_options_free (options);
  test_drop (samples);
}

/* ---- few states --------------------------------------------------------------- */

/* Accepted words alone, by description length: fewer states cost bits, and there are always some. */
static void few_states (void **state)
{
  (void) state;
  static const char *const learners[][5] = { { "model", "dfa", "evidence", "bits" },
                                             { "model", "dfa", "method", "contexts" } };
  papni_error error;
  papni_samples *samples =
      test_read ("+ a b\n+ a b a b\n+ a b a b a b\n+ a b c\n+ a b a b c\n+ c\n+ a b a b a b c\n+ a b a b a b a b\n");
  for (size_t i = 0; i < COUNT (learners); i++) {
    papni_options *options = options_of (learners[i], NULL);
    papni_model *model = papni_learn (samples, options, NULL, NULL, &error);
    const size_t whole = papni_model_states (model);
    assert_true (whole > 1);
    papni_model_free (model);
    for (size_t most = whole; most > 0; most--) {
      char number[24];
      snprintf (number, sizeof number, "%zu", most);
      expect_ok (papni_options_set (options, "max-states", number, &error), &error);
      model = papni_learn (samples, options, NULL, NULL, &error);
      assert_non_null (model);
      assert_true (papni_model_states (model) <= most);
      assert_int_equal (errors_of (model, samples), 0);
      papni_model_free (model);
    }
    papni_options_free (options);
  }
  test_drop (samples);
}

/* Merging that rejected words rule out is not made: no model is better than a wrong one. */
static void too_few_states (void **state)
{
  (void) state;
  papni_error error = { 0 };
  papni_samples *samples = test_read ("%call (\n%return )\n+ ( )\n+ ( ( ) )\n- ( ) ( )\n- \n");
  const char *const vpa[] = { "max-states", "1", NULL };
  papni_options *options = options_of (vpa, NULL);
  papni_report *report = papni_report_new (NULL, &error);
  assert_null (papni_learn (samples, options, NULL, report, &error));
  assert_int_equal (error.code, PAPNI_INPUT);
  assert_non_null (strstr (error.message, "max-states: 1"));
  papni_tree *tree = papni_tree_new (samples, options, NULL, report, &error);
  assert_non_null (tree);
  assert_null (papni_tree_learn (tree, options, NULL, report, &error));
  assert_int_equal (error.code, PAPNI_INPUT);
  papni_tree_free (tree);
  expect_ok (papni_options_set (options, "model", "auto", &error), &error);
  expect_ok (papni_options_set (options, "max-states", "2", &error), &error);
  papni_model *model = papni_learn (samples, options, NULL, report, &error);
  assert_non_null (model);
  assert_true (papni_model_states (model) <= 2);
  papni_model_free (model);
  papni_report_free (report);
  papni_options_free (options);
  test_drop (samples);
}

/* ---- a watch ----------------------------------------------------------------- */

typedef struct seen_phase
{
  papni_phase phase;
  size_t calls, most; /* so many are answered yes */
} seen_phase;

static bool count_phase (void *context, papni_phase phase, size_t done, size_t total)
{
  seen_phase *seen = context;
  (void) done, (void) total;
  seen->calls += phase == seen->phase;
  return seen->calls <= seen->most;
}

enum
{
  MANY_SYMBOLS = 1 << 16 /* as much work as between two calls, at most */
};

/* Parsing and sorting asks as often as other work, and weighing words does. */
static void asks_while_it_prepares (void **state)
{
  (void) state;
  papni_error error;
  papni_samples *samples = papni_samples_new (papni_alphabet_new (NULL, &error), &error);
  papni_model *json = papni_language_model (papni_language_find ("json"), NULL, &error);
  const papni_generation how = { .positive = 5000, .negative = 5000, .least = 20, .most = 40, .seed = 1 };
  expect_ok (papni_generate (json, &how, samples, NULL, &error), &error);
  const size_t parts = samples->used / MANY_SYMBOLS;
  assert_true (parts > 3);
  papni_options *options = options_of ((const char *const[]){ "model", "sevpa", "threads", "1", NULL }, NULL);
  for (size_t most = 1; most <= parts; most++) {
    seen_phase seen = { PAPNI_PHASE_TREE, 0, most };
    assert_null (papni_learn (samples, options, &(papni_watch){ count_phase, &seen }, NULL, &error));
    assert_int_equal (error.code, PAPNI_CANCELLED);
    assert_int_equal (seen.calls, most + 1);
  }
  papni_options_free (options);
  papni_model_free (json);
  test_drop (samples);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (ends_early),     cmocka_unit_test (nothing_is_merged),      cmocka_unit_test (few_states),
    cmocka_unit_test (too_few_states), cmocka_unit_test (asks_while_it_prepares),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
