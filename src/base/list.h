/* list.h - a growable array of numbers. All zeros is an empty list. */
#ifndef BASE_LIST_H
#define BASE_LIST_H

#include "base/base.h"

typedef struct list
{
  uint32_t *items;
  size_t count, capacity;
} list;

/* False if out of memory. */
static inline bool list_add (const allocator *a, list *l, uint32_t item)
{
  if (l->count == l->capacity && !reserve (a, &l->items, &l->capacity, l->count + 1, sizeof *l->items))
    return false;
  l->items[l->count++] = item;
  return true;
}

/* Copies into an empty list. */
static inline bool list_copy (const allocator *a, list *l, const list *from)
{
  if (!copy_items (a, &l->items, &l->capacity, from->items, from->count, sizeof *l->items))
    return false;
  l->count = from->count;
  return true;
}

static inline void list_release (const allocator *a, list *l)
{
  release (a, l->items, l->capacity, sizeof *l->items);
  *l = (list){ 0 };
}

#endif
