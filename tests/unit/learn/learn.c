/* learn.c - learning gives the same results as the slow twin, and satisfies its laws.
 *
 * Random samples of the paper's languages, of random automata and of random words are
 * learned with every combination of model, method, evidence, focus and modules. */
#include "oracle/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char paper[] = "%call (\n%return )\n"
                            "-\n+ ( )\n+ ( ( ) )\n- ( ) ( )\n- ( ) ( ) ( )\n- ( ) ( ( ) )\n"
                            "- (\n- ( ) )\n- ) (\n- ( ( )\n- ( ( ) ) ) (\n";

/* A sample of the index-th kind: mostly small, every fourth up to 150 words. */
static twin_sample *some_sample (random_source *source, size_t index)
{
  size_t words = 5 + random_below (source, index % 4 == 3 ? 146 : 40);
  return random_sample (source, index, words, 1 + random_below (source, 24));
}

/* ---- the twin ------------------------------------------------------------ */

/* Checks everything about one sample and one setting. */
static void compare_with_twin (size_t seed, const twin_sample *sample, const papni_samples *samples, unsigned number)
{
  settings options = test_setting (number);
  options.count = seed % 2 ? COUNT_WORDS : COUNT_DISTINCT;
  papni_statistics statistics;
  papni_model *model = test_learn (samples, options, &statistics);
  twin_model *twin = test_twin (sample, options);
  assert_non_null (twin);
  char *expected = twin_table (twin);
  page table = test_table (model);
  if (strcmp (table.bytes, expected) != 0)
    fail_msg ("seed %zu, options %u: learned\n%sand not\n%s", seed, number, table.bytes, expected);
  assert_int_equal (papni_model_kind_of (model), options.model);
  assert_int_equal (papni_model_states (model), twin->states);
  assert_int_equal (papni_model_transitions (model), twin->edge_count);
  assert_int_equal (statistics.states, twin->states);
  assert_int_equal (statistics.tree_nodes, twin->tree_nodes);
  assert_int_equal (statistics.tree_bytes, /* 8 a node and one more, 16 a term */
                    options.model == PAPNI_SEVPA ? 16 * twin->tree_nodes : 8 * (twin->tree_nodes + 1));
  assert_int_equal (statistics.merges, twin->merges);
  free (expected);
  free (table.bytes);
  twin_model_free (twin);
  papni_model_free (model);
}

static void equals_twin (void **state)
{
  (void) state;
  for (size_t i = 0; i < test_count (1500); i++) {
    size_t seed = 1000 + i;
    random_source source = { seed };
    twin_sample *sample = some_sample (&source, i);
    papni_samples *samples = test_samples (sample, NULL);
    for (unsigned number = 0; number < ALL_OPTIONS; number++)
      compare_with_twin (seed, sample, samples, number);
    test_drop (samples);
    random_sample_free (sample);
  }
}

/* Automata that are too large for their samples: many red and blue states, and
 * mistakes. */
static void equals_twin_on_large_samples (void **state)
{
  (void) state;
  for (size_t i = 0; i < test_count (20); i++) {
    size_t seed = 100 + i;
    random_source source = { seed };
    twin_sample *sample =
        i % 2 ? random_chaos_sample (&source, 150, 12) : random_regular_sample (&source, 250, 10, 20 + (int) i);
    papni_samples *samples = test_samples (sample, NULL);
    for (unsigned number = 0; number < ALL_OPTIONS; number++)
      compare_with_twin (seed, sample, samples, number);
    test_drop (samples);
    random_sample_free (sample);
  }
}

/* ---- the paper's example ------------------------------------------------- */

/* Except for a line with the kind of the model. */
static void expect_table (const papni_samples *samples, settings options, const char *expected)
{
  papni_model *model = test_learn (samples, options, NULL);
  page table = test_table (model);
  char *kind = strstr (table.bytes, "model ");
  if (kind)
    memmove (kind, strchr (kind, '\n') + 1, strlen (strchr (kind, '\n')));
  assert_string_equal (table.bytes, expected);
  free (table.bytes);
  papni_model_free (model);
}

