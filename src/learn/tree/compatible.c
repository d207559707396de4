/* compatible.c - k-tails and the Hoeffding test of ALERGIA, on the original tree.
 *
 * k-tails: two states agree if the trees below them are the same to depth k, with the ends of
 * words. Each node gets the number of its class, depth by depth: the class of a node at depth
 * d + 1 is its end and, for each child, the symbol and the class at depth d.
 *
 * ALERGIA: two states agree if they have the same output, the frequencies of what follows
 * differ by no more than the Hoeffding bound, and so do those of the states that the same
 * symbols lead to. With inputs (IOALERGIA), the frequencies are those of the outputs of an
 * input that both have. */
#include "learn/tree/compatible.h"

#include "learn/tree/merge_walk.h"

#include <math.h>

/* The frequencies of the outputs of one input, or of all symbols. */
typedef struct frequency_group
{
  uint64_t one, other;
  double bound;
} frequency_group;

enum
{
  ROOTS = 4096
};

typedef struct tested_pair
{
  node one, other;
} tested_pair;

struct compatibility
{
  allocator memory;
  bool counts;      /* ALERGIA; otherwise k-tails */
  uint32_t *class;  /* k-tails: of each node */
  uint64_t *passes; /* ALERGIA: the words that pass each node */
  size_t nodes;
  size_t ambiguous;
  double factor;       /* of the bound */
  uint64_t few;        /* so many words differ from nothing: the bound is above 1 */
  double *roots;       /* square roots of 1 / n; 0: not computed yet */
  bool same_output;    /* states have outputs */
  uint32_t *group_of;  /* by symbol: the input */
  uint32_t *output_of; /* by symbol */
  uint32_t start;      /* the output of the start; NO_NAME: none */
  size_t width;
  frequency_group *groups;
  tested_pair *work;
  size_t capacity;
};

/* ---- k-tails ---- */

/* The class of each node from those of its children: nodes with equal rows, by a hash that
 * collisions do not spoil: a row is compared with the last one that has this hash. */
typedef struct tail_row
{
  uint64_t hash;
  node node;
} tail_row;

static bool same_tails (const tree_node *nodes, const uint32_t *before, node x, node y)
{
  const size_t count = nodes[x + 1].first - nodes[x].first;
  bool same = nodes[x].label == nodes[y].label && count == nodes[y + 1].first - nodes[y].first;
  for (size_t i = 0; same && before && i < count; i++) {
    const node p = nodes[x].first + (node) i, q = nodes[y].first + (node) i;
    same = nodes[p].symbol == nodes[q].symbol && before[p] == before[q];
  }
  return same;
}

static uint64_t tail_hash (const tree_node *nodes, const uint32_t *before, node q)
{
  uint64_t hash = mix (nodes[q].label + 1u);
  for (node c = nodes[q].first; before && c < nodes[q + 1].first; c++)
    hash = mix (hash * 31 + ((uint64_t) nodes[c].symbol << 32 | before[c]));
  return hash;
}

/* `next[q]` chains the first nodes of classes with equal hashes. */
static bool next_classes (const allocator *a, const tree_node *nodes, size_t size, const uint32_t *before,
                          uint32_t *class, node *chain)
{
  map known = { 0 };
  uint32_t count = 0;
  bool room = true;
  for (size_t q = 0; room && q < size; q++) {
    bool fresh;
    uint32_t *first = map_enter (a, &known, tail_hash (nodes, before, (node) q), (uint32_t) q, &fresh);
    node same = !first || fresh ? NOWHERE : *first;
    room = first;
    while (room && same != NOWHERE && !same_tails (nodes, before, same, (node) q))
      same = chain[same];
    if (room && same == NOWHERE) {
      chain[q] = fresh ? NOWHERE : *first;
      *first = (uint32_t) q;
      class[q] = count++;
    } else if (room)
      class[q] = class[same];
  }
  map_release (a, &known);
  return room;
}

