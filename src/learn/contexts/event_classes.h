/* event_classes.h - which events may follow a context.
 *
 * A tree of tests on features sorts contexts into classes; a class is the set of events
 * that may follow. The tree is grown where frequencies differ, pruned where the sets of
 * events do not pay for its tests, and similar classes are joined. Then rules remove
 * events from a level of nesting at which they do not occur, and from a class, or from all
 * classes, where a feature has a value. All decisions minimize the description length. */
#ifndef LEARN_CONTEXTS_EVENT_CLASSES_H
#define LEARN_CONTEXTS_EVENT_CLASSES_H

#include "learn/contexts/context.h"
#include "learn/settings/settings.h"

#define LEAF UINT32_MAX

/* A node of the tree. Its children are contiguous, after it. */
typedef struct class_node
{
  uint32_t feature;     /* that is tested; LEAF: none */
  uint32_t first, last; /* children: first to last - 1 */
  uint32_t branch;      /* the index of its values and their children in `branches` */
  uint32_t values;      /* the number of values */
  uint32_t other;       /* the child for other values */
  uint32_t support;     /* the events that follow, as a set */
  uint32_t mask;        /* of a leaf: the events that may follow, as a set */
  uint32_t begin, end;  /* its contexts, in `order` */
} class_node;

typedef struct class_branch
{
  uint32_t value, node;
} class_branch;

/* Where the feature of the literal has its value, the events in `yes` may follow, elsewhere
 * those in `no`. */
typedef struct context_rule
{
  uint32_t mask; /* of only this class; LEAF: of all */
  uint32_t feature, value;
  uint32_t yes, no;
  uint64_t bits; /* that it takes to write it down */
} context_rule;

typedef struct event_classes
{
  const context_table *c;
  allocator memory;
  unsigned scale;    /* of the bits of tests when the tree is pruned */
  records sets;      /* sets of events, as bits */
  uint32_t *scratch; /* space for one */
  class_node *nodes;
  size_t node_count, node_capacity;
  uint32_t *counts; /* node * events */
  size_t counts_capacity;
  class_branch *branches;
  size_t branch_count, branch_capacity;
  uint32_t *order; /* contexts */
  uint32_t *mask;  /* context -> the events that may follow */
  context_rule *rules;
  size_t rule_count, rule_capacity;
  size_t level_rules; /* the first of them limit the events of levels */
  watch watch;
  until until; /* growing ends then */
} event_classes;

/* To be called in this order. On failure, all but event_classes_init keep what they
 * have. */
status event_classes_init (event_classes *k, const context_table *c, unsigned scale, const settings *options, error *e);
status event_classes_grow (event_classes *k, error *e);
status event_classes_prune (event_classes *k, error *e);
status event_classes_join (event_classes *k, error *e);
status event_classes_limit_levels (event_classes *k, error *e);
status event_classes_find_rules (event_classes *k, error *e);
void event_classes_forget_rules (event_classes *k); /* and limits; rules can be found again */
void event_classes_release (event_classes *k);

/* The events that may follow a context, as a set, after the first `rules` rules. *set is a
 * number among `sets`. */
status event_classes_allow (event_classes *k, const uint32_t *v, size_t rules, uint32_t *set, error *e);

/* The bits of the tests of the tree, of the sets of its leaves, and of the first `rules` rules. */
status event_classes_bits (const event_classes *k, size_t rules, uint64_t *bits, error *e);

/* The bits of the test at a node that is not a leaf. */
uint64_t class_test_bits (const event_classes *k, const class_node *d);

/* The leaf of a context. */
uint32_t event_classes_leaf (const event_classes *k, const uint32_t *v);

/* Adds a rule, and removes its events from contexts. */
status event_classes_add_rule (event_classes *k, const context_rule *r, error *e);

bool rule_holds (const event_classes *k, const context_rule *r, const uint32_t *v);

/* ---- sets of events ---- */

static inline const uint32_t *set_at (const event_classes *k, uint32_t set)
{
  return records_at (&k->sets, set);
}

size_t set_size (const event_classes *k, uint32_t set);
size_t set_union_size (const event_classes *k, uint32_t one, uint32_t other);
bool set_enter (event_classes *k, const uint32_t *bits, uint32_t *set); /* false if out of memory */
status set_of_counts (event_classes *k, const uint32_t *counts, uint32_t *set, error *e);
status set_both (event_classes *k, uint32_t one, uint32_t other, bool in_both, uint32_t *set, error *e);

/* Compared as numbers whose bit e is event e. */
int set_compare (const event_classes *k, uint32_t one, uint32_t other);

/* How often an event of the set occurred. */
uint64_t set_weight (const event_classes *k, const uint32_t *counts, uint32_t set);

/* The total counts of each class; classes by ascending set. */
typedef struct class_counts
{
  uint32_t *sets;
  uint32_t *counts; /* class * events */
  uint64_t *totals;
  size_t count;
  uint32_t *of; /* context -> class */
} class_counts;

status class_counts_init (class_counts *n, event_classes *k, error *e);
void class_counts_release (class_counts *n, const event_classes *k);

/* ---- for growing ---- */

/* Values of a feature, joined to groups. */
typedef struct cluster
{
  size_t values;    /* at most CLUSTER_VALUES */
  size_t columns;   /* of the rows of counts: events that follow */
  uint32_t *counts; /* 2 * CLUSTER_VALUES rows: of each value, then of each new group */
  int64_t *cost;    /* of a row */
  uint64_t *total;  /* of a row */
  uint32_t *least;  /* the smallest value of a row */
  uint32_t *group;  /* value -> its row */
  uint32_t *active; /* rows that are current groups, in order */
  size_t active_count;
  int64_t *apart; /* row * 2 * CLUSTER_VALUES + row: the cost of joining them */
  int64_t bits;   /* of all groups, and of naming them */
} cluster;

enum
{
  CLUSTER_VALUES = 256 /* features with more values are not tested */
};

/* The bits of counts: which of `columns` events occur, how often, and in which order. */
int64_t histogram_bits (const logs *l, const uint32_t *counts, const uint32_t *more, size_t columns);

/* Joins pairs of groups as long as that saves bits. The largest group comes first. */
void cluster_join (cluster *g, const logs *l);

#endif
