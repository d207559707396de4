/* hash.c - names that were chosen for their hashes. */
#include "base/base.h"
#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

enum
{
  NAMES = 1000
};

/* Names of 16 bytes that have the same hash_bytes, although all are different. */
static void choose (char names[NAMES][16])
{
  for (uint64_t i = 0; i < NAMES; i++) {
    const uint64_t first = 0x6161616161616161u + i, second = mix (16 ^ first) ^ 0x5bd1e995u;
    memcpy (names[i], &first, 8);
    memcpy (names[i] + 8, &second, 8);
  }
}

/* How many of the names have a hash whose low bits occurred before? */
static size_t collisions (char names[NAMES][16], hash_key key, bool keyed)
{
  enum
  {
    SLOTS = 1 << 16
  };
  bool *seen = twin_allocate (SLOTS, sizeof *seen);
  size_t count = 0;
  memset (seen, 0, SLOTS * sizeof *seen);
  for (size_t i = 0; i < NAMES; i++) {
    const uint64_t hash = keyed ? hash_keyed (key, names[i], 16) : hash_bytes (names[i], 16);
    count += seen[hash % SLOTS];
    seen[hash % SLOTS] = true;
  }
  free (seen);
  return count;
}

static void chosen_names_do_not_collide (void **state)
{
  (void) state;
  static char names[NAMES][16];
  choose (names);
  assert_int_equal (collisions (names, (hash_key){ 0 }, false), NAMES - 1);
  for (uint64_t i = 0; i < 100; i++)
    assert_true (collisions (names, (hash_key){ mix (i + 1), mix (mix (i + 1)) | 1 }, true) < 50);
}

/* Neither do names that differ in one bit, or in their length. */
static void similar_names_do_not_collide (void **state)
{
  (void) state;
  const hash_key key = hash_key_new (state);
  const char zeros[65] = { 0 };
  for (size_t length = 0; length <= 64; length++)
    for (size_t bit = 0; bit < 8 * length; bit++) {
      char name[65] = { 0 };
      name[bit / 8] = (char) (1 << bit % 8);
      assert_int_not_equal (hash_keyed (key, name, length), hash_keyed (key, zeros, length));
      assert_int_equal (hash_keyed (key, name, length), hash_keyed (key, name, length));
      assert_int_not_equal (hash_keyed (key, zeros, length), hash_keyed (key, zeros, length - 1));
    }
}

/* Hashes of symbols are the same on every machine: these are from one with the low byte first. */
static void symbols_are_hashed_by_value (void **state)
{
  (void) state;
  const symbol symbols[] = { 1, 2, 0x1234, 65000, 5, 6, 7 };
  static const uint64_t expected[] = { 0x0u,
                                       0xdaa66d2aa8ec1d5cu,
                                       0xa885f3420dc95cau,
                                       0x76e9f7c327f58c2bu,
                                       0xb26833a740228b25u,
                                       0x51e71757a3b014a0u,
                                       0x4c8ffc54cf574bfu,
                                       0xeff0b014ca929b39u };
  for (size_t length = 0; length <= COUNT (symbols); length++)
    if (hash_symbols (symbols, length) != expected[length])
      fail_msg ("%zu symbols: 0x%llxu", length, (unsigned long long) hash_symbols (symbols, length));
}

static void keys_differ (void **state)
{
  (void) state;
  char one = 0, other = 0;
  const hash_key x = hash_key_new (&one), y = hash_key_new (&other);
  assert_true (x.begin != y.begin && x.factor != y.factor);
  assert_true (x.factor % 2 && y.factor % 2);
}

int main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (chosen_names_do_not_collide),
    cmocka_unit_test (similar_names_do_not_collide),
    cmocka_unit_test (symbols_are_hashed_by_value),
    cmocka_unit_test (keys_differ),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
