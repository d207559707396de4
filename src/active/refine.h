/* refine.h - making the hypothesis agree with answers. */
#ifndef ACTIVE_REFINE_H
#define ACTIVE_REFINE_H

#include "active/hypothesis.h"

/* All return false when learning has to stop. */

/* Changes the hypothesis until it says of an answered word what the oracle says. */
bool refine_by (hypothesis *h, uint32_t index);

/* Until it agrees with every answer. */
bool settle (hypothesis *h);

/* On how many answers it disagrees. */
size_t count_disagreements (hypothesis *h);

#endif
