/* compatible.h - what else two states must have in common to be merged, besides their labels.
 *
 * All of these compare the nodes that the two states began as, in the original tree. */
#ifndef LEARN_TREE_COMPATIBLE_H
#define LEARN_TREE_COMPATIBLE_H

#include "learn/tree/merge.h"

typedef struct compatibility compatibility;

/* The test of the method, if it has one; *test is NULL if it has none. */
status compatibility_new (const merger *m, const settings *options, compatibility **test, error *e);
void compatibility_free (compatibility *test);

/* May the blue state be merged into the red one? PAPNI_MEMORY in *trouble. */
bool compatible (compatibility *test, const merger *m, uint32_t red, uint32_t blue, status *trouble);

/* Is it that of ALERGIA, which compares frequencies, and no labels? */
bool compatibility_counts (const compatibility *test);

/* k-tails: how many classes have two transitions on a symbol to different classes. */
size_t compatibility_ambiguous (const compatibility *test);

#endif
