/* relations.c - lists the nests.
 *
 * Number the occurrences of each symbol in each accepted word. The calls of a nest are as
 * many as its returns in every word, so a nest is a vector of 1, -1 and 0 that these counts
 * are orthogonal to. Two symbols are a nest only if their counts are equal: these are found
 * by hashing. For larger nests the counts are brought into reduced form, modulo a prime.
 * What is left over falls into blocks that have nothing to do with each other, mostly small
 * ones, in which all vectors are tried. */
#include "learn/nesting/nesting.h"

#include <string.h>

enum
{
  PRIME = 2147483647,
  MOST_MEMBERS = 64 /* of a block */
};

/* ---- pairs ---- */

typedef struct column
{
  uint64_t key; /* equal for equal counts */
  size_t rank;  /* in symbol order */
  symbol symbol;
} column;

static int compare_columns (const void *x, const void *y)
{
  const column *a = x, *b = y;
  return a->key == b->key ? compare (a->rank, b->rank) : compare (a->key, b->key);
}

/* The symbols that enough words have, with the keys of their counts. */
static column *relation_columns (const nesting_words *w, size_t *count, error *e)
{
  const size_t letters = w->samples->alphabet->size;
  uint64_t *keys = allocate_zeroed (&w->memory, letters, sizeof *keys);
  column *columns = allocate_zeroed (&w->memory, letters, sizeof *columns);
  watch asked = nesting_watch (w);
  status failed = keys && columns ? PAPNI_OK : no_memory (e);
  *count = 0;
  for (size_t i = 0; !failed && i < w->right_count; i++) {
    const symbol *word = w->samples->flat + w->right[i], *s = word;
    for (; !is_end (*s); s++)
      keys[*s] += mix (mix (i + 1));
    failed = watch_spend (&asked, (size_t) (s - word) + 1, e);
  }
  if (!failed) {
    for (size_t i = 0; i < letters; i++)
      if (w->occurs[w->order[i]] >= LEAST_WORDS)
        columns[(*count)++] = (column){ keys[w->order[i]], i, w->order[i] };
  } else {
    release (&w->memory, columns, letters, sizeof *columns);
    columns = NULL;
  }
  release (&w->memory, keys, letters, sizeof *keys);
  return columns;
}

static status relation_pairs (const nesting_words *w, column *columns, size_t count, nest_list *list, error *e)
{
  status s = PAPNI_OK;
  if (count)
    sort_items (columns, count, sizeof *columns, compare_columns);
  for (size_t i = 0; !s && i < count; i++)
    for (size_t j = i + 1; !s && j < count && columns[j].key == columns[i].key; j++) {
      s = nest_add (list, w, (symbol[]){ columns[i].symbol, columns[j].symbol }, 1, 2, e);
      if (!s)
        s = nest_add (list, w, (symbol[]){ columns[j].symbol, columns[i].symbol }, 1, 2, e);
    }
  return s;
}

/* ---- larger nests ---- */

typedef struct relations
{
  const nesting_words *words;
  symbol symbols[MOST_RELATED]; /* of the columns */
  size_t count;
  uint32_t *rows;              /* in reduced form, count numbers each */
  size_t pivots[MOST_RELATED]; /* of the rows */
  size_t rank;
  bool bound[MOST_RELATED];   /* is the column a pivot? */
  size_t block[MOST_RELATED]; /* the first column of its block */
} relations;

static uint32_t inverse (uint64_t x)
{
  uint64_t result = 1;
  for (uint32_t power = PRIME - 2; power; power >>= 1) {
    result = power & 1 ? result * x % PRIME : result;
    x = x * x % PRIME;
  }
  return (uint32_t) result;
}

/* to -= factor * from */
static void subtract (uint32_t *to, const uint32_t *from, uint64_t factor, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (from[i])
      to[i] = (uint32_t) ((to[i] + (PRIME - factor) * from[i]) % PRIME);
}

/* Adds a row of counts, at r->rows + r->rank * r->count. */
static void relation_reduce (relations *r)
{
  const size_t n = r->count;
  uint32_t *row = r->rows + r->rank * n;
  for (size_t k = 0; k < r->rank; k++)
    if (row[r->pivots[k]])
      subtract (row, r->rows + k * n, row[r->pivots[k]], n);
  size_t pivot = 0;
  while (pivot < n && !row[pivot])
    pivot++;
  if (pivot == n)
    return;
  const uint64_t factor = inverse (row[pivot]);
  for (size_t i = 0; i < n; i++)
    row[i] = (uint32_t) (row[i] * factor % PRIME);
  for (size_t k = 0; k < r->rank; k++)
    if (r->rows[k * n + pivot])
      subtract (r->rows + k * n, row, r->rows[k * n + pivot], n);
  r->bound[pivot] = true;
  r->pivots[r->rank++] = pivot;
}

typedef struct keyed
{
  uint64_t key, offset;
} keyed;

