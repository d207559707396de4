/* rpni.h - the strategies: which blue state is merged into which red one, or promoted. */
#ifndef LEARN_FRONT_RPNI_H
#define LEARN_FRONT_RPNI_H

#include "learn/front/front.h"

/* Until no state is blue. */
status rpni (front *f, error *e);

#endif
