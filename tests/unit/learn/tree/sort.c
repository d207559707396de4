/* sort.c - sorted words, compared with insertion sort, for groups that are small and
 * large, shallow and deep, equal and different; and what sorting measures. */
#include "learn/tree/sort.h" /* before cmocka, which has a macro `fail` */

#include "oracle/support.h"

#include <stdlib.h>

typedef struct words
{
  symbol *flat;
  uint64_t *offsets;
  size_t count, used, letters, longest;
  symbol rank[0x10000];
} words;

/* Words over `letters` symbols whose ranks run against their numbers; many share a
 * long prefix. */
static words *make (random_source *source, size_t count, size_t letters, size_t longest)
{
  words *w = twin_allocate (1, sizeof *w);
  w->flat = twin_allocate (count * (longest + 1), sizeof *w->flat);
  w->offsets = twin_allocate (count, sizeof *w->offsets);
  w->count = count;
  for (size_t i = 0; i < letters; i++)
    w->rank[i] = (symbol) (letters - i);
  size_t used = 0;
  for (size_t i = 0; i < count; i++) {
    const size_t length = random_below (source, longest + 1), alike = random_below (source, longest + 1);
    w->longest = length > w->longest ? length : w->longest;
    w->offsets[i] = used;
    for (size_t k = 0; k < length; k++)
      w->flat[used++] = (symbol) (k < alike ? k % letters : random_below (source, letters));
    w->flat[used++] = (symbol) (END + random_below (source, 3));
  }
  w->used = used;
  w->letters = letters;
  return w;
}

static int compare_words (const words *w, uint64_t x, uint64_t y)
{
  for (size_t i = 0;; i++) {
    const symbol a = w->rank[w->flat[x + i]], b = w->rank[w->flat[y + i]];
    if (a != b || !a)
      return (a > b) - (a < b);
  }
}

/* Compares what sorting says about a word with the word, and forgets it. */
static void check_measures (const words *w, size_t i)
{
  const uint64_t entry = w->offsets[i];
  const symbol *word = w->flat + (entry & SORTED_OFFSET);
  size_t length = 0, shared = 0;
  while (!is_end (word[length]))
    length++;
  for (const symbol *before = i ? w->flat + w->offsets[i - 1] : NULL; before && shared < length; shared++)
    if (before[shared] != word[shared])
      break;
  assert_int_equal (sorted_length (entry), length);
  assert_int_equal (sorted_shared (entry), shared);
  w->offsets[i] = entry & SORTED_OFFSET;
}

/* Returns whether the words were measured. */
static bool check (words *w, unsigned threads)
{
  bool measured;
  const allocator memory = allocator_or_libc (NULL);
  uint64_t sum = 0, sum_after = 0;
  papni_error error;
  for (size_t i = 0; i < w->count; i++)
    sum += w->offsets[i] * w->offsets[i];
  const unsorted all = { w->offsets, w->count, w->flat, w->used, w->rank, w->letters, w->longest };
  workers *several = workers_new (&memory, threads, &error);
  assert_non_null (several);
  expect_ok (sort_words (&all, several, &memory, &measured, &error), &error);
  workers_free (several);
  for (size_t i = 0; i < w->count; i++) {
    if (measured)
      check_measures (w, i);
    sum_after += w->offsets[i] * w->offsets[i];
    if (i)
      assert_true (compare_words (w, w->offsets[i - 1], w->offsets[i]) <= 0);
  }
  assert_true (sum == sum_after);
  free (w->flat);
  free (w->offsets);
  free (w);
  return measured;
}

static void any_sample_is_sorted (void **state)
{
  (void) state;
  random_source source = { 7 };
  static const size_t counts[] = { 0, 1, 2, 31, 32, 33, 300, 5000 }, letters[] = { 1, 2, 7, 8, 300, 60000 };
  static const size_t longest[] = { 0, 1, 5, 20, 40 };
  size_t measured = 0, others = 0;
  for (size_t c = 0; c < COUNT (counts); c++)
    for (size_t k = 0; k < COUNT (letters); k++)
      for (size_t l = 0; l < COUNT (longest); l++) {
        words *w = make (&source, test_count (counts[c] * 20) / 20, letters[k], longest[l]);
        if (check (w, (unsigned) (1 + l % 3)))
          measured++;
        else
          others++;
      }
  assert_true (measured && others);
}

/* Too many to be sorted by their last digits first. */
static void many_short_words_are_sorted (void **state)
{
  (void) state;
  random_source source = { 8 };
  static const size_t letters[] = { 1, 2, 7 }, longest[] = { 1, 5, 12 };
  for (size_t k = 0; k < COUNT (letters); k++)
    for (size_t l = 0; l < COUNT (longest); l++)
      assert_true (check (make (&source, 70000, letters[k], longest[l]), (unsigned) (1 + l)));
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (any_sample_is_sorted),
                                      cmocka_unit_test (many_short_words_are_sorted) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
