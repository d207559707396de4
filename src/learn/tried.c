/* tried.c - choices of classes that were tried: few, so that they are compared one by one. */
#include "learn/tried.h"

#include <string.h>

tried_class *tried_find (const tried_classes *t, const symbol *of)
{
  for (size_t i = 0; i < t->count; i++)
    if (!memcmp (t->items[i].of, of, t->letters * sizeof *of))
      return &t->items[i];
  return NULL;
}

tried_class *tried_add (tried_classes *t, const allocator *a, const symbol *of, size_t letters)
{
  symbol *own = allocate (a, letters, sizeof *own);
  if (!own || !reserve (a, &t->items, &t->capacity, t->count + 1, sizeof *t->items)) {
    release (a, own, letters, sizeof *own);
    return NULL;
  }
  memcpy (own, of, letters * sizeof *own);
  t->letters = letters;
  t->items[t->count] = (tried_class){ .of = own };
  return &t->items[t->count++];
}

void tried_release (tried_classes *t, const allocator *a)
{
  for (size_t i = 0; i < t->count; i++) {
    release (a, t->items[i].of, t->letters, sizeof *t->items[i].of);
    papni_model_free (t->items[i].known.model);
  }
  release (a, t->items, t->capacity, sizeof *t->items);
  *t = (tried_classes){ .count = 0 };
}
