/* rows.h - compressed rows: the items of row q are at first[q] to first[q + 1] - 1.
 *
 *     for each item:  rows_count (&r, its row);
 *     rows_begin (&r);
 *     for each item:  items[rows_place (&r, its row)] = it;
 *
 * Within a row, items keep the order of the last loop. If they are already sorted by
 * row, rows_sorted replaces both rows_begin and that loop. */
#ifndef BASE_ROWS_H
#define BASE_ROWS_H

#include "base/base.h"

#include <string.h>

typedef struct rows
{
  size_t *first; /* count + 2; the last two are the end of all items */
  size_t count;
} rows;

/* False if out of memory. */
static inline bool rows_init (const allocator *a, rows *r, size_t count)
{
  *r = (rows){ allocate_zeroed (a, count + 2, sizeof *r->first), count };
  return r->first;
}

static inline void rows_release (const allocator *a, rows *r)
{
  release (a, r->first, r->count + 2, sizeof *r->first);
}

static inline void rows_count (rows *r, size_t row)
{
  r->first[row + 2]++;
}

/* Until all items are placed, first[q + 1] is the position of the next item of row q. */
static inline void rows_begin (rows *r)
{
  for (size_t q = 0; q < r->count; q++)
    r->first[q + 2] += r->first[q + 1];
}

static inline size_t rows_place (rows *r, size_t row)
{
  return r->first[row + 1]++;
}

static inline void rows_sorted (rows *r)
{
  rows_begin (r);
  memmove (r->first, r->first + 1, (r->count + 1) * sizeof *r->first);
}

#endif
