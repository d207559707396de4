/* check.h - the approximate equivalence test. */
#ifndef ACTIVE_CHECK_H
#define ACTIVE_CHECK_H

#include "active/draw.h"

/* Asks about words of three kinds in turn until so many in a row were judged alike by the
 * hypothesis and the oracle, or one was not: then *found is its number, else NO_ANSWER.
 * False: learning has to stop. */
bool check_words (drawer *d, size_t agree, uint32_t *found);

#endif
