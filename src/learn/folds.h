/* folds.h - the labelled words of a sample, dealt into folds.
 *
 * Accepted and rejected words are each dealt out in shortlex order, every word once, so
 * that the order of the sample does not matter. */
#ifndef LEARN_FOLDS_H
#define LEARN_FOLDS_H

#include "base/workers.h"
#include "data/sample.h"

enum
{
  FOLDS = 5,
  RANKS = 0x10000 /* symbols and end marks */
};

typedef struct folds
{
  allocator memory;
  const papni_samples *samples;
  symbol *rank;      /* of each symbol, from 1; an end mark's is 0 */
  uint64_t *offsets; /* of the labelled words, each once, in shortlex order */
  uint8_t *fold;     /* of these */
  size_t size;
  papni_samples *training[FOLDS]; /* all words but those of that fold */
} folds;

/* To be released in any case; so can be one that is all zeros. */
status folds_init (folds *f, const papni_samples *samples, workers *w, error *e);
void folds_release (folds *f);

#endif
