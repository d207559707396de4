/* tree_file.h - the file of a prefix tree, in pieces.
 *
 * A name, a version, and one zstd frame with a checksum. In it, all numbers are written
 * 7 bits at a time, the lowest first. First comes the head: the alphabet, the stack-aware
 * symbols, the statistics. Then the nodes in depth-first order, so that trees of any size
 * can be merged while they are read:
 *
 *     symbol * 8 + leaf * 4 + label
 *     with counts: how often the word is accepted (if it is), and how often it is not
 *     for a leaf: how many levels the next node is further up; level 0 is the end
 *
 * and at last the number of nodes. */
#ifndef IO_MODELS_TREE_FILE_H
#define IO_MODELS_TREE_FILE_H

#include "learn/tree/tree.h"

#define TREE_FILE_NAME "papni-tree\n" /* with its NUL */

enum
{
  TREE_FILE_VERSION = 4,
  TREE_FILE_WINDOW = 20, /* log2 of the bytes that a reader of the frame must remember */
  TREE_FILE_COUNTS = 1,  /* flags in the head */
  TREE_FILE_NESTED = 2
};

typedef struct tree_item
{
  size_t depth; /* 0 is the root */
  symbol symbol;
  uint8_t label;
  uint32_t accepted, other; /* how often; 0 in trees without counts */
} tree_item;

/* ---- writing ---- */

typedef struct tree_writer tree_writer;

/* Writes the head: a tree whose nodes are not used, except that counts are written if it has
 * them or `counts` is true. NULL if out of memory. */
tree_writer *tree_writer_new (const papni_tree *head, bool counts, papni_writer to, error *e);

/* The next node in depth-first order. */
void tree_writer_add (tree_writer *w, tree_item item);

/* After the last node, or a failure; frees the writer. PAPNI_SYSTEM if not all could be
 * written, PAPNI_MEMORY if zstd lacks memory. `sizes` may be NULL. */
status tree_writer_end (tree_writer *w, status failed, papni_tree_sizes *sizes, error *e);

/* ---- reading ---- */

typedef struct tree_reader tree_reader;

/* Reads the head. The part must outlive the reader. */
tree_reader *tree_reader_new (const papni_tree_part *part, const allocator *a, error *e);
void tree_reader_free (tree_reader *r);

/* A tree without nodes. */
const papni_tree *tree_reader_head (const tree_reader *r);
papni_tree *tree_reader_take_head (tree_reader *r);
bool tree_reader_counts (const tree_reader *r);

/* The next node; *end after the last. Everything is validated. */
status tree_reader_next (tree_reader *r, tree_item *item, bool *end, error *e);

#endif
