/* rpni.h - the strategies: which blue state is merged into which red one, or promoted. */
#ifndef RPNI_H
#define RPNI_H

#include "merge.h"

/* Until no state is blue. */
status rpni (merger *m, error *e);

#endif