static int compare_keyed (const void *x, const void *y)
{
  return compare (((const keyed *) x)->key, ((const keyed *) y)->key);
}

/* The words whose counts are used: all, or some that do not depend on the order of words. */
static keyed *relation_words (const nesting_words *w, error *e)
{
  keyed *all = allocate (&w->memory, w->right_count, sizeof *all);
  watch asked = nesting_watch (w);
  status s = all ? PAPNI_OK : no_memory (e);
  for (size_t i = 0; !s && i < w->right_count; i++) {
    all[i] = (keyed){ i, w->right[i] };
    if (w->right_count > RELATED_WORDS)
      s = nesting_word_key (w->samples, w->right[i], &all[i].key, &asked, e);
  }
  if (s) {
    release (&w->memory, all, w->right_count, sizeof *all);
    return NULL;
  }
  if (w->right_count > RELATED_WORDS)
    sort_items (all, w->right_count, sizeof *all, compare_keyed);
  return all;
}

static status relation_solve (relations *r, error *e)
{
  const nesting_words *w = r->words;
  const size_t letters = w->samples->alphabet->size;
  size_t *place = allocate (&w->memory, letters, sizeof *place);
  keyed *words = relation_words (w, e);
  const bool room = place && words;
  const status failed = room ? PAPNI_OK : words ? no_memory (e) : e->code;
  for (size_t i = 0; room && i < letters; i++)
    place[i] = r->count;
  for (size_t i = 0; room && i < r->count; i++)
    place[r->symbols[i]] = i;
  for (size_t i = 0; room && i < w->right_count && i < RELATED_WORDS && r->rank < r->count; i++) {
    uint32_t *row = r->rows + r->rank * r->count;
    memset (row, 0, r->count * sizeof *row);
    for (const symbol *s = w->samples->flat + words[i].offset; !is_end (*s); s++)
      if (place[*s] < r->count)
        row[place[*s]]++;
    relation_reduce (r);
  }
  release (&w->memory, place, letters, sizeof *place);
  release (&w->memory, words, w->right_count, sizeof *words);
  return failed;
}

/* Columns that a row connects are of one block. */
static void relation_blocks (relations *r)
{
  for (size_t i = 0; i < r->count; i++)
    r->block[i] = i;
  for (size_t k = 0; k < r->rank; k++)
    for (size_t i = 0; i < r->count; i++)
      if (!r->bound[i] && r->rows[k * r->count + i]) {
        const size_t one = r->block[i], other = r->block[r->pivots[k]];
        for (size_t j = 0; one != other && j < r->count; j++)
          if (r->block[j] == (one > other ? one : other))
            r->block[j] = one < other ? one : other;
      }
}

/* A vector of a block, by its members. */
typedef struct vector
{
  uint64_t plus, minus;
  uint32_t size;
} vector;

typedef struct relation_block
{
  size_t members[MOST_MEMBERS], count;
  size_t free[MOST_FREE], free_count; /* members that are not pivots */
  vector *vectors;
  size_t vector_count, vector_capacity;
} relation_block;

static bool block_collect (const relations *r, size_t first, relation_block *b)
{
  b->count = b->free_count = b->vector_count = 0;
  for (size_t i = first; i < r->count; i++) {
    if (r->block[i] != first)
      continue;
    if (b->count == MOST_MEMBERS || (!r->bound[i] && b->free_count == MOST_FREE))
      return false;
    if (!r->bound[i])
      b->free[b->free_count++] = b->count;
    b->members[b->count++] = i;
  }
  return b->count > 2;
}

/* The vector with these values at the free members; false if another value is not 0, 1 or
 * -1. */
static bool block_vector (const relations *r, const relation_block *b, const int8_t *values, vector *v)
{
  *v = (vector){ 0, 0, 0 };
  for (size_t f = 0; f < b->free_count; f++) {
    v->plus |= (uint64_t) (values[f] > 0) << b->free[f];
    v->minus |= (uint64_t) (values[f] < 0) << b->free[f];
    v->size += values[f] != 0;
  }
  for (size_t m = 0; m < b->count; m++) {
    uint64_t sum = 0;
    size_t k = 0;
    if (!r->bound[b->members[m]])
      continue;
    while (r->pivots[k] != b->members[m])
      k++;
    for (size_t f = 0; f < b->free_count; f++) {
      const uint64_t entry = r->rows[k * r->count + b->members[b->free[f]]];
      sum += values[f] > 0 ? PRIME - entry : values[f] < 0 ? entry : 0;
    }
    sum %= PRIME;
    if (sum > 1 && sum != PRIME - 1)
      return false;
    v->plus |= (uint64_t) (sum == 1) << m;
    v->minus |= (uint64_t) (sum == PRIME - 1) << m;
    v->size += sum != 0;
  }
  return true;
}

