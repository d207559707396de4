/* term.c - parsing words into terms, and numbering these.
 *
 * Each symbol of a word looks up one term. While the terms are collected, each
 * keeps one place in the sample where its word stands; that is all that sorting
 * needs. Sorting goes from short words to long ones: where the first symbols of
 * two words do not tell them apart, the ranks of their parts do, so that words
 * that are nested deep cost no more than others. */
#include "learn/terms/term.h"

#include "learn/settings/settings.h"

#include "base/rows.h"

#include <string.h>

/* A call that is open, and where the module around it began. */
typedef struct term_level
{
  term before;
  size_t begin;
  symbol call;
} term_level;

/* Where a term's word stands. */
typedef struct term_piece
{
  uint64_t offset;
  uint32_t length;
} term_piece;

typedef struct collector
{
  terms *terms;
  const encoded *words;
  unsigned modules;
  term_table table;
  term_piece *pieces;
  size_t piece_capacity;
  term_level *levels;
  term *path; /* the terms of a word */
} collector;

/* ---- the table ---- */

bool term_table_grow (const allocator *a, term_table *table)
{
  const size_t capacity = table->capacity ? 2 * table->capacity : 1024;
  term_slot *slots = allocate (a, capacity, sizeof *slots);
  if (!slots)
    return false;
  memset (slots, 0xff, capacity * sizeof *slots);
  for (size_t i = 0; i < table->capacity; i++) {
    const term_slot slot = table->slots[i];
    if (slot.term == NO_TERM)
      continue;
    size_t k = slot.tag & (capacity - 1);
    while (slots[k].term != NO_TERM)
      k = (k + 1) & (capacity - 1);
    slots[k] = slot;
  }
  release (a, table->slots, table->capacity, sizeof *slots);
  table->slots = slots;
  table->capacity = capacity;
  return true;
}

/* ---- collecting ---- */

static status add_term (collector *c, shape s, term_piece p, term *result, error *e)
{
  terms *t = c->terms;
  if (t->size == MAX_TERMS)
    return fail (e, PAPNI_INPUT, "more than %zu terms: learn from fewer or shorter words", MAX_TERMS);
  if (!reserve (&t->memory, &t->shapes, &t->capacity, t->size + 1, sizeof *t->shapes)
      || !reserve (&t->memory, &c->pieces, &c->piece_capacity, t->size + 1, sizeof *c->pieces))
    return no_memory (e);
  c->pieces[t->size] = p;
  t->shapes[t->size] = s;
  *result = (term) t->size++;
  return PAPNI_OK;
}

/* The term with these parts, which is entered if it is new. */
static status term_intern (collector *c, term before, term inside, symbol s, term_piece p, term *result, error *e)
{
  const uint32_t tag = parts_tag (before, inside, s);
  term_table *table = &c->table;
  if (2 * table->count >= table->capacity && !term_table_grow (&c->terms->memory, table))
    return no_memory (e);
  const size_t place = term_table_place (table, c->terms->shapes, NULL, before, inside, s, tag);
  if (table->slots[place].term != NO_TERM) {
    *result = table->slots[place].term;
    return PAPNI_OK;
  }
  const shape fresh = { .before = before, .inside = inside, .symbol = s, .module = c->terms->shapes[before].module };
  const status failed = add_term (c, fresh, p, result, e);
  if (failed)
    return failed;
  table->slots[place] = (term_slot){ tag, *result };
  table->count++;
  return PAPNI_OK;
}

/* The entries, in order: of whole words, then, unless one is enough, of each call
 * that occurs. */
static status add_entries (collector *c, error *e)
{
  terms *t = c->terms;
  const papni_alphabet *alphabet = c->words->samples->alphabet;
  const shape entry = { .before = NO_TERM, .inside = NO_TERM, .symbol = PAPNI_NO_SYMBOL };
  term start;
  status failed = add_term (c, entry, (term_piece){ 0, 0 }, &start, e);
  for (size_t i = 0; !failed && i < t->letters; i++) {
    const symbol s = c->words->order[i];
    t->entry[s] = NO_TERM;
    if (alphabet->letters[s].kind == PAPNI_CALL && c->modules == MODULES_ONE)
      t->entry[s] = start;
    else if (alphabet->letters[s].kind == PAPNI_CALL && c->words->stack.plain[s] != PAPNI_NO_SYMBOL)
      failed = add_term (c, entry, (term_piece){ 0, 0 }, &t->entry[s], e);
    if (!failed && t->entry[s] != NO_TERM)
      t->shapes[t->entry[s]].module = (symbol) t->entry[s];
  }
  t->entries = t->size;
  return failed;
}

static status term_contradiction (const collector *c, size_t offset, error *e)
{
  const papni_samples *samples = c->words->samples;
  const papni_word word = samples_word_at (samples, offset);
  for (size_t i = 0;; i++) { /* another word has given the term its label */
    const size_t at = (size_t) c->words->offsets[i];
    const papni_word other = samples_word_at (samples, at);
    if (other.length == word.length && other.label && other.label != word.label
        && !memcmp (other.symbols, word.symbols, word.length * sizeof *word.symbols))
      return samples_contradiction (samples, at, offset, e);
  }
}

