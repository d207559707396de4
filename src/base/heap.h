/* heap.h - a priority queue: the item with the smallest key comes first.
 *
 * A binary heap of items with keys; ties go to the smaller second key, then to the
 * smaller item. A heap is used in one
 * of two ways. With heap_push, an item can be in the heap several times, with different
 * keys. With heap_set, an item is in the heap once, and setting it again changes its
 * key. All zeros is an empty heap. */
#ifndef BASE_HEAP_H
#define BASE_HEAP_H

#include "base/base.h"

typedef struct heap_entry
{
  uint64_t key;
  uint32_t second, item;
} heap_entry;

typedef struct heap
{
  heap_entry *entries; /* entry i is not greater than entries 2i + 1 and 2i + 2 */
  size_t count, capacity;
  uint32_t *places; /* of items that were set, from 1; 0: not in the heap */
  size_t place_capacity;
} heap;

void heap_release (const allocator *a, heap *h);

/* False if out of memory. */
bool heap_push (const allocator *a, heap *h, uint64_t key, uint32_t item);
bool heap_set (const allocator *a, heap *h, heap_entry entry);

/* Removes the first entry of a heap that is not empty. */
heap_entry heap_pop (heap *h);

/* Removes an item that was set; a no-op if it is not in the heap. */
void heap_remove (heap *h, uint32_t item);

#endif
