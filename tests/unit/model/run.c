/* run.c - running words: each verdict, its position, and the expected symbols. */
#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

/* Accepts x ( x )^n with a detour: state 3 leads nowhere, y is known and never read.
 *   0 x 1, 1 ( 1, 1 [ 1, 1 ) pop ( 2, 2 ) pop ( 2, 2 ] pop [ 2, 2 x 3; 2 accepts */
static papni_model *brackets (papni_model_kind kind)
{
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  static const char *const names[] = { "(", "[", ")", "]", "x", "y" };
  static const papni_kind kinds[] = {
    PAPNI_CALL, PAPNI_CALL, PAPNI_RETURN, PAPNI_RETURN, PAPNI_INTERNAL, PAPNI_INTERNAL
  };
  for (size_t i = 0; i < COUNT (names); i++)
    expect_ok (papni_alphabet_declare (alphabet, kinds[i], names[i], &error), &error);
  const papni_symbol none = PAPNI_NO_SYMBOL;
  const bool vpa = kind == PAPNI_VPA, accepting[] = { false, false, true, false };
  const papni_transition transitions[] = {
    { 2, PAPNI_NO_STATE, 3, 4, none },           { 0, PAPNI_NO_STATE, 1, 4, none },
    { 1, PAPNI_NO_STATE, 1, 0, none },           { 1, PAPNI_NO_STATE, 1, 1, none },
    { 1, PAPNI_NO_STATE, 2, 2, vpa ? 0 : none }, { 2, PAPNI_NO_STATE, 2, 2, vpa ? 0 : none },
    { 2, PAPNI_NO_STATE, 2, 3, vpa ? 1 : none },
  };
  papni_model *model =
      papni_model_new (&(papni_parts){ kind, alphabet, 4, accepting, transitions, COUNT (transitions) }, &error);
  assert_non_null (model);
  papni_alphabet_free (alphabet);
  return model;
}

/* A symbol is a character; '?' is not in the alphabet. */
static papni_symbol symbol_of (const papni_model *model, char c)
{
  return papni_alphabet_find (papni_model_alphabet (model), &c, 1);
}

typedef struct run_case
{
  const char *word;
  papni_verdict verdict;
  size_t position;
  papni_state state;
  size_t depth;
  char open;            /* ' ': none */
  const char *expected; /* the expected symbols */
} run_case;

static void run_cases (const papni_model *model, const run_case *cases, size_t count)
{
  papni_error error;
  papni_run *run = papni_run_new (model, &error);
  assert_non_null (run);
  for (size_t i = 0; i < count; i++) {
    const run_case *c = &cases[i];
    papni_run_restart (run);
    for (const char *at = c->word; *at; at++)
      expect_ok (papni_run_step (run, symbol_of (model, *at), &error), &error);
    if (papni_run_verdict (run) != c->verdict || papni_run_position (run) != c->position)
      fail_msg ("%s: verdict %d at %zu, not %d at %zu", c->word, (int) papni_run_verdict (run),
                papni_run_position (run), (int) c->verdict, c->position);
    assert_int_equal (papni_run_state (run), c->state);
    assert_int_equal (papni_run_depth (run), c->depth);
    assert_int_equal (papni_run_open (run), c->open == ' ' ? PAPNI_NO_SYMBOL : symbol_of (model, c->open));
    for (const char *s = "([)]xy"; *s; s++)
      if (papni_run_expects (run, symbol_of (model, *s)) != (strchr (c->expected, *s) != NULL))
        fail_msg ("after %s: '%c' is %sexpected", c->word, *s, strchr (c->expected, *s) ? "not " : "");
    assert_false (papni_run_expects (run, PAPNI_NO_SYMBOL));
  }
  papni_run_free (run);
}

static void verdicts_of_a_vpa (void **state)
{
  (void) state;
  static const run_case cases[] = {
    { "x()", PAPNI_VERDICT_ACCEPT, 3, 2, 0, ' ', "" },
    { "x(())", PAPNI_VERDICT_ACCEPT, 5, 2, 0, ' ', "" },
    { "x[()]", PAPNI_VERDICT_ACCEPT, 5, 2, 0, ' ', "" },
    { "", PAPNI_VERDICT_REJECTING_STATE, 0, 0, 0, ' ', "x" },
    { "x", PAPNI_VERDICT_REJECTING_STATE, 1, 1, 0, ' ', "([" },
    { "x(", PAPNI_VERDICT_OPEN_CALLS, 2, 1, 1, '(', "([)" },
    { "x[([", PAPNI_VERDICT_OPEN_CALLS, 4, 1, 3, '[', "([" },
    { "x[(()", PAPNI_VERDICT_OPEN_CALLS, 5, 2, 2, '(', ")" },
    { "x[()", PAPNI_VERDICT_OPEN_CALLS, 4, 2, 1, '[', "]" },
    { "(", PAPNI_VERDICT_NO_TRANSITION, 0, 0, 0, ' ', "x" },
    { "xy()", PAPNI_VERDICT_NO_TRANSITION, 1, 1, 0, ' ', "([" },
    { "x(]", PAPNI_VERDICT_NO_TRANSITION, 2, 1, 1, '(', "([)" },
    { "x()x", PAPNI_VERDICT_DEAD_END, 3, 2, 0, ' ', "" },
    { "x()xyz", PAPNI_VERDICT_DEAD_END, 3, 2, 0, ' ', "" },
    { ")", PAPNI_VERDICT_NO_CALL, 0, 0, 0, ' ', "x" },
    { "x())x", PAPNI_VERDICT_NO_CALL, 3, 2, 0, ' ', "" },
    { "x[)", PAPNI_VERDICT_WRONG_CALL, 2, 1, 1, '[', "([" },
    { "x[())", PAPNI_VERDICT_WRONG_CALL, 4, 2, 1, '[', "]" },
    { "x?", PAPNI_VERDICT_UNKNOWN_SYMBOL, 1, 1, 0, ' ', "([" },
    { "?x()", PAPNI_VERDICT_UNKNOWN_SYMBOL, 0, 0, 0, ' ', "x" },
  };
  papni_model *model = brackets (PAPNI_VPA);
  run_cases (model, cases, COUNT (cases));
  papni_model_free (model);
  papni_run_free (NULL);
}