static void paper_example (void **state)
{
  (void) state;
  papni_samples *samples = test_read (paper);
  settings options = test_settings (PAPNI_VPA);
  options.method = METHOD_RPNI;
  options.focus = FOCUS_ALL;
  expect_table (samples, options, "states 3\naccept 1\n0 ( 0\n0 ) pop ( 1\n1 ( 2\n1 ) pop ( 1\n2 ( 2\n2 ) pop ( 2\n");
  options = test_settings (PAPNI_DFA);
  options.method = METHOD_RPNI;
  papni_statistics statistics;
  papni_model *model = test_learn (samples, options, &statistics);
  assert_int_equal (papni_model_states (model), 5);
  assert_int_equal (statistics.words, 11);
  assert_int_equal (statistics.positive, 2);
  assert_int_equal (statistics.negative, 9);
  assert_int_equal (statistics.dropped_positive, 0);
  assert_int_equal (statistics.dropped_negative, 0);
  papni_model_free (model);
  papni_model_free (test_learn (samples, test_settings (PAPNI_VPA), &statistics));
  assert_int_equal (statistics.words, 11);
  assert_int_equal (statistics.positive, 2);
  assert_int_equal (statistics.negative, 9);
  assert_int_equal (statistics.dropped_positive, 0);
  assert_int_equal (statistics.dropped_negative, 5);
  test_drop (samples);
}

static void defaults (void **state)
{
  (void) state;
  settings vpa = test_settings (PAPNI_VPA), dfa = test_settings (PAPNI_DFA);
  settings sevpa = test_settings (PAPNI_SEVPA);
  assert_int_equal (vpa.model, PAPNI_VPA);
  assert_int_equal (vpa.method, METHOD_EDSM);
  assert_int_equal (vpa.evidence, EVIDENCE_STATES);
  assert_int_equal (vpa.focus, FOCUS_POSITIVE);
  assert_int_equal (sevpa.model, PAPNI_SEVPA);
  assert_int_equal (sevpa.method, METHOD_EDSM);
  assert_int_equal (sevpa.evidence, EVIDENCE_STATES);
  assert_int_equal (sevpa.focus, FOCUS_POSITIVE);
  assert_int_equal (sevpa.modules, MODULES_CALL);
  assert_int_equal (dfa.model, PAPNI_DFA);
  assert_int_equal (dfa.method, METHOD_EDSM);
  assert_int_equal (dfa.evidence, EVIDENCE_LABELS);
  assert_int_equal (dfa.focus, FOCUS_ALL);
  assert_null (vpa.watch.progress);
}

/* ---- laws ---------------------------------------------------------------- */

/* Every kept word is classified as labelled. */
static void expect_consistent (const papni_samples *samples, const papni_model *model)
{
  papni_error error;
  const papni_alphabet *from = papni_samples_alphabet (samples), *to = papni_model_alphabet (model);
  papni_encoder *encoder = papni_encoder_new (from, &error);
  papni_run *run = papni_run_new (model, &error);
  papni_cursor cursor = { 0 };
  papni_word word;
  while (papni_samples_next (samples, &cursor, &word)) {
    papni_encoding encoding;
    expect_ok (papni_encode (encoder, word.symbols, word.length, &encoding, &error), &error);
    bool kept = papni_model_kind_of (model) == PAPNI_DFA || encoding.mismatch == PAPNI_MISMATCH_NONE;
    papni_symbol *symbols = twin_allocate (word.length, sizeof *symbols);
    for (size_t i = 0; i < word.length; i++)
      symbols[i] = test_symbol (to, papni_alphabet_name (from, word.symbols[i]));
    papni_verdict verdict = test_run (run, symbols, word.length);
    if (kept && word.label != PAPNI_UNKNOWN)
      assert_int_equal (verdict == PAPNI_VERDICT_ACCEPT, word.label == PAPNI_ACCEPT);
    if (!kept)
      assert_int_not_equal (verdict, PAPNI_VERDICT_ACCEPT);
    free (symbols);
  }
  papni_run_free (run);
  papni_encoder_free (encoder);
}

static void kept_words_as_labelled (void **state)
{
  (void) state;
  for (size_t i = 0; i < test_count (300); i++) {
    random_source source = { 2000 + i };
    twin_sample *sample = some_sample (&source, i);
    papni_samples *samples = test_samples (sample, NULL);
    for (unsigned number = 0; number < ALL_OPTIONS; number++) {
      papni_model *model = test_learn (samples, test_setting (number), NULL);
      expect_consistent (samples, model);
      papni_model_free (model);
    }
    test_drop (samples);
    random_sample_free (sample);
  }
}