/* Classes at depth 0 differ in the ends of words; at depth 1 also in their symbols. */
static bool find_tails (compatibility *t, const papni_tree *tree, size_t k)
{
  const allocator *a = &t->memory;
  uint32_t *before = allocate_zeroed (a, tree->size, sizeof *before);
  node *chain = allocate (a, tree->size, sizeof *chain);
  bool room = before && chain;
  for (size_t q = 0; room && q < tree->size; q++)
    t->class[q] = before[q] = tree->nodes[q].label;
  for (size_t d = 0; room && d < k; d++) {
    for (size_t q = 0; q < tree->size; q++)
      before[q] = d ? t->class[q] : tree->nodes[q].label == PAPNI_ACCEPT;
    room = next_classes (a, tree->nodes, tree->size, before, t->class, chain);
  }
  release (a, before, tree->size, sizeof *before);
  release (a, chain, tree->size, sizeof *chain);
  return room;
}

/* Counts the classes in which a symbol leads to different classes. */
static bool count_ambiguous (compatibility *t, const papni_tree *tree)
{
  map leads = { 0 }, seen = { 0 };
  bool room = true, fresh;
  for (size_t q = 0; room && q < tree->size; q++)
    for (node c = tree->nodes[q].first; room && c < tree->nodes[q + 1].first; c++) {
      const uint64_t key = (uint64_t) t->class[q] << 16 | tree->nodes[c].symbol;
      const uint32_t *to = map_enter (&t->memory, &leads, key, t->class[c], &fresh);
      room = to;
      if (room && *to != t->class[c]) {
        room = map_enter (&t->memory, &seen, t->class[q], 0, &fresh);
        t->ambiguous += room && fresh;
      }
    }
  map_release (&t->memory, &leads);
  map_release (&t->memory, &seen);
  return room;
}

bool compatibility_counts (const compatibility *t)
{
  return t->counts;
}

size_t compatibility_ambiguous (const compatibility *t)
{
  return t ? t->ambiguous : 0;
}

/* ---- ALERGIA ---- */

/* The square root of x > 0, by Newton's method, without the mathematics library. */
static double square_root (double x)
{
  int exponent;
  double m = frexp (x, &exponent);
  if (exponent % 2) {
    m *= 2;
    exponent--;
  }
  double root = 0.5 * (1 + m);
  for (int i = 0; i < 7; i++)
    root = 0.5 * (root + m / root);
  return ldexp (root, exponent / 2);
}

/* The natural logarithm of x > 0 to the last bits, the same on every machine: only sums,
 * products and quotients of IEEE 754 are used. */
static double natural_logarithm (double x)
{
  int exponent;
  double m = frexp (x, &exponent);
  if (m < 0.70710678118654752) {
    m *= 2;
    exponent--;
  }
  const double s = (m - 1) / (m + 1), square = s * s;
  double sum = 0;
  for (int i = 41; i >= 1; i -= 2)
    sum = sum * square + 1.0 / i;
  return exponent * 0.69314718055994531 + 2 * s * sum;
}

/* The factor of the bound for alpha; 0: ten divided by the number of steps. */
static double bound_factor (double alpha, uint64_t steps)
{
  if (alpha <= 0)
    alpha = 10 / (double) (steps ? steps : 1);
  return square_root (0.5 * natural_logarithm (2 / alpha));
}

static double inverse_root (const compatibility *t, uint64_t n)
{
  if (n >= ROOTS)
    return square_root (1 / (double) n);
  if (t->roots[n] <= 0)
    t->roots[n] = square_root (1 / (double) n);
  return t->roots[n];
}

/* The bound of two frequencies is the sum of two terms, one for each number of words, which
 * both are positive; frequencies differ by at most 1. So if one of the terms is at least 1, for
 * few words, nothing below the two nodes can differ by more. */
static uint64_t few_words (const compatibility *t)
{
  uint64_t n = 0;
  while (inverse_root (t, n + 1) * t->factor >= 1)
    n++;
  return n;
}

