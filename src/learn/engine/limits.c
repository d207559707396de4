/* limits.c - restrictions of a search. */
#include "learn/engine/limits.h"

bool limits_avoid (const allocator *a, limits *l, named_merge m)
{
  if (!reserve (a, &l->avoided, &l->capacity, l->count + 1, sizeof *l->avoided))
    return false;
  l->avoided[l->count++] = m;
  return true;
}

bool limits_copy (const allocator *a, limits *l, const limits *from)
{
  if (!copy_items (a, &l->avoided, &l->capacity, from->avoided, from->count, sizeof *l->avoided))
    return false;
  l->count = from->count;
  return true;
}

void limits_release (const allocator *a, limits *l)
{
  release (a, l->avoided, l->capacity, sizeof *l->avoided);
  *l = (limits){ 0 };
}
