/* levels.h - the positions of a level: a whole word, or the inside of a call. */
#ifndef ACTIVE_LEVELS_H
#define ACTIVE_LEVELS_H

#include "active/probe.h"

/* A level: what precedes and follows it, and the block it makes. */
typedef struct level_place
{
  context around;
  symbol call, ret;
  bool nested;
} level_place;

typedef struct levels
{
  hypothesis *h;
  level_place *list;
  size_t count, capacity;
  clusters clusters;
} levels;

/* Fills an empty list: first the level of whole words, then one for each call and
 * return that are known to belong together. False if learning must stop. */
bool levels_find (levels *l);
void levels_release (levels *l);

/* Can a level end in this state? */
bool ends_level (const hypothesis *h, const level_place *l, uint32_t q);

#endif
