/* event_bits.h - how many bits it takes to write down what accepted words do next in a
 * state (--evidence bits).
 *
 * An event is a symbol, or the end of a word. A state that accepted words pass n times,
 * with k different events of the K that occur in accepted words, takes
 *
 *     log2 (K choose k) + n log2 k
 *
 * bits: which events are possible, and which of them it was each time. */
#ifndef LEARN_ENGINE_EVENT_BITS_H
#define LEARN_ENGINE_EVENT_BITS_H

#include "base/logs.h"

/* All zeros to begin with. */
typedef struct event_bits
{
  logs logs;
  size_t events; /* K */
} event_bits;

static inline bool event_bits_init (event_bits *b, const allocator *a, size_t events)
{
  b->events = events;
  return logs_fill (a, &b->logs, events);
}

static inline void event_bits_release (event_bits *b, const allocator *a)
{
  logs_release (a, &b->logs);
}

/* In units of 2^-LOG_FRACTION bits. */
static inline int64_t event_bits_of (const event_bits *b, uint64_t passes, size_t kinds)
{
  return logs_choose (&b->logs, b->events, kinds) + (int64_t) (passes * b->logs.log[kinds]);
}

#endif
