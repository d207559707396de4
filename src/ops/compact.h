/* compact.h - callers that need not be named. */
#ifndef OPS_COMPACT_H
#define OPS_COMPACT_H

#include "base/watch.h"
#include "model/model.h"

/* A return of a general model that leads to the same state whatever caller it can meet
 * does not look at the caller any more. Uses the model up; NULL for no memory, or where
 * the watch cancels. */
papni_model *compact_callers (papni_model *model, watch *w, error *e);

#endif
