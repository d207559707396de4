/* reach.h - which states are reachable inside each call.
 *
 * A level is where a word starts, or the inside of a call that leads to an entry.
 * Everything reachable from an entry within the level is found by a walk over steps:
 * once per entry, however many callers it has. Entries that lead to each other by steps
 * share a level, except in a sevpa, where a level is a module. */
#ifndef OPS_REACH_H
#define OPS_REACH_H

#include "base/rows.h"
#include "model/steps.h"

#define NO_LEVEL UINT32_MAX

/* A call made in a place. */
typedef struct reach_call
{
  uint32_t place, level; /* where it is made, and what it enters */
  symbol call;
} reach_call;

typedef struct reach
{
  allocator memory;
  const papni_model *model;
  steps steps;
  uint32_t *after; /* the successors of a place */
  rows after_rows;
  papni_state *states; /* of a place */
  rows state_rows;
  papni_state *entries; /* of levels; level 0 is where a word starts */
  uint32_t *level_of;   /* by the key of an entry, or NO_LEVEL */
  size_t levels;
  bool *reached;     /* reachable states */
  reach_call *calls; /* without duplicates, by place */
  size_t call_count, call_capacity;
  rows call_rows;
  uint32_t *returns; /* transitions with a caller, by the level that the call of this caller enters */
  rows return_rows;
  uint32_t *met, *seen; /* places of the last walk; by the walk of this number */
  size_t met_count;
  uint32_t walk;
  watch *watch;
  error *error;
} reach;

/* States that are not co-accessible are ignored. Must be released in any case. */
status reach_begin (reach *r, const papni_model *model, watch *w, error *e);
void reach_release (reach *r);

/* Walks a level. */
status reach_walk (reach *r, uint32_t level);

/* Did the last walk meet this place? */
static inline bool reach_met (const reach *r, uint32_t place)
{
  return r->seen[place] == r->walk;
}

/* The level that a call in this state enters, or NO_LEVEL. */
uint32_t reach_entered (const reach *r, papni_state caller, symbol call);

/* The call in the list that is equal to the key, or NULL. */
const reach_call *reach_find_call (const reach *r, const reach_call *key);

#endif
