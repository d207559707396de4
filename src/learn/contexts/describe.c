/* describe.c - the length of a description by tests and rules.
 *
 * The automaton that tracks all tested features may have many states, and still be described by
 * a few tests. */
#include "learn/contexts/event_classes.h"

#include <string.h>

uint64_t class_test_bits (const event_classes *k, const class_node *d)
{
  const logs *l = &k->c->logs;
  const uint64_t values =
      d->feature < FEATURE_BITS ? l->log[d->values] + d->values * l->log[d->last - d->first] : (uint64_t) ONE_BIT;
  return l->log[k->c->features] + values;
}

/* Lists the leaves that are still part of the tree; adds the bits of the tests. */
static status list_leaves (const event_classes *k, list *nodes, list *leaves, uint64_t *bits, error *e)
{
  bool room = list_add (&k->memory, nodes, 0);
  for (size_t i = 0; room && i < nodes->count; i++) {
    const class_node *d = &k->nodes[nodes->items[i]];
    *bits += (uint64_t) ONE_BIT; /* is it a leaf? */
    if (d->feature == LEAF)
      room = list_add (&k->memory, leaves, nodes->items[i]);
    else
      *bits += class_test_bits (k, d);
    for (uint32_t child = d->first; room && d->feature != LEAF && child < d->last; child++)
      room = list_add (&k->memory, nodes, child);
  }
  return room ? PAPNI_OK : no_memory (e);
}

/* The bits of the different sets, and of the set that each leaf has. */
static status add_sets (const event_classes *k, const list *leaves, uint64_t *bits, error *e)
{
  bool *known = allocate_zeroed (&k->memory, k->sets.count, sizeof *known);
  size_t different = 0;
  if (!known)
    return no_memory (e);
  for (size_t i = 0; i < leaves->count; i++) {
    const uint32_t set = k->nodes[leaves->items[i]].mask;
    if (known[set])
      continue;
    known[set] = true;
    different++;
    *bits += (uint64_t) logs_choose (&k->c->logs, k->c->events, set_size (k, set));
  }
  *bits += leaves->count * k->c->logs.log[different];
  release (&k->memory, known, k->sets.count, sizeof *known);
  return PAPNI_OK;
}

status event_classes_bits (const event_classes *k, size_t rules, uint64_t *bits, error *e)
{
  list nodes = { 0 }, leaves = { 0 };
  *bits = 0;
  status s = list_leaves (k, &nodes, &leaves, bits, e);
  if (!s)
    s = add_sets (k, &leaves, bits, e);
  for (size_t i = 0; i < rules; i++)
    *bits += k->rules[i].bits;
  list_release (&k->memory, &nodes);
  list_release (&k->memory, &leaves);
  return s;
}
