/* tree.h - the prefix tree of a sample, one array, 8 bytes a node.
 *
 * Nodes are numbered breadth first, the children of a node in symbol order, which
 * is the shortlex order of their words. So the children of node q are the nodes
 * from first[q] up to first[q + 1], and no other link is needed. What a walk needs
 * of a node stands together, and so do a node's children: a visit costs one or two
 * cache lines. */
#ifndef LEARN_TREE_TREE_H
#define LEARN_TREE_TREE_H

#include "base/workers.h"
#include "data/encode.h"

typedef uint32_t node;

typedef struct tree_node
{
  node first;    /* child; the next node's is where they end */
  symbol symbol; /* on the edge that leads here; the root's means nothing */
  uint8_t label; /* 0 is unknown, else a papni_label */
  uint8_t flags;
} tree_node;

enum
{
  NODE_POSITIVE = 1 /* an accepted word passes here */
};

#define MAX_NODES ((size_t) 0x7ffffff0)

struct papni_tree
{
  allocator memory;
  papni_model_kind kind;    /* what it was made for: with or without a stack */
  papni_alphabet *alphabet; /* in symbol order */
  stack_symbol *symbols;    /* the stack-aware alphabet, in terms of it */
  size_t symbol_count;
  tree_node *nodes; /* size + 1 */
  size_t size;
  void *mapping; /* NULL, or where the file is mapped that `nodes` points into */
  size_t mapping_size;
  void (*unmap) (void *mapping, size_t size);
};

/* An empty tree with an alphabet that it takes over (even on failure). */
papni_tree *tree_new (const allocator *a, papni_model_kind kind, papni_alphabet *alphabet, size_t symbol_count,
                      error *e);

/* Builds the tree of the words, which it leaves sorted. */
papni_tree *tree_of_words (encoded *words, workers *w, error *e);

#endif