static status label_path (collector *c, size_t length, size_t offset, error *e)
{
  const papni_label label = (papni_label) (c->words->samples->flat[offset + length] - END);
  shape *shapes = c->terms->shapes, *end = &shapes[c->path[length]];
  if (!label)
    return PAPNI_OK;
  if (end->label && end->label != label)
    return term_contradiction (c, offset, e);
  end->label = (uint8_t) label;
  for (size_t i = 0; label == PAPNI_ACCEPT && i <= length; i++)
    shapes[c->path[i]].positive = true;
  return PAPNI_OK;
}

static status parse (collector *c, uint64_t offset, error *e)
{
  terms *t = c->terms;
  const encoded *words = c->words;
  const symbol *word = words->samples->flat + offset;
  size_t depth = 0, begin = 0, i = 0;
  term at = 0;
  c->path[0] = at;
  for (; !is_end (word[i]); i++) {
    const symbol s = word[i];
    const uint8_t kind = words->encoder->kinds[s];
    status failed = PAPNI_OK;
    if (kind == PAPNI_CALL) {
      c->levels[depth++] = (term_level){ at, begin, s };
      at = t->entry[s];
      begin = i + 1;
    } else if (kind >= PAPNI_RETURN) {
      const term_level up = c->levels[--depth];
      begin = up.begin;
      failed = term_intern (c, up.before, at, stack_number (&words->stack, s, up.call),
                            (term_piece){ offset + begin, (uint32_t) (i + 1 - begin) }, &at, e);
    } else {
      failed = term_intern (c, at, NO_TERM, words->stack.plain[s],
                            (term_piece){ offset + begin, (uint32_t) (i + 1 - begin) }, &at, e);
    }
    if (failed)
      return failed;
    c->path[i + 1] = at;
  }
  return label_path (c, i, (size_t) offset, e);
}

/* ---- numbering ---- */

typedef struct sorted
{
  uint64_t key; /* the first symbols */
  term term;
} sorted;

typedef struct term_sorter
{
  const collector *collector;
  const symbol *rank; /* of the symbols, in symbol order */
  unsigned bits;      /* that a symbol takes in a key */
  term *words;        /* the place of a term's word among all words, once it is known */
} term_sorter;

static uint64_t term_key_of (const term_sorter *s, term t)
{
  const term_piece p = s->collector->pieces[t];
  const symbol *flat = s->collector->words->samples->flat; /* NULL where there are no words */
  uint64_t key = 0;
  unsigned used = 0;
  for (size_t i = 0; i < p.length && used + s->bits <= 64; i++, used += s->bits)
    key = key << s->bits | s->rank[flat[p.offset + i]];
  return key;
}

/* Two words of one length with the same parts before, or none; *order is 0 if these do not tell. */
static bool compare_parts (const term_sorter *s, term x, term y, int *order)
{
  const collector *c = s->collector;
  const shape *a = &c->terms->shapes[x], *b = &c->terms->shapes[y];
  const stack_symbol *symbols = c->words->stack.symbols;
  if (c->pieces[a->before].length != c->pieces[b->before].length || (a->inside == NO_TERM) != (b->inside == NO_TERM))
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

/* Two words of one length. */
static int term_compare_words (const term_sorter *s, const sorted *x, const sorted *y)
{
  const collector *c = s->collector;
  const term_piece p = c->pieces[x->term], q = c->pieces[y->term];
  const symbol *one = c->words->samples->flat + p.offset, *other = c->words->samples->flat + q.offset;
  int order = compare (x->key, y->key);
  if (order || !p.length || compare_parts (s, x->term, y->term, &order))
    return order;
  for (size_t i = 64 / s->bits; i < p.length && !order; i++)
    order = compare (s->rank[one[i]], s->rank[other[i]]);
  return order;
}

static int compare_terms (const term_sorter *s, const sorted *x, const sorted *y)
{
  const shape *shapes = s->collector->terms->shapes;
  const int order = term_compare_words (s, x, y);
  return order ? order : compare (shapes[x->term].module, shapes[y->term].module);
}

/* Merge sort of terms whose words have one length. */
static void sort (const term_sorter *s, sorted *list, sorted *other, size_t count)
{
  sorted *from = list, *to = other;
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t begin = 0; begin < count; begin += 2 * width) {
      const size_t middle = begin + width < count ? begin + width : count;
      const size_t end = middle + width < count ? middle + width : count;
      size_t i = begin, k = middle;
      for (size_t out = begin; out < end; out++)
        to[out] = k == end || (i < middle && compare_terms (s, &from[i], &from[k]) <= 0) ? from[i++] : from[k++];
    }
    sorted *swap = from;
    from = to;
    to = swap;
  }
  if (from != list)
    memcpy (list, from, count * sizeof *list);
}

