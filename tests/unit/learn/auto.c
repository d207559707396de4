/* auto.c - choosing a setting: the bits are those of a plain count, the choice follows from
 * them, and neither order nor threads matter. */
#include "oracle/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
  assert_true (papni_report_attempts (report) > 3);
  return model;
}

/* ---- total bits, in floating point ---------------------------------------- */

static double choices (size_t n, size_t k)
{
  return (lgamma ((double) n + 1) - lgamma ((double) k + 1) - lgamma ((double) (n - k) + 1)) / log (2);
}

static bool is_call (const papni_model *m, papni_symbol s)
{
  return papni_model_kind_of (m) != PAPNI_DFA && papni_alphabet_kind (papni_model_alphabet (m), s) == PAPNI_CALL;
}

/* Does a return pop the call of this transition? */
static bool is_popped (const papni_model *m, const papni_transition *call)
{
  for (size_t i = 0; i < papni_model_transitions (m); i++) {
    const papni_transition t = papni_model_transition (m, i);
    if (t.popped == call->symbol && (t.caller == PAPNI_NO_STATE || t.caller == call->from))
      return true;
  }
  return false;
}

/* The different events of a state; *targets grows by the transitions that are written down. */
static size_t events_of (const papni_model *m, papni_state q, bool *entered, size_t *targets)
{
  bool *seen = calloc (papni_alphabet_size (papni_model_alphabet (m)) + 1, sizeof *seen);
  size_t events = papni_model_accepting (m, q);
  for (size_t i = 0; i < papni_model_transitions (m); i++) {
    const papni_transition t = papni_model_transition (m, i);
    if (t.from != q)
      continue;
    const bool call = is_call (m, t.symbol), shared = call && papni_model_kind_of (m) == PAPNI_SEVPA;
    if (shared && !entered[t.symbol])
      ++*targets;
    entered[t.symbol] |= shared;
    if (call && !is_popped (m, &t))
      continue;
    *targets += !shared && t.popped == PAPNI_NO_SYMBOL;
    events += !seen[t.symbol];
    seen[t.symbol] = true;
  }
  free (seen);
  return events;
}

typedef struct sum
{
  double bits;
  size_t wrong;
} sum;

static bool run_word (papni_run *run, const papni_samples *samples, const papni_model *m, const papni_word *w,
                      size_t *passed)
{
  papni_error error;
  papni_run_restart (run);
  for (size_t i = 0; i <= w->length; i++) {
    if (passed)
      passed[papni_run_state (run)]++;
    if (i < w->length) {
      const char *name = papni_alphabet_name (papni_samples_alphabet (samples), w->symbols[i]);
      expect_ok (papni_run_step (run, test_symbol (papni_model_alphabet (m), name), &error), &error);
    }
  }
  return papni_run_verdict (run) == PAPNI_VERDICT_ACCEPT;
}

/* Was the word before this one, with the same label? */
static bool comes_again (const papni_samples *samples, const papni_word *word)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word other;
  while (papni_samples_next (samples, &cursor, &other) && other.symbols != word->symbols)
    if (other.label == word->label && other.length == word->length
        && !memcmp (other.symbols, word->symbols, word->length * sizeof *word->symbols))
      return true;
  return false;
}

static bool is_matched (const papni_samples *samples, const papni_word *word)
{
  papni_error error;
  papni_encoding encoding;
  papni_encoder *encoder = papni_encoder_new (papni_samples_alphabet (samples), &error);
  expect_ok (papni_encode (encoder, word->symbols, word->length, &encoding, &error), &error);
  papni_encoder_free (encoder);
  return !encoding.mismatch;
}

