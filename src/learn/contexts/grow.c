/* grow.c - grows the tree of tests: a node is split by the feature that saves the most
 * bits, as long as one saves any. */
#include "learn/contexts/event_classes.h"

#include <stdlib.h>
#include <string.h>

/* The working memory for finding the best split of a node. */
typedef struct grower
{
  event_classes *k;
  cluster cluster, best;
  uint32_t *column;     /* event -> its column among those that follow, at this node */
  uint32_t *event;      /* column -> event */
  uint32_t *slot;       /* value -> 1 + its place among the values of the feature, or 0 */
  uint32_t *value;      /* place -> value */
  uint32_t *best_value; /* of the best feature so far */
  uint32_t *bit_rows;   /* feature of one bit -> 1 + its row, or 0 */
  uint32_t *bit_counts; /* row * columns */
  size_t bit_row_count, bit_capacity, bit_features;
  list used;       /* features of one bit that have a row */
  uint32_t *moved; /* contexts, while they are sorted */
} grower;

/* ---- memory ---- */

static bool cluster_begin (cluster *g, const allocator *a, size_t events)
{
  const size_t rows = (size_t) 2 * CLUSTER_VALUES;
  *g = (cluster){ .counts = allocate (a, rows * events, sizeof *g->counts),
                  .cost = allocate (a, rows, sizeof *g->cost),
                  .total = allocate (a, rows, sizeof *g->total),
                  .least = allocate (a, rows, sizeof *g->least),
                  .group = allocate (a, CLUSTER_VALUES, sizeof *g->group),
                  .active = allocate (a, CLUSTER_VALUES, sizeof *g->active),
                  .apart = allocate (a, rows * rows, sizeof *g->apart) };
  return g->counts && g->cost && g->total && g->least && g->group && g->active && g->apart;
}

static void cluster_release (cluster *g, const allocator *a, size_t events)
{
  const size_t rows = (size_t) 2 * CLUSTER_VALUES;
  release (a, g->counts, rows * events, sizeof *g->counts);
  release (a, g->cost, rows, sizeof *g->cost);
  release (a, g->total, rows, sizeof *g->total);
  release (a, g->least, rows, sizeof *g->least);
  release (a, g->group, CLUSTER_VALUES, sizeof *g->group);
  release (a, g->active, CLUSTER_VALUES, sizeof *g->active);
  release (a, g->apart, rows * rows, sizeof *g->apart);
}

static bool grower_begin (grower *g, event_classes *k)
{
  const context_table *c = k->c;
  const allocator *a = &k->memory;
  *g = (grower){ .k = k, .bit_features = 32 * (c->since_words + c->inner_words) };
  g->column = allocate (a, c->events, sizeof *g->column);
  g->event = allocate (a, c->events, sizeof *g->event);
  g->slot = allocate_zeroed (a, c->symbols + 1, sizeof *g->slot);
  g->value = allocate (a, c->symbols + 1, sizeof *g->value);
  g->best_value = allocate (a, c->symbols + 1, sizeof *g->best_value);
  g->bit_rows = allocate_zeroed (a, g->bit_features, sizeof *g->bit_rows);
  g->moved = allocate (a, c->all.count, sizeof *g->moved);
  const bool first = cluster_begin (&g->cluster, a, c->events), second = cluster_begin (&g->best, a, c->events);
  return first && second && g->column && g->event && g->slot && g->value && g->best_value && g->bit_rows && g->moved;
}

static void grower_release (grower *g)
{
  const context_table *c = g->k->c;
  const allocator *a = &g->k->memory;
  cluster_release (&g->cluster, a, c->events);
  cluster_release (&g->best, a, c->events);
  release (a, g->column, c->events, sizeof *g->column);
  release (a, g->event, c->events, sizeof *g->event);
  release (a, g->slot, c->symbols + 1, sizeof *g->slot);
  release (a, g->value, c->symbols + 1, sizeof *g->value);
  release (a, g->best_value, c->symbols + 1, sizeof *g->best_value);
  release (a, g->bit_rows, g->bit_features, sizeof *g->bit_rows);
  release (a, g->bit_counts, g->bit_capacity, sizeof *g->bit_counts);
  release (a, g->moved, c->all.count, sizeof *g->moved);
  list_release (a, &g->used);
}

