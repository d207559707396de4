/* term_order.c - sorts terms in shortlex order of their words.
 *
 * Sorting proceeds from short words to long ones: if the first symbols of two words are
 * equal, the ranks of their parts decide, so deeply nested words cost no more than
 * others.
 *
 * Threads share the terms of one length: each sorts pieces of them, and pairs of sorted
 * pieces are merged until one is left. */
#include "learn/terms/term_order.h"

#include "base/rows.h"
#include "base/workers.h"

#include <string.h>

enum
{
  FEW_TERMS = 1 << 15,       /* in all: threads are not worth starting */
  PIECE = 1 << 10,           /* terms that one thread sorts */
  TERMS_PER_BATCH = 1 << 18, /* terms between two questions whether to go on */
  TASKS = 16                 /* or more, for threads to share */
};

typedef struct sorted
{
  uint64_t key; /* the first symbols */
  term term;
} sorted;

typedef struct term_sorter
{
  const terms *terms;
  const term_piece *pieces;
  const symbol *rank;  /* of the symbols, in symbol order */
  unsigned bits;       /* per symbol in a key */
  term *words;         /* the rank of a term's word among all words, once known */
  sorted *from, *to;   /* the terms of one length, as they are, and as they become */
  size_t count, width; /* of these, and of the pieces that are sorted */
  size_t first;        /* task of a batch */
  workers *workers;
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

/* Merges two sorted pieces of the terms of one length. */
static void merge_pieces (void *context, size_t index, unsigned thread)
{
  const term_sorter *s = context;
  const sorted *from = s->from;
  const size_t begin = 2 * s->width * (s->first + index), all = s->count;
  const size_t middle = begin + s->width < all ? begin + s->width : all;
  const size_t end = middle + s->width < all ? middle + s->width : all;
  size_t i = begin, k = middle;
  (void) thread;
  for (size_t out = begin; out < end; out++)
    s->to[out] = k == end || (i < middle && compare_terms (s, &from[i], &from[k]) <= 0) ? from[i++] : from[k++];
}

/* Sorts a piece, in place. */
static void sort_piece (void *context, size_t index, unsigned thread)
{
  const term_sorter *all = context;
  term_sorter s = *all;
  const size_t begin = PIECE * (s.first + index);
  s.first = 0;
  s.from += begin;
  s.to += begin;
  s.count = s.count - begin < PIECE ? s.count - begin : PIECE;
  for (size_t i = 0; i < s.count; i++)
    s.from[i].key = term_key_of (&s, s.from[i].term);
  for (s.width = 1; s.width < s.count; s.width *= 2) {
    for (size_t i = 0; 2 * s.width * i < s.count; i++)
      merge_pieces (&s, i, thread);
    sorted *swap = s.from;
    s.from = s.to;
    s.to = swap;
  }
  if (s.from != all->from + begin)
    memcpy (s.to, s.from, s.count * sizeof *s.to);
}

/* Says of each term in a piece whether its word differs from the one before: in the free list. */
static void compare_neighbours (void *context, size_t index, unsigned thread)
{
  const term_sorter *s = context;
  const size_t begin = PIECE * (s->first + index), end = begin + PIECE < s->count ? begin + PIECE : s->count;
  (void) thread;
  for (size_t i = begin; i < end; i++)
    s->to[i].key = !i || term_compare_words (s, &s->from[i - 1], &s->from[i]) != 0;
}

/* Does something with all terms of one length, `each` so many of them. */
static status do_with_all (term_sorter *s, size_t each, task task, error *e)
{
  const size_t tasks = (s->count + each - 1) / each,
               most = TERMS_PER_BATCH / each > TASKS ? TERMS_PER_BATCH / each : TASKS;
  status failed = PAPNI_OK;
  for (s->first = 0; !failed && s->first < tasks; s->first += most) {
    const size_t count = tasks - s->first < most ? tasks - s->first : most;
    workers_do (s->workers, count, task, s);
    failed = watch_spend (s->watch, count * each, e);
  }
  return failed;
}

/* Sorts terms whose words have one length: into s->from, which is one of both lists. */
static status sort_length (term_sorter *s, error *e)
{
  status failed = do_with_all (s, PIECE, sort_piece, e);
  for (s->width = PIECE; !failed && s->width < s->count; s->width *= 2) {
    failed = do_with_all (s, 2 * s->width, merge_pieces, e);
    sorted *swap = s->from;
    s->from = s->to;
    s->to = swap;
  }
  return failed ? failed : do_with_all (s, PIECE, compare_neighbours, e);
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

/* ranked[i] becomes the i-th term in order. */
static status sort_lengths (term_sorter *s, const rows *lengths, sorted *list, sorted *other, term *ranked, error *e)
{
  term words = 0;
  for (size_t n = 0; n < lengths->count; n++) {
    const size_t begin = lengths->first[n];
    s->from = list + begin;
    s->to = other;
    s->count = lengths->first[n + 1] - begin;
    const status failed = sort_length (s, e);
    if (failed)
      return failed;
    for (size_t i = 0; i < s->count; i++) {
      words += (term) s->to[i].key;
      ranked[begin + i] = s->from[i].term;
      s->words[ranked[begin + i]] = words;
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

status sort_terms (const terms *t, const term_piece *pieces, unsigned threads, term *ranked, watch *w, error *e)
{
  const allocator *a = &t->memory;
  const size_t size = t->size;
  symbol *rank = allocate (a, t->letters, sizeof *rank);
  rows lengths;
  sorted *list = allocate (a, size, sizeof *list), *other = allocate (a, size, sizeof *other);
  term *words = allocate (a, size, sizeof *words);
  workers *team = workers_new (a, size < FEW_TERMS || !threads ? 1 : threads, e);
  status failed = rows_init (a, &lengths, longest_of (pieces, size) + 1) && rank && list && other && words && team
                      ? PAPNI_OK
                      : no_memory (e);
  if (!failed) {
    term_sorter s = {
      .terms = t, .pieces = pieces, .rank = rank, .bits = 1, .words = words, .workers = team, .watch = w
    };
    while (t->letters >> s.bits)
      s.bits++;
    for (size_t i = 0; i < t->letters; i++)
      rank[t->words->order[i]] = (symbol) i;
    by_length (pieces, size, &lengths, list);
    failed = sort_lengths (&s, &lengths, list, other, ranked, e);
  }
  workers_free (team);
  release (a, rank, t->letters, sizeof *rank);
  rows_release (a, &lengths);
  release (a, list, size, sizeof *list);
  release (a, other, size, sizeof *other);
  release (a, words, size, sizeof *words);
  return failed;
}
