/* limits.h - excluded merges, and maximum numbers of states. */
#ifndef LEARN_ENGINE_LIMITS_H
#define LEARN_ENGINE_LIMITS_H

#include "base/base.h"

/* A merge, by the names of its states (engine.h), which are the same in every copy. */
typedef struct named_merge
{
  uint32_t red, blue;
} named_merge;

/* All zeros: no restrictions. */
typedef struct limits
{
  named_merge *avoided;
  size_t count, capacity;
  size_t most_reds;   /* a method may stop when there are more; 0: no limit */
  size_t most_wanted; /* with this many, merges are made that do not pay; 0: never */
} limits;

/* False if out of memory. */
bool limits_avoid (const allocator *a, limits *l, named_merge m);
bool limits_copy (const allocator *a, limits *l, const limits *from); /* only the merges */
void limits_release (const allocator *a, limits *l);

static inline bool limits_avoids (const limits *l, named_merge m)
{
  for (size_t i = 0; i < l->count; i++)
    if (l->avoided[i].blue == m.blue && l->avoided[i].red == m.red)
      return true;
  return false;
}

#endif