/* Puts all terms in order of length. */
static void by_length (const collector *c, rows *lengths, sorted *list)
{
  const size_t size = c->terms->size;
  for (size_t i = 0; i < size; i++)
    rows_count (lengths, c->pieces[i].length);
  rows_begin (lengths);
  for (size_t i = 0; i < size; i++)
    list[rows_place (lengths, c->pieces[i].length)].term = (term) i;
}

/* list[i] becomes the i-th term in order. */
static void sort_terms (term_sorter *s, const rows *lengths, sorted *list, sorted *other)
{
  term words = 0;
  for (size_t n = 0; n < lengths->count; n++) {
    const size_t begin = lengths->first[n], end = lengths->first[n + 1];
    for (size_t i = begin; i < end; i++)
      list[i].key = term_key_of (s, list[i].term);
    sort (s, list + begin, other, end - begin);
    for (size_t i = begin; i < end; i++) {
      words += i == begin || term_compare_words (s, &list[i - 1], &list[i]) != 0;
      s->words[list[i].term] = words;
    }
  }
}

/* Gives the terms the numbers that they have in the list. */
static status term_renumber (terms *t, const sorted *list, term *number, error *e)
{
  shape *shapes = allocate (&t->memory, t->size, sizeof *shapes);
  if (!shapes)
    return no_memory (e);
  for (size_t i = 0; i < t->size; i++)
    number[list[i].term] = (term) i;
  for (size_t i = 0; i < t->size; i++) {
    shapes[i] = t->shapes[list[i].term];
    if (shapes[i].before != NO_TERM)
      shapes[i].before = number[shapes[i].before];
    if (shapes[i].inside != NO_TERM)
      shapes[i].inside = number[shapes[i].inside];
  }
  release (&t->memory, t->shapes, t->capacity, sizeof *t->shapes);
  t->shapes = shapes;
  t->capacity = t->size;
  return PAPNI_OK;
}

static size_t longest_of (const collector *c)
{
  size_t longest = 0;
  for (size_t i = 0; i < c->terms->size; i++)
    longest = c->pieces[i].length > longest ? c->pieces[i].length : longest;
  return longest;
}

static status number_terms (collector *c, error *e)
{
  terms *t = c->terms;
  const allocator *a = &t->memory;
  const size_t size = t->size;
  symbol *rank = allocate (a, t->letters, sizeof *rank);
  rows lengths;
  sorted *list = allocate (a, size, sizeof *list), *other = allocate (a, size, sizeof *other);
  term *words = allocate (a, size, sizeof *words);
  status failed =
      rows_init (a, &lengths, longest_of (c) + 1) && rank && list && other && words ? PAPNI_OK : no_memory (e);
  if (!failed) {
    term_sorter s = { c, rank, 1, words };
    while (t->letters >> s.bits)
      s.bits++;
    for (size_t i = 0; i < t->letters; i++)
      rank[c->words->order[i]] = (symbol) i;
    by_length (c, &lengths, list);
    sort_terms (&s, &lengths, list, other);
    failed = term_renumber (t, list, words, e);
  }
  release (a, rank, t->letters, sizeof *rank);
  rows_release (a, &lengths);
  release (a, list, size, sizeof *list);
  release (a, other, size, sizeof *other);
  release (a, words, size, sizeof *words);
  return failed;
}

/* ---- all of it ---- */

static status term_collect (collector *c, error *e)
{
  const allocator *a = &c->terms->memory;
  const size_t longest = c->words->longest;
  c->levels = allocate (a, longest / 2 + 1, sizeof *c->levels);
  c->path = allocate (a, longest + 1, sizeof *c->path);
  status failed = c->levels && c->path ? add_entries (c, e) : no_memory (e);
  for (size_t i = 0; !failed && i < c->words->size; i++)
    failed = parse (c, c->words->offsets[i], e);
  release (a, c->levels, longest / 2 + 1, sizeof *c->levels);
  release (a, c->path, longest + 1, sizeof *c->path);
  return failed;
}

status terms_init (terms *t, const encoded *words, unsigned modules, error *e)
{
  const size_t letters = words->samples->alphabet->size;
  *t = (terms){ .memory = words->memory, .letters = letters, .words = words };
  collector c = { .terms = t, .words = words, .modules = modules };
  t->entry = allocate (&t->memory, letters, sizeof *t->entry);
  status failed = t->entry ? term_collect (&c, e) : no_memory (e);
  release (&t->memory, c.table.slots, c.table.capacity, sizeof *c.table.slots);
  if (!failed)
    failed = number_terms (&c, e);
  release (&t->memory, c.pieces, c.piece_capacity, sizeof *c.pieces);
  if (failed)
    terms_release (t);
  return failed;
}

void terms_release (terms *t)
{
  const allocator a = t->memory;
  release (&a, t->shapes, t->capacity, sizeof *t->shapes);
  release (&a, t->entry, t->letters, sizeof *t->entry);
  *t = (terms){ .memory = a };
}
