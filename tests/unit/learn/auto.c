/* auto.c - choosing a setting: the counts equal those of a plain cross-validation, the
 * choice follows from them, and neither order nor threads matter. */
#include "oracle/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
  FOLDS = 5
};

/* ---- a plain cross-validation ------------------------------------------- */

static const twin_alphabet *alphabet_of_words; /* for qsort */

static int rank_of (int symbol)
{
  int rank = 0;
  const twin_alphabet *a = alphabet_of_words;
  for (int i = 0; i < a->size; i++)
    rank += a->kinds[i] < a->kinds[symbol]
            || (a->kinds[i] == a->kinds[symbol] && strcmp (a->names[i], a->names[symbol]) < 0);
  return rank;
}

static int shortlex (const void *left, const void *right)
{
  const twin_word *x = left, *y = right;
  if (x->length != y->length)
    return x->length < y->length ? -1 : 1;
  for (size_t i = 0; i < x->length; i++)
    if (x->symbols[i] != y->symbols[i])
      return rank_of (x->symbols[i]) - rank_of (y->symbols[i]);
  return 0;
}

/* The words that are learned from without a fold, or those of the fold. */
static papni_samples *some_words (const twin_sample *sorted, int fold, bool without)
{
  twin_sample part = { sorted->alphabet, twin_allocate (sorted->count + 1, sizeof *part.words), 0 };
  int dealt[PAPNI_ACCEPT + 1] = { 0 };
  for (size_t i = 0; i < sorted->count; i++) {
    const twin_word *word = &sorted->words[i];
    if (!word->label || (i && !shortlex (word - 1, word)))
      continue;
    if ((dealt[word->label]++ % FOLDS != fold) == without)
      part.words[part.count++] = *word;
  }
  papni_samples *samples = test_samples (&part, NULL);
  free (part.words);
  return samples;
}

static void count (const papni_model *model, const papni_samples *held_back, papni_attempt *sum)
{
  papni_error error;
  papni_run *run = papni_run_new (model, &error);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  assert_non_null (run);
  while (papni_samples_next (held_back, &cursor, &word)) {
    papni_run_restart (run);
    for (size_t i = 0; i < word.length; i++) {
      const char *name = papni_alphabet_name (papni_samples_alphabet (held_back), word.symbols[i]);
      expect_ok (papni_run_step (run, test_symbol (papni_model_alphabet (model), name), &error), &error);
    }
    const bool accepts = papni_run_verdict (run) == PAPNI_VERDICT_ACCEPT;
    size_t *counter = word.label == PAPNI_ACCEPT ? (accepts ? &sum->true_positive : &sum->false_negative)
                                                 : (accepts ? &sum->false_positive : &sum->true_negative);
    ++*counter;
  }
  papni_run_free (run);
}

/* The settings of an attempt, with a search or without. */
static settings setting_of (const papni_attempt *a, bool search)
{
  settings s;
  papni_error error;
  expect_ok (settings_of (a->options, NULL, &s, &error), &error);
  assert_int_equal (s.search, SEARCH_BUDGET);
  s.search = search ? s.search : 0;
  s.threads = 1;
  return s;
}

static papni_attempt validate (const twin_sample *sorted, settings options)
{
  papni_attempt sum = { .options = NULL };
  for (int fold = 0; fold < FOLDS; fold++) {
    papni_samples *training = some_words (sorted, fold, true), *held_back = some_words (sorted, fold, false);
    papni_model *model = test_learn (training, options, NULL);
    count (model, held_back, &sum);
    papni_model_free (model);
    test_drop (training);
    test_drop (held_back);
  }
  return sum;
}

static double f1 (const papni_attempt *a)
{
  const double twice = 2 * (double) a->true_positive;
  return twice > 0 ? twice / (twice + (double) a->false_positive + (double) a->false_negative) : 0;
}

/* ---- tests -------------------------------------------------------------- */

enum
{
  ATTEMPTS = 9
};

static papni_model *choose (const papni_samples *samples, const char *threads, papni_report *report)
{
  papni_error error = { 0 };
  papni_options *options = papni_options_new (NULL, &error);
  expect_ok (papni_options_set (options, "model", "auto", &error), &error);
  expect_ok (papni_options_set (options, "threads", threads, &error), &error);
  papni_model *model = papni_learn (samples, options, NULL, report, &error);
  papni_options_free (options);
  expect_ok (error.code, &error);
  assert_non_null (model);
  assert_int_equal (papni_report_statistics (report)->states, papni_model_states (model));
  assert_int_equal (papni_report_attempts (report), ATTEMPTS);
  assert_null (papni_report_attempt (report, ATTEMPTS));
  return model;
}

