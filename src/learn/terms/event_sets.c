/* event_sets.c - sets of events, every set once. */
#include "learn/terms/event_sets.h"

#include <string.h>

enum
{
  WORD_BITS = 64
};

static uint32_t event_sets_count (const uint64_t *bits, size_t width)
{
  uint32_t count = 0;
  for (size_t i = 0; i < width; i++)
    for (uint64_t rest = bits[i]; rest; rest &= rest - 1)
      count++;
  return count;
}

static uint64_t event_sets_hash (const uint64_t *bits, size_t width)
{
  uint64_t hash = 0;
  for (size_t i = 0; i < width; i++)
    hash = mix (hash + 1 + bits[i]);
  return hash;
}

bool event_sets_add (event_sets *s, const uint64_t *bits, event_set *set)
{
  const size_t width = s->width;
  bool fresh = false;
  for (uint64_t hash = event_sets_hash (bits, width);; hash = mix (hash + 1)) {
    const uint32_t *entry = map_enter (&s->memory, &s->numbers, hash, (uint32_t) s->count, &fresh);
    if (!entry)
      return false;
    *set = *entry;
    if (fresh)
      break;
    if (!memcmp (s->bits + *set * width, bits, width * sizeof *bits))
      return true;
  }
  if (!reserve (&s->memory, &s->bits, &s->bit_capacity, (s->count + 1) * width, sizeof *s->bits)
      || !reserve (&s->memory, &s->sizes, &s->size_capacity, s->count + 1, sizeof *s->sizes))
    return false;
  memcpy (s->bits + s->count * width, bits, width * sizeof *bits);
  s->sizes[s->count++] = event_sets_count (bits, width);
  return true;
}

bool event_sets_make_union (event_sets *s, event_set x, event_set y, event_set *both)
{
  const size_t width = s->width;
  bool fresh;
  uint64_t *bits = allocate (&s->memory, width, sizeof *bits);
  if (!bits)
    return false;
  for (size_t i = 0; i < width; i++)
    bits[i] = s->bits[x * width + i] | s->bits[y * width + i];
  const uint64_t pair = x < y ? (uint64_t) x << 32 | y : (uint64_t) y << 32 | x;
  const bool room = event_sets_add (s, bits, both) && map_enter (&s->memory, &s->unions, pair, *both, &fresh);
  release (&s->memory, bits, width, sizeof *bits);
  return room;
}

bool event_sets_init (event_sets *s, const allocator *a, size_t events)
{
  *s = (event_sets){ .memory = *a, .width = events / WORD_BITS + 1 };
  event_set empty;
  uint64_t *none = allocate_zeroed (a, s->width, sizeof *none);
  const bool room = none && event_sets_add (s, none, &empty);
  release (a, none, s->width, sizeof *none);
  return room;
}

static bool event_sets_copy_map (const allocator *a, map *m, const map *from)
{
  m->count = from->count;
  m->age = from->age;
  return copy_items (a, &m->entries, &m->capacity, from->entries, from->capacity, sizeof *m->entries);
}

bool event_sets_copy (event_sets *s, const event_sets *from)
{
  const allocator *a = &from->memory;
  *s = (event_sets){ .memory = from->memory, .width = from->width, .count = from->count };
  return copy_items (a, &s->bits, &s->bit_capacity, from->bits, s->count * s->width, sizeof *s->bits)
         && copy_items (a, &s->sizes, &s->size_capacity, from->sizes, s->count, sizeof *s->sizes)
         && event_sets_copy_map (a, &s->numbers, &from->numbers) && event_sets_copy_map (a, &s->unions, &from->unions);
}

void event_sets_release (event_sets *s)
{
  const allocator *a = &s->memory;
  release (a, s->bits, s->bit_capacity, sizeof *s->bits);
  release (a, s->sizes, s->size_capacity, sizeof *s->sizes);
  map_release (a, &s->numbers);
  map_release (a, &s->unions);
}
