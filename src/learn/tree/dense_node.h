/* dense_node.h - the nodes of dense.h: an entry per symbol, and the signature.
 *
 * Nothing here branches on data. Functions are compiled for two and for four entries. */
#ifndef LEARN_TREE_DENSE_NODE_H
#define LEARN_TREE_DENSE_NODE_H

#include "learn/tree/signature.h"
#include "learn/tree/tree.h"

#include <string.h>

enum
{
  DENSE_FEW = 2,
  DENSE_MANY = 4,
  DENSE_POSITIVE = 1, /* flags: an accepted word passes here */
  DENSE_RED = 2,
  DENSE_BLUE = 4
};

/* Node 0 is none; node q of the tree is q + 1. */
typedef struct dense_node
{
  signature known;
  uint32_t number; /* the smallest in the tree of those folded into it; 0 if it is red */
  uint32_t flags;
  uint32_t children[]; /* by symbol */
} dense_node;

/* A node, and the one that it is folded into. */
typedef struct dense_pair
{
  uint32_t into, from;
} dense_pair;

static ALWAYS_INLINE size_t dense_size (size_t width)
{
  return sizeof (dense_node) + width * sizeof (uint32_t);
}

static ALWAYS_INLINE dense_node *dense_node_in (char *nodes, size_t q, size_t size)
{
  return (dense_node *) (void *) (nodes + q * size);
}

/* Adds what the children are known to do. */
static ALWAYS_INLINE void dense_extend (signature *s, char *nodes, const uint32_t *children, const size_t width)
{
  const size_t size = dense_size (width);
  signature_extend (s, &dense_node_in (nodes, children[0], size)->known, 0, width);
  signature_extend (s, &dense_node_in (nodes, children[1], size)->known, 1, width);
  if (width == DENSE_FEW)
    return;
  signature_extend (s, &dense_node_in (nodes, children[2], size)->known, 2, width);
  signature_extend (s, &dense_node_in (nodes, children[3], size)->known, 3, width);
}

/* Folds a node into another one; its children join those that it has already, as pairs that are
 * yet to meet. Returns their number. */
static ALWAYS_INLINE size_t dense_fold (dense_node *into, const dense_node *from, dense_pair *next, const size_t width)
{
  size_t count = 0;
  for (size_t i = 0; i < 2; i++)
    into->known.words[i] |= from->known.words[i];
  into->number = from->number < into->number ? from->number : into->number;
  into->flags |= from->flags & DENSE_POSITIVE;
  for (size_t i = 0; i < width; i++) {
    const uint32_t x = into->children[i], y = from->children[i];
    into->children[i] = x ? x : y;
    next[count] = (dense_pair){ x, y };
    count += (x != 0) & (y != 0);
  }
  return count;
}

/* The children of a node of the tree, by symbol; 0 is none. */
static ALWAYS_INLINE void dense_children (const tree_node *nodes, size_t q, uint32_t *children, const size_t width)
{
  const uint32_t first = nodes[q].first, count = nodes[q + 1].first - first;
  if (width == DENSE_FEW) { /* the symbol of the first child tells, and no memory is written */
    const uint32_t s = nodes[first].symbol;
    children[0] = -(uint32_t) (count > s) & (first + 1);
    children[1] = -(uint32_t) (count + s > 1) & (first + count);
    return;
  }
  uint32_t found[DENSE_MANY + 1] = { 0 }; /* the last entry is for those that are not there */
  for (uint32_t i = 0; i < DENSE_MANY; i++) {
    const uint32_t there = -(uint32_t) (i < count); /* all bits, or none */
    found[(nodes[first + (i & there)].symbol & there) | (DENSE_MANY & ~there)] = first + i + 1;
  }
  memcpy (children, found, DENSE_MANY * sizeof *found);
}

/* The nodes of the tree, from last to first, so that the words of the children are known. */
static ALWAYS_INLINE void dense_copy_nodes (const papni_tree *t, char *copy, const size_t width)
{
  const tree_node *const nodes = t->nodes;
  const size_t size = dense_size (width);
  memset (copy, 0, size);
  for (size_t q = t->size; q-- > 0;) {
    uint32_t children[DENSE_MANY];
    dense_children (nodes, q, children, width);
    dense_node *n = dense_node_in (copy, q + 1, size);
    signature known = { { 0, 0 } };
    dense_extend (&known, copy, children, width);
    n->known = known;
    n->known.words[nodes[q].label == PAPNI_ACCEPT] |= nodes[q].label != 0; /* the empty word */
    n->number = (uint32_t) q;
    n->flags = nodes[q].flags & NODE_POSITIVE ? DENSE_POSITIVE : 0;
    memcpy (n->children, children, width * sizeof *children);
  }
}

#endif