/* The model's bytes, learned in this way. */
static page learned_bytes (const twin_sample *sample, settings options)
{
  papni_samples *samples = test_samples (sample, NULL);
  papni_model *model = test_learn (samples, options, NULL);
  page json = test_json (model);
  papni_model_free (model);
  test_drop (samples);
  return json;
}

static void expect_same_bytes (page expected, page actual)
{
  assert_int_equal (actual.size, expected.size);
  assert_memory_equal (actual.bytes, expected.bytes, expected.size);
  free (actual.bytes);
}

/* Some words again, all in another order; the symbols in another order too. */
static twin_sample *disturbed (random_source *source, const twin_sample *sample)
{
  twin_sample *other = twin_allocate (1, sizeof *other);
  *other = *sample;
  other->words = twin_allocate (3 * sample->count, sizeof *other->words);
  other->count = 0;
  for (size_t w = 0; w < sample->count; w++)
    for (size_t copies = 1 + random_below (source, 3); copies > 0; copies--) {
      twin_word *word = &other->words[other->count++];
      *word = sample->words[w];
      word->symbols = twin_allocate (word->length, sizeof *word->symbols);
      memcpy (word->symbols, sample->words[w].symbols, word->length * sizeof *word->symbols);
    }
  random_shuffle (source, other);
  return other;
}

static void order_and_copies_do_not_matter (void **state)
{
  (void) state;
  for (size_t i = 0; i < test_count (300); i++) {
    random_source source = { 3000 + i };
    twin_sample *sample = some_sample (&source, i), *other = disturbed (&source, sample);
    for (unsigned number = 0; number < ALL_OPTIONS; number++) {
      page expected = learned_bytes (sample, test_setting (number));
      expect_same_bytes (expected, learned_bytes (other, test_setting (number)));
      free (expected.bytes);
    }
    random_sample_free (other);
    random_sample_free (sample);
  }
}

static void threads_do_not_matter (void **state)
{
  (void) state;
  static const unsigned threads[] = { 1, 2, 5 };
  for (size_t i = 0; i < test_count (300); i++) {
    random_source source = { 4000 + i };
    twin_sample *sample = i % 20 == 0 ? random_regular_sample (&source, 2000, 12, 30) : some_sample (&source, i);
    unsigned number = (unsigned) random_below (&source, ALL_OPTIONS);
    page expected = learned_bytes (sample, test_setting (number));
    for (size_t t = 0; t < COUNT (threads); t++) {
      settings options = test_setting (number);
      options.threads = threads[t];
      expect_same_bytes (expected, learned_bytes (sample, options));
    }
    free (expected.bytes);
    random_sample_free (sample);
  }
}

/* Without calls and returns a stack makes no difference: a vpa and a sevpa equal a dfa. */
static void regular_samples_need_no_stack (void **state)
{
  (void) state;
  for (size_t i = 0; i < test_count (300); i++) {
    random_source source = { 5000 + i };
    twin_sample *sample = random_regular_sample (&source, 5 + random_below (&source, 100), 10, 2 + (int) (i % 9));
    papni_samples *samples = test_samples (sample, NULL);
    for (unsigned number = 0; number < TREE_OPTIONS; number += 2) {
      papni_statistics counts, others;
      papni_model *dfa = test_learn (samples, test_setting (number), &counts);
      page expected = test_table (dfa);
      const unsigned numbers[] = { number + 1, TREE_OPTIONS + number, TREE_OPTIONS + number + 1 };
      for (size_t k = 0; k < COUNT (numbers); k++) {
        papni_model *other = test_learn (samples, test_setting (numbers[k]), &others);
        page table = test_table (other);
        assert_string_equal (table.bytes, expected.bytes);
        assert_int_equal (others.tree_nodes, counts.tree_nodes);
        assert_int_equal (others.merges, counts.merges);
        free (table.bytes);
        papni_model_free (other);
      }
      free (expected.bytes);
      papni_model_free (dfa);
    }
    test_drop (samples);
    random_sample_free (sample);
  }
}

static void read_of_written (void **state)
{
  (void) state;
  for (size_t i = 0; i < test_count (300); i++) {
    random_source source = { 6000 + i };
    twin_sample *sample = some_sample (&source, i);
    page json = learned_bytes (sample, test_setting ((unsigned) (i % ALL_OPTIONS)));
    papni_error error = { 0 };
    papni_model *model = papni_model_read (json.bytes, json.size, "model", NULL, &error);
    expect_ok (error.code, &error);
    assert_non_null (model);
    expect_same_bytes (json, test_json (model));
    papni_model_free (model);
    free (json.bytes);
    random_sample_free (sample);
  }
}

