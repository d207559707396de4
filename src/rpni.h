/* rpni.h - the strategies: which blue state is merged into which red one, or promoted. */
#ifndef RPNI_H
#define RPNI_H

#include "front.h"

/* Until no state is blue. */
status rpni (front *f, error *e);

#endif