/* From the definition: which of the possible transitions exist, and the target of each. */
static double bits_of (const papni_model *model)
{
  const papni_alphabet *alphabet = papni_model_alphabet (model);
  const bool sevpa = papni_model_kind_of (model) == PAPNI_SEVPA;
  const size_t states = papni_model_states (model), count = papni_model_transitions (model);
  size_t module[256] = { 0 }, size[256] = { 0 }; /* entries have their own number, and all other states get one */
  assert_true (states <= COUNT (module));
  for (size_t q = 1; sevpa && q < states; q++)
    module[q] = SIZE_MAX;
  for (size_t round = 0; sevpa && round <= states; round++)
    for (size_t i = 0; i < count; i++) {
      const papni_transition t = papni_model_transition (model, i);
      const bool enters = papni_alphabet_kind (alphabet, t.symbol) == PAPNI_CALL;
      const size_t from = enters ? t.to : module[t.caller == PAPNI_NO_STATE ? t.from : t.caller];
      module[t.to] = from != SIZE_MAX ? from : module[t.to];
    }
  for (size_t q = 0; q < states; q++)
    size[module[q]]++;
  double possible[2] = { 0 }, there[2] = { 0 }, bits = 0; /* others, returns */
  for (papni_symbol s = 0; s < papni_alphabet_size (alphabet); s++) {
    const papni_kind kind = papni_alphabet_kind (alphabet, s);
    possible[0] += kind == PAPNI_INTERNAL || (kind == PAPNI_CALL && !sevpa) ? (double) states : 0;
    for (papni_symbol c = 0; kind == PAPNI_RETURN && c < papni_alphabet_size (alphabet); c++) {
      if (papni_alphabet_kind (alphabet, c) != PAPNI_CALL || !papni_alphabet_pops (alphabet, s, c))
        continue;
      for (size_t i = 0; sevpa && i < count; i++) {
        const papni_transition t = papni_model_transition (model, i);
        if (t.symbol == c && t.from == 0) /* each state that the block can end in, after each caller */
          possible[1] += (double) (size[t.to] * states);
      }
      possible[1] += sevpa ? 0 : (double) states;
    }
  }
  for (size_t i = 0; i < count; i++) {
    const papni_transition t = papni_model_transition (model, i);
    if (sevpa && papni_alphabet_kind (alphabet, t.symbol) == PAPNI_CALL)
      continue;
    there[t.popped != PAPNI_NO_SYMBOL]++;
    bits += log2 ((double) size[module[t.to]]);
  }
  for (int k = 0; k < 2; k++)
    bits += (lgamma (possible[k] + 1) - lgamma (there[k] + 1) - lgamma (possible[k] - there[k] + 1)) / log (2);
  return bits;
}

static double score (const papni_attempt *a, double best)
{
  return best > 0 ? a->bits / pow (f1 (a), 4) : a->bits;
}

static void expect_sound_choice (const papni_samples *samples, const papni_attempt *attempts, const papni_model *model)
{
  const papni_attempt *chosen = NULL;
  double best = 0, least = HUGE_VAL;
  for (int i = 0; i < ATTEMPTS; i++) {
    best = fmax (best, f1 (&attempts[i]));
    if (attempts[i].chosen) {
      assert_null (chosen);
      chosen = &attempts[i];
    }
  }
  assert_non_null (chosen);
  for (int i = 0; i < ATTEMPTS; i++) {
    const papni_attempt *a = &attempts[i];
    papni_model *other = test_learn (samples, setting_of (a, true), NULL);
    const bool near = f1 (a) >= best - .2;
    assert_int_equal (a->states, near ? papni_model_states (other) : 0);
    assert_true (fabs (a->bits - (near ? bits_of (other) : 0)) < .1);
    least = near ? fmin (least, score (a, best)) : least;
    papni_model_free (other);
  }
  /* the first of sevpa with modules, vpa, and sevpa without that is hardly above the least */
  static const int order[] = { 3, 4, 5, 0, 1, 2, 6, 7, 8 };
  int first = 0;
  while (!attempts[order[first]].states || score (&attempts[order[first]], best) > least + 4)
    first++;
  assert_true (chosen == &attempts[order[first]]);
  papni_model *again = test_learn (samples, setting_of (chosen, true), NULL);
  page one = test_table (model), other = test_table (again);
  assert_string_equal (one.bytes, other.bytes);
  free (one.bytes);
  free (other.bytes);
  papni_model_free (again);
}

