/* tree.c - builds the prefix tree from sorted words, in two sweeps.
 *
 * In sorted order a word has new nodes just beyond the prefix that it shares with
 * the word before it, and the nodes of one depth come in the order of their
 * numbers. The first sweep counts the nodes of each depth, which says where each
 * depth begins; the second writes the nodes, each depth at a place of its own. */
#include "tree.h"

#include "sort.h"

typedef struct builder
{
  papni_tree *tree;
  encoded *words;
  const symbol *flat;
  size_t *next; /* next[d]: first the number of nodes of depth d, then the number that the next one gets */
  node *path;   /* path[d]: the node of the current word's first d symbols */
  size_t deepest;
} builder;

enum
{
  AHEAD = 24 /* how many words ahead memory is asked for */
};

static const symbol *word_at (const builder *b, size_t i)
{
#if defined(__GNUC__)
  if (i + AHEAD < b->words->size) {
    const symbol *ahead = b->flat + b->words->offsets[i + AHEAD];
    __builtin_prefetch (ahead);
    __builtin_prefetch (ahead + 32); /* most words end on the next cache line */
  }
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

/* `last_labelled`: the last word with a label that ended at this node. */
static status set_label (builder *b, size_t length, const symbol *word, const symbol **last_labelled, error *e)
{
  const papni_label label = (papni_label) (word[length] - END);
  tree_node *nodes = b->tree->nodes, *end = &nodes[b->path[length]];
  if (!label)
    return PAPNI_OK;
  if (end->label && end->label != label)
    return samples_contradiction (b->words->samples, (size_t) (*last_labelled - b->flat), (size_t) (word - b->flat), e);
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

static status build (builder *b, error *e)
{
  papni_tree *t = b->tree;
  count_nodes (b);
  const size_t size = place_depths (b);
  if (size > MAX_NODES)
    return fail (e, PAPNI_INPUT, "the prefix tree has more than %zu nodes: learn from fewer words", MAX_NODES);
  t->nodes = allocate (&t->memory, size + 1, sizeof *t->nodes);
  if (!t->nodes)
    return no_memory (e);
  t->size = size;
  return add_words (b, e);
}

static status build_nodes (papni_tree *t, encoded *words, error *e)
{
  builder b = { .tree = t, .words = words, .flat = words->samples->flat, .deepest = words->longest };
  b.next = allocate_zeroed (&t->memory, b.deepest + 3, sizeof *b.next);
  b.path = allocate (&t->memory, b.deepest + 1, sizeof *b.path);
  const status s = b.next && b.path ? build (&b, e) : no_memory (e);
  release (&t->memory, b.next, b.deepest + 3, sizeof *b.next);
  release (&t->memory, b.path, b.deepest + 1, sizeof *b.path);
  return s;
}

/* ---- the tree as an object ---- */

papni_tree *tree_new (const allocator *a, papni_model_kind kind, papni_alphabet *alphabet, size_t symbol_count,
                      error *e)
{
  papni_tree *t = alphabet ? allocate_zeroed (a, 1, sizeof *t) : NULL;
  stack_symbol *symbols = allocate (a, symbol_count, sizeof *symbols);
  if (!t || !symbols) {
    release (a, t, 1, sizeof *t);
    release (a, symbols, symbol_count, sizeof *symbols);
    papni_alphabet_free (alphabet);
    no_memory (e);
    return NULL;
  }
  t->memory = *a;
  t->kind = kind;
  t->alphabet = alphabet;
  t->symbols = symbols;
  t->symbol_count = symbol_count;
  return t;
}

/* The stack-aware alphabet of the words, in terms of the tree's own alphabet. */
static status take_symbols (papni_tree *t, const encoded *words, error *e)
{
  const size_t letters = t->alphabet->size;
  symbol *rank = allocate (&t->memory, letters, sizeof *rank);
  if (!rank)
    return no_memory (e);
  for (size_t i = 0; i < letters; i++)
    rank[words->order[i]] = (symbol) i;
  for (size_t i = 0; i < t->symbol_count; i++) {
    const stack_symbol s = words->stack.symbols[i];
    t->symbols[i].symbol = rank[s.symbol];
    t->symbols[i].popped = s.popped == PAPNI_NO_SYMBOL ? PAPNI_NO_SYMBOL : rank[s.popped];
  }
  release (&t->memory, rank, letters, sizeof *rank);
  return PAPNI_OK;
}

papni_tree *tree_of_words (encoded *words, error *e)
{
  papni_alphabet *alphabet = alphabet_copy (words->samples->alphabet, words->order, e);
  const papni_model_kind kind = words->encoder ? PAPNI_VPA : PAPNI_DFA;
  papni_tree *t = tree_new (&words->memory, kind, alphabet, words->stack.size, e);
  if (!t)
    return NULL;
  status s = take_symbols (t, words, e);
  if (!s)
    s = sort_encoded (words, e);
  if (!s)
    s = build_nodes (t, words, e);
  if (!s)
    return t;
  papni_tree_free (t);
  return NULL;
}

void papni_tree_free (papni_tree *t)
{
  if (!t)
    return;
  const allocator a = t->memory;
  papni_alphabet_free (t->alphabet);
  release (&a, t->symbols, t->symbol_count, sizeof *t->symbols);
  if (t->mapping)
    unmap (t->mapping, t->mapping_size);
  else
    release (&a, t->nodes, t->size + 1, sizeof *t->nodes);
  release (&a, t, 1, sizeof *t);
}

size_t papni_tree_nodes (const papni_tree *t)
{
  return t->size;
}
