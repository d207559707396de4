/* distinct.h - the different words with a label. */
#ifndef DATA_DISTINCT_H
#define DATA_DISTINCT_H

#include "data/sample.h"

/* Writes to `out` the offsets of words with this label, each word once, in their order; *kept
 * is how many they are. There must be room for all; offsets ascend. */
status distinct_words (const papni_samples *samples, const uint64_t *offsets, size_t count, papni_label label,
                       uint64_t *out, size_t *kept, error *e);

#endif
