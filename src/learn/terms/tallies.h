/* tallies.h - what accepted words do next in the classes of terms, and how many bits
 * joining classes saves (--evidence bits).
 *
 * How many bits a class takes depends on how often accepted words pass it and on how many
 * different events follow (event_bits.h). The bits saved by several joins do not depend
 * on their order. */
#ifndef LEARN_TERMS_TALLIES_H
#define LEARN_TERMS_TALLIES_H

#include "learn/engine/event_bits.h"
#include "learn/engine/progress.h"
#include "learn/terms/event_sets.h"
#include "learn/terms/term.h"

typedef struct tally
{
  uint64_t passes;  /* of accepted words */
  event_set events; /* that follow */
} tally;

/* For undo: the class `into` had this tally. */
typedef struct old_tally
{
  term into;
  tally before;
} old_tally;

typedef struct tallies
{
  allocator memory;
  tally *of; /* of each class; NULL: not in use */
  size_t size;
  event_sets sets;
  event_bits bits;
  old_tally *old; /* since the last tallies_keep */
  size_t old_count, old_capacity;
  int64_t saved; /* since then */
} tallies;

/* To be released in any case. */
status tallies_init (tallies *t, const terms *all, watch *w, error *e);

/* As they are, with nothing to undo. */
status tallies_copy (tallies *t, const tallies *from, watch *w, error *e);
void tallies_release (tallies *t);

static inline int64_t tallies_bits (const tallies *t, tally x)
{
  return event_bits_of (&t->bits, x.passes, t->sets.sizes[x.events]);
}

/* The class `gone` becomes part of the class `into`. False if out of memory. */
static inline bool tallies_join (tallies *t, term into, term gone)
{
  const tally x = t->of[into], y = t->of[gone];
  tally both = { x.passes + y.passes, 0 };
  if (!y.passes)
    return true;
  if (!event_sets_union (&t->sets, x.events, y.events, &both.events)
      || (t->old_count == t->old_capacity
          && !reserve (&t->memory, &t->old, &t->old_capacity, t->old_count + 1, sizeof *t->old)))
    return false;
  t->old[t->old_count++] = (old_tally){ into, x };
  t->saved += tallies_bits (t, x) + tallies_bits (t, y) - tallies_bits (t, both);
  t->of[into] = both;
  return true;
}

/* The joins since the last time become permanent, or are undone. */
static inline void tallies_keep (tallies *t)
{
  t->old_count = 0;
  t->saved = 0;
}

static inline void tallies_undo (tallies *t)
{
  while (t->old_count) {
    const old_tally *o = &t->old[--t->old_count];
    t->of[o->into] = o->before;
  }
  t->saved = 0;
}

#endif