static uint64_t count_all_passes (compatibility *t, const papni_tree *tree)
{
  uint64_t steps = 0;
  for (size_t q = tree->size; q-- > 0;) {
    t->passes[q] = tree->ends[q];
    for (node c = tree->nodes[q].first; c < tree->nodes[q + 1].first; c++)
      t->passes[q] += t->passes[c];
    steps += q ? t->passes[q] : 0;
  }
  return steps;
}

/* What the symbols mean: inputs and outputs by number. */
static status number_outputs (compatibility *t, const papni_tree *tree, unsigned model, error *e)
{
  names inputs = { 0 }, outputs = { 0 };
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < t->width; i++) {
    text_span input, output, name = letter_name (&tree->alphabet->letters[tree->symbols[i].symbol]);
    trace_split (name, &input, &output);
    if (model == MODEL_MC) {
      input.length = 0;
      output = name;
    }
    t->group_of[i] = names_enter (&t->memory, &inputs, (piece){ input.text, input.text + input.length });
    t->output_of[i] = names_enter (&t->memory, &outputs, (piece){ output.text, output.text + output.length });
    s = t->group_of[i] == NO_NAME || t->output_of[i] == NO_NAME ? no_memory (e) : PAPNI_OK;
  }
  t->start = NO_NAME;
  if (!s && tree->start) {
    t->start = names_enter (&t->memory, &outputs, (piece){ tree->start, tree->start + tree->start_length });
    s = t->start == NO_NAME ? no_memory (e) : PAPNI_OK;
  }
  names_release (&t->memory, &inputs);
  names_release (&t->memory, &outputs);
  return s;
}

static uint32_t node_output (const compatibility *t, const merger *m, node q)
{
  return q ? t->output_of[m->nodes[q].symbol] : t->start;
}

/* Do the frequencies of the children differ by more than the bound? */
static bool frequencies_differ (compatibility *t, const merger *m, node x, node y)
{
  const tree_node *nodes = m->nodes;
  const node x_end = own_children (m, x + 1), y_end = own_children (m, y + 1);
  node p = own_children (m, x), q = own_children (m, y);
  bool differ = false;
  for (node c = p; c < x_end; c++)
    t->groups[t->group_of[nodes[c].symbol]].one += t->passes[c];
  for (node c = q; c < y_end; c++)
    t->groups[t->group_of[nodes[c].symbol]].other += t->passes[c];
  while (!differ && (p < x_end || q < y_end)) {
    const bool first = q == y_end || (p < x_end && nodes[p].symbol <= nodes[q].symbol);
    const bool second = p == x_end || (q < y_end && nodes[q].symbol <= nodes[p].symbol);
    frequency_group *g = &t->groups[t->group_of[nodes[first ? p : q].symbol]];
    if (g->one && g->other && g->bound <= 0)
      g->bound = (inverse_root (t, g->one) + inverse_root (t, g->other)) * t->factor;
    if (g->one && g->other)
      differ = fabs ((first ? (double) t->passes[p] / (double) g->one : 0)
                     - (second ? (double) t->passes[q] / (double) g->other : 0))
               > g->bound;
    p += first;
    q += second;
  }
  for (node c = own_children (m, x); c < x_end; c++)
    t->groups[t->group_of[nodes[c].symbol]] = (frequency_group){ 0 };
  for (node c = own_children (m, y); c < y_end; c++)
    t->groups[t->group_of[nodes[c].symbol]] = (frequency_group){ 0 };
  return differ;
}

/* Can there be a difference between two nodes, or below them? */
static bool may_differ (const compatibility *t, node x, node y)
{
  return t->passes[x] > t->few && t->passes[y] > t->few;
}

/* Adds the pairs of children on common symbols that may differ. */
static bool push_common (compatibility *t, const merger *m, tested_pair pair, size_t *count)
{
  node p = own_children (m, pair.one), q = own_children (m, pair.other);
  const node p_end = own_children (m, pair.one + 1), q_end = own_children (m, pair.other + 1);
  while (p < p_end && q < q_end) {
    const symbol x = m->nodes[p].symbol, y = m->nodes[q].symbol;
    if (x == y && may_differ (t, p, q)) {
      if (!reserve (&t->memory, &t->work, &t->capacity, *count + 1, sizeof *t->work))
        return false;
      t->work[(*count)++] = (tested_pair){ p, q };
    }
    p += x <= y;
    q += y <= x;
  }
  return true;
}

