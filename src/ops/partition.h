/* partition.h - the coarsest partition of states that labelled transitions respect.
 *
 * Two states stay in one class if they were initially in one class, have transitions
 * with the same labels, and these lead to the same classes. These are the equivalent
 * states of a partial automaton. */
#ifndef OPS_PARTITION_H
#define OPS_PARTITION_H

#include "base/watch.h"

/* A state has at most one transition with a label. */
typedef struct labelled
{
  uint32_t tail, label, head;
} labelled;

typedef struct refinement
{
  size_t states;
  const labelled *transitions;
  size_t count;
  size_t labels;     /* labels are below this */
  uint32_t *classes; /* of the states: initially the given ones, from 0 without gaps; then the result */
  size_t class_count;
} refinement;

/* In time n log n for n states and transitions. */
status partition_refine (refinement *r, const allocator *memory, watch *w, error *e);

#endif
