/* tree.c - builds the prefix tree from sorted words, in two passes.
 *
 * In sorted order, the new nodes of a word are those beyond the prefix it shares with
 * its predecessor, and the nodes of each depth appear in the order of their numbers.
 * The first pass counts the nodes of each depth, which determines where each depth
 * begins; the second writes the nodes, with one write position per depth.
 *
 * Threads share ranges of words. Each range is counted separately, which determines
 * where it writes. */
#include "learn/tree/tree.h"

#include "learn/tree/sort.h"

#include <string.h>

enum
{
  TREE_AHEAD = 24, /* prefetch distance, in words */
  RANGES = 16,     /* maximum */
  EACH = 32        /* minimum number of words per range */
};

/* Equal words are in one range. */
typedef struct range
{
  size_t begin, end;
  size_t shared;   /* by its first word and its predecessor */
  size_t *next;    /* next[d]: first the number of nodes of depth d, then the number of the next one */
  node *path;      /* path[d]: the node of the first d symbols of the current word */
  node *before;    /* the same for the word before the range */
  uint32_t *open;  /* open[i]: the position of the innermost open call after i symbols, or 0 */
  size_t known;    /* the nodes of the current path that are still in `before`, and must not be written */
  size_t positive; /* the nodes of `before` that an accepted word passes */
  status status;
  error error;
} range;

typedef struct builder
{
  papni_tree *tree;
  encoded *words;
  const symbol *flat;
  size_t deepest;
  bool counts;      /* words, with --count words */
  bool both_labels; /* are allowed */
  bool measured;    /* sorting has measured the words */
  range ranges[RANGES];
  size_t range_count;
} builder;

static ALWAYS_INLINE const symbol *word_at (const builder *b, size_t i)
{
  if (i + TREE_AHEAD < b->words->size) {
    const symbol *ahead = b->flat + (b->words->offsets[i + TREE_AHEAD] & SORTED_OFFSET);
    prefetch (ahead);
    prefetch (ahead + 32); /* most words end on the next cache line */
  }
  return b->flat + (b->words->offsets[i] & SORTED_OFFSET);
}

static size_t length_of (const symbol *word, size_t from)
{
  size_t length = from;
  while (!is_end (word[length]))
    length++;
  return length;
}

/* `known`: the length of x, or less. So many symbols are compared four at a time. */
static inline size_t shared_prefix (const builder *b, const symbol *x, size_t known, const symbol *y)
{
  const size_t readable = b->words->samples->used - (size_t) (y - b->flat), most = known < readable ? known : readable;
  size_t length = 0;
  while (length + 4 <= most && !memcmp (x + length, y + length, 4 * sizeof *x))
    length += 4;
  while (x[length] == y[length] && !is_end (x[length]))
    length++;
  return length;
}

static const symbol no_symbols[] = { END };

static const symbol *tree_word_before (const builder *b, const range *r)
{
  return r->begin ? word_at (b, r->begin - 1) : no_symbols;
}

/* ---- first pass ---- */

/* A word, what it shares with the one before it, and its length. */
typedef struct measured_word
{
  const symbol *word;
  size_t shared, length;
} measured_word;

/* From the word before it, or a shorter length of that, to the next one. */
static ALWAYS_INLINE void measure_word (const builder *b, size_t i, measured_word *w)
{
  const uint64_t entry = b->words->offsets[i];
  const symbol *last = w->word;
  w->word = word_at (b, i);
  w->shared = b->measured ? sorted_shared (entry) : shared_prefix (b, last, w->length, w->word);
  w->length = b->measured ? sorted_length (entry) : length_of (w->word, w->shared);
}

/* A word adds one node at each depth from `shared` + 1 to its length. Records these as
 * differences, which are summed at the end. */
static void count_nodes (void *context, size_t index, unsigned thread)
{
  builder *b = context;
  range *r = &b->ranges[index];
  measured_word w = { tree_word_before (b, r), 0, 0 };
  (void) thread;
  for (size_t i = r->begin; i < r->end; i++) {
    measure_word (b, i, &w);
    if (i == r->begin)
      r->shared = w.shared;
    r->next[w.shared + 1]++;
    r->next[w.length + 1]--;
  }
  size_t here = 0;
  for (size_t d = 1; d <= b->deepest; d++)
    r->next[d] = here += r->next[d];
  r->next[0] = !index; /* the root */
  r->next[b->deepest + 1] = 0;
}

/* Turns the numbers of nodes into the number of the first; returns their sum. */
static size_t place_depths (builder *b)
{
  size_t sum = 0;
  for (size_t d = 0; d <= b->deepest + 1; d++)
    for (range *r = b->ranges; r < b->ranges + b->range_count; r++) {
      const size_t count = r->next[d];
      r->next[d] = sum;
      sum += count;
    }
  return sum;
}

/* ---- second pass ---- */

static ALWAYS_INLINE void tree_add_node (const builder *b, range *r, size_t depth, symbol s)
{
  const node q = (node) r->next[depth]++;
  b->tree->nodes[q] = (tree_node){ .first = (node) r->next[depth + 1], .symbol = s };
  r->path[depth] = q;
}

