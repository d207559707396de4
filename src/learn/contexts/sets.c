/* sets.c - sets of events, without duplicates, and classes: the contexts that have the
 * same set. */
#include "learn/contexts/event_classes.h"

#include <stdlib.h>
#include <string.h>

size_t set_size (const event_classes *k, uint32_t set)
{
  size_t size = 0;
  for (size_t e = 0; e < k->c->events; e++)
    size += is_set (set_at (k, set), e);
  return size;
}

size_t set_union_size (const event_classes *k, uint32_t one, uint32_t other)
{
  size_t size = 0;
  for (size_t e = 0; e < k->c->events; e++)
    size += is_set (set_at (k, one), e) || is_set (set_at (k, other), e);
  return size;
}

bool set_enter (event_classes *k, const uint32_t *bits, uint32_t *set)
{
  return records_enter (&k->memory, &k->sets, bits, set);
}

status set_of_counts (event_classes *k, const uint32_t *counts, uint32_t *set, error *e)
{
  memset (k->scratch, 0, k->sets.width * sizeof *k->scratch);
  for (size_t i = 0; i < k->c->events; i++)
    if (counts[i])
      k->scratch[i / 32] |= 1u << (i % 32);
  return set_enter (k, k->scratch, set) ? PAPNI_OK : no_memory (e);
}

status set_both (event_classes *k, uint32_t one, uint32_t other, bool in_both, uint32_t *set, error *e)
{
  const uint32_t *x = set_at (k, one), *y = set_at (k, other);
  for (size_t i = 0; i < k->sets.width; i++)
    k->scratch[i] = in_both ? x[i] & y[i] : x[i] | y[i];
  return set_enter (k, k->scratch, set) ? PAPNI_OK : no_memory (e);
}

int set_compare (const event_classes *k, uint32_t one, uint32_t other)
{
  int order = 0;
  for (size_t i = k->sets.width; i-- > 0 && !order;)
    order = compare (set_at (k, one)[i], set_at (k, other)[i]);
  return order;
}

uint64_t set_weight (const event_classes *k, const uint32_t *counts, uint32_t set)
{
  const uint32_t *bits = set_at (k, set);
  uint64_t weight = 0;
  for (size_t e = 0; e < k->c->events; e++)
    if (is_set (bits, e))
      weight += counts[e];
  return weight;
}

/* ---- classes ---- */

/* Lists the different sets of contexts, ascending. There are few of them. */
static size_t list_sets (const event_classes *k, uint32_t *sets, uint32_t *class_of)
{
  size_t count = 0;
  for (size_t i = 0; i < k->c->all.count; i++) {
    if (class_of[k->mask[i]] != LEAF)
      continue;
    class_of[k->mask[i]] = 0;
    size_t j = count++;
    for (; j && set_compare (k, sets[j - 1], k->mask[i]) > 0; j--)
      sets[j] = sets[j - 1];
    sets[j] = k->mask[i];
  }
  for (size_t i = 0; i < count; i++)
    class_of[sets[i]] = (uint32_t) i;
  return count;
}

static void sum_up (class_counts *n, const event_classes *k, const uint32_t *class_of)
{
  const context_table *c = k->c;
  for (size_t i = 0; i < c->all.count; i++) {
    n->of[i] = class_of[k->mask[i]];
    for (size_t j = c->follow.first[i]; j < c->follow.first[i + 1]; j++) {
      n->counts[n->of[i] * c->events + c->counts[j].event] += c->counts[j].count;
      n->totals[n->of[i]] += c->counts[j].count;
    }
  }
}

status class_counts_init (class_counts *n, event_classes *k, error *e)
{
  const allocator *a = &k->memory;
  const size_t sets = k->sets.count, all = k->c->all.count;
  uint32_t *class_of = allocate (a, sets, sizeof *class_of);
  uint32_t *found = allocate (a, sets, sizeof *found);
  *n = (class_counts){ .of = allocate (a, all, sizeof *n->of) };
  bool room = class_of && found && n->of;
  if (room) {
    memset (class_of, 0xff, sets * sizeof *class_of);
    n->count = list_sets (k, found, class_of);
    n->sets = allocate (a, n->count, sizeof *n->sets);
    n->counts = allocate_zeroed (a, n->count * k->c->events, sizeof *n->counts);
    n->totals = allocate_zeroed (a, n->count, sizeof *n->totals);
    room = n->sets && n->counts && n->totals;
  }
  if (room) {
    memcpy (n->sets, found, n->count * sizeof *found);
    sum_up (n, k, class_of);
  }
  release (a, class_of, sets, sizeof *class_of);
  release (a, found, sets, sizeof *found);
  if (room)
    return PAPNI_OK;
  class_counts_release (n, k);
  return no_memory (e);
}

void class_counts_release (class_counts *n, const event_classes *k)
{
  const allocator *a = &k->memory;
  release (a, n->sets, n->count, sizeof *n->sets);
  release (a, n->counts, n->count * k->c->events, sizeof *n->counts);
  release (a, n->totals, n->count, sizeof *n->totals);
  release (a, n->of, k->c->all.count, sizeof *n->of);
  *n = (class_counts){ 0 };
}
