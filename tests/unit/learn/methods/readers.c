/* readers.c - the readers of keys, against a table of booleans. */
#include "learn/methods/readers.h"

#include "oracle/support.h"

#include <string.h>

enum
{
  MOST_KEYS = 50,
  MOST_BLUES = 1000
};

static bool reads[MOST_KEYS][MOST_BLUES]; /* the twin */

static void add (const allocator *a, readers *r, uint32_t key, uint32_t blue)
{
  assert_true (readers_add (a, r, key, blue));
  reads[key][blue] = true;
}

/* Takes some keys, and compares what is found. */
static void take (readers *r, random_source *source, size_t keys)
{
  uint32_t taken[MOST_KEYS];
  bool expected[MOST_BLUES] = { false };
  size_t count = 0;
  for (uint32_t key = 0; key < keys; key++)
    if (random_below (source, 4) == 0) {
      taken[count++] = key;
      for (size_t i = 0; i < MOST_BLUES; i++)
        expected[i] |= reads[key][i];
      memset (reads[key], 0, sizeof reads[key]);
    }
  readers_take (r, taken, count);
  uint32_t next = 0;
  for (uint32_t i = 0; i < MOST_BLUES; i++)
    if (expected[i]) {
      assert_int_equal (readers_next (r, next), i);
      next = i + 1;
    }
  assert_int_equal (readers_next (r, next), READERS_END);
}

/* Lists and rows, while keys and blue states are added. */
static void random_readers (void **state)
{
  (void) state;
  const allocator a = allocator_or_libc (NULL);
  for (uint64_t seed = 1; seed <= 100; seed++) {
    random_source source = { seed };
    readers r = { 0 };
    size_t keys = 1 + random_below (&source, MOST_KEYS), blues = 1 + random_below (&source, MOST_BLUES / 2);
    memset (reads, 0, sizeof reads);
    for (unsigned round = 0; round < 20; round++) {
      keys += random_below (&source, MOST_KEYS + 1 - keys);
      blues += round % 5 ? 0 : random_below (&source, MOST_BLUES + 1 - blues);
      assert_true (readers_extend (&a, &r, keys, blues));
      const size_t busy = 1 + random_below (&source, keys);
      for (size_t i = random_below (&source, 3000); i > 0; i--)
        add (&a, &r, (uint32_t) random_below (&source, i % 10 ? busy : keys), (uint32_t) random_below (&source, blues));
      take (&r, &source, keys);
    }
    readers_release (&a, &r);
  }
}

/* However many readers a key has and however often they are added, it takes no more room than a list
 * and a row of one bit for each blue state. */
static void room (void **state)
{
  (void) state;
  const allocator a = allocator_or_libc (NULL);
  readers r = { 0 };
  memset (reads, 0, sizeof reads);
  assert_true (readers_extend (&a, &r, 1, MOST_BLUES));
  for (unsigned round = 0; round < 100; round++)
    for (uint32_t blue = 0; blue < MOST_BLUES; blue++)
      add (&a, &r, 0, blue);
  assert_true (r.count <= 1 + MOST_BLUES / 64 && r.row_count == 2);
  readers_release (&a, &r);
}

/* A tree of one state: no blue states, and nothing that they could depend on. */
static void no_blue_states (void **state)
{
  (void) state;
  const allocator a = allocator_or_libc (NULL);
  readers r = { 0 };
  assert_true (readers_extend (&a, &r, 1, 0));
  readers_take (&r, (const uint32_t[]){ 0 }, 1);
  assert_int_equal (readers_next (&r, 0), READERS_END);
  readers_release (&a, &r);
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (random_readers), cmocka_unit_test (room),
                                      cmocka_unit_test (no_blue_states) };
  return cmocka_run_group_tests_name ("readers", tests, NULL, NULL);
}
