/* tree_prune.c - a tree without the branches that few words take.
 *
 * A word is kept if at least so many words begin with it, itself included. The nodes that
 * are left are those on the path of a word that is kept, and the root. */
#include "learn/tree/tree.h"

static uint64_t words_at (const papni_tree *t, size_t q)
{
  return (uint64_t) t->ends[q] + t->others[q];
}

/* The number of words that pass each node; 0 if it is not kept. Children have greater
 * numbers. */
static void count_passing (const papni_tree *t, size_t least, uint64_t *passing, bool *keep)
{
  for (size_t q = t->size; q-- > 0;) {
    passing[q] = words_at (t, q);
    for (node c = t->nodes[q].first; c < t->nodes[q + 1].first; c++) {
      passing[q] += passing[c];
      keep[q] |= keep[c];
    }
    keep[q] = keep[q] || (words_at (t, q) && passing[q] >= least);
  }
}

/* A node is kept only if its parent is. The root may be there for its children alone. */
static void copy_kept (papni_tree *to, const papni_tree *t, const uint64_t *passing, const bool *keep, size_t least)
{
  size_t size = 0, children = 1;
  for (size_t q = 0; q < t->size; q++) {
    if (q && !keep[q])
      continue;
    const bool stays = passing[q] >= least;
    to->nodes[size] = (tree_node){ .first = (node) children, .symbol = t->nodes[q].symbol };
    to->nodes[size].label = stays ? t->nodes[q].label : 0;
    to->ends[size] = stays ? t->ends[q] : 0;
    to->others[size] = stays ? t->others[q] : 0;
    to->statistics.pruned += stays ? 0 : (size_t) words_at (t, q);
    size++;
    for (node c = t->nodes[q].first; c < t->nodes[q + 1].first; c++) {
      children += keep[c];
      to->statistics.pruned += keep[c] ? 0 : (size_t) passing[c];
    }
  }
  to->nodes[size] = (tree_node){ .first = (node) size };
}

static status tree_prune_nodes (papni_tree *to, const papni_tree *t, size_t least, error *e)
{
  const allocator *a = &t->memory;
  uint64_t *passing = allocate (a, t->size, sizeof *passing);
  bool *keep = allocate_zeroed (a, t->size, sizeof *keep);
  status s = PAPNI_OK;
  if (passing && keep) {
    count_passing (t, least, passing, keep);
    to->size = 1;
    for (size_t q = 1; q < t->size; q++)
      to->size += keep[q];
    s = tree_allocate_nodes (to, true, e);
  } else
    s = no_memory (e);
  if (!s) {
    copy_kept (to, t, passing, keep, least);
    tree_finish (to);
  }
  release (a, passing, t->size, sizeof *passing);
  release (a, keep, t->size, sizeof *keep);
  return s;
}

papni_tree *papni_tree_prune (const papni_tree *t, size_t least, papni_error *e)
{
  if (!t->ends) {
    fail (e, PAPNI_USAGE, "this tree was made without --count words: it does not count equal words");
    return NULL;
  }
  papni_tree *to = tree_copy_head (t, e);
  if (to && !tree_prune_nodes (to, t, least, e))
    return to;
  papni_tree_free (to);
  return NULL;
}
