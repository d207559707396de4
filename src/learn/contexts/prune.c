/* prune.c - prunes the tree: frequencies find the tests, but a subtree is kept only if
 * the sets of events of its leaves save more bits than its tests cost. */
#include "learn/contexts/event_classes.h"

#include <string.h>

typedef struct pruner
{
  event_classes *k;
  uint32_t *next;   /* leaf -> the next leaf of the same part, or LEAF */
  uint32_t *head;   /* node -> the first leaf below it */
  uint32_t *tail;   /* node -> the last one */
  int64_t *tests;   /* node -> the bits of all tests from it on */
  uint64_t *passed; /* set -> how often its leaves below a node are passed; 0 between nodes */
  list sets;        /* those that are not 0 */
} pruner;

static bool pruner_begin (pruner *p, event_classes *k)
{
  const allocator *a = &k->memory;
  *p = (pruner){ .k = k,
                 .next = allocate (a, k->node_count, sizeof *p->next),
                 .head = allocate (a, k->node_count, sizeof *p->head),
                 .tail = allocate (a, k->node_count, sizeof *p->tail),
                 .tests = allocate_zeroed (a, k->node_count, sizeof *p->tests),
                 .passed = allocate_zeroed (a, k->sets.count, sizeof *p->passed) };
  return p->next && p->head && p->tail && p->tests && p->passed;
}

static void pruner_release (pruner *p)
{
  const event_classes *k = p->k;
  const allocator *a = &k->memory;
  release (a, p->next, k->node_count, sizeof *p->next);
  release (a, p->head, k->node_count, sizeof *p->head);
  release (a, p->tail, k->node_count, sizeof *p->tail);
  release (a, p->tests, k->node_count, sizeof *p->tests);
  release (a, p->passed, k->sets.count, sizeof *p->passed);
  list_release (a, &p->sets);
}

static uint64_t total_of (const event_classes *k, uint32_t x)
{
  uint64_t total = 0;
  for (size_t e = 0; e < k->c->events; e++)
    total += k->counts[x * k->c->events + e];
  return total;
}

/* The bits that the sets of the leaves below a node save. */
static status saved_below (pruner *p, uint32_t x, int64_t *saved, error *e)
{
  const event_classes *k = p->k;
  const logs *l = &k->c->logs;
  const uint32_t *whole = k->counts + x * k->c->events;
  const uint64_t total = total_of (k, x);
  p->sets.count = 0;
  for (uint32_t leaf = p->head[x]; leaf != LEAF; leaf = p->next[leaf]) {
    const uint32_t set = k->nodes[leaf].support;
    if (!p->passed[set] && !list_add (&k->memory, &p->sets, set))
      return no_memory (e);
    p->passed[set] += total_of (k, leaf);
  }
  *saved = 0;
  for (size_t i = 0; i < p->sets.count; i++) {
    const uint32_t set = p->sets.items[i];
    const int64_t each = (int64_t) l->log[total] - (int64_t) l->log[set_weight (k, whole, set)];
    *saved += (int64_t) p->passed[set] * each - logs_choose (l, set_size (k, k->nodes[x].support), set_size (k, set));
    p->passed[set] = 0;
  }
  return PAPNI_OK;
}

static void make_leaf (pruner *p, uint32_t x)
{
  p->k->nodes[x].feature = LEAF;
  p->head[x] = p->tail[x] = x;
  p->next[x] = LEAF;
  p->tests[x] = 0;
}

/* Children come after their node, so they are processed before it. */
static status prune_all (pruner *p, error *e)
{
  event_classes *k = p->k;
  status s = PAPNI_OK;
  for (uint32_t x = (uint32_t) k->node_count; !s && x-- > 0;) {
    const class_node *d = &k->nodes[x];
    if (d->feature == LEAF) {
      make_leaf (p, x);
      continue;
    }
    p->head[x] = p->head[d->first];
    p->tests[x] = (int64_t) (k->scale * class_test_bits (k, d));
    for (uint32_t child = d->first; child < d->last; child++) {
      p->tests[x] += p->tests[child];
      if (child > d->first)
        p->next[p->tail[child - 1]] = p->head[child];
    }
    p->tail[x] = p->tail[d->last - 1];
    int64_t saved = 0;
    s = saved_below (p, x, &saved, e);
    if (!s && saved <= p->tests[x])
      make_leaf (p, x);
    if (!s)
      s = watch_spend (&k->watch, d->end - d->begin, e);
  }
  return s;
}

status event_classes_prune (event_classes *k, error *e)
{
  pruner p;
  const status s = pruner_begin (&p, k) ? prune_all (&p, e) : no_memory (e);
  pruner_release (&p);
  for (size_t x = 0; !s && x < k->node_count; x++)
    k->nodes[x].mask = k->nodes[x].support;
  for (size_t i = 0; !s && i < k->c->all.count; i++)
    k->mask[i] = k->nodes[event_classes_leaf (k, records_at (&k->c->all, i))].mask;
  return s;
}
