/* heap.c - a binary heap in an array. The heap knows the positions of the items that
 * were set. */
#include "base/heap.h"

static bool comes_before (heap_entry x, heap_entry y)
{
  if (x.key != y.key)
    return x.key < y.key;
  return x.second != y.second ? x.second < y.second : x.item < y.item;
}

static void heap_put (heap *h, size_t i, heap_entry entry)
{
  h->entries[i] = entry;
  if (h->places)
    h->places[entry.item] = (uint32_t) (i + 1);
}

/* Moves an entry up or down from the free position i to where it belongs. */
static void heap_sift (heap *h, size_t i, heap_entry entry)
{
  for (; i && comes_before (entry, h->entries[(i - 1) / 2]); i = (i - 1) / 2)
    heap_put (h, i, h->entries[(i - 1) / 2]);
  for (size_t below; (below = 2 * i + 1) < h->count; i = below) {
    below += below + 1 < h->count && comes_before (h->entries[below + 1], h->entries[below]);
    if (!comes_before (h->entries[below], entry))
      break;
    heap_put (h, i, h->entries[below]);
  }
  heap_put (h, i, entry);
}

static void heap_take_out (heap *h, size_t i)
{
  const heap_entry last = h->entries[--h->count];
  if (h->places)
    h->places[h->entries[i].item] = 0;
  if (i < h->count)
    heap_sift (h, i, last);
}

void heap_release (const allocator *a, heap *h)
{
  release (a, h->entries, h->capacity, sizeof *h->entries);
  release (a, h->places, h->place_capacity, sizeof *h->places);
  *h = (heap){ 0 };
}

static bool heap_add (const allocator *a, heap *h, heap_entry entry)
{
  if (!reserve (a, &h->entries, &h->capacity, h->count + 1, sizeof *h->entries))
    return false;
  h->count++;
  heap_sift (h, h->count - 1, entry);
  return true;
}

bool heap_push (const allocator *a, heap *h, uint64_t key, uint32_t item)
{
  return heap_add (a, h, (heap_entry){ key, 0, item });
}

bool heap_set (const allocator *a, heap *h, heap_entry entry)
{
  const uint32_t item = entry.item;
  const size_t known = h->place_capacity;
  if (!reserve (a, &h->places, &h->place_capacity, (size_t) item + 1, sizeof *h->places))
    return false;
  for (size_t i = known; i < h->place_capacity; i++)
    h->places[i] = 0;
  if (!h->places[item])
    return heap_add (a, h, entry);
  heap_sift (h, h->places[item] - 1, entry);
  return true;
}

heap_entry heap_pop (heap *h)
{
  const heap_entry first = h->entries[0];
  heap_take_out (h, 0);
  return first;
}

void heap_remove (heap *h, uint32_t item)
{
  if (item < h->place_capacity && h->places[item])
    heap_take_out (h, h->places[item] - 1);
}
