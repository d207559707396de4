/* bits.h - how long is a model, if it is written down as briefly as can be? */
#ifndef MODEL_BITS_H
#define MODEL_BITS_H

#include "model/model.h"

/* Of all transitions that such a model could have, it says which there are, and of each
 * to which of the states that it could lead to it does. A state of a sevpa can only
 * lead to states of its own module, a return to those of the caller's. In 2^-16 bits. */
status model_bits (const papni_model *m, uint64_t *bits, error *e);

#endif