/* ---- one feature ---- */

static int by_number (const void *x, const void *y)
{
  return compare (*(const uint32_t *) x, *(const uint32_t *) y);
}

/* Numbers the values of a feature at this node, ascending. */
static size_t list_values (grower *g, const class_node *d, size_t feature)
{
  const event_classes *k = g->k;
  size_t count = 0;
  for (size_t i = d->begin; i < d->end; i++) {
    const uint32_t v = records_at (&k->c->all, k->order[i])[feature];
    if (!g->slot[v]) {
      g->slot[v] = 1;
      g->value[count++] = v;
    }
  }
  qsort (g->value, count, sizeof *g->value, by_number);
  for (size_t i = 0; i < count; i++)
    g->slot[g->value[i]] = (uint32_t) i + 1;
  return count;
}

static void forget_values (grower *g, size_t count)
{
  for (size_t i = 0; i < count; i++)
    g->slot[g->value[i]] = 0;
}

static void count_values (grower *g, const class_node *d, size_t feature)
{
  const context_table *c = g->k->c;
  cluster *u = &g->cluster;
  memset (u->counts, 0, u->values * u->columns * sizeof *u->counts);
  for (size_t i = d->begin; i < d->end; i++) {
    const uint32_t context = g->k->order[i];
    uint32_t *row = u->counts + (g->slot[records_at (&c->all, context)[feature]] - 1) * u->columns;
    for (size_t j = c->follow.first[context]; j < c->follow.first[context + 1]; j++)
      row[g->column[c->counts[j].event]] += c->counts[j].count;
  }
}

/* The bits that a split saves; the best one so far is kept. */
typedef struct class_split
{
  int64_t saved;
  uint32_t feature; /* LEAF: none */
  bool one_first;   /* of one bit: more contexts have it than not */
} class_split;

static void try_feature (grower *g, const class_node *d, size_t feature, int64_t now, class_split *best)
{
  const context_table *c = g->k->c;
  const size_t values = list_values (g, d, feature);
  if (values > 1 && values <= CLUSTER_VALUES) {
    g->cluster.values = values;
    count_values (g, d, feature);
    cluster_join (&g->cluster, &c->logs);
    const int64_t saved = now - g->cluster.bits - (int64_t) c->logs.log[c->features];
    if (g->cluster.active_count > 1 && saved > best->saved) {
      *best = (class_split){ saved, (uint32_t) feature, false };
      const cluster swapped = g->best;
      g->best = g->cluster;
      g->cluster = swapped;
      g->cluster.columns = g->best.columns;
      memcpy (g->best_value, g->value, values * sizeof *g->value);
    }
  }
  forget_values (g, values);
}

/* ---- features of one bit ---- */

/* Adds what follows a context to the row of each bit that it has. */
static status count_bits (grower *g, uint32_t context, size_t columns, error *e)
{
  const context_table *c = g->k->c;
  const allocator *a = &g->k->memory;
  const uint32_t *bits = records_at (&c->all, context) + FEATURE_BITS;
  for (size_t w = 0; w < c->since_words + c->inner_words; w++)
    for (uint32_t rest = bits[w]; rest; rest &= rest - 1) {
      size_t bit = 32 * w;
      for (uint32_t low = rest & -rest; low >>= 1;)
        bit++;
      if (!g->bit_rows[bit]) {
        if (!reserve (a, &g->bit_counts, &g->bit_capacity, (g->bit_row_count + 1) * columns, sizeof *g->bit_counts)
            || !list_add (a, &g->used, (uint32_t) bit))
          return no_memory (e);
        memset (g->bit_counts + g->bit_row_count * columns, 0, columns * sizeof *g->bit_counts);
        g->bit_rows[bit] = (uint32_t) ++g->bit_row_count;
      }
      uint32_t *row = g->bit_counts + (g->bit_rows[bit] - 1) * columns;
      for (size_t j = c->follow.first[context]; j < c->follow.first[context + 1]; j++)
        row[g->column[c->counts[j].event]] += c->counts[j].count;
    }
  return PAPNI_OK;
}

