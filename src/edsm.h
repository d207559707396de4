/* edsm.h - evidence-driven state merging. */
#ifndef EDSM_H
#define EDSM_H

#include "merge.h"

/* Until no state is blue. Trials run on `threads` threads. */
status edsm (merger *m, unsigned threads, error *e);

#endif
