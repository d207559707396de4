/* heap.c - the heap, compared with an array that is searched linearly. */
#include "base/heap.h" /* before cmocka, which has a macro `fail` */

#include "oracle/support.h"

enum
{
  ITEMS = 40,
  KEYS = 20 /* few, so that many are equal */
};

static const heap_entry none = { UINT64_MAX, UINT32_MAX, UINT32_MAX };

static bool is_less (heap_entry x, heap_entry y)
{
  if (x.key == y.key && x.second != y.second)
    return x.second < y.second;
  return x.key < y.key || (x.key == y.key && x.item < y.item);
}

static void expect_first (const heap *h, const heap_entry *plain, size_t count, size_t *at)
{
  heap_entry least = none;
  for (size_t i = 0; i < count; i++)
    if (plain[i].item != none.item && is_less (plain[i], least)) {
      least = plain[i];
      *at = i;
    }
  assert_int_equal (h->count > 0, least.item != none.item);
  if (h->count) {
    assert_int_equal (h->entries[0].key, least.key);
    assert_int_equal (h->entries[0].item, least.item);
  }
}

static void pushed_items_come_in_order (void **state)
{
  (void) state;
  const allocator memory = allocator_or_libc (NULL);
  random_source source = { 1 };
  for (size_t i = 0; i < test_count (500); i++) {
    heap h = { 0 };
    heap_entry plain[200];
    size_t count = 0, at = 0;
    for (size_t step = 0; step < 200; step++) {
      if (random_below (&source, 3) || !h.count) {
        const heap_entry next = { random_below (&source, KEYS), 0, (uint32_t) random_below (&source, ITEMS) };
        assert_true (heap_push (&memory, &h, next.key, next.item));
        plain[count++] = next;
      } else {
        expect_first (&h, plain, count, &at);
        const heap_entry popped = heap_pop (&h);
        assert_int_equal (popped.key, plain[at].key);
        assert_int_equal (popped.item, plain[at].item);
        plain[at] = none;
      }
      expect_first (&h, plain, count, &at);
    }
    heap_release (&memory, &h);
  }
}

/* plain[item] holds the key of an item that is there. */
static void set_items_are_there_once (void **state)
{
  (void) state;
  const allocator memory = allocator_or_libc (NULL);
  random_source source = { 2 };
  for (size_t i = 0; i < test_count (500); i++) {
    heap h = { 0 };
    heap_entry plain[ITEMS];
    size_t at = 0, there = 0;
    for (size_t k = 0; k < ITEMS; k++)
      plain[k] = none;
    for (size_t step = 0; step < 200; step++) {
      const uint32_t item = (uint32_t) random_below (&source, ITEMS);
      const uint64_t key = random_below (&source, KEYS);
      const uint32_t second = (uint32_t) random_below (&source, 3);
      switch (random_below (&source, 4)) {
      case 0:
        heap_remove (&h, item);
        there -= plain[item].item == item;
        plain[item] = none;
        break;
      case 1:
        if (h.count) {
          plain[heap_pop (&h).item] = none;
          there--;
        }
        break;
      default:
        assert_true (heap_set (&memory, &h, (heap_entry){ key, second, item }));
        there += plain[item].item != item;
        plain[item] = (heap_entry){ key, second, item };
      }
      assert_int_equal (h.count, there);
      expect_first (&h, plain, ITEMS, &at);
    }
    heap_release (&memory, &h);
  }
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (pushed_items_come_in_order),
                                      cmocka_unit_test (set_items_are_there_once) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
