/* methods.h - the methods: which blue state is merged into which red state, or
 * promoted. */
#ifndef LEARN_METHODS_METHODS_H
#define LEARN_METHODS_METHODS_H

#include "learn/engine/engine.h"
#include "learn/settings/settings.h"

/* Run until no state is blue, or the engine's limits are reached. */
status rpni (engine *g, error *e);
status edsm (engine *g, error *e);

static inline status run_method (engine *g, unsigned method, error *e)
{
  return method == METHOD_EDSM ? edsm (g, e) : rpni (g, e);
}

#endif
