/* assemble.h - builds a model from any list of transitions.
 *
 * All models that are learned, combined, trimmed or minimised are built here. States
 * may have any numbers, transitions may be unordered and repeated, and states may be
 * unreachable. The model has the reachable states, numbered breadth-first in symbol
 * order. */
#ifndef MODEL_ASSEMBLE_H
#define MODEL_ASSEMBLE_H

#include "model/model.h"

typedef struct assembly
{
  allocator memory;
  papni_model_kind kind;
  const papni_alphabet *alphabet;
  bool *accepting;
  size_t states; /* at least 1 */
  papni_state start;
  transition *transitions;
  size_t count, capacity;
} assembly;

/* Starts with the start state 0, no accepting state and no transitions. Must be
 * released in any case. */
status assembly_begin (assembly *a, const allocator *memory, papni_model_kind kind, const papni_alphabet *alphabet,
                       size_t states, error *e);
void assembly_release (assembly *a);

/* A call of a sevpa needs to be added for one state only. */
status assembly_add (assembly *a, transition t, error *e);

/* Consumes the assembly, which can only be released afterwards. */
papni_model *assembly_model (assembly *a, error *e);

#endif
