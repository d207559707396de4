/* steps.h - which state can follow on which at the same level of the stack.
 *
 * A step is an internal symbol, or a whole call with all that is nested in it and its
 * return. States that lead to each other by such steps share a place: they differ
 * neither in what they lead to, nor in what leads to them. */
#ifndef MODEL_STEPS_H
#define MODEL_STEPS_H

#include "base/watch.h"
#include "model/model.h"

typedef struct steps
{
  allocator memory;
  size_t states, places;
  uint32_t *place; /* of each state; there may be places without one */
  rows rows;       /* the places before p are before[rows.first[p]] up to before[rows.first[p + 1]] */
  uint32_t *before;
  size_t count; /* of the latter */
} steps;

/* Finds them all with at most this much work: about as many edges looked at. Where it
 * would be more, `place` is NULL. The watch may be NULL. To be released in any case. */
status steps_find (steps *s, const papni_model *model, size_t work, watch *w, error *e);
void steps_release (steps *s);

#endif