/* The feature that a bit of a context's record stands for. */
static uint32_t bit_feature (const context_table *c, size_t bit)
{
  const size_t since = 32 * c->since_words;
  return (uint32_t) (bit < since ? FEATURE_BITS + bit : contexts_first_inner (c) + bit - since);
}

static void try_bit (grower *g, uint32_t bit, const uint32_t *whole, int64_t now, class_split *best)
{
  const context_table *c = g->k->c;
  const size_t columns = g->cluster.columns;
  const uint32_t *yes = g->bit_counts + (g->bit_rows[bit] - 1) * columns;
  uint32_t *no = g->cluster.counts;
  uint64_t with = 0, without = 0;
  for (size_t i = 0; i < columns; i++) {
    no[i] = whole[g->event[i]] - yes[i];
    with += yes[i];
    without += no[i];
  }
  if (!without)
    return;
  const int64_t saved = now - histogram_bits (&c->logs, yes, NULL, columns)
                        - histogram_bits (&c->logs, no, NULL, columns) - (int64_t) c->logs.log[c->features] - ONE_BIT;
  if (saved > best->saved)
    *best = (class_split){ saved, bit_feature (c, bit), without < with };
}

static status try_bits (grower *g, const class_node *d, const uint32_t *whole, int64_t now, class_split *best, error *e)
{
  status s = PAPNI_OK;
  g->used.count = g->bit_row_count = 0;
  for (size_t i = d->begin; !s && i < d->end; i++)
    s = count_bits (g, g->k->order[i], g->cluster.columns, e);
  if (g->used.count)
    qsort (g->used.items, g->used.count, sizeof *g->used.items, by_number);
  for (size_t i = 0; i < g->used.count; i++) {
    if (!s)
      try_bit (g, g->used.items[i], whole, now, best);
    g->bit_rows[g->used.items[i]] = 0;
  }
  return s;
}

/* ---- nodes ---- */

static status new_node (event_classes *k, uint32_t begin, uint32_t end, error *e)
{
  const context_table *c = k->c;
  if (!reserve (&k->memory, &k->nodes, &k->node_capacity, k->node_count + 1, sizeof *k->nodes)
      || !reserve (&k->memory, &k->counts, &k->counts_capacity, (k->node_count + 1) * c->events, sizeof *k->counts))
    return no_memory (e);
  uint32_t *counts = k->counts + k->node_count * c->events;
  memset (counts, 0, c->events * sizeof *counts);
  for (size_t i = begin; i < end; i++)
    for (size_t j = c->follow.first[k->order[i]]; j < c->follow.first[k->order[i] + 1]; j++)
      counts[c->counts[j].event] += c->counts[j].count;
  k->nodes[k->node_count++] = (class_node){ .feature = LEAF, .begin = begin, .end = end };
  return set_of_counts (k, counts, &k->nodes[k->node_count - 1].support, e);
}

/* Finds the best split of a node; best->feature is LEAF if none saves anything. */
static status find_split (grower *g, uint32_t x, class_split *best, error *e)
{
  event_classes *k = g->k;
  const class_node d = k->nodes[x];
  const uint32_t *whole = k->counts + x * k->c->events;
  size_t columns = 0;
  *best = (class_split){ 0, LEAF, false };
  for (size_t i = 0; i < k->c->events; i++)
    if (whole[i]) {
      g->column[i] = (uint32_t) columns;
      g->event[columns++] = (uint32_t) i;
    }
  if (columns < 2)
    return PAPNI_OK;
  g->cluster.columns = columns;
  for (size_t i = 0; i < columns; i++)
    g->cluster.counts[i] = whole[g->event[i]];
  const int64_t now = histogram_bits (&k->c->logs, g->cluster.counts, NULL, columns);
  for (size_t f = 0; f < FEATURE_BITS; f++) {
    try_feature (g, &d, f, now, best);
    const status s = watch_spend (&k->watch, (size_t) 4 * (d.end - d.begin), e);
    if (s)
      return s;
  }
  return try_bits (g, &d, whole, now, best, e);
}

