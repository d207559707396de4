/* sort.h - sorts words lexicographically. */
#ifndef LEARN_TREE_SORT_H
#define LEARN_TREE_SORT_H

#include "base/workers.h"
#include "data/sample.h"

/* The words to sort: the offset of each in `flat`, which has `used` symbols. rank[s] is
 * the rank of symbol s, from 1 to `letters`; 0 for end marks and for symbols that do
 * not occur. */
typedef struct unsorted
{
  uint64_t *offsets;
  size_t count;
  const symbol *flat;
  size_t used;
  const symbol *rank;
  size_t letters;
} unsorted;

/* Sorts the offsets in place. */
status sort_words (const unsorted *words, workers *w, const allocator *a, error *e);

#endif
