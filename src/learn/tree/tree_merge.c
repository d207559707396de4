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

typedef struct joiner
{
  const papni_tree *one, *other;
  symbol *one_number, *other_number; /* the numbers of their symbols in the new tree */
  papni_tree *tree;
  node *queue; /* the second numbers of nodes of both trees, in order */
  size_t head, count, capacity;
} joiner;

/* ---- alphabets ---- */

static status add_alphabet (papni_alphabet *to, const papni_alphabet *from, error *e)
{
  for (size_t i = 0; i < from->size; i++) {
    const status s = papni_alphabet_declare (to, from->letters[i].kind, from->letters[i].name, e);
    if (s)
      return s;
  }
  return alphabet_add_pairs (to, from, e);
}

/* All symbols of both, in symbol order; NULL on failure. */
static papni_alphabet *tree_merge_join_alphabets (const papni_tree *one, const papni_tree *other, error *e)
{
  papni_alphabet *both = papni_alphabet_new (&one->memory, e), *sorted = NULL;
  if (both && !add_alphabet (both, one->alphabet, e) && !add_alphabet (both, other->alphabet, e)
      && !alphabet_share_lexer (both, one->alphabet, other->alphabet, e)) {
    symbol *order = alphabet_order (both);
    sorted = order ? alphabet_copy (both, order, e) : NULL;
    if (!order)
      no_memory (e);
    release (&one->memory, order, both->size, sizeof *order);
  }
  papni_alphabet_free (both);
  return sorted;
}

static symbol renamed (const papni_alphabet *from, symbol s, const papni_alphabet *to)
{
  return s == PAPNI_NO_SYMBOL ? s : papni_alphabet_find (to, from->letters[s].name, from->letters[s].length);
}

static stack_symbol renamed_pair (const papni_tree *from, size_t i, const papni_alphabet *to)
{
  return (stack_symbol){ renamed (from->alphabet, from->symbols[i].symbol, to),
                         renamed (from->alphabet, from->symbols[i].popped, to) };
}

/* PAPNI_NO_SYMBOL, the largest number, means "pops nothing": plain symbols come before
 * all pairs, because calls and internal symbols come before returns. */
static uint32_t rank_of (stack_symbol s)
{
  return (uint32_t) s.symbol << 16 | s.popped;
}

/* Merges the sorted stack-aware alphabets. */
static status join_symbols (joiner *j, papni_alphabet *alphabet, error *e)
{
  const papni_tree *one = j->one, *other = j->other;
  const size_t most = one->symbol_count + other->symbol_count;
  if (most >= END) {
    papni_alphabet_free (alphabet);
    fail (e, PAPNI_INPUT, "more than %u different symbols and pairs in the two trees", END);
    return PAPNI_INPUT;
  }
  j->tree = tree_new (&one->memory, one->kind, alphabet, most, e);
  if (!j->tree)
    return PAPNI_MEMORY;
  size_t x = 0, y = 0, count = 0;
  for (; x < one->symbol_count || y < other->symbol_count; count++) {
    const stack_symbol none = { PAPNI_NO_SYMBOL, PAPNI_NO_SYMBOL };
    const stack_symbol a = x < one->symbol_count ? renamed_pair (one, x, alphabet) : none;
    const stack_symbol b = y < other->symbol_count ? renamed_pair (other, y, alphabet) : none;
    const uint32_t first = rank_of (a), second = rank_of (b);
    if (first <= second)
      j->one_number[x++] = (symbol) count;
    if (second <= first)
      j->other_number[y++] = (symbol) count;
    j->tree->symbols[count] = first <= second ? a : b;
  }
  if (count == most)
    return PAPNI_OK;
  stack_symbol *symbols = resize (&one->memory, j->tree->symbols, most, count, sizeof *symbols);
  if (!symbols)
    return no_memory (e);
  j->tree->symbols = symbols;
  j->tree->symbol_count = count;
  return PAPNI_OK;
}

/* ---- nodes ---- */

/* The symbols on the path to a node, as far as they fit. */
static void spell (const joiner *j, node q, char *text, size_t size)
{
  const papni_tree *t = j->tree;
  size_t at = size - 1;
  text[at] = 0;
  while (q) {
    const symbol s = t->symbols[t->nodes[q].symbol].symbol;
    const letter *l = &t->alphabet->letters[s];
    if (l->length + 5 > at) {
      at -= 4;
      memcpy (text + at, "... ", 4);
      break;
    }
    at -= l->length + 1;
    memcpy (text + at, l->name, l->length);
    text[at + l->length] = ' ';
    node low = 0, high = q; /* its parent: the last node whose children begin at or before it */
    while (high - low > 1) {
      const node middle = low + (high - low) / 2;
      const bool written = !(t->nodes[middle].flags & (IN_ONE | IN_OTHER));
      if (written && t->nodes[middle].first <= q)
        low = middle;
      else
        high = middle;
    }
    q = low;
  }
  memmove (text, text + at, size - at);
}

