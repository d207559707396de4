/* readers.h - which blue states depend on which keys: the readers of a key.
 *
 * In a small tree, a key has nearly all blue states as readers; most keys of many terms
 * have few. So the readers of a key are a list, until a row of bits takes less room. */
#ifndef LEARN_METHODS_READERS_H
#define LEARN_METHODS_READERS_H

#include "base/list.h"

/* A reader of a key, and the next one, or 0. */
typedef struct reading
{
  uint32_t blue, next;
  uint32_t length; /* of the list from here on; a reader may be in it twice */
} reading;

/* All zeros is empty. */
typedef struct readers
{
  list first; /* by key: the first of its list, IN_ROW + a row, or 0 */
  reading *readings;
  size_t count, capacity;
  uint32_t free_reading;          /* or 0 */
  uint64_t *rows;                 /* row 0: the readers found last */
  size_t width;                   /* of a row, in words */
  size_t row_count, row_capacity; /* the capacity in words */
  uint32_t free_row;              /* or 0 */
} readers;

/* Makes room for this many keys and blue states. False if out of memory. */
bool readers_extend (const allocator *a, readers *r, size_t keys, size_t blues);
void readers_release (const allocator *a, readers *r);

/* False if out of memory. */
bool readers_add (const allocator *a, readers *r, uint32_t key, uint32_t blue);

/* Finds the readers of some keys, which have none afterwards. */
void readers_take (readers *r, const uint32_t *keys, size_t count);

/* The first blue state that was found, from `blue` on, or READERS_END. */
uint32_t readers_next (const readers *r, uint32_t blue);

#define READERS_END UINT32_MAX

#endif