static int compare_vectors (const void *x, const void *y)
{
  const vector *a = x, *b = y;
  if (a->size != b->size)
    return compare (a->size, b->size);
  return a->plus == b->plus ? compare (a->minus, b->minus) : compare (a->plus, b->plus);
}

/* The next choice of values, 0, 1 or -1 each; false after the last. */
static bool next_values (int8_t *values, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    values[i] = (int8_t) (values[i] == 0 ? 1 : values[i] == 1 ? -1 : 0);
    if (values[i])
      return true;
  }
  return false;
}

/* Keeps the vectors of which no part is a vector; they are sorted by size. */
static void block_drop_sums (relation_block *b)
{
  size_t kept = 0;
  for (size_t i = 0; i < b->vector_count; i++) {
    const vector v = b->vectors[i];
    bool whole = true;
    for (size_t k = 0; whole && k < kept; k++)
      whole = (b->vectors[k].plus & ~v.plus) | (b->vectors[k].minus & ~v.minus);
    if (whole)
      b->vectors[kept++] = v;
  }
  b->vector_count = kept;
}

static status block_add (const relations *r, const relation_block *b, const vector *v, nest_list *list, error *e)
{
  symbol symbols[MOST_MEMBERS];
  size_t calls = 0, size;
  for (size_t m = 0; m < b->count; m++)
    if (v->plus >> m & 1)
      symbols[calls++] = r->symbols[b->members[m]];
  size = calls;
  for (size_t m = 0; m < b->count; m++)
    if (v->minus >> m & 1)
      symbols[size++] = r->symbols[b->members[m]];
  return nest_add (list, r->words, symbols, calls, size, e);
}

static status block_try (const relations *r, relation_block *b, nest_list *list, const papni_watch *watch, error *e)
{
  const allocator *a = &r->words->memory;
  int8_t values[MOST_FREE] = { 0 };
  while (next_values (values, b->free_count)) {
    vector v;
    if (!block_vector (r, b, values, &v) || !v.plus || !v.minus)
      continue;
    if (!reserve (a, &b->vectors, &b->vector_capacity, b->vector_count + 1, sizeof v))
      return no_memory (e);
    b->vectors[b->vector_count++] = v;
  }
  if (b->vector_count)
    sort_items (b->vectors, b->vector_count, sizeof *b->vectors, compare_vectors);
  block_drop_sums (b);
  status s = watch_report (watch, PAPNI_PHASE_TRYING, list->size, 0, e);
  for (size_t i = 0; !s && i < b->vector_count; i++)
    if (b->vectors[i].size > 2)
      s = block_add (r, b, &b->vectors[i], list, e);
  return s;
}

static status relation_larger (relations *r, nest_list *list, const papni_watch *watch, error *e)
{
  relation_block *b = allocate_zeroed (&r->words->memory, 1, sizeof *b);
  status s = b ? PAPNI_OK : no_memory (e);
  for (size_t i = 0; !s && i < r->count; i++)
    if (r->block[i] == i) {
      if (block_collect (r, i, b))
        s = block_try (r, b, list, watch, e);
      else
        list->more |= b->count == MOST_MEMBERS || b->free_count == MOST_FREE;
    }
  if (b)
    release (&r->words->memory, b->vectors, b->vector_capacity, sizeof *b->vectors);
  release (&r->words->memory, b, 1, sizeof *b);
  return s;
}

/* Most words first, then in symbol order. */
static void relation_choose (relations *r, const column *columns, size_t count)
{
  uint32_t least = LEAST_WORDS;
  size_t many = count;
  while (many > MOST_RELATED) {
    many = 0;
    least++;
    for (size_t i = 0; i < count; i++)
      many += r->words->occurs[columns[i].symbol] >= least;
  }
  for (size_t i = 0; i < count; i++)
    if (r->words->occurs[columns[i].symbol] >= least)
      r->symbols[r->count++] = columns[i].symbol;
}

status nesting_relations (const nesting_words *w, nest_list *list, const papni_watch *watch, error *e)
{
  size_t count;
  column *columns = relation_columns (w, &count, e);
  if (!columns)
    return e->code;
  relations *r = allocate_zeroed (&w->memory, 1, sizeof *r);
  status s = PAPNI_MEMORY;
  if (!r)
    no_memory (e);
  else {
    r->words = w;
    relation_choose (r, columns, count); /* before they are sorted by key */
    r->rows = allocate (&w->memory, (r->count + 1) * r->count, sizeof *r->rows);
    s = r->rows ? relation_pairs (w, columns, count, list, e) : no_memory (e);
  }
  if (!s)
    s = relation_solve (r, e);
  if (!s) {
    relation_blocks (r);
    s = relation_larger (r, list, watch, e);
  }
  if (r)
    release (&w->memory, r->rows, (r->count + 1) * r->count, sizeof *r->rows);
  release (&w->memory, r, 1, sizeof *r);
  release (&w->memory, columns, w->samples->alphabet->size, sizeof *columns);
  return s;
}
