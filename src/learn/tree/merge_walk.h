/* merge_walk.h - the merged subtree of a blue state, for merge.c and trial.c: the
 * children of a node are those in the tree and those that merging has added. */
#ifndef LEARN_TREE_MERGE_WALK_H
#define LEARN_TREE_MERGE_WALK_H

#include "learn/tree/merge.h"

/* The first child of a node in the tree; its children end where those of the next node
 * begin. */
static inline node own_children (const merger *m, node q)
{
  const tree_node *n = &m->nodes[q];
  return n->flags & NODE_PATCHED ? m->patches[n->first].first : n->first;
}

/* An iterator over all children of a node: those in the tree, then the added ones. */
typedef struct child
{
  node node;
  symbol symbol;
  node own_end;       /* the end of those in the tree */
  uint32_t next, end; /* the remaining added ones */
} child;

static inline child added_child (const merger *m, child c)
{
  if (c.next == c.end)
    return (child){ .node = NOWHERE };
  const added_edge *edge = &m->edges[c.next];
  return (child){ edge->child, edge->symbol, 0, c.next + 1, c.end };
}

static inline child first_child (const merger *m, node q)
{
  const tree_node *n = &m->nodes[q];
  child c = { .node = n->first, .own_end = own_children (m, q + 1) };
  if (n->flags & NODE_PATCHED) {
    const patch *p = &m->patches[n->first];
    c.node = p->first;
    c.next = p->edges;
    c.end = p->edges + p->count;
  }
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

/* May be true for a node without children. */
static inline bool has_children (const merger *m, node q)
{
  const tree_node *n = &m->nodes[q];
  return n->flags & NODE_PATCHED || n->first != own_children (m, q + 1);
}

/* The child of a node on a symbol, or NOWHERE. Branch-free for one or two children, the
 * common case. */
static inline node find_child (const merger *m, node q, symbol s)
{
  const tree_node *nodes = m->nodes;
  node low = own_children (m, q), high = own_children (m, q + 1);
  while (high - low > 2) {
    const node middle = low + (high - low) / 2;
    if (nodes[middle].symbol <= s)
      low = middle;
    else
      high = middle;
  }
  low += (node) ((high - low > 1) & (nodes[low].symbol < s));
  if ((low < high) & (nodes[low].symbol == s))
    return low;
  if (!(nodes[q].flags & NODE_PATCHED))
    return NOWHERE;
  const patch *p = &m->patches[nodes[q].first];
  for (uint32_t i = p->edges, end = i + p->count; i < end; i++)
    if (m->edges[i].symbol == s)
      return m->edges[i].child;
  return NOWHERE;
}

#endif
