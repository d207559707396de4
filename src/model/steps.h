/* steps.h - which states are reachable from which at the same stack level.
 *
 * A step is an internal symbol, or a whole call with its inside and its return. States
 * that lead to each other by steps share a place: they have the same predecessors and
 * successors. */
#ifndef MODEL_STEPS_H
#define MODEL_STEPS_H

#include "base/watch.h"
#include "model/model.h"

typedef struct steps
{
  allocator memory;
  size_t states, places;
  uint32_t *place; /* of each state; there may be places without states */
  rows rows;       /* the predecessors of place p are before[rows.first[p]] to before[rows.first[p + 1] - 1] */
  uint32_t *before;
  size_t count; /* of the latter */
} steps;

/* Finds all steps with at most this work, about the number of edges visited. If it
 * would take more, `place` is NULL. The watch may be NULL. Must be released in any
 * case. */
status steps_find (steps *s, const papni_model *model, size_t work, watch *w, error *e);
void steps_release (steps *s);

#endif
