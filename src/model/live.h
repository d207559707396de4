/* live.h - the states from which a word can still be completed, given the stack.
 *
 * Each stack level has a set of states from which some word closes all open calls and
 * is accepted. The set of a new level depends only on the set below, the call and its
 * state, so it is computed once and cached; even a deep stack has few different sets. */
#ifndef MODEL_LIVE_H
#define MODEL_LIVE_H

#include "model/model.h"

typedef struct live live;

/* NULL if out of memory. The model must outlive it. If finding the steps or the sets
 * would take more than this work (about as many transitions visited), all further sets
 * are LIVE_HOPEFUL. */
live *live_new (const papni_model *model, size_t work, error *e);
void live_free (live *l);

enum
{
  LIVE_BOTTOM,          /* the set if no call is open */
  LIVE_HOPEFUL = 0xffff /* all co-accessible states, if exact sets would be too much work */
};

/* The set inside a call made in this state at a level with that set; LIVE_HOPEFUL if
 * out of memory. */
uint32_t live_inside (live *l, uint32_t set, papni_state caller, symbol call);

bool live_has (const live *l, uint32_t set, papni_state q);

#endif