static void chooses_by_cross_validation (void **state)
{
  (void) state;
  for (size_t i = 0; i < test_count (60); i++) {
    random_source source = { 700 + i };
    twin_sample *sample = random_sample (&source, i, 10 + random_below (&source, 60), 12);
    papni_samples *samples = test_samples (sample, NULL);
    papni_report *report = papni_report_new (NULL, NULL), *other_report = papni_report_new (NULL, NULL);
    papni_model *model = choose (samples, "1", report);
    const papni_attempt *attempts = papni_report_attempt (report, 0);
    expect_sound_choice (samples, attempts, model);
    random_shuffle (&source, sample);
    papni_samples *shuffled = test_samples (sample, NULL);
    papni_model *other = choose (shuffled, "3", other_report);
    const papni_attempt *others = papni_report_attempt (other_report, 0);
    page x = test_json (model), y = test_json (other);
    assert_string_equal (x.bytes, y.bytes);
    alphabet_of_words = &sample->alphabet;
    qsort (sample->words, sample->count, sizeof *sample->words, shortlex);
    for (int k = 0; k < ATTEMPTS; k++) {
      const papni_attempt *a = &attempts[k], plain = validate (sample, setting_of (a, false));
      assert_int_equal (a->true_positive, plain.true_positive);
      assert_int_equal (a->false_positive, plain.false_positive);
      assert_int_equal (a->false_negative, plain.false_negative);
      assert_int_equal (a->true_negative, plain.true_negative);
      assert_int_equal (a->true_positive, others[k].true_positive);
      assert_int_equal (a->states, others[k].states);
      assert_true (a->bits <= others[k].bits && a->bits >= others[k].bits);
      assert_int_equal (a->chosen, others[k].chosen);
    }
    free (x.bytes);
    free (y.bytes);
    papni_model_free (model);
    papni_model_free (other);
    papni_report_free (report);
    papni_report_free (other_report);
    test_drop (samples);
    test_drop (shuffled);
    random_sample_free (sample);
  }
}

/* One outermost pair: a vpa cannot express it, and auto chooses a sevpa. */
static void finds_the_larger_class (void **state)
{
  (void) state;
  page text = { 0 };
  page_print (&text, "%%call (\n%%return )\n-\n");
  for (unsigned bits = 0; bits < 1u << 10; bits++)
    for (int length = 2; length <= 10; length += 2) {
      char word[32] = "";
      int depth = 0, outermost = 0;
      bool matched = true;
      for (int i = 0; i < length && matched; i++) {
        const bool opens = bits >> i & 1;
        outermost += opens && !depth;
        depth += opens ? 1 : -1;
        matched = depth >= 0;
        strcat (word, opens ? " (" : " )");
      }
      if (matched && !depth && !(bits >> length))
        page_print (&text, "%s%s\n", outermost == 1 ? "+" : "-", word);
    }
  papni_samples *samples = test_read (text.bytes);
  papni_report *report = papni_report_new (NULL, NULL);
  papni_model *model = choose (samples, "2", report);
  assert_int_equal (papni_model_kind_of (model), PAPNI_SEVPA);
  assert_true (f1 (papni_report_attempt (report, 0)) < 1);
  papni_model_free (model);
  papni_report_free (report);
  test_drop (samples);
  free (text.bytes);
}

static bool never (void *context, papni_phase phase, size_t done, size_t total)
{
  (void) context, (void) done, (void) total;
  return phase != PAPNI_PHASE_TRYING;
}

static void stops (void **state)
{
  (void) state;
  papni_samples *samples = test_read ("%call (\n%return )\n+ ( )\n- ( ) ( )\n");
  const papni_watch watch = { never, NULL };
  papni_error error = { 0 };
  papni_options *options = papni_options_new (NULL, &error);
  expect_ok (papni_options_set (options, "model", "auto", &error), &error);
  assert_null (papni_learn (samples, options, &watch, NULL, &error));
  assert_int_equal (error.code, PAPNI_CANCELLED);
  test_drop (samples);
  samples = test_read ("%call (\n%return )\n+ ( )\n- ( )\n");
  assert_null (papni_learn (samples, options, NULL, NULL, &error));
  assert_int_equal (error.code, PAPNI_CONTRADICTION);
  papni_options_free (options);
  test_drop (samples);
}

/* All memory comes back, on one thread and on three, whether it ends well, is cancelled or lacks memory. */
static void frees_everything (void **state)
{
  (void) state;
  random_source source = { 5 };
  twin_sample *sample = random_language_sample (&source, 3, 40, 10, true);
  for (unsigned i = 0; i < 12; i++) {
    ledger l = { 0 };
    const papni_allocator allocator = ledger_allocator (&l);
    const papni_watch watch = { i % 3 == 1 ? never : NULL, NULL };
    papni_error error = { 0 };
    papni_samples *samples = test_samples (sample, &allocator);
    papni_options *options = papni_options_new (&allocator, &error);
    expect_ok (papni_options_set (options, "model", "auto", &error), &error);
    expect_ok (papni_options_set (options, "threads", i % 2 ? "3" : "1", &error), &error);
    if (i % 3 == 2)
      l.fail_at = l.calls + 1 + 97 * i;
    papni_model *model = papni_learn (samples, options, &watch, NULL, &error);
    assert_int_equal (error.code, model ? PAPNI_OK : i % 3 == 1 ? PAPNI_CANCELLED : PAPNI_MEMORY);
    assert_int_equal (!model, i % 3 > 0);
    l.fail_at = 0;
    papni_model_free (model);
    papni_options_free (options);
    test_drop (samples);
    assert_int_equal (l.bytes, 0);
    assert_int_equal (l.blocks, 0);
    assert_false (l.wrong);
  }
  random_sample_free (sample);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (chooses_by_cross_validation),
    cmocka_unit_test (finds_the_larger_class),
    cmocka_unit_test (stops),
    cmocka_unit_test (frees_everything),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