/* ---- labels -------------------------------------------------------------- */

/* A word without a label adds nodes, but nothing if it is a prefix of another word. */
static void unknown_labels (void **state)
{
  (void) state;
  for (size_t i = 0; i < test_count (100); i++) {
    random_source source = { 7000 + i };
    twin_sample *sample = random_regular_sample (&source, 40, 8, 5), *other = disturbed (&source, sample);
    for (size_t w = 0; w < other->count; w++)
      other->words[w].label = PAPNI_UNKNOWN;
    for (size_t w = 0; w < other->count; w++)
      if (other->words[w].length > 0)
        other->words[w].length -= random_below (&source, other->words[w].length);
    size_t unlabelled = other->count;
    other->words = realloc (other->words, (unlabelled + sample->count) * sizeof *other->words);
    assert_non_null (other->words);
    memcpy (other->words + unlabelled, sample->words, sample->count * sizeof *sample->words);
    other->count += sample->count;
    random_shuffle (&source, other);
    for (unsigned number = 0; number < ALL_OPTIONS; number++) {
      page expected = learned_bytes (sample, test_setting (number));
      expect_same_bytes (expected, learned_bytes (other, test_setting (number)));
      free (expected.bytes);
    }
    for (size_t w = 0; w < other->count; w++)
      for (size_t s = 0; s < sample->count; s++)
        if (other->words[w].symbols == sample->words[s].symbols)
          other->words[w].symbols = NULL;
    random_sample_free (other);
    random_sample_free (sample);
  }
  papni_samples *samples = test_read ("+ a\n- b\n");
  papni_error error;
  papni_statistics statistics;
  const char *const word[] = { "a", "b", "a" };
  expect_ok (papni_samples_add (samples, word, 3, PAPNI_UNKNOWN, &error), &error);
  papni_model_free (test_learn (samples, test_setting (0), &statistics));
  assert_int_equal (statistics.tree_nodes, 5);
  assert_int_equal (statistics.words, 3);
  assert_int_equal (statistics.positive, 1);
  assert_int_equal (statistics.negative, 1);
  test_drop (samples);
}

static void expect_contradiction (const char *text, papni_model_kind kind)
{
  papni_samples *samples = test_read (text);
  settings options = test_settings (kind);
  papni_error error = { 0 };
  assert_null (test_learn_with (samples, &options, NULL, &error));
  assert_int_equal (error.code, PAPNI_CONTRADICTION);
  assert_string_equal (error.file, "text");
  assert_true (error.line == 3 || error.line == 5);
  assert_true (strstr (error.message, error.line == 3 ? "5" : "3") != NULL);
  assert_null (test_learn_with (samples, &options, NULL, NULL));
  test_drop (samples);
}

static void contradictions (void **state)
{
  (void) state;
  expect_contradiction ("# a\n+ a b a\n+ a b\n- b\n- a b\n", PAPNI_VPA);
  expect_contradiction ("# a\n+ a b a\n+ a b\n- b\n- a b\n", PAPNI_DFA);
  expect_contradiction ("# a\n+ a\n-\n- b\n+\n", PAPNI_VPA);
  expect_contradiction ("%pair ( )\n+ ( a )\n- ( )\n- a\n+ ( )\n", PAPNI_VPA);
  expect_contradiction ("%call (\n+ (\n- ( (\n- a\n+ ( (\n", PAPNI_DFA);
  expect_contradiction ("# a\n+ a b a\n+ a b\n- b\n- a b\n", PAPNI_SEVPA);
  expect_contradiction ("# a\n+ a\n-\n- b\n+\n", PAPNI_SEVPA);
  expect_contradiction ("%pair ( )\n+ ( ( ) )\n- ( )\n- ( ) ( )\n+ ( )\n", PAPNI_SEVPA);
}

