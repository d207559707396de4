/* counts.h - the counts of a model: how many words end in each state, and how often words take
 * each transition.
 *
 * They make a model probabilistic. In a state, a word reads an internal symbol or a call, or
 * leaves: it ends if no call is open, otherwise it returns. Which return is possible depends on
 * the open call, so leaving counts as one choice, and the return is a second choice among those
 * that pop this call. */
#ifndef MODEL_COUNTS_H
#define MODEL_COUNTS_H

#include "model/model.h"

struct model_counts
{
  uint64_t *ends;           /* by state: words that end there */
  uint64_t *taken;          /* by transition */
  uint64_t *stays, *leaves; /* by state: internal symbols and calls; ends and returns */
  uint32_t *choices;        /* by state: internal symbols and calls that can be part of an accepted word */
  bool *leads;              /* by transition: can it be part of an accepted word? */
};

/* The counts are copied. PAPNI_INPUT if they are too large, or if words end in a state that does
 * not accept. The model must have none. */
status model_take_counts (papni_model *model, const uint64_t *ends, const uint64_t *taken, error *e);
void model_drop_counts (papni_model *model);

/* A state, and the call on top of the stack with its caller; PAPNI_NO_SYMBOL: no call is open. */
typedef struct counts_place
{
  papni_state state, caller;
  symbol call;
} counts_place;

/* The return on a symbol that pops the open call; NULL: none that an accepted word may take. */
const transition *counts_return (const papni_model *model, counts_place at, symbol s);

/* The bits of a transition that is possible here; NULL: of the end. With 16 bits behind the
 * point. Every choice counts half a time more than it was taken (Krichevsky and Trofimov), so
 * that it has a probability even if no word has taken it. */
uint64_t counts_bits (const papni_model *model, counts_place at, const transition *t);

/* The same model without counts. */
papni_model *model_copy (const papni_model *model, error *e);

#endif
