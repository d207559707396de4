/* chains.h - words for Markov chains and decision processes: all accepted, without the output
 * of the start, which a first symbol /output names. */
#ifndef DATA_CHAINS_H
#define DATA_CHAINS_H

#include "data/sample.h"

typedef struct chains
{
  allocator memory;
  papni_alphabet *alphabet;
  papni_samples *words;
  bool inputs;
  const char *start; /* the output of the start, in the samples' alphabet; NULL: none */
} chains;

/* With `inputs`, symbols must be input/output. PAPNI_INPUT, with file and line, for one that
 * is not and for a rejected word, and PAPNI_CONTRADICTION if two words
 * name different outputs of the start. Must be released in any case. The samples must
 * outlive it. */
status chains_init (chains *c, const papni_samples *samples, bool inputs, error *e);
void chains_release (chains *c);

#endif
