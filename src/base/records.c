/* records.c - numbers records with a hash table (linear probing). */
#include "base/records.h"

#include <string.h>

static size_t records_slot (const records *r, const uint32_t *record)
{
  uint64_t hash = r->width;
  for (size_t i = 0; i < r->width; i++)
    hash = mix (hash ^ record[i]) + i;
  size_t slot = (size_t) hash & (r->slot_count - 1);
  while (r->slots[slot] && memcmp (records_at (r, r->slots[slot] - 1), record, r->width * sizeof *record) != 0)
    slot = (slot + 1) & (r->slot_count - 1);
  return slot;
}

static bool records_grow (const allocator *a, records *r)
{
  enum
  {
    FEWEST_SLOTS = 64
  };
  const size_t wanted = r->slot_count ? 2 * r->slot_count : FEWEST_SLOTS;
  uint32_t *slots = allocate_zeroed (a, wanted, sizeof *slots);
  if (!slots)
    return false;
  release (a, r->slots, r->slot_count, sizeof *r->slots);
  r->slots = slots;
  r->slot_count = wanted;
  for (size_t i = 0; i < r->count; i++)
    r->slots[records_slot (r, records_at (r, i))] = (uint32_t) i + 1;
  return true;
}

bool records_enter (const allocator *a, records *r, const uint32_t *record, uint32_t *number)
{
  if (2 * r->count >= r->slot_count && !records_grow (a, r))
    return false;
  const size_t slot = records_slot (r, record);
  if (!r->slots[slot]) {
    if (!reserve (a, &r->words, &r->word_capacity, (r->count + 1) * r->width, sizeof *r->words))
      return false;
    memcpy (r->words + r->count * r->width, record, r->width * sizeof *record);
    r->slots[slot] = (uint32_t) ++r->count;
  }
  *number = r->slots[slot] - 1;
  return true;
}

uint32_t records_find (const records *r, const uint32_t *record)
{
  return r->count ? r->slots[records_slot (r, record)] - 1 : UINT32_MAX;
}

void records_clear (records *r)
{
  r->count = 0;
  if (r->slots)
    memset (r->slots, 0, r->slot_count * sizeof *r->slots);
}

void records_release (const allocator *a, records *r)
{
  release (a, r->words, r->word_capacity, sizeof *r->words);
  release (a, r->slots, r->slot_count, sizeof *r->slots);
}
