/* bits.c - tables of bits. */
#include "base/bits.h"

#include "oracle/support.h"

static void words (void **state)
{
  (void) state;
  random_source source = { 3 };
  for (size_t i = 0; i < 1000; i++) {
    uint64_t word = 0;
    unsigned count = 0, lowest = 64;
    for (unsigned k = 0; k < 64; k++)
      if (i < 64 ? k == i : random_below (&source, 1 + i % 7) == 0) {
        word |= (uint64_t) 1 << k;
        count++;
        lowest = k < lowest ? k : lowest;
      }
    assert_int_equal (bits_count (word), count);
    assert_true (!word || bits_lowest (word) == lowest);
  }
  assert_int_equal (bits_count (0), 0);
  assert_int_equal (bits_count (UINT64_MAX), 64);
}

static void tables (void **state)
{
  (void) state;
  const allocator a = allocator_or_libc (NULL);
  bit_table t;
  assert_true (bits_init (&a, &t, 3, 130));
  assert_int_equal (t.words, 3);
  bits_set (&t, 1, 0);
  bits_set (&t, 1, 129);
  bits_set (&t, 2, 64);
  assert_true (bits_row (&t, 1)[0] == 1 && bits_row (&t, 1)[1] == 0 && bits_row (&t, 1)[2] == 2);
  assert_true (bits_row (&t, 2)[1] == 1 && bits_row (&t, 0)[2] == 0);
  bits_release (&a, &t);
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (words), cmocka_unit_test (tables) };
  return cmocka_run_group_tests_name ("bits", tests, NULL, NULL);
}
