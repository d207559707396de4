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
  const tree_node *n = &m->nodes[q];
  child c = { n[0].first, 0, n[1].first, NOWHERE };
  if (n->flags & NODE_PATCHED)
    c.next = patch_of (m, q)->edges;
  if (c.node == c.own_end)
    return added_child (m, c);
  c.symbol = m->nodes[c.node].symbol;
  return c;
}

static inline child next_child (const merger *m, child c)
{
  if (c.node + 1 >= c.own_end)
    return added_child (m, c);
  c.symbol = m->nodes[++c.node].symbol;
  return c;
}

static inline bool has_children (const merger *m, node q)
{
  const tree_node *n = &m->nodes[q];
  return n[0].first != n[1].first || n->flags & NODE_PATCHED;
}

/* The child of a node on a symbol, or NOWHERE. */
static inline node find_child (const merger *m, node q, symbol s)
{
  const tree_node *nodes = m->nodes;
  node low = nodes[q].first, high = nodes[q + 1].first;
  while (high - low > 8) {
    const node middle = low + (high - low) / 2;
    if (nodes[middle].symbol <= s)
      low = middle;
    else
      high = middle;
  }
  for (; low < high; low++)
    if (nodes[low].symbol == s)
      return low;
  if (nodes[q].flags & NODE_PATCHED)
    for (uint32_t i = patch_of (m, q)->edges; i != NOWHERE; i = m->edges[i].next)
      if (m->edges[i].symbol == s)
        return m->edges[i].child;
  return NOWHERE;
}

#endif