static status tree_merge_contradiction (const joiner *j, node q, error *e)
{
  char word[200];
  spell (j, q, word, sizeof word);
  const size_t length = strlen (word);
  if (length)
    word[length - 1] = 0;
  fail (e, PAPNI_CONTRADICTION, "the word '%s' is accepted in one tree and rejected in the other", word);
  return PAPNI_CONTRADICTION;
}

static status tree_merge_add_node (joiner *j, node one, node other, symbol s, error *e)
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
  n->label = x && x->label ? x->label : y ? y->label : 0;
  if (t->ends)
    t->ends[q] = (x ? j->one->ends[one] : 0) + (y ? j->other->ends[other] : 0);
  n->flags = (uint8_t) ((x ? IN_ONE | x->flags : 0) | (y ? IN_OTHER | y->flags : 0));
  if (!x || !y)
    return PAPNI_OK;
  if (x->label && y->label && x->label != y->label)
    return tree_merge_contradiction (j, q, e);
  if (!reserve (&t->memory, &j->queue, &j->capacity, j->count + 1, sizeof *j->queue)) {
    no_memory (e);
    return PAPNI_MEMORY;
  }
  j->queue[j->count++] = other;
  return PAPNI_OK;
}

/* Takes the second number of a node of both trees from the queue. */
static node next_other (joiner *j)
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

static status add_children (joiner *j, node q, error *e)
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

static status join_nodes (joiner *j, error *e)
{
  papni_tree *t = j->tree;
  const allocator *a = &t->memory;
  const bool counts = j->one->ends;
  const size_t most = j->one->size + j->other->size;
  t->nodes = allocate (a, most + 1, sizeof *t->nodes);
  t->ends = counts ? allocate (a, most, sizeof *t->ends) : NULL;
  status s = t->nodes && (t->ends || !counts) ? tree_merge_add_node (j, 0, 0, 0, e) : no_memory (e);
  for (node q = 0; !s && q < t->size; q++)
    s = add_children (j, q, e);
  const size_t size = s ? 0 : t->size;
  t->nodes = t->nodes ? tree_merge_shrink (a, t->nodes, most + 1, s ? 0 : size + 1, sizeof *t->nodes) : NULL;
  t->ends = t->ends ? tree_merge_shrink (a, t->ends, most, size, sizeof *t->ends) : NULL;
  t->size = size;
  if (!s && t->nodes && (t->ends || !counts)) {
    t->nodes[size] = (tree_node){ .first = (node) size };
    return PAPNI_OK;
  }
  return s ? s : no_memory (e);
}

papni_tree *papni_tree_merge (const papni_tree *one, const papni_tree *other, papni_error *e)
{
  const allocator *a = &one->memory;
  if (one->kind != other->kind) {
    fail (e, PAPNI_USAGE, "one tree was made for a dfa and the other for a vpa");
    return NULL;
  }
  if (!one->ends != !other->ends) {
    fail (e, PAPNI_USAGE, "one tree counts equal words and the other does not (--count words)");
    return NULL;
  }
  papni_alphabet *alphabet = tree_merge_join_alphabets (one, other, e);
  if (!alphabet)
    return NULL;
  joiner j = { .one = one, .other = other };
  j.one_number = allocate (a, one->symbol_count, sizeof *j.one_number);
  j.other_number = allocate (a, other->symbol_count, sizeof *j.other_number);
  status s = PAPNI_OK;
  if (!j.one_number || !j.other_number) {
    papni_alphabet_free (alphabet);
    no_memory (e);
    s = PAPNI_MEMORY;
  } else
    s = join_symbols (&j, alphabet, e);
  if (!s)
    s = join_nodes (&j, e);
  release (a, j.one_number, one->symbol_count, sizeof *j.one_number);
  release (a, j.other_number, other->symbol_count, sizeof *j.other_number);
  release (a, j.queue, j.capacity, sizeof *j.queue);
  if (!s)
    return j.tree;
  papni_tree_free (j.tree);
  return NULL;
}