/* Without a stack, no call is open and nothing is popped. */
static void verdicts_of_a_dfa (void **state)
{
  (void) state;
  static const run_case cases[] = {
    { "x)", PAPNI_VERDICT_ACCEPT, 2, 2, 0, ' ', ")]" },
    { "x((([)]]]", PAPNI_VERDICT_ACCEPT, 9, 2, 0, ' ', ")]" },
    { "x((", PAPNI_VERDICT_REJECTING_STATE, 3, 1, 0, ' ', "([)" },
    { ")", PAPNI_VERDICT_NO_TRANSITION, 0, 0, 0, ' ', "x" },
    { "x)(", PAPNI_VERDICT_NO_TRANSITION, 2, 2, 0, ' ', ")]" },
    { "x)x", PAPNI_VERDICT_DEAD_END, 2, 2, 0, ' ', ")]" },
    { "x)?", PAPNI_VERDICT_UNKNOWN_SYMBOL, 2, 2, 0, ' ', ")]" },
  };
  papni_model *model = brackets (PAPNI_DFA);
  run_cases (model, cases, COUNT (cases));
  papni_model_free (model);
}

/* The verdict is available after every symbol, and a run can be restarted. */
static void step_by_step (void **state)
{
  (void) state;
  static const char word[] = "x(())";
  static const papni_verdict verdicts[] = { PAPNI_VERDICT_REJECTING_STATE, PAPNI_VERDICT_REJECTING_STATE,
                                            PAPNI_VERDICT_OPEN_CALLS,      PAPNI_VERDICT_OPEN_CALLS,
                                            PAPNI_VERDICT_OPEN_CALLS,      PAPNI_VERDICT_ACCEPT };
  papni_model *model = brackets (PAPNI_VPA);
  papni_error error;
  papni_run *run = papni_run_new (model, &error);
  for (int round = 0; round < 3; round++) {
    for (size_t i = 0; i < strlen (word); i++) {
      assert_int_equal (papni_run_verdict (run), verdicts[i]);
      assert_int_equal (papni_run_position (run), i);
      assert_true (papni_run_expects (run, symbol_of (model, word[i])));
      expect_ok (papni_run_step (run, symbol_of (model, word[i]), &error), &error);
    }
    assert_int_equal (papni_run_verdict (run), PAPNI_VERDICT_ACCEPT);
    expect_ok (papni_run_step (run, symbol_of (model, 'y'), NULL), &error);
    assert_int_equal (papni_run_verdict (run), PAPNI_VERDICT_NO_TRANSITION);
    expect_ok (papni_run_step (run, symbol_of (model, ')'), &error), &error);
    assert_int_equal (papni_run_verdict (run), PAPNI_VERDICT_NO_TRANSITION);
    assert_int_equal (papni_run_position (run), strlen (word));
    papni_run_restart (run);
  }
  papni_run_free (run);
  papni_model_free (model);
}

/* Random words with some unknown symbols. */
static void compare_with_twin (random_source *source, const twin_model *twin, const papni_model *model, papni_run *run)
{
  const papni_alphabet *alphabet = papni_model_alphabet (model);
  size_t length, position;
  int *word = random_word (source, &twin->alphabet, 20, &length);
  papni_symbol *symbols = twin_allocate (length, sizeof *symbols);
  for (size_t i = 0; i < length; i++) {
    symbols[i] = test_symbol (alphabet, twin->alphabet.names[word[i]]);
    if (symbols[i] == PAPNI_NO_SYMBOL || random_below (source, 50) == 0) {
      word[i] = TWIN_NONE;
      symbols[i] = PAPNI_NO_SYMBOL;
    }
  }
  assert_int_equal (test_run (run, symbols, length), twin_run (twin, word, length, &position));
  assert_int_equal (papni_run_position (run), position);
  free (symbols);
  free (word);
}

static void equals_twin (void **state)
{
  (void) state;
  for (size_t i = 0; i < test_count (600); i++) {
    random_source source = { 9000 + i };
    twin_sample *sample = random_sample (&source, i, 5 + random_below (&source, 40), 12);
    papni_samples *samples = test_samples (sample, NULL);
    settings options = test_setting ((unsigned) random_below (&source, ALL_OPTIONS));
    options.method = METHOD_RPNI;
    papni_model *model = test_learn (samples, options, NULL);
    twin_model *twin = test_twin (sample, options);
    papni_error error;
    papni_run *run = papni_run_new (model, &error);
    for (size_t w = 0; w < 100; w++)
      compare_with_twin (&source, twin, model, run);
    papni_run_free (run);
    twin_model_free (twin);
    papni_model_free (model);
    test_drop (samples);
    random_sample_free (sample);
  }
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (verdicts_of_a_vpa),
    cmocka_unit_test (verdicts_of_a_dfa),
    cmocka_unit_test (step_by_step),
    cmocka_unit_test (equals_twin),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