/* An accepted word passes all nodes of the path. */
static void mark_positive (const builder *b, range *r, size_t length)
{
  tree_node *nodes = b->tree->nodes;
  size_t left = length + 1;
  for (; left > r->known && !(nodes[r->path[left - 1]].flags & NODE_POSITIVE); left--)
    nodes[r->path[left - 1]].flags |= NODE_POSITIVE;
  if (left == r->known && left > r->positive)
    r->positive = left;
}

/* `last_labelled`: the last labelled word that ended at this node. */
static status set_label (const builder *b, range *r, size_t length, const symbol *word, const symbol **last_labelled)
{
  const papni_label label = (papni_label) (word[length] - END);
  tree_node *end = &b->tree->nodes[r->path[length]];
  if (b->tree->others && label != PAPNI_ACCEPT) /* equal words are in one range */
    b->tree->others[r->path[length]] = tree_count_sum (b->tree->others[r->path[length]], 1);
  if (!label)
    return PAPNI_OK;
  if (end->label && end->label != label && !b->both_labels)
    return samples_contradiction (b->words->samples, (size_t) (*last_labelled - b->flat), (size_t) (word - b->flat),
                                  &r->error);
  *last_labelled = word;
  end->label |= (uint8_t) label;
  if (label == PAPNI_ACCEPT) {
    mark_positive (b, r, length);
    if (b->tree->ends)
      b->tree->ends[r->path[length]] = tree_count_sum (b->tree->ends[r->path[length]], 1);
  }
  return PAPNI_OK;
}

/* Adds the nodes beyond the first `shared` symbols of a word, which is well-matched;
 * `open` is known up to `from`. */
static void add_nodes (const builder *b, range *r, const symbol *word, size_t from, size_t shared, size_t length)
{
  const stack_alphabet *stack = &b->words->stack;
  const uint8_t *kinds = b->words->encoder->kinds;
  uint32_t *open = r->open;
  for (size_t i = from; i < length; i++) {
    const symbol s = word[i];
    const uint32_t call = open[i];
    const symbol popped = kinds[s] < PAPNI_RETURN ? PAPNI_NO_SYMBOL : word[call];
    const uint32_t inner = kinds[s] == PAPNI_CALL ? (uint32_t) i : call;
    open[i + 1] = kinds[s] < PAPNI_RETURN ? inner : open[call];
    if (i >= shared)
      tree_add_node (b, r, i + 1, stack_number (stack, s, popped));
  }
}

static void add_plain_nodes (const builder *b, range *r, const symbol *word, size_t shared, size_t length)
{
  const symbol *const numbers = b->words->stack.plain;
  tree_node *const nodes = b->tree->nodes;
  size_t *const next = r->next;
  node *const path = r->path;
  for (size_t i = shared; i < length; i++) {
    const size_t q = next[i + 1]++;
    nodes[q] = (tree_node){ .first = (node) next[i + 2], .symbol = numbers[word[i]] };
    path[i + 1] = (node) q;
  }
}

static status add_words (const builder *b, range *r)
{
  const symbol *last_labelled = NULL;
  measured_word w = { tree_word_before (b, r), 0, 0 };
  for (size_t i = r->begin; i < r->end; i++) {
    measure_word (b, i, &w);
    r->known = w.shared < r->known ? w.shared + 1 : r->known;
    if (b->words->encoder)
      add_nodes (b, r, w.word, i == r->begin ? 0 : w.shared, w.shared, w.length);
    else
      add_plain_nodes (b, r, w.word, w.shared, w.length);
    const status s = set_label (b, r, w.length, w.word, &last_labelled);
    if (s)
      return s;
  }
  return PAPNI_OK;
}

static void write_nodes (void *context, size_t index, unsigned thread)
{
  builder *b = context;
  range *r = &b->ranges[index];
  (void) thread;
  if (!index)
    tree_add_node (b, r, 0, 0);
  else
    r->known = r->shared + 1;
  for (size_t d = 0; d < r->known; d++)
    r->path[d] = r->before[d] = (node) (r->next[d] - 1);
  r->open[0] = 0;
  r->status = add_words (b, r);
}

/* To be done when all threads have finished. */
static status finish (builder *b, error *e)
{
  tree_node *nodes = b->tree->nodes;
  for (range *r = b->ranges; r < b->ranges + b->range_count; r++) {
    if (r->status) {
      if (e)
        *e = r->error;
      return r->status;
    }
    for (size_t d = 0; d < r->positive; d++)
      nodes[r->before[d]].flags |= NODE_POSITIVE;
  }
  nodes[b->tree->size] = (tree_node){ .first = (node) b->tree->size };
  return PAPNI_OK;
}

