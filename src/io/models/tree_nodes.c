/* tree_nodes.c - reads the nodes of a tree file, and makes trees of them.
 *
 * In memory, nodes are numbered breadth-first, so the file is read twice: first to count
 * the nodes of each depth, which determines where each depth begins, then to write the
 * nodes, with one write position per depth. */
#include "io/models/tree_reader.h"

const papni_tree *tree_reader_head (const tree_reader *r)
{
  return r->head;
}

papni_tree *tree_reader_take_head (tree_reader *r)
{
  papni_tree *head = r->head;
  r->head = NULL;
  return head;
}

bool tree_reader_counts (const tree_reader *r)
{
  return r->counts;
}

/* ---- one node ---- */

/* Follows the calls that are open; the path must have room for the node. */
static status tree_follow (tree_reader *r, size_t depth, symbol s, error *e)
{
  const papni_tree *t = r->head;
  r->open[depth] = depth ? r->open[depth - 1] : 0;
  if (!depth || t->kind == PAPNI_DFA)
    return PAPNI_OK;
  const stack_symbol it = t->symbols[s];
  if (it.popped != PAPNI_NO_SYMBOL) {
    const uint32_t call = r->open[depth - 1];
    if (!call || t->symbols[r->path[call]].symbol != it.popped)
      return tree_read_bad (r, e, TREE_DAMAGED);
    r->open[depth] = r->open[call - 1];
  } else if (t->alphabet->letters[it.symbol].kind == PAPNI_CALL)
    r->open[depth] = (uint32_t) depth;
  return PAPNI_OK;
}

static status tree_read_counts (tree_reader *r, tree_item *item, bool leaf, error *e)
{
  uint64_t accepted = 0, other = 0;
  status s = item->label & PAPNI_ACCEPT ? tree_read_number (r, UINT32_MAX, &accepted, e) : PAPNI_OK;
  if (!s)
    s = tree_read_number (r, UINT32_MAX, &other, e);
  if (s)
    return s;
  const bool empty = leaf && !r->nodes && !r->head->kept; /* the tree of no words */
  if ((item->label & PAPNI_ACCEPT && !accepted) || (item->label & PAPNI_REJECT && !other)
      || (leaf && !item->label && !other && !empty))
    return tree_read_bad (r, e, TREE_DAMAGED);
  item->accepted = (uint32_t) accepted;
  item->other = (uint32_t) other;
  return PAPNI_OK;
}

/* Where the next node is: below this one, or, after a leaf, beside a node of the path. */
static status tree_read_way (tree_reader *r, size_t depth, bool leaf, error *e)
{
  uint64_t up = 0;
  r->nodes++;
  r->sibling = leaf;
  r->depth = depth + 1;
  if (!leaf)
    return PAPNI_OK;
  status s = tree_read_number (r, depth, &up, e);
  if (s)
    return s;
  r->depth = depth - (size_t) up;
  if (r->depth)
    return PAPNI_OK;
  uint64_t nodes;
  r->ended = true;
  s = tree_read_number (r, UINT64_MAX / 2, &nodes, e);
  if (!s && nodes != r->nodes)
    s = tree_read_bad (r, e, TREE_DAMAGED);
  return s ? s : tree_read_end (r, e);
}

status tree_reader_next (tree_reader *r, tree_item *item, bool *end, error *e)
{
  const size_t depth = r->depth;
  uint64_t token;
  *end = r->ended;
  if (r->ended)
    return PAPNI_OK;
  status s = tree_read_number (r, (uint64_t) END << 3, &token, e);
  if (s)
    return s;
  const symbol it = (symbol) (token >> 3);
  const bool leaf = token & 4;
  const size_t symbols = depth ? r->head->symbol_count : 1;
  if (it >= symbols || depth >= UINT32_MAX || (r->sibling && it <= r->path[depth]))
    return tree_read_bad (r, e, TREE_DAMAGED);
  if (!reserve (&r->memory, &r->path, &r->path_room, depth + 1, sizeof *r->path)
      || !reserve (&r->memory, &r->open, &r->open_room, depth + 1, sizeof *r->open))
    return no_memory (e);
  s = tree_follow (r, depth, it, e);
  r->path[depth] = it;
  *item = (tree_item){ .depth = depth, .symbol = it, .label = token & 3 };
  if (!s && r->counts)
    s = tree_read_counts (r, item, leaf, e);
  if (!s && r->open[depth] && (item->label || leaf || item->other))
    s = tree_read_bad (r, e, TREE_DAMAGED);
  return s ? s : tree_read_way (r, depth, leaf, e);
}

