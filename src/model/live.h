/* live.h - from where can a word still be completed, with what is on the stack?
 *
 * For each level of the stack there is a set of states: those from which some rest
 * of a word closes all open calls and is accepted. The set of a new level depends on
 * the set below and on the call and its state alone, so it is computed once and kept;
 * a deep stack holds the same few sets again and again. */
#ifndef MODEL_LIVE_H
#define MODEL_LIVE_H

#include "model/model.h"

typedef struct live live;

/* NULL for no memory. The model must outlive it. Where it would take more work than this
 * (about as many transitions looked at) to find the steps between states, or the sets,
 * all further sets are LIVE_HOPEFUL. */
live *live_new (const papni_model *model, size_t work, error *e);
void live_free (live *l);

enum
{
  LIVE_BOTTOM,          /* the set where no call is open */
  LIVE_HOPEFUL = 0xffff /* all that could lead to acceptance on some stack: where exact sets would be too much work */
};

/* The set inside a call made in this state, in a level with that set. Takes it for
 * LIVE_HOPEFUL where there is no memory. */
uint32_t live_inside (live *l, uint32_t set, papni_state caller, symbol call);

bool live_has (const live *l, uint32_t set, papni_state q);

#endif
