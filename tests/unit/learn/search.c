/* search.c - the search for a smaller automaton beside a slow one, which begins anew for
 * every neighbour, gives none up and looks at one after the other. */
#include "learn/search/search.h"
#include "learn/methods/methods.h"
#include "learn/terms/closure.h" /* before cmocka, which has a macro `fail` */
#include "learn/tree/merge.h"

#include "oracle/support.h"

#include <stdlib.h>

enum
{
  AT_ONCE = 8 /* as many neighbours are looked at before the smallest of them counts */
};

/* ---- a front, whichever engine it has --------------------------------------- */

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
    expect_ok (terms_init (&l->terms, &l->words, options.modules, &error), &error);
    l->engine = closure_new (&l->terms, &l->options, &l->progress, &error);
    assert_non_null (l->engine);
    return l;
  }
  l->tree = test_tree (samples, &options, &error);
  assert_non_null (l->tree);
  l->engine = merger_new (l->tree, &l->options, &l->progress, &error);
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

/* ---- a slow search ------------------------------------------------------------ */

typedef struct automaton
{
  size_t states;
  decision *made;
  size_t decisions;
  named_merge *avoided;
  size_t avoided_count;
} automaton;

static void forget (automaton a)
{
  free (a.made);
  free (a.avoided);
}

/* Does the first decisions of an automaton, avoids the next one, and goes on. */
static automaton learn_without (const papni_samples *samples, settings options, const automaton *from, size_t at)
{
  lesson *l = begin (samples, options);
  engine *g = l->engine;
  papni_error error;
  journal made = { 0 };
  g->journal = &made;
  for (size_t i = 0; from && i < at; i++)
    expect_ok (engine_decide (g, from->made[i], &error), &error);
  for (size_t i = 0; from && i < from->avoided_count; i++)
    assert_true (limits_avoid (&g->memory, &g->limits, from->avoided[i]));
  if (from)
    assert_true (engine_avoid (g, from->made[at].red, from->made[at].blue));
  expect_ok (run_method (g, options.method, &error), &error);
  automaton a = { g->reds, twin_allocate (made.count + 1, sizeof *a.made), made.count,
                  twin_allocate (g->limits.count + 1, sizeof *a.avoided), g->limits.count };
  for (size_t i = 0; i < made.count; i++)
    a.made[i] = made.items[i];
  for (size_t i = 0; i < g->limits.count; i++)
    a.avoided[i] = g->limits.avoided[i];
  journal_release (&g->memory, &made);
  end (l);
  return a;
}

static bool is_smaller (const automaton *x, const automaton *y)
{
  return x->states < y->states || (x->states == y->states && x->decisions < y->decisions);
}

static automaton slow_search (const papni_samples *samples, settings options)
{
  automaton here = learn_without (samples, options, NULL, 0);
  for (size_t first = 0, looked = 0; looked < here.decisions;) {
    automaton best = { 0 };
    size_t at = first;
    for (; at < first + AT_ONCE && at < here.decisions; at++) {
      if (here.made[at].red == PROMOTED)
        continue;
      automaton next = learn_without (samples, options, &here, at);
      if (is_smaller (&next, best.made ? &best : &here)) {
        forget (best);
        best = next;
      } else
        forget (next);
    }
    if (best.made) {
      forget (here);
      here = best;
      looked = 0;
    } else {
      looked += at - first;
      first = at < here.decisions ? at : 0;
    }
  }
  return here;
}

/* ---- tests -------------------------------------------------------------------- */

static void expect_same_search (const papni_samples *samples, settings options, const automaton *slow)
{
  lesson *l = begin (samples, options);
  papni_error error;
  journal made = { 0 };
  l->engine->journal = &made;
  expect_ok (search_smaller (l->engine, &l->options, SEARCH_LITTLE, &error), &error);
  assert_int_equal (l->engine->reds, slow->states);
  assert_int_equal (made.count, slow->decisions);
  for (size_t i = 0; i < made.count; i++) {
    assert_int_equal (made.items[i].red, slow->made[i].red);
    assert_int_equal (made.items[i].blue, slow->made[i].blue);
  }
  journal_release (&l->engine->memory, &made);
  end (l);
}

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
    twin_sample *sample = random_sample (&source, i, 10 + random_below (&source, 50), 10);
    papni_samples *samples = test_samples (sample, NULL);
    settings options = test_setting ((unsigned) (i % ALL_OPTIONS));
    options.search = 1;
    const automaton slow = slow_search (samples, options);
    smaller += slow.avoided_count > 0;
    for (unsigned threads = 1; threads <= 3; threads += 2) {
      options.threads = threads;
      expect_same_search (samples, options, &slow);
    }
    papni_model *model = test_learn (samples, options, NULL);
    assert_true (papni_model_states (model) <= slow.states);
    expect_agreement (model, sample);
    papni_model_free (model);
    forget (slow);
    test_drop (samples);
    random_sample_free (sample);
  }
  assert_true (smaller > test_count (400) / 20); /* so that it was worth it */
}

static size_t states_within (const papni_samples *samples, settings options, unsigned threads, size_t work,
                             uint32_t *last)
{
  papni_error error;
  journal made = { 0 };
  options.threads = threads;
  lesson *l = begin (samples, options);
  l->engine->journal = &made;
  expect_ok (search_smaller (l->engine, &options, work, &error), &error);
  const size_t states = l->engine->reds;
  *last = 0;
  for (size_t i = 0; i < made.count; i++)
    *last = *last * 31 + made.items[i].red * 7 + made.items[i].blue;
  journal_release (&l->engine->memory, &made);
  end (l);
  return states;
}

/* Words with labels at random leave much to doubt. The search ends after the work that it
 * may cost, with the same result on any number of threads. */
static void ends_after_its_work (void **state)
{
  (void) state;
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
  const size_t works[] = { 0, 10000, 100000 };
  for (unsigned number = 0; number < ALL_OPTIONS; number += 8) {
    settings options = test_setting (number);
    options.search = 1;
    size_t states[COUNT (works)];
    for (size_t i = 0; i < COUNT (works); i++) {
      uint32_t one, other;
      states[i] = states_within (samples, options, 1, works[i], &one);
      assert_int_equal (states_within (samples, options, 3, works[i], &other), states[i]);
      assert_int_equal (one, other);
    }
    if (number >= TREE_OPTIONS)
      assert_true (states[0] > states[COUNT (works) - 1]); /* more work was of use */
  }
  test_drop (samples);
  free (text.bytes);
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
                                      cmocka_unit_test (ends_after_its_work), cmocka_unit_test (can_be_cancelled) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
