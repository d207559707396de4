/* readers.c - which blue states depend on which keys. */
#include "learn/methods/readers.h"

#include "base/bits.h"

#include <string.h>

#define IN_ROW 0x80000000u

enum
{
  READERS_AHEAD = 16 /* prefetch distance */
};

static uint64_t *row_of (const readers *r, uint32_t row)
{
  return &r->rows[row * r->width];
}

static void add_to_row (uint64_t *row, uint32_t blue)
{
  row[blue / 64] |= (uint64_t) 1 << blue % 64;
}

/* ---- room ---- */

/* Makes all rows wider, from the last to the first. */
static bool widen_rows (const allocator *a, readers *r, size_t width)
{
  const size_t old = r->width;
  if (!r->row_count)
    r->row_count = 1;
  if (!reserve (a, &r->rows, &r->row_capacity, r->row_count * width, sizeof *r->rows))
    return false;
  for (size_t row = r->row_count; row-- > 0;) {
    memmove (&r->rows[row * width], &r->rows[row * old], old * sizeof *r->rows);
    memset (&r->rows[row * width + old], 0, (width - old) * sizeof *r->rows);
  }
  r->width = width;
  return true;
}

bool readers_extend (const allocator *a, readers *r, size_t keys, size_t blues)
{
  const size_t width = blues / 64 + 1; /* row 0 is there even without blue states */
  while (r->first.count < keys)
    if (!list_add (a, &r->first, 0))
      return false;
  return width <= r->width || widen_rows (a, r, width > 2 * r->width ? width : 2 * r->width);
}

void readers_release (const allocator *a, readers *r)
{
  list_release (a, &r->first);
  release (a, r->readings, r->capacity, sizeof *r->readings);
  release (a, r->rows, r->row_capacity, sizeof *r->rows);
}

/* A free row, all zeros, or 0 if out of memory. */
static uint32_t new_row (const allocator *a, readers *r)
{
  uint32_t row = r->free_row;
  if (row)
    r->free_row = (uint32_t) *row_of (r, row);
  else if (r->row_count < IN_ROW
           && reserve (a, &r->rows, &r->row_capacity, (r->row_count + 1) * r->width, sizeof *r->rows))
    row = (uint32_t) r->row_count++;
  else
    return 0;
  memset (row_of (r, row), 0, r->width * sizeof *r->rows);
  return row;
}

/* A free reading, or 0 if out of memory. */
static uint32_t new_reading (const allocator *a, readers *r)
{
  const uint32_t at = r->free_reading;
  if (at) {
    r->free_reading = r->readings[at].next;
    return at;
  }
  if (!r->count)
    r->count = 1; /* 0 is the end of a list */
  if (r->count >= IN_ROW || !reserve (a, &r->readings, &r->capacity, r->count + 1, sizeof *r->readings))
    return 0;
  return (uint32_t) r->count++;
}

/* ---- readers ---- */

/* Moves a list into a row. */
static void empty_list (readers *r, uint32_t first, uint64_t *row)
{
  for (uint32_t at = first, next; at; at = next) {
    add_to_row (row, r->readings[at].blue);
    next = r->readings[at].next;
    r->readings[at].next = r->free_reading;
    r->free_reading = at;
  }
}

/* Moves a row into row 0. */
static void empty_row (readers *r, uint32_t row)
{
  uint64_t *from = row_of (r, row);
  for (size_t i = 0; i < r->width; i++)
    r->rows[i] |= from[i];
  *from = r->free_row;
  r->free_row = row;
}

bool readers_add (const allocator *a, readers *r, uint32_t key, uint32_t blue)
{
  uint32_t *first = &r->first.items[key];
  if (*first & IN_ROW) {
    add_to_row (row_of (r, *first & ~IN_ROW), blue);
    return true;
  }
  if (*first && r->readings[*first].blue == blue)
    return true;
  const uint32_t length = *first ? r->readings[*first].length + 1 : 1;
  if (length * sizeof *r->readings <= r->width * sizeof *r->rows) {
    const uint32_t at = new_reading (a, r);
    if (!at)
      return false;
    r->readings[at] = (reading){ blue, *first, length };
    *first = at;
    return true;
  }
  const uint32_t row = new_row (a, r);
  if (!row)
    return false;
  empty_list (r, *first, row_of (r, row));
  add_to_row (row_of (r, row), blue);
  *first = IN_ROW | row;
  return true;
}

void readers_take (readers *r, const uint32_t *keys, size_t count)
{
  memset (r->rows, 0, r->width * sizeof *r->rows);
  for (size_t i = 0; i < count; i++) {
    uint32_t *first = &r->first.items[keys[i]];
    if (i + READERS_AHEAD < count)
      prefetch (&r->first.items[keys[i + READERS_AHEAD]]);
    if (*first & IN_ROW)
      empty_row (r, *first & ~IN_ROW);
    else
      empty_list (r, *first, r->rows);
    *first = 0;
  }
}

uint32_t readers_next (const readers *r, uint32_t blue)
{
  size_t i = blue / 64;
  if (i >= r->width)
    return READERS_END;
  uint64_t word = r->rows[i] >> blue % 64 << blue % 64;
  while (!word && ++i < r->width)
    word = r->rows[i];
  return word ? (uint32_t) (64 * i + bits_lowest (word)) : READERS_END;
}
