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
#include "data/traces.h"
#include "learn/settings/settings.h"

typedef uint32_t node;

typedef struct tree_node
{
  node first;    /* first child; those of the next node are the end */
  symbol symbol; /* on the edge to this node; undefined for the root */
  uint8_t label; /* 0 is unknown, otherwise a papni_label, or BOTH_LABELS, or 1 + an output */
  uint8_t flags;
} tree_node;

enum
{
  NODE_POSITIVE = 1 /* an accepted word passes here */
};

/* A word that is both accepted and rejected, in a tree that cannot be learned from. */
#define BOTH_LABELS (PAPNI_REJECT | PAPNI_ACCEPT)

#define MAX_NODES ((size_t) 0x7ffffff0)

/* A word over the alphabet of a tree. */
typedef struct tree_word
{
  symbol *symbols;
  size_t length;
  bool exists;
} tree_word;

struct papni_tree
{
  allocator memory;
  papni_model_kind kind; /* with or without a stack */
  papni_machine machine; /* what the labels are: accept and reject, or outputs */
  names outputs;         /* of a machine, by label */
  const char *start;     /* for ALERGIA: the output of the start, or NULL; it is not the tree's */
  size_t start_length;
  papni_alphabet *alphabet; /* in symbol order */
  stack_symbol *symbols;    /* the stack-aware alphabet, in terms of it */
  size_t symbol_count;
  tree_node *nodes; /* size + 1 */
  size_t size;
  uint32_t *ends;              /* how often each node is an accepted word, with --count words; NULL: not counted */
  uint32_t *others;            /* the same for other words */
  papni_statistics statistics; /* of all words, also those that were dropped */
  size_t kept;                 /* words that were not dropped */
  bool nested;                 /* an accepted word has a call */
  bool one_label;              /* words with two were refused; otherwise, the nodes tell */
  tree_word dropped[2];        /* the least word that was dropped: rejected, accepted */
};

/* An empty tree that takes ownership of the alphabet (even on failure). */
papni_tree *tree_new (const allocator *a, papni_model_kind kind, papni_alphabet *alphabet, size_t symbol_count,
                      error *e);

/* Memory for t->size nodes. On failure, the tree must still be freed. */
status tree_allocate_nodes (papni_tree *t, bool counts, error *e);

/* When all nodes are written, except for their flags, and their number to the statistics. */
void tree_finish (papni_tree *t);

/* A tree without nodes, with the alphabet, symbols and statistics of another. */
papni_tree *tree_copy_head (const papni_tree *t, error *e);

/* Builds the tree of the words, and sorts the words. Words with two labels are a
 * contradiction, unless they are allowed: then their nodes have both. */
papni_tree *tree_of_words (encoded *words, const settings *options, workers *w, error *e);

/* Counts stop at their maximum, so that sums do not depend on their order. */
static inline uint32_t tree_count_sum (uint32_t x, uint32_t y)
{
  return x > UINT32_MAX - y ? UINT32_MAX : x + y;
}

/* A tree without nodes: its alphabet, symbols and statistics are those of both trees.
 * PAPNI_USAGE or PAPNI_INPUT if the trees cannot be merged. */
papni_tree *tree_merge_heads (const papni_tree *one, const papni_tree *other, error *e);

/* The number of each symbol of a tree in another one that has all of them. */
void tree_numbers_in (const papni_tree *from, const papni_tree *to, symbol *numbers);

/* PAPNI_CONTRADICTION, with the least example, if a word has two labels. */
status tree_check_labels (const papni_tree *t, error *e);

/* The different words of a tree, as samples with its alphabet; a word without a label is
 * there only if it is no beginning of another. If `times` is not NULL and the tree counts,
 * it gets an array: how often each word is accepted. */
papni_samples *tree_words (const papni_tree *t, uint32_t **times, error *e);

/* The same for the inputs of traces, whose outputs become labels. Takes the names of the
 * outputs. PAPNI_CONTRADICTION if traces have different outputs after the same inputs. */
papni_tree *tree_of_traces (encoded *words, traces *traces, const settings *options, workers *w, error *e);

#endif