/* No words, no accepted ones, no rejected ones, none that is well-matched. */
static void little_to_learn_from (void **state)
{
  (void) state;
  static const struct
  {
    const char *text, *table[2]; /* with focus all, with focus positive */
  } cases[] = {
    { "%return )\n", { "states 1\naccept\n", "states 1\naccept\n" } },
    { "+\n", { "states 1\naccept 0\n", "states 1\naccept 0\n" } },
    { "-\n", { "states 1\naccept\n", "states 1\naccept\n" } },
    { "+ a b\n+ b\n", { "states 1\naccept 0\n0 a 0\n0 b 0\n", "states 1\naccept 0\n0 a 0\n0 b 0\n" } },
    { "- a b\n- b\n", { "states 1\naccept\n0 a 0\n0 b 0\n", "states 1\naccept\n" } },
  };
  for (size_t i = 0; i < COUNT (cases); i++)
    for (unsigned number = 0; number < ALL_OPTIONS; number++) {
      papni_samples *samples = test_read (cases[i].text);
      settings options = test_setting (number);
      const bool merges = options.evidence != EVIDENCE_BITS || strcmp (cases[i].text, "+ a b\n+ b\n") != 0;
      expect_table (samples, options,
                    merges ? cases[i].table[options.focus == FOCUS_POSITIVE] : "states 2\naccept 1\n0 a 0\n0 b 1\n");
      test_drop (samples);
    }
  papni_samples *samples = test_read ("%call (\n%return )\n+ (\n- )\n- ( ( )\n");
  for (unsigned number = 0; number < ALL_OPTIONS; number++) {
    settings options = test_setting (number);
    papni_statistics statistics;
    if (options.model == PAPNI_DFA)
      continue;
    /* In a sevpa with one module, calls lead to the start, whether or not they occur. */
    bool enters = options.model == PAPNI_SEVPA && options.modules == MODULES_ONE;
    expect_table (samples, options, enters ? "states 1\naccept\nenter ( 0\n" : "states 1\naccept\n");
    papni_model_free (test_learn (samples, options, &statistics));
    assert_int_equal (statistics.dropped_positive, 1);
    assert_int_equal (statistics.dropped_negative, 2);
    assert_int_equal (statistics.tree_nodes, 1);
  }
  test_drop (samples);
}

/* ---- progress and cancelling --------------------------------------------- */

typedef struct seen_calls
{
  size_t calls, cancel_at;
  papni_phase phase;
  bool in_order;
} seen_calls;

static bool watch_progress (void *context, papni_phase phase, size_t done, size_t total)
{
  seen_calls *w = context;
  bool starts = w->calls == 0 || phase != w->phase;
  w->in_order = w->in_order && phase >= w->phase && (!starts || done == 0) && (total == 0 || done <= total);
  w->phase = phase;
  return ++w->calls != w->cancel_at;
}

static void cancelling (void **state)
{
  (void) state;
  random_source source = { 8000 };
  twin_sample *sample = random_language_sample (&source, 3, 150, 30, false);
  for (unsigned number = 0; number < ALL_OPTIONS; number++) {
    bool cancelled = true;
    for (size_t at = 1; cancelled; at += 1 + at / 4) {
      ledger books = { 0 };
      papni_allocator allocator = ledger_allocator (&books);
      papni_samples *samples = test_samples (sample, &allocator);
      size_t before = books.bytes;
      seen_calls w = { 0, at, PAPNI_PHASE_ENCODING, true };
      settings options = test_setting (number);
      papni_error error = { 0 };
      options.watch = (papni_watch){ watch_progress, &w };
      options.threads = 1 + (unsigned) at % 2;
      papni_model *model = test_learn_with (samples, &options, NULL, &error);
      cancelled = w.calls >= at;
      assert_true (w.in_order);
      if (cancelled) {
        assert_null (model);
        assert_int_equal (error.code, PAPNI_CANCELLED);
        assert_int_equal (w.calls, at);
        assert_int_equal (books.bytes, before);
      } else {
        assert_non_null (model);
        assert_int_equal (w.phase, PAPNI_PHASE_MERGING);
        papni_model_free (model);
      }
      test_drop (samples);
      assert_int_equal (books.bytes, 0);
      assert_false (books.wrong);
    }
  }
  random_sample_free (sample);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (paper_example),
    cmocka_unit_test (defaults),
    cmocka_unit_test (equals_twin),
    cmocka_unit_test (equals_twin_on_large_samples),
    cmocka_unit_test (kept_words_as_labelled),
    cmocka_unit_test (order_and_copies_do_not_matter),
    cmocka_unit_test (threads_do_not_matter),
    cmocka_unit_test (regular_samples_need_no_stack),
    cmocka_unit_test (read_of_written),
    cmocka_unit_test (unknown_labels),
    cmocka_unit_test (contradictions),
    cmocka_unit_test (little_to_learn_from),
    cmocka_unit_test (cancelling),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
