/* suggest.c - words on which models disagree, checked with runs by the definition. */
#include "oracle/models.h"
#include "oracle/support.h"

#include <string.h>

enum
{
  MODELS = 4,
  SHORT = 12 /* what a slow run can check */
};

static const papni_model_kind kinds[] = { PAPNI_DFA, PAPNI_VPA, PAPNI_SEVPA, PAPNI_GENERAL };

/* The least word on which two models differ, if it is short: its length, otherwise -1. */
static int least_difference (const papni_model *one, const papni_model *other, papni_symbol *word)
{
  papni_error error;
  papni_least_word found_word;
  bool found;
  papni_least *least = papni_least_new (one, other, PAPNI_EITHER, NULL, &error);
  assert_non_null (least);
  expect_ok (papni_least_next (least, SHORT, &found_word, &found, &error), &error);
  const int length = found && found_word.symbols ? (int) found_word.length : -1;
  for (int i = 0; i < length; i++)
    word[i] = found_word.symbols[i];
  papni_least_free (least);
  return length;
}

/* Every word divides the models as is said, and all pairs of models with a short difference
 * are separated. */
static void check_words (const papni_suggestions *s, papni_model *const *models, size_t count)
{
  bool separated[MODELS][MODELS] = { { false } };
  papni_symbol word[SHORT];
  for (size_t i = 0; i < papni_suggestions_size (s); i++) {
    const papni_suggestion w = papni_suggestions_at (s, i);
    bool accepts[MODELS];
    assert_true (w.accepting > 0 && w.accepting < papni_suggestions_models (s));
    if (w.length > SHORT)
      continue;
    for (size_t k = 0; k < count; k++)
      accepts[k] = slow_accepts_word (models[k], w.symbols, w.length);
    for (size_t k = 0; k < count; k++)
      for (size_t m = 0; m < count; m++)
        separated[k][m] = separated[k][m] || accepts[k] != accepts[m];
  }
  for (size_t k = 0; k < count; k++)
    for (size_t m = 0; m < k; m++)
      if (least_difference (models[k], models[m], word) >= 0)
        assert_true (separated[k][m]);
}

static void random_models (void **state)
{
  (void) state;
  random_source source = { 1 };
  for (size_t i = 0; i < test_count (400); i++) {
    papni_error error;
    papni_alphabet *alphabet = models_alphabet (1 + random_below (&source, 2), 1, true);
    draft x = draft_random (&source, kinds[i % 4], alphabet, 1 + random_below (&source, 4), 70);
    papni_model *models[MODELS];
    const size_t count = 2 + i % (MODELS - 1);
    for (size_t k = 0; k < count; k++) {
      models[k] = draft_model (&x);
      draft_disturb (&source, &x);
    }
    papni_suggestions *s = papni_suggest ((const papni_model *const *) models, count, NULL, 1000, NULL, &error);
    assert_non_null (s);
    check_words (s, models, count);
    papni_symbol word[SHORT];
    const int length = least_difference (models[0], models[1], word);
    if (count == 2 && length >= 0) { /* the least word comes first */
      const papni_suggestion first = papni_suggestions_at (s, 0);
      assert_int_equal (first.length, length);
      assert_memory_equal (first.symbols, word, (size_t) length * sizeof *word);
    }
    papni_suggestions_free (s);
    for (size_t k = 0; k < count; k++)
      papni_model_free (models[k]);
    draft_free (&x);
    papni_alphabet_free (alphabet);
  }
}

/* A single model: whatever transition is missing, one of the words is judged differently. */
static void single_models (void **state)
{
  (void) state;
  random_source source = { 2 };
  for (size_t i = 0; i < test_count (100); i++) {
    papni_error error;
    papni_symbol word[SHORT];
    papni_alphabet *alphabet = models_alphabet (1 + random_below (&source, 2), 1, true);
    draft x = draft_random (&source, kinds[i % 4], alphabet, 1 + random_below (&source, 3), 60);
    papni_model *model = draft_model (&x);
    draft less = draft_of (model, alphabet);
    papni_suggestions *s = papni_suggest ((const papni_model *const *) &model, 1, NULL, 10000, NULL, &error);
    assert_non_null (s);
    for (size_t t = 0; t < less.count && less.kind != PAPNI_SEVPA; t++) {
      draft y = draft_copy (&less);
      y.transitions[t] = y.transitions[--y.count];
      papni_model *other = draft_model (&y);
      bool shown = least_difference (model, other, word) < 0;
      for (size_t k = 0; !shown && k < papni_suggestions_size (s); k++) {
        const papni_suggestion w = papni_suggestions_at (s, k);
        shown = w.length > SHORT
                || slow_accepts_word (model, w.symbols, w.length) != slow_accepts_word (other, w.symbols, w.length);
      }
      assert_true (shown);
      papni_model_free (other);
      draft_free (&y);
    }
    papni_suggestions_free (s);
    papni_model_free (model);
    draft_free (&less);
    draft_free (&x);
    papni_alphabet_free (alphabet);
  }
}

/* ---- samples ------------------------------------------------------------------ */

static papni_model *language (const char *name)
{
  papni_error error;
  papni_model *model = papni_language_model (papni_language_find (name), NULL, &error);
  assert_non_null (model);
  return model;
}

/* Labelled words are not suggested, and models that misjudge them are left out. */
static void with_samples (void **state)
{
  (void) state;
  papni_error error;
  papni_model *models[] = { language ("L4"), language ("L9"), language ("L4"), language ("root") };
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *samples = papni_samples_new (alphabet, &error);
  papni_suggestions *s = papni_suggest ((const papni_model *const *) models, 4, NULL, 1, NULL, &error);
  assert_non_null (s);
  assert_int_equal (papni_suggestions_models (s), 3);
  papni_suggestions_free (s);
  static const char *const both[] = { "(", ")", "(", ")" }, *const nested[] = { "(", "(", ")", ")" };
  static const char *const foreign[] = { "(", "?", ")" }; /* a symbol that no model has: the words are left out */
  expect_ok (papni_samples_add (samples, both, 4, PAPNI_ACCEPT, &error), &error);
  expect_ok (papni_samples_add (samples, nested, 4, PAPNI_UNKNOWN, &error), &error);
  expect_ok (papni_samples_add (samples, foreign, 3, PAPNI_ACCEPT, &error), &error);
  expect_ok (papni_samples_add (samples, foreign, 3, PAPNI_UNKNOWN, &error), &error);
  s = papni_suggest ((const papni_model *const *) models, 4, samples, 100, NULL, &error);
  assert_non_null (s);
  assert_int_equal (papni_suggestions_models (s), 3); /* only L4 is right, so all are compared */
  for (size_t i = 0; i < papni_suggestions_size (s); i++) {
    const papni_suggestion w = papni_suggestions_at (s, i);
    bool same = w.length == 4;
    for (size_t k = 0; same && k < 4; k++)
      same = !strcmp (papni_alphabet_name (papni_suggestions_alphabet (s), w.symbols[k]), both[k]);
    assert_false (same);
  }
  papni_suggestions_free (s);
  assert_null (papni_suggest (NULL, 0, NULL, 1, NULL, &error));
  assert_int_equal (error.code, PAPNI_USAGE);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  for (size_t i = 0; i < COUNT (models); i++)
    papni_model_free (models[i]);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (random_models),
    cmocka_unit_test (single_models),
    cmocka_unit_test (with_samples),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
