/* edsm.h - evidence-driven state merging. */
#ifndef LEARN_FRONT_EDSM_H
#define LEARN_FRONT_EDSM_H

#include "learn/front/front.h"

/* Until no state is blue. */
status edsm (front *f, error *e);

#endif
