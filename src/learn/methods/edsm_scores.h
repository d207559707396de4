/* edsm_scores.h - the scores of a blue state.
 *
 * There is a score for every red state that it can be merged with. Conflicts are
 * permanent: merging only adds labels. A score is valid until a step changes something
 * it depends on; so is the score of a merge that does not pay. */
#ifndef LEARN_METHODS_EDSM_SCORES_H
#define LEARN_METHODS_EDSM_SCORES_H

#include "learn/engine/engine.h"

/* A merge or promotion of a blue state. */
typedef struct edsm_choice
{
  uint32_t red;    /* to merge it into; NOWHERE: promote it */
  uint32_t number; /* of the blue state */
  int64_t evidence;
} edsm_choice;

typedef struct edsm_score
{
  uint32_t red;
  uint32_t when; /* the step at which it was computed */
  int64_t evidence;
  uint32_t *read; /* what it depends on, as in a trial */
  uint32_t read_count;
  bool pays; /* false: not a choice, until it is computed again */
} edsm_score;

typedef struct candidate
{
  uint32_t tried; /* earlier red states have a score or have failed */
  edsm_score *scores;
  size_t count, capacity;
  uint32_t when;    /* the last step at which one was computed */
  edsm_choice best; /* computed by a thread; its key goes into the heap */
  bool queued;      /* to be updated */
  bool gone;        /* no longer blue */
} candidate;

/* Tries the new red states, recomputes invalid scores, and finds the best choice.
 * Threads with different numbers may update different candidates at the same time. */
status candidate_update (candidate *c, engine *g, uint32_t blue, unsigned thread);

/* Scores that depend on the key of the state that was promoted last depend on its heirs
 * instead. False if out of memory. */
bool candidate_inherit (candidate *c, const engine *g);

/* Frees all scores. */
void candidate_release (candidate *c, const engine *g);

#endif
