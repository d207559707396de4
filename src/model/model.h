/* model.h - one immutable type for every automaton that is learned or read.
 *
 * A deterministic visibly pushdown automaton: a call in state q pushes (q, call),
 * a return looks at the state, itself and what it pops. Its symbols are numbered
 * in symbol order, its transitions stand in order of state, symbol, popped call
 * and caller. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/rows.h"
#include "data/alphabet.h"

typedef papni_transition transition;

struct papni_model
{
  allocator memory;
  papni_model_kind kind;
  papni_alphabet *alphabet;
  size_t states;
  bool *accepting;
  bool *hopeful;
  transition *transitions;
  size_t count;
  rows rows;     /* of the transitions, by state */
  size_t *first; /* the same: the transitions of q are those from first[q] up to first[q + 1] */
};

/* In the order of a model's transitions, for qsort; 0 for those of one place that may
 * lead elsewhere. */
int compare_transitions (const void *left, const void *right);

/* The transition on a symbol that pops `popped` (PAPNI_NO_SYMBOL: nothing) called
 * in state `caller`, or NULL. */
const transition *model_find (const papni_model *model, papni_state from, symbol s, symbol popped, papni_state caller);

/* Is there one on this symbol, whatever it pops? */
bool model_has (const papni_model *model, papni_state from, symbol s);

/* Where a call leads to in a sevpa, or PAPNI_NO_STATE. */
papni_state model_entry (const papni_model *model, symbol call);

/* What a symbol does to the stack: in a dfa, nothing. */
static inline papni_kind model_symbol_kind (const papni_model *model, symbol s)
{
  return model->kind == PAPNI_DFA ? PAPNI_INTERNAL : model->alphabet->letters[s].kind;
}

/* Is this a call of a sevpa, of which the entry says all? */
static inline bool model_enters (const papni_model *model, const transition *t)
{
  return model->kind == PAPNI_SEVPA && model->alphabet->letters[t->symbol].kind == PAPNI_CALL;
}

#endif