static status add_class_branch (event_classes *k, uint32_t value, uint32_t node, error *e)
{
  if (!reserve (&k->memory, &k->branches, &k->branch_capacity, k->branch_count + 1, sizeof *k->branches))
    return no_memory (e);
  k->branches[k->branch_count++] = (class_branch){ value, node };
  return PAPNI_OK;
}

/* The child, from 0, that each value of the best split leads to. */
static status add_branches (grower *g, uint32_t first, const class_split *best, error *e)
{
  event_classes *k = g->k;
  status s = PAPNI_OK;
  if (best->feature >= FEATURE_BITS) {
    s = add_class_branch (k, 0, first + best->one_first, e);
    return s ? s : add_class_branch (k, 1, first + !best->one_first, e);
  }
  for (size_t v = 0; !s && v < g->best.values; v++) {
    uint32_t child = 0;
    while (g->best.active[child] != g->best.group[v])
      child++;
    s = add_class_branch (k, g->best_value[v], first + child, e);
  }
  return s;
}

static uint32_t find_branch (const event_classes *k, const class_node *d, uint32_t value)
{
  for (size_t i = d->branch; i < d->branch + d->values; i++)
    if (k->branches[i].value == value)
      return k->branches[i].node;
  return d->other;
}

/* Sorts the contexts of a node by child, and makes the children. */
static status divide (grower *g, uint32_t x, const class_split *best, error *e)
{
  event_classes *k = g->k;
  const uint32_t first = (uint32_t) k->node_count, branch = (uint32_t) k->branch_count;
  const uint32_t children = best->feature < FEATURE_BITS ? (uint32_t) g->best.active_count : 2;
  status s = add_branches (g, first, best, e);
  if (s)
    return s;
  class_node d = k->nodes[x];
  d.feature = best->feature;
  d.first = d.other = first;
  d.last = first + children;
  d.branch = branch;
  d.values = (uint32_t) k->branch_count - branch;
  k->nodes[x] = d;
  uint32_t at = d.begin;
  memcpy (g->moved, k->order + d.begin, (d.end - d.begin) * sizeof *g->moved);
  for (uint32_t child = first; !s && child < d.last; child++) {
    const uint32_t begin = at;
    for (size_t i = 0; i < d.end - d.begin; i++) {
      const uint32_t value = context_value (k->c, records_at (&k->c->all, g->moved[i]), d.feature);
      if (find_branch (k, &d, value) == child)
        k->order[at++] = g->moved[i];
    }
    s = new_node (k, begin, at, e);
  }
  return s;
}

static status grow_all (grower *g, error *e)
{
  event_classes *k = g->k;
  status s = new_node (k, 0, (uint32_t) k->c->all.count, e);
  class_split best;
  for (uint32_t x = 0; !s && x < k->node_count && !until_reached (&k->until); x++) {
    s = find_split (g, x, &best, e);
    if (!s && best.feature != LEAF)
      s = divide (g, x, &best, e);
  }
  return s;
}

status event_classes_grow (event_classes *k, error *e)
{
  grower g;
  const status s = grower_begin (&g, k) ? grow_all (&g, e) : no_memory (e);
  grower_release (&g);
  return s;
}

uint32_t event_classes_leaf (const event_classes *k, const uint32_t *v)
{
  uint32_t x = 0;
  while (k->nodes[x].feature != LEAF)
    x = find_branch (k, &k->nodes[x], context_value (k->c, v, k->nodes[x].feature));
  return x;
}
