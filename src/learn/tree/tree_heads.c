/* tree_heads.c - merges what trees have beside their nodes: the alphabet, the stack-aware
 * symbols, the statistics, and the examples of dropped words. */
#include "learn/tree/tree.h"

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
static papni_alphabet *tree_heads_join_alphabets (const papni_tree *one, const papni_tree *other, error *e)
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

/* Merges the sorted stack-aware alphabets. `t` has room for all symbols. */
static void join_symbols (papni_tree *t, const papni_tree *one, const papni_tree *other)
{
  const stack_symbol none = { PAPNI_NO_SYMBOL, PAPNI_NO_SYMBOL };
  size_t x = 0, y = 0, count = 0;
  for (; x < one->symbol_count || y < other->symbol_count; count++) {
    const stack_symbol a = x < one->symbol_count ? renamed_pair (one, x, t->alphabet) : none;
    const stack_symbol b = y < other->symbol_count ? renamed_pair (other, y, t->alphabet) : none;
    const uint32_t first = rank_of (a), second = rank_of (b);
    x += first <= second;
    y += second <= first;
    t->symbols[count] = first <= second ? a : b;
  }
  t->symbol_count = count;
}

void tree_numbers_in (const papni_tree *from, const papni_tree *to, symbol *numbers)
{
  for (size_t i = 0; i < from->symbol_count; i++) {
    const uint32_t wanted = rank_of (renamed_pair (from, i, to->alphabet));
    size_t low = 0, high = to->symbol_count;
    while (high - low > 1) {
      const size_t middle = low + (high - low) / 2;
      if (rank_of (to->symbols[middle]) <= wanted)
        low = middle;
      else
        high = middle;
    }
    numbers[i] = (symbol) low;
  }
}

/* ---- statistics ---- */

static void add_statistics (papni_tree *t, const papni_tree *from)
{
  const papni_statistics *s = &from->statistics;
  t->statistics.words += s->words;
  t->statistics.positive += s->positive;
  t->statistics.negative += s->negative;
  t->statistics.dropped_positive += s->dropped_positive;
  t->statistics.dropped_negative += s->dropped_negative;
  t->statistics.pruned += s->pruned;
  t->kept += from->kept;
  t->nested |= from->nested;
}

/* In shortlex order. Symbols are numbered in symbol order. */
static bool heads_word_before (const tree_word *x, const tree_word *y)
{
  if (x->length != y->length)
    return x->length < y->length;
  for (size_t i = 0; i < x->length; i++)
    if (x->symbols[i] != y->symbols[i])
      return x->symbols[i] < y->symbols[i];
  return false;
}

/* Keeps the lesser example of each label. False if out of memory. */
static bool add_dropped (papni_tree *t, const papni_tree *from)
{
  for (size_t i = 0; i < 2; i++) {
    const tree_word *word = &from->dropped[i];
    if (!word->exists)
      continue;
    tree_word copy = { allocate (&t->memory, word->length, sizeof (symbol)), word->length, true };
    if (!copy.symbols)
      return false;
    for (size_t k = 0; k < word->length; k++)
      copy.symbols[k] = renamed (from->alphabet, word->symbols[k], t->alphabet);
    const bool better = !t->dropped[i].exists || heads_word_before (&copy, &t->dropped[i]);
    const tree_word gone = better ? t->dropped[i] : copy;
    if (better)
      t->dropped[i] = copy;
    release (&t->memory, gone.symbols, gone.length, sizeof (symbol));
  }
  return true;
}

/* ---- all of it ---- */

papni_tree *tree_copy_head (const papni_tree *t, error *e)
{
  symbol *order = alphabet_order (t->alphabet);
  papni_alphabet *alphabet = order ? alphabet_copy (t->alphabet, order, e) : NULL;
  if (!order)
    no_memory (e);
  release (&t->memory, order, t->alphabet->size, sizeof *order);
  papni_tree *copy = alphabet ? tree_new (&t->memory, t->kind, alphabet, t->symbol_count, e) : NULL;
  if (!copy)
    return NULL;
  for (size_t i = 0; i < t->symbol_count; i++)
    copy->symbols[i] = t->symbols[i];
  add_statistics (copy, t);
  if (add_dropped (copy, t))
    return copy;
  no_memory (e);
  papni_tree_free (copy);
  return NULL;
}

papni_tree *tree_merge_heads (const papni_tree *one, const papni_tree *other, error *e)
{
  if (one->kind != other->kind) {
    fail (e, PAPNI_USAGE, "one tree was made for a dfa and the other for a vpa");
    return NULL;
  }
  if (!one->ends != !other->ends) {
    fail (e, PAPNI_USAGE, "one tree counts equal words and the other does not (--count words)");
    return NULL;
  }
  papni_alphabet *alphabet = tree_heads_join_alphabets (one, other, e);
  if (!alphabet)
    return NULL;
  const size_t most = one->symbol_count + other->symbol_count;
  papni_tree *t = tree_new (&one->memory, one->kind, alphabet, most, e);
  if (!t)
    return NULL;
  join_symbols (t, one, other);
  const size_t count = t->symbol_count;
  stack_symbol *symbols =
      count < most ? resize (&t->memory, t->symbols, most, count, sizeof *symbols) : t->symbols; /* count > 0 then */
  t->symbols = symbols ? symbols : t->symbols;
  t->symbol_count = symbols ? count : most;
  add_statistics (t, one);
  add_statistics (t, other);
  if (symbols && count < END && add_dropped (t, one) && add_dropped (t, other))
    return t;
  if (count >= END)
    fail (e, PAPNI_INPUT, "more than %u different symbols and pairs in the two trees", END);
  else
    no_memory (e);
  papni_tree_free (t);
  return NULL;
}
