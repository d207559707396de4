/* encode_plain.c - words without a stack: where they begin, how they are labelled, and which
 * letters occur, against one symbol at a time. */
#include "oracle/support.h"

#include "data/encode.h"

#include <stdio.h>

/* A word of numbers of letters, which are declared. */
static void add_word (papni_samples *samples, const papni_symbol *word, size_t length, papni_label label)
{
  papni_error error;
  const char *names[20];
  for (size_t i = 0; i < length; i++)
    names[i] = papni_alphabet_name (papni_samples_alphabet (samples), word[i]);
  expect_ok (papni_samples_add (samples, names, length, label, &error), &error);
}

/* Words of up to 20 symbols; the higher a letter, the less often it occurs. */
static papni_samples *random_words (random_source *source, size_t letters)
{
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  assert_non_null (alphabet);
  for (size_t i = 0; i < letters; i++) {
    char name[16];
    snprintf (name, sizeof name, "s%zu", i);
    expect_ok (papni_alphabet_declare (alphabet, PAPNI_INTERNAL, name, &error), &error);
  }
  papni_samples *samples = papni_samples_new (alphabet, &error);
  assert_non_null (samples);
  for (size_t i = random_below (source, 50); i > 0; i--) {
    papni_symbol word[20];
    const size_t length = random_below (source, 21);
    for (size_t k = 0; k < length; k++)
      word[k] = (papni_symbol) random_below (source, 1 + random_below (source, letters));
    add_word (samples, word, length, (papni_label) random_below (source, 3));
  }
  return samples;
}

static void expect_words (const papni_samples *samples)
{
  papni_error error;
  papni_statistics statistics = { 0 };
  encoded words;
  expect_ok (encoded_init (&words, samples, false, &statistics, &error), &error);
  assert_int_equal (words.size, samples->size);
  assert_int_equal (statistics.words, samples->size);
  size_t at = 0, labels[3] = { 0 }, letters = 0;
  for (size_t i = 0; i < words.size; i++, at++) {
    assert_int_equal (words.offsets[i], at);
    while (!is_end (samples->flat[at]))
      at++;
    labels[samples->flat[at] - END]++;
  }
  assert_int_equal (statistics.positive, labels[PAPNI_ACCEPT]);
  assert_int_equal (statistics.negative, labels[PAPNI_REJECT]);
  for (size_t i = 0; i < samples->alphabet->size; i++) {
    size_t times = 0;
    for (size_t k = 0; k < samples->used; k++)
      times += samples->flat[k] == i;
    assert_int_equal (words.stack.plain[i] != PAPNI_NO_SYMBOL, times > 0);
    letters += times > 0;
  }
  assert_int_equal (words.stack.size, letters);
  encoded_release (&words);
}

static void equals_one_at_a_time (void **state)
{
  (void) state;
  for (size_t i = 0; i < test_count (2000); i++) {
    random_source source = { 700 + i };
    papni_samples *samples = random_words (&source, 1 + i % 9);
    expect_words (samples);
    test_drop (samples);
  }
}

/* Symbols of the highest numbers must not be taken for ends of words. */
static void many_letters (void **state)
{
  (void) state;
  random_source source = { 1 };
  papni_samples *samples = random_words (&source, 0x8100);
  papni_error error;
  for (size_t i = 0; i < 3 * 0x8100; i++)
    add_word (samples, (papni_symbol[]){ (papni_symbol) (i % 0x8100), 1, 2, 3, 4 }, 5, PAPNI_ACCEPT);
  papni_statistics statistics = { 0 };
  encoded words;
  expect_ok (encoded_init (&words, samples, false, &statistics, &error), &error);
  assert_int_equal (words.size, samples->size);
  assert_int_equal (words.stack.size, 0x8100);
  for (size_t i = 0; i < words.size; i++)
    assert_true (!words.offsets[i] || is_end (samples->flat[words.offsets[i] - 1]));
  encoded_release (&words);
  test_drop (samples);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (equals_one_at_a_time),
    cmocka_unit_test (many_letters),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
