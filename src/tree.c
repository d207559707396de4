/* tree.c - builds the prefix tree from sorted words, in two sweeps.
 *
 * In sorted order a word has new nodes just beyond the prefix that it shares with
 * the word before it, and the nodes of one depth come in the order of their
 * numbers. The first sweep counts the nodes of each depth, which says where each
 * depth begins; the second writes the nodes, each depth at a place of its own. */
#include "tree.h"

#include "sort.h"

#include <string.h>

typedef struct builder
{
  tree *tree;
  encoded *words;
  const symbol *flat;
  size_t *next; /* next[d]: first the number of nodes of depth d, then the number that the next one gets */
  node *path;   /* path[d]: the node of the current word's first d symbols */
  size_t deepest;
} builder;

enum
{
  AHEAD = 8 /* how many words ahead memory is asked for */
};

static const symbol *word_at (const builder *b, size_t i)
{
#if defined(__GNUC__)
  if (i + AHEAD < b->words->size)
    __builtin_prefetch (b->flat + b->words->offsets[i + AHEAD]);
#endif
  return b->flat + b->words->offsets[i];
}

static size_t length_of (const symbol *word, size_t from)
{
  size_t length = from;
  while (!is_end (word[length]))
    length++;
  return length;
}

static size_t shared_prefix (const symbol *x, const symbol *y)
{
  size_t length = 0;
  while (x[length] == y[length] && !is_end (x[length]))
    length++;
  return length;
}

/* ---- sorting ---- */

static status sort_encoded (encoded *words, error *e)
{
  const size_t letters = words->samples->alphabet->size;
  symbol *rank = allocate_zeroed (&words->memory, 0x10000, sizeof *rank);
  if (!rank)
    return no_memory (e);
  for (size_t i = 0; i < letters; i++)
    rank[words->order[i]] = (symbol) (i + 1);
  const status s = sort_words (words->offsets, words->size, words->samples->flat, rank, &words->memory, e);
  release (&words->memory, rank, 0x10000, sizeof *rank);
  return s;
}

/* ---- first sweep ---- */

/* A word adds one node at each depth from `shared` + 1 to its length. These steps
 * up and down are noted, and summed up at the end. */
static void count_nodes (builder *b)
{
  static const symbol empty[] = { END };
  const symbol *last = empty;
  for (size_t i = 0; i < b->words->size; i++) {
    const symbol *word = word_at (b, i);
    const size_t shared = shared_prefix (last, word);
    b->next[shared + 1]++;
    b->next[length_of (word, shared) + 1]--;
    last = word;
  }
  size_t here = 0;
  for (size_t d = 1; d <= b->deepest; d++)
    b->next[d] = here += b->next[d];
  b->next[0] = 1;
}

/* Turns the numbers of nodes into the number of the first; returns their sum. */
static size_t place_depths (builder *b)
{
  size_t sum = 0;
  for (size_t d = 0; d <= b->deepest + 1; d++) {
    const size_t count = d <= b->deepest ? b->next[d] : 0;
    b->next[d] = sum;
    sum += count;
  }
  return sum;
}

/* ---- second sweep ---- */

static void add_node (builder *b, size_t depth, symbol s)
{
  const node q = (node) b->next[depth]++;
  b->tree->nodes[q] = (tree_node){ .first = (node) b->next[depth + 1], .symbol = s };
  b->path[depth] = q;
}

/* Two words that are the same and labelled differently. */
static status contradiction (const builder *b, const symbol *x, const symbol *y, error *e)
{
  papni_word first = samples_word_at (b->words->samples, (size_t) (x - b->flat));
  papni_word second = samples_word_at (b->words->samples, (size_t) (y - b->flat));
  if (first.symbols > second.symbols) {
    const papni_word swap = first;
    first = second;
    second = swap;
  }
  const position at = { second.file, second.line, second.file ? 1 : 0 };
  const char *is = second.label == PAPNI_ACCEPT ? "accepted" : "rejected";
  const char *was = second.label == PAPNI_ACCEPT ? "rejected" : "accepted";
  if (!first.file)
    return fail_at (e, PAPNI_CONTRADICTION, at, "this word is %s here, and %s before", is, was);
  return fail_at (e, PAPNI_CONTRADICTION, at, "this word is %s here, and %s at %s:%zu: remove one of them", is, was,
                  first.file, first.line);
}

