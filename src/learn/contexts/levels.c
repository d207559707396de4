/* levels.c - the events of each level of nesting: inside a call, or outside all calls,
 * only what some accepted word has there may follow.
 *
 * These are rules for all classes. They come before the others, which then decide among
 * the events that are left. */
#include "learn/contexts/event_classes.h"

/* Marks the events that follow at each level: level * events. */
static void mark_events (const context_table *c, uint32_t *seen)
{
  for (size_t i = 0; i < c->all.count; i++) {
    const size_t level = records_at (&c->all, i)[FEATURE_CALL];
    for (size_t j = c->follow.first[i]; j < c->follow.first[i + 1]; j++)
      seen[level * c->events + c->counts[j].event] = 1;
  }
}

/* Adds the rule of a level, unless it has all events, or does not occur. */
static status limit_level (event_classes *k, uint32_t level, const uint32_t *seen, uint32_t everything, error *e)
{
  const size_t events = k->c->events;
  context_rule r = { .mask = LEAF, .feature = FEATURE_CALL, .value = level, .no = everything };
  const status s = set_of_counts (k, seen + level * events, &r.yes, e);
  const size_t size = s ? 0 : set_size (k, r.yes);
  if (s || !size || size == events)
    return s;
  r.bits = (uint64_t) logs_choose (&k->c->logs, events, size);
  return event_classes_add_rule (k, &r, e);
}

status event_classes_limit_levels (event_classes *k, error *e)
{
  const context_table *c = k->c;
  const size_t levels = c->symbols + 1;
  uint32_t *seen = allocate_zeroed (&k->memory, levels * c->events, sizeof *seen), everything;
  if (!seen)
    return no_memory (e);
  for (size_t i = 0; i < c->events; i++)
    seen[i] = 1; /* the first level is VALUE_NONE, which is none */
  status s = set_of_counts (k, seen, &everything, e);
  mark_events (c, seen);
  for (uint32_t level = VALUE_START; !s && level < levels; level++)
    s = limit_level (k, level, seen, everything, e);
  k->level_rules = k->rule_count;
  release (&k->memory, seen, levels * c->events, sizeof *seen);
  return s;
}
