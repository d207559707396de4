/* bits.h - the length of a model in bits. */
#ifndef MODEL_BITS_H
#define MODEL_BITS_H

#include "model/model.h"

/* The description says which of all possible transitions exist and, for each, which of
 * the possible targets it has. A transition of a sevpa stays within its module, and a
 * return leads to the module of the caller. In units of 2^-16 bits. */
status model_bits (const papni_model *m, uint64_t *bits, error *e);

#endif
