/* class_sets.h - classes of single characters as sets of ranges, for pictures and grammars. */
#ifndef MODEL_CLASS_SETS_H
#define MODEL_CLASS_SETS_H

#include "model/model.h"

typedef struct class_range
{
  uint32_t from, to; /* characters */
} class_range;

/* Does the model treat the members of this symbol's class alike, and are they single characters? Then
 * *first is the first of them. */
bool class_is_set (const papni_model *model, symbol s, symbol *first);

/* The ranges of its characters, at most `room` of them; returns how many, `room` + 1 if there are
 * more. */
size_t class_ranges (const papni_model *model, symbol s, class_range *ranges, size_t room);

#endif
