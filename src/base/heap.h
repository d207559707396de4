/* heap.h - a priority queue: the item with the least key comes first.
 *
 * A binary heap of items with keys; of two items with the same key the smaller one comes
 * first. An item that is pushed may be in the heap several times, with other keys. An
 * item that is set is there once: setting it again changes its key. A heap is used in
 * one of these two ways. All zeros is an empty heap. */
#ifndef BASE_HEAP_H
#define BASE_HEAP_H

#include "base/base.h"

typedef struct heap_entry
{
  uint64_t key;
  uint32_t item;
} heap_entry;

typedef struct heap
{
  heap_entry *entries; /* entry i is not above entries 2i + 1 and 2i + 2 */
  size_t count, capacity;
  uint32_t *places; /* of items that were set, from 1; 0: not in the heap */
  size_t place_capacity;
} heap;

void heap_release (const allocator *a, heap *h);

/* False for no memory. */
bool heap_push (const allocator *a, heap *h, uint64_t key, uint32_t item);
bool heap_set (const allocator *a, heap *h, uint64_t key, uint32_t item);

/* Takes the first entry out; there must be one. */
heap_entry heap_pop (heap *h);

/* Takes out an item that was set; one that is not there is a no-op. */
void heap_remove (heap *h, uint32_t item);

#endif
