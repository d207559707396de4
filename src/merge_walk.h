/* merge_walk.h - how merge.c and trial.c see the merged tree below a blue state:
 * a node's children are the tree's own and those that merging has added. */
#ifndef MERGE_WALK_H
#define MERGE_WALK_H

#include "merge.h"

/* A node that joins a place. */
typedef struct pair
{
  uint32_t x; /* a node, or RED + a red state */
  node y;
  uint32_t owner; /* merge.c: the blue state whose tree x is in */
} pair;

static inline const patch *patch_of (const merger *m, node q)
{
  return &m->patch[*map_find (&m->patches, q)];
}

/* A child on a walk over all children of a node: the tree's own, then the added. */
typedef struct child
{
  node node;
  symbol symbol;
  node own_end;  /* the end of the tree's own */
  uint32_t next; /* the first of the added ones that are left */
} child;

static inline child added_child (const merger *m, child c)
{
  if (c.next == NOWHERE)
    return (child){ .node = NOWHERE };
  const added_edge *edge = &m->edges[c.next];
  return (child){ edge->child, edge->symbol, 0, edge->next };
}

static inline child first_child (const merger *m, node q)
{
  const tree *t = m->tree;
  child c = { t->first[q], 0, t->first[q + 1], NOWHERE };
  if (m->flags[q] & NODE_PATCHED)
    c.next = patch_of (m, q)->edges;
  if (c.node == c.own_end)
    return added_child (m, c);
  c.symbol = t->symbol[c.node];
  return c;
}

static inline child next_child (const merger *m, child c)
{
  if (c.node + 1 >= c.own_end)
    return added_child (m, c);
  c.symbol = m->tree->symbol[++c.node];
  return c;
}

static inline bool has_children (const merger *m, node q)
{
  return m->tree->first[q] != m->tree->first[q + 1] || m->flags[q] & NODE_PATCHED;
}

/* The child of a node on a symbol, or NOWHERE. */
static inline node find_child (const merger *m, node q, symbol s)
{
  const tree *t = m->tree;
  node low = t->first[q], high = t->first[q + 1];
  while (high - low > 8) {
    const node middle = low + (high - low) / 2;
    if (t->symbol[middle] <= s)
      low = middle;
    else
      high = middle;
  }
  for (; low < high; low++)
    if (t->symbol[low] == s)
      return low;
  if (m->flags[q] & NODE_PATCHED)
    for (uint32_t i = patch_of (m, q)->edges; i != NOWHERE; i = m->edges[i].next)
      if (m->edges[i].symbol == s)
        return m->edges[i].child;
  return NOWHERE;
}

#endif
