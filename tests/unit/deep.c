/* deep.c - deep and long words: a million opening brackets and as many closing ones are
 * learned, run and written; ten million symbols are read. */
#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

static void add_many (page *p, const char *piece, size_t count)
{
  for (size_t i = 0; i < count; i++)
    page_add (p, piece, strlen (piece));
}

static size_t depth (void)
{
  return test_is_small () ? 50000 : 1000000;
}

/* One deep word, its prefix and its wrong neighbours. */
static papni_samples *deep_samples (void)
{
  page p = { 0 };
  page_print (&p, "%%format chars\n%%pair ( )\n+ ");
  add_many (&p, "(", depth ());
  add_many (&p, ")", depth ());
  page_print (&p, "\n- ");
  add_many (&p, "(", depth ());
  page_print (&p, "\n- ");
  add_many (&p, "(", depth ());
  add_many (&p, ")", depth () + 1);
  page_print (&p, "\n-\n+ ()\n- ()()\n");
  papni_samples *samples = test_read (p.bytes);
  free (p.bytes);
  assert_int_equal (papni_samples_size (samples), 6);
  return samples;
}

static papni_verdict run_deep (papni_run *run, papni_symbol open, papni_symbol close, size_t opened, size_t closed)
{
  papni_error error;
  papni_run_restart (run);
  for (size_t i = 0; i < opened; i++)
    expect_ok (papni_run_step (run, open, &error), &error);
  assert_int_equal (papni_run_depth (run), opened);
  for (size_t i = 0; i < closed; i++)
    expect_ok (papni_run_step (run, close, &error), &error);
  return papni_run_verdict (run);
}

/* The number of nodes or terms: one per depth in the module of the call; whole words
 * are in another module, unless there is only one. */
static size_t nodes_of (settings options)
{
  if (options.model == PAPNI_VPA)
    return 2 * depth () + 4;
  return options.modules == MODULES_CALL ? depth () + 4 : depth () + 2;
}

static void learns_runs_and_round_trips (void **state)
{
  (void) state;
  papni_samples *samples = deep_samples ();
  for (unsigned number = 0; number < ALL_OPTIONS; number++) {
    settings options = test_setting (number);
    papni_statistics statistics;
    if (options.model == PAPNI_DFA || (options.model == PAPNI_SEVPA && options.evidence == EVIDENCE_LABELS))
      continue;
    papni_model *model = test_learn (samples, options, &statistics);
    assert_int_equal (statistics.dropped_negative, 2);
    assert_int_equal (statistics.dropped_positive, 0);
    assert_int_equal (statistics.tree_nodes, nodes_of (options));
    papni_error error = { 0 };
    page json = test_json (model);
    papni_model *copy = papni_model_read (json.bytes, json.size, "copy", NULL, &error);
    assert_non_null (copy);
    page again = test_json (copy);
    assert_string_equal (again.bytes, json.bytes);
    papni_run *run = papni_run_new (copy, &error);
    papni_symbol open = test_symbol (papni_model_alphabet (copy), "(");
    papni_symbol close = test_symbol (papni_model_alphabet (copy), ")");
    assert_int_equal (run_deep (run, open, close, depth (), depth ()), PAPNI_VERDICT_ACCEPT);
    assert_int_equal (run_deep (run, open, close, depth (), depth () - 1), PAPNI_VERDICT_OPEN_CALLS);
    assert_int_equal (run_deep (run, open, close, depth (), depth () + 1), PAPNI_VERDICT_NO_CALL);
    assert_int_equal (papni_run_position (run), 2 * depth ());
    papni_run_free (run);
    free (json.bytes);
    free (again.bytes);
    papni_model_free (copy);
    papni_model_free (model);
  }
  test_drop (samples);
}

/* Without a stack: two million nodes in a chain. */
static void learns_without_a_stack (void **state)
{
  (void) state;
  papni_samples *samples = deep_samples ();
  for (unsigned number = 0; number < TREE_OPTIONS; number += 2) {
    papni_statistics statistics;
    papni_model *model = test_learn (samples, test_setting (number), &statistics);
    assert_int_equal (statistics.dropped_negative, 0);
    assert_int_equal (statistics.tree_nodes, 2 * depth () + 5);
    papni_model_free (model);
  }
  test_drop (samples);
}

/* Is each word of the sample classified as it is labelled? */
static void expect_labels (const papni_samples *samples, const papni_model *model)
{
  const papni_alphabet *alphabet = papni_samples_alphabet (samples);
  papni_symbol symbols[TWIN_MAX_SYMBOLS];
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++)
    symbols[i] = test_symbol (papni_model_alphabet (model), papni_alphabet_name (alphabet, (papni_symbol) i));
  papni_error error;
  papni_run *run = papni_run_new (model, &error);
  papni_cursor cursor = { 0 };
  papni_word word;
  while (papni_samples_next (samples, &cursor, &word)) {
    papni_run_restart (run);
    for (size_t i = 0; i < word.length; i++)
      expect_ok (papni_run_step (run, symbols[word.symbols[i]], &error), &error);
    assert_int_equal (papni_run_verdict (run) == PAPNI_VERDICT_ACCEPT, word.label == PAPNI_ACCEPT);
  }
  papni_run_free (run);
}

