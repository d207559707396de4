/* assemble.h - a model from a heap of transitions.
 *
 * Transitions may come twice and in any order, states may be out of reach: what is
 * made is numbered breadth first in symbol order, as models are. */
#ifndef MODEL_ASSEMBLE_H
#define MODEL_ASSEMBLE_H

#include "model/model.h"

typedef struct assembly
{
  allocator memory;
  papni_model_kind kind;
  const papni_alphabet *alphabet; /* in symbol order */
  bool *accepting;
  size_t states; /* 0 is the start; there is always that one */
  transition *transitions;
  size_t count, capacity;
} assembly;

status assembly_begin (assembly *a, const allocator *memory, papni_model_kind kind, const papni_alphabet *alphabet,
                       size_t states, error *e);
void assembly_release (assembly *a);

/* Calls of a sevpa need be added for one state only. */
status assembly_add (assembly *a, transition t, error *e);

papni_model *assembly_model (assembly *a, error *e);

#endif
