/* tree_merge.c - merges two trees, without the words they came from.
 *
 * The new tree is written breadth-first. A node of it corresponds to a node of the
 * first tree, of the second, or of both. Until its children are written, its `first`
 * holds the number of that node; for nodes of both trees, the second number is in a
 * queue. */
#include "learn/tree/tree.h"

#include <string.h>

enum
{
  IN_ONE = 0x40, /* flags of a node whose children are not written yet */
  IN_OTHER = 0x80
};

typedef struct tree_joiner
{
  const papni_tree *one, *other;
  symbol *one_number, *other_number; /* the numbers of their symbols in the new tree */
  papni_tree *tree;
  node *queue; /* the second numbers of nodes of both trees, in order */
  size_t head, count, capacity;
} tree_joiner;

/* ---- nodes ---- */

static status tree_merge_add_node (tree_joiner *j, node one, node other, symbol s, error *e)
{
  papni_tree *t = j->tree;
  const node q = (node) t->size++;
  const tree_node *x = one ? &j->one->nodes[one] : NULL, *y = other ? &j->other->nodes[other] : NULL;
  if (!q) { /* the roots */
    x = j->one->nodes;
    y = j->other->nodes;
  }
  if (t->size > MAX_NODES) {
    fail (e, PAPNI_INPUT, "the merged tree has more than %zu nodes", MAX_NODES);
    return PAPNI_INPUT;
  }
  tree_node *n = &t->nodes[q];
  *n = (tree_node){ .first = x ? one : other, .symbol = s };
  n->label = (uint8_t) ((x ? x->label : 0) | (y ? y->label : 0));
  if (t->ends) {
    t->ends[q] = tree_count_sum (x ? j->one->ends[one] : 0, y ? j->other->ends[other] : 0);
    t->others[q] = tree_count_sum (x ? j->one->others[one] : 0, y ? j->other->others[other] : 0);
  }
  n->flags = (uint8_t) ((x ? IN_ONE | x->flags : 0) | (y ? IN_OTHER | y->flags : 0));
  if (!x || !y)
    return PAPNI_OK;
  if (!reserve (&t->memory, &j->queue, &j->capacity, j->count + 1, sizeof *j->queue)) {
    no_memory (e);
    return PAPNI_MEMORY;
  }
  j->queue[j->count++] = other;
  return PAPNI_OK;
}

/* Takes the second number of a node of both trees from the queue. */
static node next_other (tree_joiner *j)
{
  if (j->head == j->count)
    return 0; /* cannot happen: every node of both trees has queued one */
  const node other = j->queue[j->head++];
  if (2 * j->head >= j->count && j->head > 1024) {
    memmove (j->queue, j->queue + j->head, (j->count - j->head) * sizeof *j->queue);
    j->count -= j->head;
    j->head = 0;
  }
  return other;
}

static status add_children (tree_joiner *j, node q, error *e)
{
  papni_tree *t = j->tree;
  const tree_node *one = j->one->nodes, *other = j->other->nodes;
  const unsigned from = t->nodes[q].flags & (IN_ONE | IN_OTHER);
  node x = 0, x_end = 0, y = 0, y_end = 0;
  if (from & IN_ONE) {
    x = one[t->nodes[q].first].first;
    x_end = one[t->nodes[q].first + 1].first;
  }
  if (from & IN_OTHER) {
    const node second = from & IN_ONE ? next_other (j) : t->nodes[q].first;
    y = other[second].first;
    y_end = other[second + 1].first;
  }
  t->nodes[q].flags &= NODE_POSITIVE;
  t->nodes[q].first = (node) t->size;
  while (x < x_end || y < y_end) {
    const uint32_t a = x < x_end ? j->one_number[one[x].symbol] : UINT32_MAX;
    const uint32_t b = y < y_end ? j->other_number[other[y].symbol] : UINT32_MAX;
    const status s = tree_merge_add_node (j, a <= b ? x : 0, b <= a ? y : 0, (symbol) (a < b ? a : b), e);
    if (s)
      return s;
    x += a <= b;
    y += b <= a;
  }
  return PAPNI_OK;
}

/* Makes an array smaller, or frees it; NULL if out of memory. */
static void *tree_merge_shrink (const allocator *a, void *array, size_t count, size_t less, size_t item)
{
  void *smaller = less ? resize (a, array, count, less, item) : NULL;
  if (!smaller)
    release (a, array, count, item);
  return smaller;
}

static status join_nodes (tree_joiner *j, error *e)
{
  papni_tree *t = j->tree;
  const allocator *a = &t->memory;
  const bool counts = j->one->ends;
  const size_t most = j->one->size + j->other->size;
  t->nodes = allocate (a, most + 1, sizeof *t->nodes);
  t->ends = counts ? allocate (a, most, sizeof *t->ends) : NULL;
  t->others = counts ? allocate (a, most, sizeof *t->others) : NULL;
  const bool room = t->nodes && (!counts || (t->ends && t->others));
  status s = room ? tree_merge_add_node (j, 0, 0, 0, e) : no_memory (e);
  for (node q = 0; !s && q < t->size; q++)
    s = add_children (j, q, e);
  const size_t size = s ? 0 : t->size;
  t->nodes = t->nodes ? tree_merge_shrink (a, t->nodes, most + 1, s ? 0 : size + 1, sizeof *t->nodes) : NULL;
  t->ends = t->ends ? tree_merge_shrink (a, t->ends, most, size, sizeof *t->ends) : NULL;
  t->others = t->others ? tree_merge_shrink (a, t->others, most, size, sizeof *t->others) : NULL;
  t->size = size;
  if (!s && t->nodes && (!counts || (t->ends && t->others))) {
    t->nodes[size] = (tree_node){ .first = (node) size };
    return PAPNI_OK;
  }
  return s ? s : no_memory (e);
}

papni_tree *papni_tree_merge (const papni_tree *one, const papni_tree *other, papni_error *e)
{
  const allocator *a = &one->memory;
  papni_tree *t = tree_merge_heads (one, other, e);
  if (!t)
    return NULL;
  tree_joiner j = { .one = one, .other = other, .tree = t };
  j.one_number = allocate (a, one->symbol_count, sizeof *j.one_number);
  j.other_number = allocate (a, other->symbol_count, sizeof *j.other_number);
  status s = j.one_number && j.other_number ? PAPNI_OK : no_memory (e);
  if (!s) {
    tree_numbers_in (one, t, j.one_number);
    tree_numbers_in (other, t, j.other_number);
    s = join_nodes (&j, e);
  }
  release (a, j.one_number, one->symbol_count, sizeof *j.one_number);
  release (a, j.other_number, other->symbol_count, sizeof *j.other_number);
  release (a, j.queue, j.capacity, sizeof *j.queue);
  t->statistics.tree_nodes = t->size;
  t->statistics.tree_bytes = (t->size + 1) * sizeof *t->nodes;
  if (!s)
    return t;
  papni_tree_free (t);
  return NULL;
}
