/* encode.c - Algorithms 1 and 2: what each return pops, and where a word breaks the
 * match. */
#include "oracle/support.h"

#include <stdlib.h>

/* ( and [ are calls; ) pops only (, ] pops only [, > pops anything; a is internal. */
static papni_alphabet *brackets (void)
{
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  assert_non_null (alphabet);
  expect_ok (papni_alphabet_pair (alphabet, "(", ")", &error), &error);
  expect_ok (papni_alphabet_pair (alphabet, "[", "]", &error), &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_RETURN, ">", &error), &error);
  expect_ok (papni_alphabet_declare (alphabet, PAPNI_INTERNAL, "a", &error), &error);
  return alphabet;
}

/* A symbol is a character; '-' stands for none. */
static papni_symbol symbol_of (const papni_alphabet *alphabet, char c)
{
  return c == '-' ? PAPNI_NO_SYMBOL : papni_alphabet_find (alphabet, &c, 1);
}

static void each_mismatch (void **state)
{
  (void) state;
  static const struct
  {
    const char *word;
    papni_mismatch mismatch;
    size_t at;
    char open;
    const char *popped;
  } cases[] = {
    { "", PAPNI_MISMATCH_NONE, 0, '-', "" },
    { "a", PAPNI_MISMATCH_NONE, 1, '-', "-" },
    { "aa", PAPNI_MISMATCH_NONE, 2, '-', "--" },
    { "()", PAPNI_MISMATCH_NONE, 2, '-', "-(" },
    { "([a]>)", PAPNI_MISMATCH_NO_CALL, 5, '-', "---[(" },
    { "(([a]>)", PAPNI_MISMATCH_NONE, 7, '-', "----[((" },
    { "[>(>", PAPNI_MISMATCH_NONE, 4, '-', "-[-(" },
    { ")", PAPNI_MISMATCH_NO_CALL, 0, '-', "" },
    { ">", PAPNI_MISMATCH_NO_CALL, 0, '-', "" },
    { "a()a)(", PAPNI_MISMATCH_NO_CALL, 4, '-', "--(-" },
    { "(]", PAPNI_MISMATCH_WRONG_CALL, 1, '(', "-" },
    { "([)]", PAPNI_MISMATCH_WRONG_CALL, 2, '[', "--" },
    { "(", PAPNI_MISMATCH_OPEN_CALLS, 0, '(', "-" },
    { "([]a", PAPNI_MISMATCH_OPEN_CALLS, 0, '(', "-" },
    { "([a(>a", PAPNI_MISMATCH_OPEN_CALLS, 1, '[', "-" },
  };
  papni_alphabet *alphabet = brackets ();
  papni_error error;
  papni_encoder *encoder = papni_encoder_new (alphabet, &error);
  assert_non_null (encoder);
  for (size_t i = 0; i < COUNT (cases); i++) {
    papni_symbol word[16];
    size_t length = 0;
    for (; cases[i].word[length]; length++)
      word[length] = symbol_of (alphabet, cases[i].word[length]);
    papni_encoding encoding;
    expect_ok (papni_encode (encoder, word, length, &encoding, &error), &error);
    assert_int_equal (encoding.mismatch, cases[i].mismatch);
    assert_int_equal (encoding.at, cases[i].at);
    assert_int_equal (encoding.open, symbol_of (alphabet, cases[i].open));
    for (size_t k = 0; cases[i].popped[k] && k < encoding.at; k++)
      assert_int_equal (encoding.popped[k], symbol_of (alphabet, cases[i].popped[k]));
  }
  papni_encoder_free (encoder);
  papni_encoder_free (NULL);
  papni_alphabet_free (alphabet);
}

static void expect_twin (const twin_alphabet *twin, const papni_alphabet *alphabet, papni_encoder *encoder,
                         const int *word, size_t length)
{
  papni_error error;
  papni_symbol *symbols = twin_allocate (length, sizeof *symbols);
  int *popped = twin_allocate (length, sizeof *popped), open;
  for (size_t i = 0; i < length; i++)
    symbols[i] = test_symbol (alphabet, twin->names[word[i]]);
  size_t at;
  papni_mismatch mismatch = twin_encode (twin, word, length, popped, &at, &open);
  papni_encoding encoding;
  expect_ok (papni_encode (encoder, symbols, length, &encoding, &error), &error);
  assert_int_equal (encoding.mismatch, mismatch);
  assert_int_equal (encoding.at, at);
  assert_int_equal (encoding.open, open == TWIN_NONE ? PAPNI_NO_SYMBOL : test_symbol (alphabet, twin->names[open]));
  for (size_t i = 0; i < at; i++)
    assert_int_equal (encoding.popped[i],
                      popped[i] == TWIN_NONE ? PAPNI_NO_SYMBOL : test_symbol (alphabet, twin->names[popped[i]]));
  free (symbols);
  free (popped);
}

/* All words of random samples, with pairs and without, one encoder for all words of a sample. */
static void equals_twin (void **state)
{
  (void) state;
  for (size_t i = 0; i < test_count (3000); i++) {
    random_source source = { 100 + i };
    twin_sample *sample = random_sample (&source, i, 40, 1 + random_below (&source, 60));
    papni_error error;
    papni_samples *samples = test_samples (sample, NULL);
    const papni_alphabet *alphabet = papni_samples_alphabet (samples);
    papni_encoder *encoder = papni_encoder_new (alphabet, &error);
    assert_non_null (encoder);
    for (size_t w = 0; w < sample->count; w++)
      expect_twin (&sample->alphabet, alphabet, encoder, sample->words[w].symbols, sample->words[w].length);
    papni_encoder_free (encoder);
    test_drop (samples);
    random_sample_free (sample);
  }
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (each_mismatch),
    cmocka_unit_test (equals_twin),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
