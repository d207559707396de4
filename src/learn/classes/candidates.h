/* candidates.h - classes of symbols that precede and follow the same symbols equally often. */
#ifndef LEARN_CLASSES_CANDIDATES_H
#define LEARN_CLASSES_CANDIDATES_H

#include "base/watch.h"
#include "data/sample.h"

/* of[s] is the first member, in symbol order, of the class of symbol s of the alphabet; s itself
 * if it is alone. Calls and returns are alone. The words are given by their offsets. */
status find_candidates (const papni_samples *samples, const uint64_t *offsets, size_t count, watch *w, symbol *of,
                        error *e);

#endif
