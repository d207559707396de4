/* event_sets.h - sets of events, every set once.
 *
 * Classes of terms have few different sets of events. So a class keeps the number of its
 * set, and the union of two sets is computed once. */
#ifndef LEARN_TERMS_EVENT_SETS_H
#define LEARN_TERMS_EVENT_SETS_H

#include "base/base.h"

typedef uint32_t event_set; /* 0 is the empty set */

typedef struct event_sets
{
  allocator memory;
  size_t width;   /* of a set, in 64-bit words */
  uint64_t *bits; /* of all sets */
  size_t count, bit_capacity;
  uint32_t *sizes; /* how many events each has */
  size_t size_capacity;
  map numbers; /* a hash of a set's bits -> its number; where that is another one's, the next hash */
  map unions;  /* pairs of sets -> their union */
} event_sets;

/* `events` is how many there are. False if out of memory; to be released in any case. */
bool event_sets_init (event_sets *s, const allocator *a, size_t events);
bool event_sets_copy (event_sets *s, const event_sets *from);
void event_sets_release (event_sets *s);

/* The set with these bits; false if out of memory. */
bool event_sets_add (event_sets *s, const uint64_t *bits, event_set *set);

bool event_sets_make_union (event_sets *s, event_set x, event_set y, event_set *both);

/* False if out of memory. */
static inline bool event_sets_union (event_sets *s, event_set x, event_set y, event_set *both)
{
  if (x == y || !x || !y) {
    *both = x ? x : y;
    return true;
  }
  const uint32_t *known = map_find (&s->unions, x < y ? (uint64_t) x << 32 | y : (uint64_t) y << 32 | x);
  if (!known)
    return event_sets_make_union (s, x, y, both);
  *both = *known;
  return true;
}

#endif
