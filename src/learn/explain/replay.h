/* replay.h - why two states cannot be one.
 *
 * The steps of learning are done once more on classes of terms without colours
 * (classes.h). What must join is joined in the order in which it was found, short words
 * first, up to the first class that would hold a right word and a wrong one. */
#ifndef LEARN_EXPLAIN_REPLAY_H
#define LEARN_EXPLAIN_REPLAY_H

#include "learn/terms/classes.h"

/* Two terms of different labels that would be in one class. NO_TERM: there are none. */
typedef struct conflict
{
  term accepted, rejected;
} conflict;

typedef struct replay
{
  allocator memory;
  classes classes; /* the `least` of a class is its first term with a label, or NO_TERM */
  struct replay_pair
  {
    term one, other;
  } * waiting;
  size_t next, waiting_count, waiting_capacity;
} replay;

/* To be released in any case. */
status replay_begin (replay *r, const allocator *a, const shape *shapes, size_t size, error *e);
void replay_release (replay *r);

/* Makes two terms one for good; nothing may forbid it. */
status replay_merge (replay *r, term one, term other, error *e);

/* What forbids that two terms are one. Changes nothing. */
status replay_conflict (replay *r, term one, term other, conflict *found, error *e);

#endif
