/* journal.c - the decisions in order. */
#include "learn/engine/journal.h"

bool journal_add (const allocator *a, journal *j, decision d)
{
  if (!reserve (a, &j->items, &j->capacity, j->count + 1, sizeof *j->items))
    return false;
  j->items[j->count++] = d;
  return true;
}

bool journal_append (const allocator *a, journal *j, const journal *more)
{
  for (size_t i = 0; i < more->count; i++)
    if (!journal_add (a, j, more->items[i]))
      return false;
  return true;
}

void journal_release (const allocator *a, journal *j)
{
  release (a, j->items, j->capacity, sizeof *j->items);
  *j = (journal){ 0 };
}