/* `last_labelled`: the last word with a label that ended at this node. */
static status set_label (builder *b, size_t length, const symbol *word, const symbol **last_labelled, error *e)
{
  const papni_label label = (papni_label) (word[length] - END);
  tree_node *nodes = b->tree->nodes, *end = &nodes[b->path[length]];
  if (!label)
    return PAPNI_OK;
  if (end->label && end->label != label)
    return contradiction (b, *last_labelled, word, e);
  *last_labelled = word;
  end->label = (uint8_t) label;
  if (label == PAPNI_ACCEPT)
    for (size_t d = length + 1; d-- > 0 && !(nodes[b->path[d]].flags & NODE_POSITIVE);)
      nodes[b->path[d]].flags |= NODE_POSITIVE;
  return PAPNI_OK;
}

static status add_word (builder *b, const symbol *word, size_t shared, error *e)
{
  encoded *words = b->words;
  const size_t length = length_of (word, shared);
  papni_encoding encoding = { .popped = NULL };
  if (words->encoder) {
    const status s = encode_from (words->encoder, word, shared, length, &encoding, e);
    if (s)
      return s;
  }
  for (size_t i = shared; i < length; i++) {
    const symbol popped = encoding.popped ? encoding.popped[i] : PAPNI_NO_SYMBOL;
    add_node (b, i + 1, stack_number (&words->stack, word[i], popped));
  }
  return PAPNI_OK;
}

static status add_words (builder *b, error *e)
{
  static const symbol empty[] = { END };
  const symbol *last = empty, *last_labelled = NULL;
  add_node (b, 0, 0);
  for (size_t i = 0; i < b->words->size; i++) {
    const symbol *word = word_at (b, i);
    const size_t shared = shared_prefix (last, word);
    status s = add_word (b, word, shared, e);
    if (!s)
      s = set_label (b, length_of (word, shared), word, &last_labelled, e);
    if (s)
      return s;
    last = word;
  }
  b->tree->nodes[b->tree->size] = (tree_node){ .first = (node) b->tree->size };
  return PAPNI_OK;
}

/* ---- both ---- */

static status build (builder *b, error *e)
{
  tree *t = b->tree;
  count_nodes (b);
  t->size = place_depths (b);
  t->symbols = b->words->stack.size;
  if (t->size > MAX_NODES) {
    t->size = 0;
    return fail (e, PAPNI_INPUT, "the prefix tree has more than %zu nodes: learn from fewer words", MAX_NODES);
  }
  t->nodes = allocate (&t->memory, t->size + 1, sizeof *t->nodes);
  return t->nodes ? add_words (b, e) : no_memory (e);
}

status tree_init (tree *t, encoded *words, error *e)
{
  *t = (tree){ .memory = words->memory };
  status s = sort_encoded (words, e);
  if (s)
    return s;
  builder b = { .tree = t, .words = words, .flat = words->samples->flat, .deepest = words->longest };
  b.next = allocate_zeroed (&t->memory, b.deepest + 3, sizeof *b.next);
  b.path = allocate (&t->memory, b.deepest + 1, sizeof *b.path);
  s = b.next && b.path ? build (&b, e) : no_memory (e);
  release (&t->memory, b.next, b.deepest + 3, sizeof *b.next);
  release (&t->memory, b.path, b.deepest + 1, sizeof *b.path);
  if (s)
    tree_release (t);
  return s;
}

void tree_release (tree *t)
{
  release (&t->memory, t->nodes, t->size + 1, sizeof *t->nodes);
  *t = (tree){ 0 };
}
