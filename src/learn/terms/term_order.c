/* term_order.c - sorts terms in shortlex order of their words.
 *
 * Sorting proceeds from short words to long ones: if the first symbols of two words are
 * equal, the ranks of their parts decide, so deeply nested words cost no more than
 * others. */
#include "learn/terms/term_order.h"

#include "base/rows.h"

#include <string.h>

typedef struct sorted
{
  uint64_t key; /* the first symbols */
  term term;
} sorted;

typedef struct term_sorter
{
  const terms *terms;
  const term_piece *pieces;
  const symbol *rank; /* of the symbols, in symbol order */
  unsigned bits;      /* per symbol in a key */
  term *words;        /* the rank of a term's word among all words, once known */
  watch *watch;
} term_sorter;

static uint64_t term_key_of (const term_sorter *s, term t)
{
  const term_piece p = s->pieces[t];
  const symbol *flat = s->terms->words->samples->flat; /* NULL if there are no words */
  uint64_t key = 0;
  unsigned used = 0;
  for (size_t i = 0; i < p.length && used + s->bits <= 64; i++, used += s->bits)
    key = key << s->bits | s->rank[flat[p.offset + i]];
  return key;
}

/* Compares two words of one length by their parts; false if what comes before the last
 * symbol or block has different lengths. Otherwise both end in a symbol, or both in a
 * block. */
static bool compare_parts (const term_sorter *s, term x, term y, int *order)
{
  const shape *a = &s->terms->shapes[x], *b = &s->terms->shapes[y];
  const stack_symbol *symbols = s->terms->words->stack.symbols;
  if (s->pieces[a->before].length != s->pieces[b->before].length)
    return false;
  *order = compare (s->words[a->before], s->words[b->before]);
  if (a->inside != NO_TERM) {
    if (!*order)
      *order = compare (s->rank[symbols[a->symbol].popped], s->rank[symbols[b->symbol].popped]);
    if (!*order)
      *order = compare (s->words[a->inside], s->words[b->inside]);
  }
  if (!*order)
    *order = compare (s->rank[symbols[a->symbol].symbol], s->rank[symbols[b->symbol].symbol]);
  return true;
}

/* Compares two words of one length. */
static int term_compare_words (const term_sorter *s, const sorted *x, const sorted *y)
{
  const term_piece p = s->pieces[x->term], q = s->pieces[y->term];
  const symbol *one = s->terms->words->samples->flat + p.offset, *other = s->terms->words->samples->flat + q.offset;
  int order = compare (x->key, y->key);
  if (order || !p.length || compare_parts (s, x->term, y->term, &order))
    return order;
  for (size_t i = 64 / s->bits; i < p.length && !order; i++)
    order = compare (s->rank[one[i]], s->rank[other[i]]);
  return order;
}

static int compare_terms (const term_sorter *s, const sorted *x, const sorted *y)
{
  const shape *shapes = s->terms->shapes;
  const int order = term_compare_words (s, x, y);
  return order ? order : compare (shapes[x->term].module, shapes[y->term].module);
}

/* Merge sort of terms whose words have one length. */
static status sort (const term_sorter *s, sorted *list, sorted *other, size_t count, error *e)
{
  sorted *from = list, *to = other;
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t begin = 0; begin < count; begin += 2 * width) {
      const size_t middle = begin + width < count ? begin + width : count;
      const size_t end = middle + width < count ? middle + width : count;
      size_t i = begin, k = middle;
      const status failed = watch_spend (s->watch, end - begin, e);
      if (failed)
        return failed;
      for (size_t out = begin; out < end; out++)
        to[out] = k == end || (i < middle && compare_terms (s, &from[i], &from[k]) <= 0) ? from[i++] : from[k++];
    }
    sorted *swap = from;
    from = to;
    to = swap;
  }
  if (from != list)
    memcpy (list, from, count * sizeof *list);
  return PAPNI_OK;
}

/* Orders all terms by length. */
static void by_length (const term_piece *pieces, size_t size, rows *lengths, sorted *list)
{
  for (size_t i = 0; i < size; i++)
    rows_count (lengths, pieces[i].length);
  rows_begin (lengths);
  for (size_t i = 0; i < size; i++)
    list[rows_place (lengths, pieces[i].length)].term = (term) i;
}

/* list[i] becomes the i-th term in order. */
static status sort_lengths (term_sorter *s, const rows *lengths, sorted *list, sorted *other, error *e)
{
  term words = 0;
  for (size_t n = 0; n < lengths->count; n++) {
    const size_t begin = lengths->first[n], end = lengths->first[n + 1];
    for (size_t i = begin; i < end; i++)
      list[i].key = term_key_of (s, list[i].term);
    const status failed = sort (s, list + begin, other, end - begin, e);
    if (failed)
      return failed;
    for (size_t i = begin; i < end; i++) {
      words += i == begin || term_compare_words (s, &list[i - 1], &list[i]) != 0;
      s->words[list[i].term] = words;
    }
  }
  return PAPNI_OK;
}

static size_t longest_of (const term_piece *pieces, size_t size)
{
  size_t longest = 0;
  for (size_t i = 0; i < size; i++)
    longest = pieces[i].length > longest ? pieces[i].length : longest;
  return longest;
}

status sort_terms (const terms *t, const term_piece *pieces, term *ranked, watch *w, error *e)
{
  const allocator *a = &t->memory;
  const size_t size = t->size;
  symbol *rank = allocate (a, t->letters, sizeof *rank);
  rows lengths;
  sorted *list = allocate (a, size, sizeof *list), *other = allocate (a, size, sizeof *other);
  term *words = allocate (a, size, sizeof *words);
  status failed = rows_init (a, &lengths, longest_of (pieces, size) + 1) && rank && list && other && words
                      ? PAPNI_OK
                      : no_memory (e);
  if (!failed) {
    term_sorter s = { t, pieces, rank, 1, words, w };
    while (t->letters >> s.bits)
      s.bits++;
    for (size_t i = 0; i < t->letters; i++)
      rank[t->words->order[i]] = (symbol) i;
    by_length (pieces, size, &lengths, list);
    failed = sort_lengths (&s, &lengths, list, other, e);
    for (size_t i = 0; i < size; i++)
      ranked[i] = list[i].term;
  }
  release (a, rank, t->letters, sizeof *rank);
  rows_release (a, &lengths);
  release (a, list, size, sizeof *list);
  release (a, other, size, sizeof *other);
  release (a, words, size, sizeof *words);
  return failed;
}
