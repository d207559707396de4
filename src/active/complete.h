/* complete.h - all transitions to known states. */
#ifndef ACTIVE_COMPLETE_H
#define ACTIVE_COMPLETE_H

#include "active/hypothesis.h"

/* Looks for all transitions to known states, as an equivalence oracle would show them one by
 * one; false if learning must stop. */
bool complete_steps (hypothesis *h);

#endif
