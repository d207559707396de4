/* contradictions.c - words with two labels: each is found once, in order; compared with
 * a search through all pairs. */
#include "oracle/support.h"

enum
{
  MOST = 64
};

static bool same (const papni_word *x, const papni_word *y)
{
  bool equal = x->length == y->length;
  for (size_t i = 0; equal && i < x->length; i++)
    equal = x->symbols[i] == y->symbols[i];
  return equal;
}

static bool is_matched (const papni_alphabet *alphabet, const papni_word *word)
{
  size_t depth = 0;
  for (size_t i = 0; i < word->length; i++) {
    const papni_kind kind = papni_alphabet_kind (alphabet, word->symbols[i]);
    if (kind == PAPNI_RETURN && !depth--)
      return false;
    depth += kind == PAPNI_CALL;
  }
  return !depth;
}

/* The words in the order of the sample; returns how many there are. */
static size_t list_words (const papni_samples *samples, papni_word *words)
{
  papni_cursor cursor = { 0, 0, 0 };
  size_t count = 0;
  while (count < MOST && papni_samples_next (samples, &cursor, &words[count]))
    count++;
  return count;
}

/* Is word i the first whose label differs from that of the first of its equals? */
static bool contradicts (const papni_word *words, size_t i, size_t *first)
{
  for (*first = 0; !words[*first].label || !same (&words[*first], &words[i]);)
    ++*first;
  for (size_t j = *first; j < i; j++)
    if (words[j].label && words[j].label != words[*first].label && same (&words[j], &words[i]))
      return false;
  return words[i].label != words[*first].label;
}

static void agree (papni_samples *samples, bool well_matched)
{
  papni_error error;
  papni_word words[MOST];
  papni_contradiction found[MOST];
  const size_t size = list_words (samples, words);
  size_t count, expected = 0;
  expect_ok (papni_samples_contradictions (samples, well_matched, found, MOST, &count, &error), &error);
  for (size_t i = 0; i < size; i++) {
    size_t first = 0;
    if (!words[i].label || (well_matched && !is_matched (papni_samples_alphabet (samples), &words[i])))
      continue;
    if (!contradicts (words, i, &first))
      continue;
    assert_true (expected < count);
    assert_ptr_equal (found[expected].first.symbols, words[first].symbols);
    assert_ptr_equal (found[expected].second.symbols, words[i].symbols);
    assert_int_equal (found[expected].second.line, words[i].line);
    expected++;
  }
  assert_int_equal (count, expected);
}

static void all_pairs (void **state)
{
  (void) state;
  static const char *const symbols[] = { "a", "(", ")" };
  papni_error error;
  random_source source = { 1 };
  for (size_t round = 0; round < test_count (2000); round++) {
    papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
    assert_non_null (alphabet);
    expect_ok (papni_alphabet_pair (alphabet, "(", ")", &error), &error);
    papni_samples *samples = papni_samples_new (alphabet, &error);
    assert_non_null (samples);
    for (size_t i = random_below (&source, MOST); i > 0; i--) {
      const char *word[4];
      const size_t length = random_below (&source, 4);
      for (size_t j = 0; j < length; j++)
        word[j] = symbols[random_below (&source, 3)];
      expect_ok (papni_samples_add (samples, word, length, (papni_label) (random_below (&source, 3)), &error), &error);
    }
    agree (samples, false);
    agree (samples, true);
    test_drop (samples);
  }
}

static void as_many_as_there_is_room_for (void **state)
{
  (void) state;
  papni_error error;
  papni_contradiction found = { 0 };
  size_t count;
  papni_samples *samples = test_read ("+ a\n- b\n- a\n+ a\n+ b\n");
  expect_ok (papni_samples_contradictions (samples, false, &found, 1, &count, &error), &error);
  assert_int_equal (count, 2);
  assert_int_equal (found.first.line, 1);
  assert_int_equal (found.second.line, 3);
  test_drop (samples);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (all_pairs),
    cmocka_unit_test (as_many_as_there_is_room_for),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
