/* check.h - the approximate equivalence test. */
#ifndef ACTIVE_CHECK_H
#define ACTIVE_CHECK_H

#include "active/draw.h"

/* Asks about words of three kinds in turn until hypothesis and oracle agree on this
 * many in a row, or differ on one: then *found is its number, otherwise NO_ANSWER.
 * False: learning must stop. */
bool check_words (drawer *d, size_t agree, uint32_t *found);

#endif
