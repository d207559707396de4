/* reach.h - where words lead to inside of each call.
 *
 * A level is where a word starts, or what is inside of a call that leads to an entry.
 * All that follows on an entry without leaving the level is found by a walk over steps:
 * once for each entry, however many callers it has. Entries that lead to each other by
 * steps share a level; those of a sevpa do not, since there a level is a module. */
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
  uint32_t *after; /* places that follow on a place */
  rows after_rows;
  papni_state *states; /* of a place */
  rows state_rows;
  papni_state *entries; /* of levels; level 0 is where a word starts */
  uint32_t *level_of;   /* of an entry's key, or NO_LEVEL */
  size_t levels;
  bool *reached;     /* states: does a word lead there? */
  reach_call *calls; /* each once, by place */
  size_t call_count, call_capacity;
  rows call_rows;
  uint32_t *met, *seen; /* places of the level that was walked last; by the walk of this number */
  size_t met_count;
  uint32_t walk;
  watch *watch;
  error *error;
} reach;

/* States from which nothing can be accepted do not count. To be released in any case. */
status reach_begin (reach *r, const papni_model *model, watch *w, error *e);
void reach_release (reach *r);

/* Walks a level. */
status reach_walk (reach *r, uint32_t level);

/* Has the last walk met this place? */
static inline bool reach_met (const reach *r, uint32_t place)
{
  return r->seen[place] == r->walk;
}

/* The level that a call in this state enters, or NO_LEVEL. */
uint32_t reach_entered (const reach *r, papni_state caller, symbol call);

#endif
