/* trim.h - a model without the states that no accepted word takes.
 *
 * The stack is taken into account: a state that is reached only with calls open that can
 * never be closed goes, too. */
#ifndef OPS_TRIM_H
#define OPS_TRIM_H

#include "base/watch.h"
#include "model/assemble.h"

/* A state of a sevpa is in the module of the call that was made last, here named by where it
 * leads to; 0 where none is open (as it is for calls that lead to the start). */
typedef struct membership
{
  papni_state state, module;
} membership;

typedef struct trimmed
{
  assembly parts;          /* states as the model numbers them */
  membership *memberships; /* of a sevpa */
  size_t count, capacity;
} trimmed;

/* With `taken`, what is left are the transitions that accepted words take, and accepting is who
 * is it for one of them; otherwise all between states that are left. trim_release in any case. */
status trim_model (const papni_model *model, bool taken, watch *w, trimmed *result, error *e);
void trim_release (trimmed *t);

#endif
