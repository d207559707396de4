/* model.h - the immutable type of all automata.
 *
 * A deterministic visibly pushdown automaton: a call in state q pushes (q, call), and a
 * return depends on the state, the return and what it pops. Symbols are numbered in
 * symbol order; transitions are sorted by state, symbol, popped call and caller. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/rows.h"
#include "data/alphabet.h"

typedef papni_transition transition;
typedef struct model_counts model_counts; /* counts.h */

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
  rows rows;            /* of the transitions, by state */
  size_t *first;        /* the same array: the transitions of q are first[q] to first[q + 1] - 1 */
  model_counts *counts; /* NULL: none */
  papni_machine machine;
  char *start_output;   /* of a Moore machine, or NULL */
  const char **outputs; /* by state, NULL: unknown; NULL if it is no Moore machine */
};

/* Makes a machine of a new model, if it is one. */
status model_become_machine (papni_model *model, papni_machine machine, const char *start, error *e);

/* The same machine as another model, of which it was made; `start` is its start there. */
papni_model *model_like (papni_model *model, const papni_model *other, papni_state start, error *e);

/* Are they the same automaton, with the same numbers and names? Counts and outputs do not matter. */
bool model_is_same (const papni_model *x, const papni_model *y);

/* The order of a model's transitions, for qsort; 0 if two transitions differ at most in
 * their targets. */
int compare_transitions (const void *left, const void *right);

/* The transition on a symbol that pops `popped` (PAPNI_NO_SYMBOL: nothing), called in
 * state `caller`, or NULL. */
const transition *model_find (const papni_model *model, papni_state from, symbol s, symbol popped, papni_state caller);

/* Is there a transition on this symbol, whatever it pops? */
bool model_has (const papni_model *model, papni_state from, symbol s);

/* The state that a call of a sevpa leads to, or PAPNI_NO_STATE. */
papni_state model_entry (const papni_model *model, symbol call);

/* The effect of a symbol on the stack: none in a dfa. */
static inline papni_kind model_symbol_kind (const papni_model *model, symbol s)
{
  return model->kind == PAPNI_DFA ? PAPNI_INTERNAL : model->alphabet->letters[s].kind;
}

/* Is this a call of a sevpa, which its entry determines? */
static inline bool model_enters (const papni_model *model, const transition *t)
{
  return model->kind == PAPNI_SEVPA && model->alphabet->letters[t->symbol].kind == PAPNI_CALL;
}

#endif
