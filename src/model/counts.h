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

/* The same model without counts. */
papni_model *model_copy (const papni_model *model, error *e);

#endif
