/* sort.h - words in lexicographic order of their symbols' ranks. */
#ifndef SORT_H
#define SORT_H

#include "sample.h"

/* Sorts words in place; each is given by its offset in `flat`. A symbol's rank is
 * rank[symbol], from 1; an end mark's is 0. Memory: little beyond the offsets. */
status sort_words (uint64_t *offsets, size_t count, const symbol *flat, const symbol *rank, const allocator *a,
                   error *e);

#endif
