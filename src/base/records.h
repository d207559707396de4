/* records.h - numbers records: arrays of 32-bit words of one width. Equal records have
 * equal numbers, in the order of their first occurrence. */
#ifndef BASE_RECORDS_H
#define BASE_RECORDS_H

#include "base/base.h"

/* Initially all zeros, except the width. */
typedef struct records
{
  size_t width; /* of a record, in words */
  uint32_t *words;
  size_t count, word_capacity;
  uint32_t *slots; /* 1 + a record, or 0; a power of two of them */
  size_t slot_count;
} records;

static inline const uint32_t *records_at (const records *r, size_t number)
{
  return r->words + number * r->width;
}

/* The number of a record, which is new if that was the count before. False if out of
 * memory. */
bool records_enter (const allocator *a, records *r, const uint32_t *record, uint32_t *number);

/* The number of a record, or UINT32_MAX. */
uint32_t records_find (const records *r, const uint32_t *record);

/* Removes all records, and keeps the memory. */
void records_clear (records *r);
void records_release (const allocator *a, records *r);

#endif
