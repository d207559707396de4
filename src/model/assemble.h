/* assemble.h - a model from any list of transitions.
 *
 * This is how a model is read off: of what was learned, combined, trimmed or minimised.
 * States have any numbers, transitions come in any order and may come twice, and some
 * states may be out of reach. The model has those that are in reach, numbered breadth
 * first in symbol order, as all models are. */
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

/* Begins with the start 0, no state accepting and no transitions. To be released in any case. */
status assembly_begin (assembly *a, const allocator *memory, papni_model_kind kind, const papni_alphabet *alphabet,
                       size_t states, error *e);
void assembly_release (assembly *a);

/* Calls of a sevpa need be added for one state only. */
status assembly_add (assembly *a, transition t, error *e);

/* The assembly is used up: it can only be released afterwards. */
papni_model *assembly_model (assembly *a, error *e);

#endif