static bool agree (compatibility *t, const merger *m, node x, node y, status *trouble)
{
  size_t count = 0;
  tested_pair pair = { x, y };
  if (t->same_output && node_output (t, m, x) != node_output (t, m, y))
    return false;
  if (!may_differ (t, x, y))
    return true;
  for (;; pair = t->work[--count]) {
    if (own_children (m, pair.one) < own_children (m, pair.one + 1)
        && own_children (m, pair.other) < own_children (m, pair.other + 1)) {
      if (frequencies_differ (t, m, pair.one, pair.other))
        return false;
      if (!push_common (t, m, pair, &count)) {
        *trouble = PAPNI_MEMORY;
        return false;
      }
    }
    if (!count)
      return true;
  }
}

bool compatible (compatibility *t, const merger *m, uint32_t red, uint32_t blue, status *trouble)
{
  const node x = m->reds[red].node, y = m->blues[blue].node;
  return t->counts ? agree (t, m, x, y, trouble) : t->class[x] == t->class[y];
}

/* ---- beginning and end ---- */

static status begin_tails (compatibility *t, const papni_tree *tree, size_t k, error *e)
{
  t->class = allocate (&t->memory, tree->size, sizeof *t->class);
  return t->class && find_tails (t, tree, k) && count_ambiguous (t, tree) ? PAPNI_OK : no_memory (e);
}

static status begin_counts (compatibility *t, const merger *m, const settings *options, error *e)
{
  const papni_tree *tree = m->tree;
  t->counts = true;
  t->same_output = options->model != MODEL_SMM;
  t->width = tree->symbol_count;
  t->passes = allocate (&t->memory, tree->size, sizeof *t->passes);
  t->group_of = allocate_zeroed (&t->memory, t->width, sizeof *t->group_of);
  t->output_of = allocate_zeroed (&t->memory, t->width, sizeof *t->output_of);
  t->groups = allocate_zeroed (&t->memory, t->width, sizeof *t->groups);
  t->roots = allocate_zeroed (&t->memory, ROOTS, sizeof *t->roots);
  if (!t->passes || !t->group_of || !t->output_of || !t->groups || !t->roots)
    return no_memory (e);
  t->factor = bound_factor (options->alpha / 1e9, count_all_passes (t, tree));
  t->few = few_words (t);
  return number_outputs (t, tree, options->model, e);
}

status compatibility_new (const merger *m, const settings *options, compatibility **test, error *e)
{
  *test = NULL;
  if (options->method != METHOD_K_TAILS && options->method != METHOD_ALERGIA)
    return PAPNI_OK;
  compatibility *t = *test = allocate_zeroed (&m->tree->memory, 1, sizeof *t);
  if (!t)
    return no_memory (e);
  t->memory = m->tree->memory;
  t->nodes = m->tree->size;
  return options->method == METHOD_K_TAILS ? begin_tails (t, m->tree, options->k, e) : begin_counts (t, m, options, e);
}

void compatibility_free (compatibility *t)
{
  if (!t)
    return;
  const allocator a = t->memory;
  release (&a, t->class, t->class ? t->nodes : 0, sizeof *t->class);
  release (&a, t->passes, t->passes ? t->nodes : 0, sizeof *t->passes);
  release (&a, t->group_of, t->width, sizeof *t->group_of);
  release (&a, t->output_of, t->width, sizeof *t->output_of);
  release (&a, t->groups, t->width, sizeof *t->groups);
  release (&a, t->roots, ROOTS, sizeof *t->roots);
  release (&a, t->work, t->capacity, sizeof *t->work);
  release (&a, t, 1, sizeof *t);
}
