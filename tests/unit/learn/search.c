/* search.c - the search for a smaller automaton beside a slow one of the oracle's, which shares no code with it. */
#include "learn/search/search.h"
#include "learn/terms/closure.h" /* before cmocka, which has a macro `fail` */
#include "learn/tree/merge.h"

#include "oracle/support.h"

#include <limits.h>
#include <stdlib.h>

/* ---- an engine, whichever it is --- --------------------------------------- */

typedef struct lesson
{
  settings options;
  encoded words;
  papni_tree *tree; /* NULL for a sevpa */
  terms terms;
  progress progress;
  engine *engine;
} lesson;

static lesson *begin (const papni_samples *samples, settings options)
{
  lesson *l = twin_allocate (1, sizeof *l);
  papni_error error;
  papni_statistics statistics = { 0 };
  l->options = options;
  expect_ok (encoded_init (&l->words, samples, options.model != PAPNI_DFA, &statistics, &error), &error);
  if (options.model == PAPNI_SEVPA) {
    expect_ok (terms_init (&l->terms, &l->words, &options, &error), &error);
    l->engine = closure_new (&l->terms, &l->options, &l->progress, &error);
    assert_non_null (l->engine);
    return l;
  }
  l->tree = test_tree (samples, &options, &error);
  assert_non_null (l->tree);
  l->engine = merger_new (l->tree, l->tree->nodes, &l->options, &l->progress, &error);
  assert_non_null (l->engine);
  return l;
}

static void end (lesson *l)
{
  l->engine->ops->free (l->engine);
  if (l->tree)
    papni_tree_free (l->tree);
  else
    terms_release (&l->terms);
  encoded_release (&l->words);
  free (l);
}

/* ---- tests -------------------------------------------------------------------- */

static void expect_agreement (const papni_model *model, const twin_sample *sample)
{
  papni_error error;
  papni_run *run = papni_run_new (model, &error);
  papni_symbol symbols[64];
  assert_non_null (run);
  for (size_t i = 0; i < sample->count; i++) {
    const twin_word *word = &sample->words[i];
    int popped[64], open;
    size_t at;
    if (!word->label
        || (papni_model_kind_of (model) != PAPNI_DFA
            && twin_encode (&sample->alphabet, word->symbols, word->length, popped, &at, &open)))
      continue;
    for (size_t k = 0; k < word->length; k++)
      symbols[k] = test_symbol (papni_model_alphabet (model), sample->alphabet.names[word->symbols[k]]);
    assert_int_equal (test_run (run, symbols, word->length) == PAPNI_VERDICT_ACCEPT, word->label == PAPNI_ACCEPT);
  }
  papni_run_free (run);
}

static void finds_what_a_slow_search_finds (void **state)
{
  (void) state;
  size_t smaller = 0;
  for (size_t i = 0; i < test_count (400); i++) {
    random_source source = { 3000 + i };
    twin_sample *sample = random_sample (&source, i, 8 + random_below (&source, 40), 9);
    papni_samples *samples = test_samples (sample, NULL);
    settings options = test_setting ((unsigned) (i % ALL_OPTIONS));
    twin_course course;
    options.search = 1;
    twin_model *slow = twin_search (sample, &options, &course);
    char *expected = twin_table (slow);
    smaller += course.avoided_count > 0;
    for (unsigned threads = 1; threads <= 3; threads += 2) {
      papni_statistics statistics;
      options.threads = threads;
      papni_model *model = test_learn (samples, options, &statistics);
      page table = test_table (model);
      assert_string_equal (table.bytes, expected);
      assert_int_equal (statistics.merges, slow->merges);
      expect_agreement (model, sample);
      free (table.bytes);
      papni_model_free (model);
    }
    free (expected);
    twin_course_free (&course);
    twin_model_free (slow);
    test_drop (samples);
    random_sample_free (sample);
  }
  assert_true (smaller > test_count (400) / 20); /* so that it was worth it */
}

/* What is reported grows. */
static bool grows (void *context, papni_phase phase, size_t done, size_t total)
{
  size_t *before = context;
  if (phase == PAPNI_PHASE_SEARCHING) {
    assert_true (done >= *before && done <= total);
    *before = done;
  }
  return true;
}

static size_t states_within (const papni_samples *samples, settings options, size_t work, uint32_t *last)
{
  papni_error error;
  journal made = { 0 };
  size_t shown = 0;
  options.watch = (papni_watch){ grows, &shown };
  lesson *l = begin (samples, options);
  l->engine->journal = &made;
  engine *found;
  expect_ok (search_smaller (l->engine, &options, work, &found, &error), &error);
  assert_ptr_equal (found, l->engine); /* it has a journal */
  const size_t states = l->engine->reds;
  *last = 0;
  for (size_t i = 0; i < made.count; i++)
    *last = *last * 31 + made.items[i].red * 7 + made.items[i].blue;
  journal_release (&l->engine->memory, &made);
  end (l);
  return states;
}

