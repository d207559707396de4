/* levels.h - the places where a level of a word can be: alone, or in a call. */
#ifndef ACTIVE_LEVELS_H
#define ACTIVE_LEVELS_H

#include "active/probe.h"

/* A level: what stands before and after it, and the block that it makes. */
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

/* Fills an empty list: the level of whole words first, then one for each call and return that
 * are known to go together. False when learning has to stop. */
bool levels_find (levels *l);
void levels_release (levels *l);

/* Can a level end in this state? */
bool ends_level (const hypothesis *h, const level_place *l, uint32_t q);

#endif
