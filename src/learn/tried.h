/* tried.h - choices of classes that were tried, with what was learned from the words. */
#ifndef LEARN_TRIED_H
#define LEARN_TRIED_H

#include "learn/settings/settings.h"

typedef struct tried_class
{
  symbol *of;        /* symbol -> first member of its class */
  uint64_t bits;     /* of the model and the words */
  known_model known; /* what was learned; may be NULL */
} tried_class;

/* All zeros: none. */
typedef struct tried_classes
{
  tried_class *items;
  size_t count, capacity;
  size_t letters;
} tried_classes;

/* The entry for this choice, or NULL. It is valid until the next is added. */
tried_class *tried_find (const tried_classes *t, const symbol *of);

/* A new entry, without bits and model; NULL if out of memory. `letters` is always the same. */
tried_class *tried_add (tried_classes *t, const allocator *a, const symbol *of, size_t letters);

void tried_release (tried_classes *t, const allocator *a);

#endif
