/* edsm.h - evidence-driven state merging. */
#ifndef EDSM_H
#define EDSM_H

#include "front.h"

/* Until no state is blue. */
status edsm (front *f, error *e);

#endif
