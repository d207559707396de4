/* search.h - is there a smaller automaton than the one that a method finds at once?
 *
 * RPNI and EDSM never take a merge back, and the first merges are made on the least
 * evidence. So the method is asked what it would do without one of its merges, for each
 * of them in turn. The smallest automaton found so is the next to be asked about, until
 * none is smaller. */
#ifndef LEARN_FRONT_SEARCH_H
#define LEARN_FRONT_SEARCH_H

#include "learn/front/front.h"

/* Learns as the options say, until no state is blue; with a search, if they ask for one.
 * The result is the same for any number of threads. */
status decide_all (front *f, const papni_options *options, error *e);

/* The same, where a search may cost so much in any case. */
status decide_all_within (front *f, const papni_options *options, size_t least_work, error *e);

#endif