/* Two documents that differ in one symbol, followed by very many others or deeply
 * nested. */
static void expect_to_learn_a_difference (const char *begin, const char *end, unsigned method)
{
  page p = { 0 };
  page_print (&p, "%%format chars\n%%pair ( )\n");
  for (int i = 0; i < 2; i++) {
    page_print (&p, i ? "- " : "+ ");
    add_many (&p, begin, depth () / 4);
    page_print (&p, i ? "b" : "a");
    add_many (&p, end, depth () / 4);
    page_print (&p, "\n");
  }
  papni_samples *samples = test_read (p.bytes);
  free (p.bytes);
  for (unsigned modules = MODULES_CALL; modules <= MODULES_ONE; modules++) {
    settings options = test_settings (PAPNI_SEVPA);
    options.method = method;
    options.modules = modules;
    papni_model *model = test_learn (samples, options, NULL);
    expect_labels (samples, model);
    papni_model_free (model);
  }
  test_drop (samples);
}

static void learns_the_innermost_symbol (void **state)
{
  (void) state;
  expect_to_learn_a_difference ("(", ")", METHOD_EDSM);
  expect_to_learn_a_difference ("(", ")", METHOD_RPNI);
}

static void learns_a_symbol_in_a_long_word (void **state)
{
  (void) state;
  expect_to_learn_a_difference ("", "c", METHOD_EDSM);
  expect_to_learn_a_difference ("", "()", METHOD_RPNI);
}

static void encodes (void **state)
{
  (void) state;
  papni_samples *samples = deep_samples ();
  papni_error error;
  papni_encoder *encoder = papni_encoder_new (papni_samples_alphabet (samples), &error);
  static const papni_mismatch expected[] = { PAPNI_MISMATCH_NONE, PAPNI_MISMATCH_OPEN_CALLS, PAPNI_MISMATCH_NO_CALL };
  const size_t at[] = { 2 * depth (), depth () - 1, 2 * depth () };
  papni_cursor cursor = { 0 };
  for (size_t i = 0; i < COUNT (expected); i++) {
    papni_word word;
    papni_encoding encoding;
    assert_true (papni_samples_next (samples, &cursor, &word));
    expect_ok (papni_encode (encoder, word.symbols, word.length, &encoding, &error), &error);
    assert_int_equal (encoding.mismatch, expected[i]);
    assert_int_equal (encoding.at, at[i]);
  }
  papni_encoder_free (encoder);
  test_drop (samples);
}

/* A word of ten million symbols, in each format that can hold it. */
static void expect_long_word (const char *begin, const char *piece, const char *end, papni_reading reading)
{
  const size_t length = 10000000;
  page p = { 0 };
  page_print (&p, "%s", begin);
  add_many (&p, piece, length);
  page_print (&p, "%s", end);
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *samples = papni_samples_new (alphabet, &error);
  expect_ok (papni_samples_read (samples, p.bytes, p.size, "long", &reading, &error), &error);
  papni_cursor cursor = { 0 };
  papni_word word;
  assert_true (papni_samples_next (samples, &cursor, &word));
  assert_int_equal (word.length, length);
  assert_int_equal (word.symbols[0], word.symbols[length - 1]);
  assert_int_equal (papni_alphabet_size (alphabet), 1);
  assert_false (papni_samples_next (samples, &cursor, &word));
  test_drop (samples);
  free (p.bytes);
}

static void long_words (void **state)
{
  (void) state;
  if (test_is_small ())
    skip ();
  expect_long_word ("+", " a", "\n", (papni_reading){ .format = PAPNI_FORMAT_AUTO });
  expect_long_word ("+", " ab", "", (papni_reading){ .format = PAPNI_FORMAT_TOKENS });
  expect_long_word ("- ", "a", "\r\n", (papni_reading){ .format = PAPNI_FORMAT_CHARS });
  expect_long_word ("- ", "\xc3\xa9", "\r\n", (papni_reading){ .format = PAPNI_FORMAT_CHARS });
  expect_long_word ("1 1\n0 10000000", " a", "\n", (papni_reading){ .format = PAPNI_FORMAT_AUTO });
  expect_long_word ("word,label\n\"", "a", "\",+\n", (papni_reading){ .format = PAPNI_FORMAT_CSV, .chars = true });
  expect_long_word ("{\"label\": true, \"text\": \"", "a", "\"}\n", (papni_reading){ .format = PAPNI_FORMAT_JSONL });
  expect_long_word ("", "a ", "\n", (papni_reading){ .format = PAPNI_FORMAT_TOKENS, .unlabelled = true });
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (learns_runs_and_round_trips),
    cmocka_unit_test (learns_without_a_stack),
    cmocka_unit_test (learns_the_innermost_symbol),
    cmocka_unit_test (learns_a_symbol_in_a_long_word),
    cmocka_unit_test (encodes),
    cmocka_unit_test (long_words),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
