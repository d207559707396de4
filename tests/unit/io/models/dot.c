/* dot.c - DOT output: names are quoted correctly, one arrow between two states,
 * accepting states doubled. */
#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

/* A model with a state for each end of its transitions; all transitions are on internal symbols. */
static papni_model *model_of (const char *const *names, const papni_state *targets, size_t count, size_t states)
{
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_transition *transitions = twin_allocate (count, sizeof *transitions);
  bool *accepting = twin_allocate (states, sizeof *accepting);
  assert_non_null (alphabet);
  for (size_t i = 0; i < count; i++) {
    expect_ok (papni_alphabet_declare (alphabet, PAPNI_INTERNAL, names[i], &error), &error);
    transitions[i] = (papni_transition){ 0, PAPNI_NO_STATE, targets[i], (papni_symbol) i, PAPNI_NO_SYMBOL };
  }
  accepting[states - 1] = true;
  papni_model *model =
      papni_model_new (&(papni_parts){ PAPNI_VPA, alphabet, states, accepting, transitions, count }, &error);
  assert_non_null (model);
  free (transitions);
  free (accepting);
  papni_alphabet_free (alphabet);
  return model;
}

static size_t occurrences (const char *text, const char *piece)
{
  size_t count = 0;
  for (const char *at = strstr (text, piece); at; at = strstr (at + 1, piece))
    count++;
  return count;
}

/* Quotes are closed on the same line, and brackets and braces outside quotes match. */
static void expect_well_formed (const char *text)
{
  bool quoted = false;
  int braces = 0, brackets = 0;
  for (const char *at = text; *at; at++) {
    if (quoted && *at == '\\') {
      at++;
      assert_true (*at == '\\' || *at == '"' || *at == 'n' || *at == 'l' || *at == 'r');
    } else if (*at == '"')
      quoted = !quoted;
    else if (*at == '\n')
      assert_false (quoted);
    else if (!quoted) {
      braces += (*at == '{') - (*at == '}');
      brackets += (*at == '[') - (*at == ']');
      assert_in_range (brackets, 0, 1);
    }
  }
  assert_false (quoted);
  assert_int_equal (braces, 0);
  assert_int_equal (brackets, 0);
  assert_true (strncmp (text, "digraph", 7) == 0);
  assert_int_equal (text[strlen (text) - 1], '\n');
}

/* Graphviz interprets backslashes, quotes and entities such as &lt; inside quotes, but
 * not <. */
static void escaping (void **state)
{
  (void) state;
  static const char *const cases[][2] = {
    { "a", "\"a\"" },           { "\"", "\"\\\"\"" },           { "\\", "\"\\\\\"" }, { "\\N", "\"\\\\N\"" },
    { "\\\"", "\"\\\\\\\"\"" }, { "<C-v>", "\"<C-v>\"" },       { "<b>", "\"<b>\"" }, { "&lt;", "\"&amp;lt;\"" },
    { "{}[];", "\"{}[];\"" },   { "\xc3\xa9", "\"\xc3\xa9\"" }, { "->", "\"->\"" },   { "//", "\"//\"" },
  };
  for (size_t i = 0; i < COUNT (cases); i++) {
    papni_model *model = model_of (&cases[i][0], &(papni_state){ 1 }, 1, 2);
    page dot = test_dot (model);
    expect_well_formed (dot.bytes);
    if (!strstr (dot.bytes, cases[i][1]))
      fail_msg ("no %s in %s", cases[i][1], dot.bytes);
    free (dot.bytes);
    papni_model_free (model);
  }
}

static void parallel_edges (void **state)
{
  (void) state;
  static const char *const names[] = { "a", "b", "c", "d", "e" };
  static const papni_state targets[] = { 1, 1, 0, 2, 1 };
  papni_model *model = model_of (names, targets, COUNT (names), 3);
  page dot = test_dot (model);
  expect_well_formed (dot.bytes);
  assert_int_equal (occurrences (dot.bytes, "0 -> 0"), 1);
  assert_int_equal (occurrences (dot.bytes, "0 -> 1"), 1);
  assert_int_equal (occurrences (dot.bytes, "0 -> 2"), 1);
  assert_int_equal (occurrences (dot.bytes, " -> "), 4); /* and the start */
  assert_int_equal (occurrences (dot.bytes, "\"a, b, e\""), 1);
  assert_int_equal (occurrences (dot.bytes, "doublecircle"), 1);
  free (dot.bytes);
  papni_model_free (model);
}

/* The paper's example. */
static void calls_and_returns (void **state)
{
  (void) state;
  papni_samples *samples = test_read ("%call (\n%return )\n-\n+ ( )\n+ ( ( ) )\n- ( ) ( )\n- ( ) ( ( ) )\n");
  settings options = test_settings (PAPNI_VPA);
  options.method = METHOD_RPNI;
  options.focus = FOCUS_ALL;
  papni_model *model = test_learn (samples, options, NULL);
  page dot = test_dot (model);
  expect_well_formed (dot.bytes);
  assert_int_equal (papni_model_states (model), 3);
  assert_int_equal (occurrences (dot.bytes, " -> "), 6);
  assert_int_equal (occurrences (dot.bytes, "\"( / push\\n) / pop (\""), 1); /* the loop at the last state */
  assert_int_equal (occurrences (dot.bytes, "doublecircle"), 1);
  free (dot.bytes);
  papni_model_free (model);
  test_drop (samples);
}

/* Every learned model is well-formed. */
static void random_models (void **state)
{
  (void) state;
  for (size_t i = 0; i < test_count (300); i++) {
    random_source source = { 500 + i };
    twin_sample *sample = random_sample (&source, i, 40, 12);
    papni_samples *samples = test_samples (sample, NULL);
    papni_model *model = test_learn (samples, test_setting ((unsigned) (i % ALL_OPTIONS)), NULL);
    page dot = test_dot (model);
    expect_well_formed (dot.bytes);
    size_t accepting = 0;
    for (size_t q = 0; q < papni_model_states (model); q++)
      accepting += papni_model_accepting (model, (papni_state) q);
    assert_int_equal (occurrences (dot.bytes, "doublecircle"), accepting);
    free (dot.bytes);
    papni_model_free (model);
    test_drop (samples);
    random_sample_free (sample);
  }
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (escaping),
    cmocka_unit_test (parallel_edges),
    cmocka_unit_test (calls_and_returns),
    cmocka_unit_test (random_models),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
