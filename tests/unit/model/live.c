/* live.c - a run with look-ahead stops at the first symbol after which nothing can be
 * accepted, and not before: compared with a search for completions. */
#include "model/live.h"
#include "oracle/models.h"
#include "oracle/support.h"

#include <stdlib.h>

enum
{
  SYMBOLS = 6,
  LONGEST_PREFIX = 8,
  LONGEST_REST = 7
};

typedef struct searcher
{
  const papni_model *model;
  papni_run *run; /* without look-ahead */
  size_t symbols;
} searcher;

static bool accepts (const searcher *s, const papni_symbol *word, size_t length)
{
  return test_run (s->run, word, length) == PAPNI_VERDICT_ACCEPT;
}

/* Is there a completion of at most this many symbols? Writes it after the prefix. */
static bool has_rest (const searcher *s, papni_symbol *word, size_t length, size_t most)
{
  if (accepts (s, word, length))
    return true;
  if (!most || papni_run_depth (s->run) > most || papni_run_position (s->run) < length)
    return false;
  for (size_t i = 0; i < s->symbols; i++) {
    word[length] = (papni_symbol) i;
    if (has_rest (s, word, length + 1, most - 1)) /* NOLINT(misc-no-recursion) */
      return true;
  }
  return false;
}

/* Follows expected symbols, towards the bottom of the stack if possible: this must lead
 * to an accepted word. */
static bool can_go_on (const searcher *s, papni_run *ahead, random_source *source)
{
  papni_error error;
  for (int i = 0; i < 2000; i++) {
    if (papni_run_verdict (ahead) == PAPNI_VERDICT_ACCEPT)
      return true;
    papni_symbol expected[SYMBOLS], returns[SYMBOLS];
    size_t count = 0, return_count = 0;
    for (size_t k = 0; k < s->symbols; k++) {
      const papni_symbol x = (papni_symbol) k;
      if (!papni_run_expects (ahead, x))
        continue;
      expected[count++] = x;
      if (papni_alphabet_kind (papni_model_alphabet (s->model), x) == PAPNI_RETURN)
        returns[return_count++] = x;
    }
    if (!count)
      return false;
    const bool back = return_count && random_below (source, 8);
    const papni_symbol next =
        back ? returns[random_below (source, return_count)] : expected[random_below (source, count)];
    const size_t before = papni_run_position (ahead);
    expect_ok (papni_run_step (ahead, next, &error), &error);
    assert_int_equal (papni_run_position (ahead), before + 1);
  }
  return true; /* long, but not stuck */
}

static void look_ahead (const searcher *s, papni_run *ahead, random_source *source)
{
  papni_error error;
  papni_symbol word[LONGEST_PREFIX + LONGEST_REST + 1];
  const size_t length = random_below (source, LONGEST_PREFIX + 1);
  for (size_t i = 0; i < length; i++)
    word[i] = (papni_symbol) random_below (source, s->symbols);
  papni_run_restart (ahead);
  for (size_t i = 0; i < length; i++)
    expect_ok (papni_run_step (ahead, word[i], &error), &error);
  const size_t read = papni_run_position (ahead);
  assert_int_equal (papni_run_verdict (ahead) == PAPNI_VERDICT_ACCEPT, accepts (s, word, length));
  if (read < length) {
    papni_symbol copy[COUNT (word)];
    for (size_t i = 0; i <= read; i++)
      copy[i] = word[i];
    assert_false (has_rest (s, copy, read + 1, LONGEST_REST)); /* it stopped correctly */
  }
  papni_run_restart (ahead);
  for (size_t i = 0; i < read; i++)
    expect_ok (papni_run_step (ahead, word[i], &error), &error);
  if (read)
    assert_true (can_go_on (s, ahead, source)); /* what it has read can be completed */
}

static void stops_in_time (void **state)
{
  (void) state;
  random_source source = { 31 };
  for (size_t i = 0; i < test_count (400); i++) {
    papni_alphabet *alphabet = models_alphabet (1 + i % 2, 1 + i / 2 % 2, i % 3 == 0);
    const papni_model_kind kind = (papni_model_kind) (i % 4);
    draft d = draft_random (&source, kind, alphabet, 1 + random_below (&source, 5), 30 + random_below (&source, 70));
    papni_model *model = draft_model (&d);
    papni_error error;
    searcher s = { model, papni_run_new (model, &error), papni_alphabet_size (papni_model_alphabet (model)) };
    papni_run *ahead = papni_run_new (model, &error);
    assert_non_null (s.run);
    assert_non_null (ahead);
    expect_ok (papni_run_look_ahead (ahead, &error), &error);
    for (size_t k = 0; k < 12; k++)
      look_ahead (&s, ahead, &source);
    papni_run_free (ahead);
    papni_run_free (s.run);
    papni_model_free (model);
    draft_free (&d);
    papni_alphabet_free (alphabet);
  }
}

