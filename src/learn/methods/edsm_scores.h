/* edsm_scores.h - what could be done with a blue state.
 *
 * It has a score for every red state that it can merge with. A pair that failed is
 * forgotten for good: merging only adds labels, so it stays failed. A score stays valid
 * until a step changes something that it was read from. */
#ifndef LEARN_METHODS_EDSM_SCORES_H
#define LEARN_METHODS_EDSM_SCORES_H

#include "learn/engine/engine.h"

/* What could be done with a blue state. */
typedef struct edsm_choice
{
  uint32_t red;    /* to merge it into; NOWHERE: promote it */
  uint32_t number; /* of the blue state */
  size_t evidence;
} edsm_choice;

typedef struct edsm_score
{
  uint32_t red;
  uint32_t when; /* the number of steps when it was computed */
  size_t evidence;
  uint32_t *read; /* what it depends on, as in a trial */
  uint32_t read_count;
} edsm_score;

typedef struct candidate
{
  uint32_t tried; /* red states before this one have a score, or failed */
  edsm_score *scores;
  size_t count, capacity;
  edsm_choice best; /* as a thread has found it out; the heap gets its key */
  bool queued;      /* is to be updated */
  bool gone;        /* is blue no more */
} candidate;

/* Tries the red states that are new, computes again what is no longer valid, and finds the
 * best choice. Threads with different numbers may update different candidates at once. */
status candidate_update (candidate *c, engine *g, uint32_t blue, unsigned thread);

/* Forgets all scores. */
void candidate_release (candidate *c, const engine *g);

#endif