/* Words with labels at random leave much to doubt. */
static papni_samples *doubtful_words (void)
{
  page text = { 0 };
  random_source source = { 17 };
  page_print (&text, "%%call (\n%%return )\n");
  for (size_t i = 0; i < 200; i++) {
    page_print (&text, "%s", random_below (&source, 2) ? "+" : "-");
    for (unsigned bits = 0; bits < 8; bits++)
      page_print (&text, " %s", (i >> bits & 1) ? "a ( b" : "( a");
    for (unsigned bits = 0; bits < 8; bits++)
      page_print (&text, " )");
    page_print (&text, "\n");
  }
  papni_samples *samples = test_read (text.bytes);
  free (text.bytes);
  return samples;
}

/* The search ends after the work that it may cost, with the same result on any number of threads. */
static void ends_after_its_work (void **state)
{
  (void) state;
  papni_samples *samples = doubtful_words ();
  const size_t works[] = { 0, 10000, 100000 };
  for (unsigned number = 0; number < ALL_OPTIONS; number += 8) {
    settings options = test_setting (number);
    options.search = 1;
    size_t states[COUNT (works)];
    for (size_t i = 0; i < COUNT (works); i++) {
      uint32_t one, other;
      options.threads = 1;
      states[i] = states_within (samples, options, works[i], &one);
      options.threads = 3;
      assert_int_equal (states_within (samples, options, works[i], &other), states[i]);
      assert_int_equal (one, other);
    }
    if (number >= TREE_OPTIONS)
      assert_true (states[0] > states[COUNT (works) - 1]); /* more work was of use */
  }
  test_drop (samples);
}

/* The bound is a multiple of what learning costs, or the least work, whichever is more: where the one is large,
 * the other does not matter. */
static void is_bounded_by_the_larger (void **state)
{
  (void) state;
  papni_samples *samples = doubtful_words ();
  size_t differ = 0;
  for (unsigned number = TREE_OPTIONS; number < ALL_OPTIONS; number += 4) {
    settings options = test_setting (number);
    uint32_t little, much, often;
    options.search = 1;
    const size_t few = states_within (samples, options, 0, &little);
    const size_t by_least = states_within (samples, options, SEARCH_LITTLE, &much);
    options.search = 100000;
    assert_int_equal (states_within (samples, options, 0, &often), by_least);
    assert_int_equal (often, much); /* neither stopped before its time */
    differ += little != much;
    assert_true (few >= by_least);
    options.search = UINT_MAX;
    if (SIZE_MAX > UINT_MAX) /* otherwise it is more than a number holds */
      assert_int_equal (states_within (samples, options, 0, &often), by_least);
  }
  assert_true (differ);
  test_drop (samples);
}

static bool until_searching (void *context, papni_phase phase, size_t done, size_t total)
{
  bool *seen = context;
  assert_true (phase != PAPNI_PHASE_SEARCHING || done <= total);
  *seen = *seen || phase == PAPNI_PHASE_SEARCHING;
  return phase != PAPNI_PHASE_SEARCHING;
}

static void can_be_cancelled (void **state)
{
  (void) state;
  size_t cancelled = 0;
  for (unsigned threads = 1; threads <= 3; threads += 2)
    for (unsigned number = 0; number < ALL_OPTIONS; number++) {
      papni_samples *samples = test_read ("%call (\n%return )\n+ ( )\n+ ( ( ) )\n- ( ) ( )\n+ a ( )\n- a a\n");
      settings options = test_setting (number);
      papni_error error = { 0 };
      bool seen = false;
      options.search = 1;
      options.threads = threads;
      options.watch = (papni_watch){ until_searching, &seen };
      papni_model *model = test_learn_with (samples, &options, NULL, &error);
      assert_int_equal (!model, seen);
      cancelled += seen && threads == 1;
      assert_int_equal (error.code, seen ? PAPNI_CANCELLED : PAPNI_OK);
      papni_model_free (model);
      test_drop (samples);
    }
  assert_int_equal (cancelled, ALL_OPTIONS); /* all have a merge to doubt */
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (finds_what_a_slow_search_finds),
                                      cmocka_unit_test (ends_after_its_work),
                                      cmocka_unit_test (is_bounded_by_the_larger),
                                      cmocka_unit_test (can_be_cancelled) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