/* ---- large models ---- */

/* Calls lead down, one state per level; then as many returns lead to acceptance,
 * through other states. In every state `a` leads to acceptance: co-accessible, but
 * useless while a call is open. */
static papni_model *ladder (size_t depth)
{
  papni_alphabet *alphabet = models_alphabet (1, 1, false);
  const size_t states = 2 * depth + 1;
  papni_transition *list = calloc (2 * states, sizeof *list);
  bool *accepting = calloc (states, sizeof *accepting);
  papni_error error;
  size_t count = 0;
  assert_true (list && accepting);
  accepting[states - 1] = true;
  const papni_symbol a = test_symbol (alphabet, "a"), call = test_symbol (alphabet, "("),
                     back = test_symbol (alphabet, ")");
  for (papni_state q = 0; q + 1 < states; q++) {
    const bool down = q < depth;
    list[count++] = (papni_transition){ .from = q,
                                        .to = q + 1,
                                        .symbol = down ? call : back,
                                        .popped = down ? PAPNI_NO_SYMBOL : call,
                                        .caller = PAPNI_NO_STATE };
    list[count++] = (papni_transition){
      .from = q, .to = (papni_state) (states - 1), .symbol = a, .popped = PAPNI_NO_SYMBOL, .caller = PAPNI_NO_STATE
    };
  }
  papni_model *model = papni_model_new (&(papni_parts){ PAPNI_VPA, alphabet, states, accepting, list, count }, &error);
  assert_non_null (model);
  free (list);
  free (accepting);
  papni_alphabet_free (alphabet);
  return model;
}

static void step (papni_run *run, const char *name, const papni_model *model, size_t times)
{
  papni_error error;
  const papni_symbol s = test_symbol (papni_model_alphabet (model), name);
  for (size_t i = 0; i < times; i++)
    expect_ok (papni_run_step (run, s, &error), &error);
}

/* There are as many sets as levels. With too many, the run detects dead ends later, but
 * is never wrong. */
static void knows_only_so_many_sets (void **state)
{
  enum
  {
    DEPTH = 5000,
    KNOWN = 4000
  };
  (void) state;
  papni_error error;
  papni_model *model = ladder (DEPTH);
  const papni_symbol a = test_symbol (papni_model_alphabet (model), "a");
  papni_run *run = papni_run_new (model, &error);
  assert_non_null (run);
  expect_ok (papni_run_look_ahead (run, &error), &error);
  papni_run_restart (run);
  assert_true (papni_run_expects (run, a));
  step (run, "(", model, KNOWN);
  assert_int_equal (papni_run_depth (run), KNOWN);
  assert_false (papni_run_expects (run, a));
  step (run, "(", model, DEPTH - KNOWN);
  assert_true (papni_run_expects (run, a));
  step (run, ")", model, DEPTH - KNOWN);
  assert_false (papni_run_expects (run, a));
  step (run, ")", model, KNOWN);
  assert_int_equal (papni_run_verdict (run), PAPNI_VERDICT_ACCEPT);
  papni_run_free (run);
  papni_model_free (model);
}

/* With too little work, every co-accessible state counts as live; with enough, it does
 * not. */
static void gives_up (void **state)
{
  (void) state;
  papni_error error;
  papni_model *model = ladder (10000);
  const papni_symbol call = test_symbol (papni_model_alphabet (model), "(");
  const papni_state last = (papni_state) papni_model_states (model) - 1;
  for (int i = 0; i < 3; i++) {
    static const size_t work[] = { 0, 1000000, 1 << 26 };
    const bool exact = i == 2;
    live *l = live_new (model, work[i], &error);
    assert_non_null (l);
    const uint32_t inside = live_inside (l, LIVE_BOTTOM, 0, call);
    assert_true (live_has (l, LIVE_BOTTOM, 0) && live_has (l, LIVE_BOTTOM, last));
    assert_true (live_has (l, inside, 1) && live_has (l, inside, last - 1));
    assert_int_equal (inside == LIVE_HOPEFUL, !exact);
    assert_int_equal (live_has (l, inside, last), !exact);
    live_free (l);
  }
  papni_model_free (model);
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (stops_in_time), cmocka_unit_test (knows_only_so_many_sets),
                                      cmocka_unit_test (gives_up) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
