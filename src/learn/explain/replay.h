/* replay.h - finds the reason why two states cannot be merged.
 *
 * Repeats the steps of learning on classes of terms without colours (classes.h). What
 * must be joined is joined in the order of discovery, short words first, up to the
 * first class with both an accepted and a rejected word. */
#ifndef LEARN_EXPLAIN_REPLAY_H
#define LEARN_EXPLAIN_REPLAY_H

#include "learn/terms/classes.h"

/* Two terms with different labels that would be in one class; NO_TERM: none. */
typedef struct conflict
{
  term accepted, rejected;
} conflict;

typedef struct replay
{
  allocator memory;
  classes classes; /* the `least` of a class is its first labelled term, or NO_TERM */
  struct replay_pair
  {
    term one, other;
  } * waiting;
  size_t next, waiting_count, waiting_capacity;
} replay;

/* Must be released in any case. */
status replay_begin (replay *r, const allocator *a, const shape *shapes, size_t size, watch *w, error *e);
void replay_release (replay *r);

/* Joins two terms permanently; there must be no conflict. */
status replay_merge (replay *r, term one, term other, error *e);

/* The conflict if two terms are joined. Changes nothing. */
status replay_conflict (replay *r, term one, term other, conflict *found, error *e);

#endif
