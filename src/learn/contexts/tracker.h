/* tracker.h - the automaton that tracks the tested features.
 *
 * A state is a context in which values that no test distinguishes are identified. What
 * a caller can observe of a block that ends is its kind. States are explored level by
 * level, from the entries of levels, as far as the events that may follow lead. */
#ifndef LEARN_CONTEXTS_TRACKER_H
#define LEARN_CONTEXTS_TRACKER_H

#include "learn/contexts/event_classes.h"
#include "model/assemble.h"

/* (caller, block, kind) -> state, where `step` is 3 words; (state, event) -> state, where it
 * is 2. */
typedef struct tracked_steps
{
  records keys;
  list targets;
} tracked_steps;

/* An element of a list of an entry: a caller (its entry, the state, the call), or what
 * can end its level (kind, return). */
typedef struct tracked_link
{
  uint32_t a, b, c;
  uint32_t next; /* or LEAF */
} tracked_link;

typedef struct tracker
{
  event_classes *k;
  const context_table *c;
  allocator memory;
  size_t rules;                 /* that count */
  uint32_t *same[FEATURE_BITS]; /* value -> the smallest value that is never distinguished from it */
  uint32_t *since, *inner;      /* bits that are tested */
  map blocks;                   /* return << 16 | call, as symbols -> the number of the block */
  uint32_t *room[2];            /* for contexts */
  records states;
  list allowed; /* state -> the events that may follow, as a set */
  list kind;    /* state -> the kind of a block that ends there, or LEAF */
  records kinds;
  list kind_sample; /* kind -> a state that has it */
  tracked_steps plain, returns;
  list accepting;                    /* states */
  list entry_callers, entry_closers; /* state -> the first link, or LEAF; LEAF for states that are not entries */
  list is_entry;
  tracked_link *links;
  size_t link_count, link_capacity;
  map reached; /* entry << 32 | state */
  list work;   /* entries and states, to be explored */
  map closing; /* entry << 32 | kind * events + return */
  size_t explored;
  bool too_large;
} tracker;

/* With the first `rules` rules. t->too_large: it was abandoned. */
status tracker_init (tracker *t, event_classes *k, size_t rules, error *e);
void tracker_release (tracker *t);

/* Joins states that allow the same events and lead to the same states (reduce.c). */
papni_model *tracker_model (tracker *t, error *e);

#endif
