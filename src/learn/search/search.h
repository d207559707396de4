/* search.h - searches for a smaller automaton than the method finds.
 *
 * RPNI and EDSM never undo a merge, and the first merges have the least evidence. So
 * the method is run again without one of its merges, for each merge in turn. The search
 * continues from the smallest automaton found, until none is smaller. */
#ifndef LEARN_SEARCH_SEARCH_H
#define LEARN_SEARCH_SEARCH_H

#include "learn/engine/engine.h"
#include "learn/settings/settings.h"

#define SEARCH_LITTLE ((size_t) 1 << 22) /* minimum budget: about a second */

/* Runs the method of the options, then searches with their budget, as a multiple of the
 * cost of the method, but at least `least_work`. The result does not depend on the
 * number of threads. *found is the engine with the smallest automaton: g, and always if it has a
 * journal, or a copy, to be freed before g. */
status search_smaller (engine *g, const settings *options, size_t least_work, engine **found, error *e);

#endif
