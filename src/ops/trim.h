/* trim.h - removes the states that no accepted word uses.
 *
 * This takes the stack into account: a state that is only reachable with open calls
 * that cannot be closed is removed, too. */
#ifndef OPS_TRIM_H
#define OPS_TRIM_H

#include "base/watch.h"
#include "model/assemble.h"

/* The module of a state of a sevpa, named by the entry of the innermost open call; 0 if
 * no call is open (or if calls lead to the start). */
typedef struct membership
{
  papni_state state, module;
} membership;

typedef struct trimmed
{
  assembly parts;          /* with the state numbers of the model */
  membership *memberships; /* of a sevpa */
  size_t count, capacity;
} trimmed;

/* With `taken`, keeps only the transitions that accepted words use, and as accepting
 * only the states in which one ends; otherwise all transitions between kept states.
 * Call trim_release in any case. */
status trim_model (const papni_model *model, bool taken, watch *w, trimmed *result, error *e);
void trim_release (trimmed *t);

#endif
