/* expand.h - from a model of classes to one of symbols. */
#ifndef LEARN_EXPAND_H
#define LEARN_EXPAND_H

#include "model/model.h"

/* The model with a transition for each member of a class. of[s] is the first member of the class of s,
 * a symbol of `alphabet`. The classes are recorded in the alphabet of the result. */
papni_model *expand_classes (const papni_model *model, const papni_alphabet *alphabet, const symbol *of, error *e);

#endif