static status tree_build (builder *b, workers *w, error *e)
{
  papni_tree *t = b->tree;
  workers_do (w, b->range_count, count_nodes, b);
  const size_t size = place_depths (b);
  if (size > MAX_NODES)
    return fail (e, PAPNI_INPUT, "the prefix tree has more than %zu nodes: learn from fewer words", MAX_NODES);
  t->nodes = allocate (&t->memory, size + 1, sizeof *t->nodes);
  t->ends = b->counts ? allocate_zeroed (&t->memory, size, sizeof *t->ends) : NULL;
  t->others = b->counts ? allocate_zeroed (&t->memory, size, sizeof *t->others) : NULL;
  t->size = size;
  if (!t->nodes || (b->counts && (!t->ends || !t->others)))
    return no_memory (e);
  workers_do (w, b->range_count, write_nodes, b);
  return finish (b, e);
}

/* ---- ranges ---- */

/* Equal words stay together. The memory of a range depends on the longest word, so
 * there are few ranges if that is long. */
static void choose_ranges (builder *b)
{
  const size_t words = b->words->size, most = b->words->samples->used / (16 * (b->deepest + 3));
  size_t count = words / EACH < most ? words / EACH : most;
  count = count < 1 ? 1 : count > RANGES ? RANGES : count;
  size_t begin = 0;
  for (size_t i = 1; i <= count; i++) {
    size_t end = words * i / count;
    end = end < begin ? begin : end;
    while (end > begin && end < words) {
      const symbol *x = word_at (b, end - 1), *y = word_at (b, end);
      const size_t shared = shared_prefix (b, x, 0, y);
      if (!is_end (x[shared]) || !is_end (y[shared]))
        break;
      end++;
    }
    if (end > begin || i == count)
      b->ranges[b->range_count++] = (range){ .begin = begin, .end = end };
    begin = end;
  }
}

static bool allocate_range (const builder *b, range *r)
{
  const allocator *a = &b->tree->memory;
  r->next = allocate_zeroed (a, b->deepest + 3, sizeof *r->next);
  r->path = allocate (a, b->deepest + 1, sizeof *r->path);
  r->before = allocate (a, b->deepest + 1, sizeof *r->before);
  r->open = allocate (a, b->deepest + 1, sizeof *r->open);
  return r->next && r->path && r->before && r->open;
}

/* Sorts the words, and builds the nodes. */
static status build_nodes (papni_tree *t, encoded *words, const settings *options, workers *w, error *e)
{
  builder b = { .tree = t, .words = words, .flat = words->samples->flat, .deepest = words->longest };
  if (sort_encoded (words, w, &b.measured, e))
    return PAPNI_MEMORY;
  b.counts = options->count == COUNT_WORDS;
  b.both_labels = options->both_labels;
  bool room = true;
  choose_ranges (&b);
  for (size_t i = 0; room && i < b.range_count; i++)
    room = allocate_range (&b, &b.ranges[i]);
  const status s = room ? tree_build (&b, w, e) : no_memory (e);
  t->one_label = !b.both_labels;
  for (size_t i = 0; b.measured && i < words->size; i++)
    words->offsets[i] &= SORTED_OFFSET;
  for (range *r = b.ranges; r < b.ranges + b.range_count; r++) {
    release (&t->memory, r->next, b.deepest + 3, sizeof *r->next);
    release (&t->memory, r->path, b.deepest + 1, sizeof *r->path);
    release (&t->memory, r->before, b.deepest + 1, sizeof *r->before);
    release (&t->memory, r->open, b.deepest + 1, sizeof *r->open);
  }
  return s;
}

/* ---- all of it ---- */

/* An example of the words that were dropped, in terms of the tree's alphabet. */
static bool take_dropped (papni_tree *t, const encoded *words, const symbol *rank)
{
  for (size_t i = 0; i < 2; i++) {
    if (words->dropped[i] == NO_OFFSET)
      continue;
    const symbol *word = words->samples->flat + words->dropped[i];
    tree_word *example = &t->dropped[i];
    example->length = length_of (word, 0);
    example->symbols = allocate (&t->memory, example->length, sizeof *example->symbols);
    if (!example->symbols)
      return false;
    for (size_t k = 0; k < example->length; k++)
      example->symbols[k] = rank[word[k]];
    example->exists = true;
  }
  return true;
}

/* The stack-aware alphabet of the words, in terms of the tree's alphabet. */
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
  const bool room = take_dropped (t, words, rank);
  release (&t->memory, rank, letters, sizeof *rank);
  return room ? PAPNI_OK : no_memory (e);
}

papni_tree *tree_of_words (encoded *words, const settings *options, workers *w, error *e)
{
  papni_alphabet *alphabet = alphabet_copy (words->samples->alphabet, words->order, e);
  const papni_model_kind kind = words->encoder ? PAPNI_VPA : PAPNI_DFA;
  papni_tree *t = tree_new (&words->memory, kind, alphabet, words->stack.size, e);
  if (!t)
    return NULL;
  status s = take_symbols (t, words, e);
  if (!s)
    s = build_nodes (t, words, options, w, e);
  if (!s)
    return t;
  papni_tree_free (t);
  return NULL;
}
