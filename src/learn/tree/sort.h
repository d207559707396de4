/* sort.h - words in lexicographic order. */
#ifndef LEARN_TREE_SORT_H
#define LEARN_TREE_SORT_H

#include "base/workers.h"
#include "data/sample.h"

/* The words to sort: where each begins in `flat`, which has `used` symbols. rank[s]
 * is the place of symbol s in the order, from 1 to `letters`; the rank of an end mark
 * is 0, and so are those of symbols that do not occur. */
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
