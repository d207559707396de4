/* folds.h - deals labelled words into folds.
 *
 * Accepted and rejected words are each dealt in shortlex order, without duplicates, so
 * that the order of the samples does not matter. */
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
  symbol *rank;      /* of each symbol, from 1; 0 for end marks */
  uint64_t *offsets; /* of the labelled words, without duplicates, in shortlex order */
  uint8_t *fold;     /* of each word */
  size_t size;
  papni_samples *training[FOLDS]; /* all words except those of the fold */
} folds;

/* Must be released in any case, even if all zeros. */
status folds_init (folds *f, const papni_samples *samples, workers *w, error *e);
void folds_release (folds *f);

#endif