/* ---- a tree in memory ---- */

/* The nodes of each depth; then the number of the next one. */
typedef struct tree_depths
{
  allocator memory;
  size_t *next;
  size_t count, room;
} tree_depths;

static status count_depths (tree_reader *r, tree_depths *d, error *e)
{
  tree_item item;
  bool end = false;
  size_t nodes = 0;
  for (;;) {
    const status s = tree_reader_next (r, &item, &end, e);
    if (s || end)
      return s;
    if (++nodes > MAX_NODES)
      return fail (e, PAPNI_INPUT, "the tree has more than %zu nodes: prune it with --at-least", MAX_NODES);
    while (d->count < item.depth + 2) {
      if (!reserve (&d->memory, &d->next, &d->room, d->count + 1, sizeof *d->next))
        return no_memory (e);
      d->next[d->count++] = 0;
    }
    d->next[item.depth]++;
  }
}

static size_t begin_depths (tree_depths *d)
{
  size_t sum = 0;
  for (size_t i = 0; i < d->count; i++) {
    const size_t here = d->next[i];
    d->next[i] = sum;
    sum += here;
  }
  return sum;
}

static status place_nodes (tree_reader *r, papni_tree *t, tree_depths *d, error *e)
{
  tree_item item;
  bool end = false;
  for (;;) {
    const status s = tree_reader_next (r, &item, &end, e);
    if (s || end)
      return s;
    if (item.depth + 1 >= d->count)
      return tree_read_bad (r, e, TREE_DAMAGED);
    const node q = (node) d->next[item.depth]++;
    t->nodes[q] = (tree_node){ .first = (node) d->next[item.depth + 1], .symbol = item.symbol, .label = item.label };
    if (t->ends) {
      t->ends[q] = item.accepted;
      t->others[q] = item.other;
    }
  }
}

/* The tree of a part whose depths are counted. */
static papni_tree *fill_tree (tree_reader *r, tree_depths *d, error *e)
{
  papni_tree *t = tree_reader_take_head (r);
  t->size = begin_depths (d);
  r->head = t; /* the reader needs it */
  status s = tree_allocate_nodes (t, r->counts, e);
  if (!s)
    s = place_nodes (r, t, d, e);
  r->head = NULL;
  if (s) {
    papni_tree_free (t);
    return NULL;
  }
  t->nodes[t->size] = (tree_node){ .first = (node) t->size };
  tree_finish (t);
  return t;
}

papni_tree *papni_tree_read (const char *bytes, size_t size, const char *name, const papni_allocator *memory,
                             papni_error *e)
{
  const allocator a = allocator_or_libc (memory);
  const papni_tree_part part = { .path = name, .bytes = bytes, .size = size };
  tree_depths d = { .memory = a };
  papni_tree *t = NULL;
  tree_reader *r = tree_reader_new (&part, &a, e);
  status s = r ? count_depths (r, &d, e) : PAPNI_INPUT;
  tree_reader_free (r);
  r = s ? NULL : tree_reader_new (&part, &a, e);
  if (r)
    t = fill_tree (r, &d, e);
  tree_reader_free (r);
  release (&a, d.next, d.room, sizeof *d.next);
  return t;
}

papni_tree *papni_tree_open (const char *path, const papni_allocator *memory, papni_error *e)
{
  papni_text *file = papni_text_open (path, memory, e);
  papni_tree *t =
      file ? papni_tree_read (papni_text_bytes (file), papni_text_size (file), shown_name (path), memory, e) : NULL;
  papni_text_free (file);
  return t;
}