static sum count_bits (const papni_samples *samples, const papni_model *m)
{
  const size_t letters = papni_alphabet_size (papni_samples_alphabet (samples)), states = papni_model_states (m);
  size_t *passed = calloc (states, sizeof *passed), used = 1, targets = 0;
  size_t used_wrong = 1, rejected = 0, symbols_wrong = 0;
  bool *occurs_wrong = calloc (letters + 1, sizeof *occurs_wrong);
  bool *occurs = calloc (letters + 1, sizeof *occurs), *entered = calloc (letters + 1, sizeof *entered);
  papni_run *run = papni_run_new (m, NULL);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  sum s = { 0, 0 };
  while (papni_samples_next (samples, &cursor, &word)) {
    if (word.label == PAPNI_REJECT && run_word (run, samples, m, &word, NULL)) {
      s.wrong++;
      symbols_wrong += word.length + 1;
    }
    if (word.label == PAPNI_REJECT)
      rejected++;
    for (size_t i = 0; word.label == PAPNI_REJECT && i < word.length; i++) {
      used_wrong += !occurs_wrong[word.symbols[i]];
      occurs_wrong[word.symbols[i]] = true;
    }
    if (word.label != PAPNI_ACCEPT || !is_matched (samples, &word) || comes_again (samples, &word))
      continue;
    assert_true (run_word (run, samples, m, &word, passed));
    for (size_t i = 0; i < word.length; i++) {
      used += !occurs[word.symbols[i]];
      occurs[word.symbols[i]] = true;
    }
  }
  for (papni_state q = 0; q < states; q++) {
    const size_t k = events_of (m, q, entered, &targets);
    s.bits += choices (k > used ? k : used, k) + (k ? (double) passed[q] * log2 ((double) k) : 0);
  }
  s.bits += (double) targets * log2 (states > 2 ? (double) states : 2);
  if (s.wrong)
    s.bits += (double) symbols_wrong * log2 ((double) used_wrong) + (double) s.wrong * (log2 ((double) rejected) + 1);
  papni_run_free (run);
  free (occurs_wrong);
  free (passed);
  free (occurs);
  free (entered);
  return s;
}

/* ---- the choice ------------------------------------------------------------ */

/* Learns as the attempt did. */
static papni_model *learn_again (const papni_samples *samples, const papni_attempt *a)
{
  papni_error error;
  papni_model *model = papni_learn (samples, a->options, NULL, NULL, &error);
  assert_non_null (model);
  return model;
}

static void expect_sound_choice (const papni_samples *samples, const papni_report *report, const papni_model *model)
{
  const papni_attempt *best = NULL, *a;
  for (size_t i = 0; (a = papni_report_attempt (report, i)); i++) {
    papni_model *other = learn_again (samples, a);
    const sum s = count_bits (samples, other);
    assert_int_equal (a->states, papni_model_states (other));
    assert_int_equal (a->accepted_wrongly, s.wrong);
    /* Tests and rules may take fewer bits than the automaton that they describe: tests/contexts
     * counts them. */
    const bool contexts = !strcmp (papni_options_get (a->options, "method"), "contexts");
    assert_true (a->bits < 1.01 * s.bits + .1);
    assert_true (contexts || a->bits > .99 * s.bits - .1);
    if (!best || a->bits < best->bits)
      best = a;
    if (a->chosen) {
      page one = test_table (model), two = test_table (other);
      assert_string_equal (one.bytes, two.bytes);
      free (one.bytes);
      free (two.bytes);
    }
    papni_model_free (other);
  }
  assert_true (best->chosen);
}

static void expect_same (const papni_report *one, const papni_report *other)
{
  const papni_attempt *a, *b;
  assert_int_equal (papni_report_attempts (one), papni_report_attempts (other));
  for (size_t i = 0; (a = papni_report_attempt (one, i)) && (b = papni_report_attempt (other, i)); i++) {
    assert_int_equal (a->states, b->states);
    assert_true (a->bits <= b->bits && a->bits >= b->bits);
    assert_int_equal (a->accepted_wrongly, b->accepted_wrongly);
    assert_int_equal (a->chosen, b->chosen);
  }
}

static void chooses_by_total_bits (void **state)
{
  (void) state;
  for (size_t i = 0; i < test_count (60); i++) {
    random_source source = { 700 + i };
    twin_sample *sample = random_sample (&source, i, 10 + random_below (&source, 60), 12);
    papni_samples *samples = test_samples (sample, NULL);
    papni_report *report = papni_report_new (NULL, NULL), *other_report = papni_report_new (NULL, NULL);
    papni_model *model = choose (samples, "1", report);
    expect_sound_choice (samples, report, model);
    random_shuffle (&source, sample);
    papni_samples *shuffled = test_samples (sample, NULL);
    papni_model *other = choose (shuffled, "3", other_report);
    page x = test_json (model), y = test_json (other);
    assert_string_equal (x.bytes, y.bytes);
    expect_same (report, other_report);
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

/* One outermost pair: a vpa cannot express it, and auto chooses another model. */
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
  assert_true (papni_model_kind_of (model) == PAPNI_SEVPA || papni_model_kind_of (model) == PAPNI_GENERAL);
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
  expect_ok (papni_options_set (options, "threads", "1", &error), &error); /* else all may be done before a report */
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
    if (i % 3 != 1 || i % 2 == 0) /* with others at work, the caller may come too late to cancel */
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
    cmocka_unit_test (chooses_by_total_bits),
    cmocka_unit_test (finds_the_larger_class),
    cmocka_unit_test (stops),
    cmocka_unit_test (frees_everything),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
