/* tree.h - the prefix tree of the samples: one array, 8 bytes per node.
 *
 * Nodes are numbered breadth-first, the children of a node in symbol order, which is
 * the shortlex order of their words. So the children of node q are first[q] to first[q
 * + 1] - 1, and no other links are needed. The data of a node is contiguous, and so are
 * its children: a visit costs one or two cache lines. */
#ifndef LEARN_TREE_TREE_H
#define LEARN_TREE_TREE_H

#include "base/workers.h"
#include "data/encode.h"
#include "learn/settings/settings.h"

typedef uint32_t node;

typedef struct tree_node
{
  node first;    /* first child; those of the next node are the end */
  symbol symbol; /* on the edge to this node; undefined for the root */
  uint8_t label; /* 0 is unknown, otherwise a papni_label */
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
  papni_model_kind kind;    /* with or without a stack */
  papni_alphabet *alphabet; /* in symbol order */
  stack_symbol *symbols;    /* the stack-aware alphabet, in terms of it */
  size_t symbol_count;
  tree_node *nodes; /* size + 1 */
  size_t size;
  uint32_t *ends;   /* how often each node is an accepted word, with --count words; NULL: not counted */
  papni_text *file; /* that `nodes` and `ends` point into, or NULL */
  void (*free_file) (papni_text *file);
};

/* An empty tree that takes ownership of the alphabet (even on failure). */
papni_tree *tree_new (const allocator *a, papni_model_kind kind, papni_alphabet *alphabet, size_t symbol_count,
                      error *e);

/* Builds the tree of the words, and sorts the words. */
papni_tree *tree_of_words (encoded *words, const settings *options, workers *w, error *e);

#endif
