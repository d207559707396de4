/* event_classes.c - making and freeing classes. */
#include "learn/contexts/event_classes.h"

status event_classes_init (event_classes *k, const context_table *c, unsigned scale, const settings *options, error *e)
{
  const allocator *a = &c->memory;
  *k = (event_classes){ .c = c,
                        .memory = *a,
                        .scale = scale,
                        .watch = watch_begin (&options->watch, PAPNI_PHASE_MERGING),
                        .until = options->until };
  k->sets.width = (c->events + 31) / 32;
  k->scratch = allocate (a, k->sets.width, sizeof *k->scratch);
  k->order = allocate (a, c->all.count, sizeof *k->order);
  k->mask = allocate (a, c->all.count, sizeof *k->mask);
  if (!k->scratch || !k->order || !k->mask) {
    event_classes_release (k);
    return no_memory (e);
  }
  for (size_t i = 0; i < c->all.count; i++)
    k->order[i] = (uint32_t) i;
  return PAPNI_OK;
}

void event_classes_release (event_classes *k)
{
  const allocator a = k->memory;
  records_release (&a, &k->sets);
  release (&a, k->scratch, k->sets.width, sizeof *k->scratch);
  release (&a, k->nodes, k->node_capacity, sizeof *k->nodes);
  release (&a, k->counts, k->counts_capacity, sizeof *k->counts);
  release (&a, k->branches, k->branch_capacity, sizeof *k->branches);
  release (&a, k->order, k->c->all.count, sizeof *k->order);
  release (&a, k->mask, k->c->all.count, sizeof *k->mask);
  release (&a, k->rules, k->rule_capacity, sizeof *k->rules);
}
