/* search.h - is there a smaller automaton than the one that a method finds at once?
 *
 * RPNI and EDSM never take a merge back, and the first merges are made on the least
 * evidence. So the method is asked what it would do without one of its merges, for each
 * of them in turn. The smallest automaton found so is the next to be asked about, until
 * none is smaller. */
#ifndef LEARN_SEARCH_SEARCH_H
#define LEARN_SEARCH_SEARCH_H

#include "learn/engine/engine.h"
#include "learn/settings/settings.h"

#define SEARCH_LITTLE ((size_t) 1 << 22) /* work that is always worth it: about a second */

/* Learns by the method of the options until no state is blue, and searches for as many
 * times the work of that as they say, in any case for `least_work`. The result is the
 * same for any number of threads. */
status search_smaller (engine *g, const settings *options, size_t least_work, error *e);

#endif
