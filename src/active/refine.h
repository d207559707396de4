/* refine.h - makes the hypothesis agree with the answers. */
#ifndef ACTIVE_REFINE_H
#define ACTIVE_REFINE_H

#include "active/hypothesis.h"

/* All functions return false if learning must stop. */

/* Changes the hypothesis until it agrees with the oracle on an answered word. */
bool refine_by (hypothesis *h, uint32_t index);

/* Until it agrees with every answer. */
bool settle (hypothesis *h);

/* The number of answers on which it disagrees. */
size_t count_disagreements (hypothesis *h);

#endif
