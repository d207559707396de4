/* distinct.h - the different words with a label. */
#ifndef DATA_DISTINCT_H
#define DATA_DISTINCT_H

#include "data/sample.h"

/* Keeps, of *count words by their offsets, those with this label, each once. The offsets
 * ascend before and after. */
status distinct_words (const papni_samples *samples, papni_label label, uint64_t *offsets, size_t *count, error *e);

#endif
