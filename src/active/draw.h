/* draw.h - random words of a hypothesis. */
#ifndef ACTIVE_DRAW_H
#define ACTIVE_DRAW_H

#include "active/hypothesis.h"

typedef struct drawer
{
  hypothesis *h;
  papni_random random;
  size_t version;      /* of the hypothesis, for which the distances are valid */
  size_t row;          /* its states */
  uint32_t **distance; /* by goal: the distance from each state, in letters; the last goal is acceptance */
  size_t *first;       /* the states from which a letter leads to q: sources[first[q]] to sources[first[q + 1] - 1] */
  uint32_t *sources;
  size_t source_count;
  uint32_t *queue; /* for searches and choices */
  symbol *word;    /* the last word drawn */
  size_t length, capacity;
} drawer;

void drawer_release (drawer *d);

/* Draws an accepted word; *drawn is false if there is none. False: learning must stop. */
bool draw_word (drawer *d, bool *drawn);

/* A random transition of a state to a target: the letters of a class together are as
 * likely as any other letter. */
const known_step *draw_letter (drawer *d, uint32_t q, uint32_t target);

/* Appends to the word; false if out of memory. */
bool drawer_put (drawer *d, const symbol *symbols, size_t length);

#endif
