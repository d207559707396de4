/* compact.h - removes callers that make no difference. */
#ifndef OPS_COMPACT_H
#define OPS_COMPACT_H

#include "base/watch.h"
#include "model/model.h"

/* A return of a general model that leads to the same state for every caller it can meet
 * becomes independent of the caller. Consumes the model; NULL if out of memory, or on
 * cancellation. */
papni_model *compact_callers (papni_model *model, watch *w, error *e);

#endif
