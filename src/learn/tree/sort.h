/* sort.h - sorts words lexicographically, and measures them. */
#ifndef LEARN_TREE_SORT_H
#define LEARN_TREE_SORT_H

#include "base/workers.h"
#include "data/encode.h"

/* The words to sort: the offset of each in `flat`, which has `used` symbols. rank[s] is
 * the rank of symbol s, from 1 to `letters`. No word is longer than `longest`. */
typedef struct unsorted
{
  uint64_t *offsets;
  size_t count;
  const symbol *flat;
  size_t used;
  const symbol *rank;
  size_t letters;
  size_t longest;
} unsorted;

/* If the words are short, sorting knows the length of each, and how many symbols it shares with
 * the word before it. Then these are in the upper bits of its offset. */
#define SORTED_OFFSET (((uint64_t) 1 << 48) - 1)

static inline size_t sorted_shared (uint64_t word)
{
  return (size_t) (word >> 48 & 0xff);
}

static inline size_t sorted_length (uint64_t word)
{
  return (size_t) (word >> 56);
}

/* Sorts the offsets in place. *measured: has each its length, and what it shares? */
status sort_words (const unsorted *words, workers *w, const allocator *a, bool *measured, error *e);
status sort_encoded (encoded *words, workers *w, bool *measured, error *e);

#endif
