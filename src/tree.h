/* tree.h - the prefix tree of a sample, in flat arrays, 7 bytes a node.
 *
 * Nodes are numbered breadth first, the children of a node in symbol order, which
 * is the shortlex order of their words. So the children of node q are the nodes
 * from first[q] up to first[q + 1], and no other link is needed. */
#ifndef TREE_H
#define TREE_H

#include "encode.h"

typedef uint32_t node;

/* What is known of a node: its label in the low bits, and these. */
enum
{
  NODE_LABEL = 0x3f,   /* 0 is unknown, else a papni_label */
  NODE_POSITIVE = 0x40 /* an accepted word passes here */
};

#define MAX_NODES ((size_t) 0x7ffffff0)

typedef struct tree
{
  allocator memory;
  size_t size;
  size_t symbols; /* of the stack-aware alphabet */
  node *first;    /* size + 1 */
  symbol *symbol; /* on the edge that leads here; the root's means nothing */
  uint8_t *flags;
} tree;

/* Builds the tree of the words, which it leaves sorted. */
status tree_init (tree *t, encoded *words, error *e);
void tree_release (tree *t);

#endif
