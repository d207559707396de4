/* label_bits.h - the bits of labels: a model, and which labels it gets wrong. */
#ifndef LEARN_NOISE_LABEL_BITS_H
#define LEARN_NOISE_LABEL_BITS_H

#include "base/logs.h"
#include "model/model.h"

/* Whether a state accepts takes a bit; a transition, the bits of its symbol and of the state that it
 * leads to, and of the state that it pops, if it does. Calls of a sevpa count once. With 16 bits
 * behind the point, like all bits. */
uint64_t label_model_bits (const papni_model *model);

/* Which k of n labels are wrong. `rate` is the share of wrong labels that is expected, in
 * billionths; NOISE_AUTO: unknown, and k is written down, too. The table has n. */
uint64_t label_exception_bits (const logs *l, size_t n, size_t k, unsigned rate);

#endif
