/* term.c - parses words into terms.
 *
 * Each symbol of a word is one lookup. Each term keeps one position in the samples
 * where its word occurs, which is all that sorting needs (term_order.h). */
#include "learn/terms/term.h"

#include "learn/terms/term_layout.h"
#include "learn/terms/term_order.h"

#include <string.h>

/* An open call, and where the surrounding module begins. */
typedef struct term_level
{
  term before;
  size_t begin;
  symbol call;
} term_level;

typedef struct collector
{
  terms *terms;
  const encoded *words;
  const settings *options;
  term_table table;
  term_piece *pieces;
  size_t piece_capacity;
  term_level *levels;
  term *path; /* the terms of a word */
  watch watch;
} collector;

/* ---- the table ---- */

enum
{
  FEW_SLOTS = 1024
};

bool term_table_reserve (const allocator *a, term_table *table, size_t count)
{
  if (count <= table->most)
    return true;
  const size_t least = 2 * table->capacity > FEW_SLOTS ? 2 * table->capacity : FEW_SLOTS;
  const size_t capacity = 2 * count > least ? 2 * count : least;
  term_slot *slots = allocate (a, capacity, sizeof *slots);
  if (!slots)
    return false;
  memset (slots, 0xff, capacity * sizeof *slots);
  const term_table old = *table;
  *table = (term_table){ slots, capacity, old.count, capacity / 4 * 3 };
  for (size_t i = 0; i < old.capacity; i++)
    if (old.slots[i].term != NO_TERM)
      slots[term_table_place (table, old.slots[i].parts)] = old.slots[i];
  release (a, old.slots, old.capacity, sizeof *slots);
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
  if (c->options->count == COUNT_WORDS) {
    if (!reserve (&t->memory, &t->ends, &t->end_capacity, t->size + 1, sizeof *t->ends))
      return no_memory (e);
    t->ends[t->size] = 0;
  }
  c->pieces[t->size] = p;
  t->shapes[t->size] = s;
  *result = (term) t->size++;
  return PAPNI_OK;
}

/* The term with these parts, which is inserted if it is new. */
static status term_intern (collector *c, term_parts parts, term_piece where, term *result, error *e)
{
  term_table *table = &c->table;
  if (table->count == table->most && !term_table_reserve (&c->terms->memory, table, table->count + 1))
    return no_memory (e);
  const size_t place = term_table_place (table, parts);
  if (table->slots[place].term != NO_TERM) {
    *result = table->slots[place].term;
    return PAPNI_OK;
  }
  const shape fresh = { .before = parts.before,
                        .inside = parts.inside,
                        .symbol = parts.symbol,
                        .module = c->terms->shapes[parts.before].module };
  const status failed = add_term (c, fresh, where, result, e);
  if (failed)
    return failed;
  table->slots[place] = (term_slot){ *result, parts };
  table->count++;
  return PAPNI_OK;
}

/* The entries in order: of whole words, then, unless all calls share one, of each call
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
    if (alphabet->letters[s].kind == PAPNI_CALL && c->options->modules == MODULES_ONE)
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

static status label_path (collector *c, size_t length, size_t offset, size_t index, error *e)
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
  if (c->terms->ends && label == PAPNI_ACCEPT)
    c->terms->ends[c->path[length]] += c->options->times ? c->options->times[index] : 1;
  return PAPNI_OK;
}

static status parse (collector *c, size_t index, error *e)
{
  const uint64_t offset = c->words->offsets[index];
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
      const term_parts block = { up.before, at, stack_number (&words->stack, s, up.call) };
      failed = term_intern (c, block, (term_piece){ offset + begin, (uint32_t) (i + 1 - begin) }, &at, e);
    } else {
      const term_parts parts = { at, NO_TERM, words->stack.plain[s] };
      failed = term_intern (c, parts, (term_piece){ offset + begin, (uint32_t) (i + 1 - begin) }, &at, e);
    }
    if (failed)
      return failed;
    c->path[i + 1] = at;
  }
  const status failed = watch_spend (&c->watch, i + 1, e);
  return failed ? failed : label_path (c, i, (size_t) offset, index, e);
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
    failed = parse (c, i, e);
  release (a, c->levels, longest / 2 + 1, sizeof *c->levels);
  release (a, c->path, longest + 1, sizeof *c->path);
  return failed;
}

/* Sorts the terms, and numbers them. */
static status term_number (const collector *c, watch *w, error *e)
{
  terms *t = c->terms;
  term *ranked = allocate (&t->memory, t->size, sizeof *ranked);
  status failed = ranked ? sort_terms (t, c->pieces, c->options->threads, ranked, w, e) : no_memory (e);
  if (!failed)
    failed = terms_lay_out (t, ranked, w, e);
  release (&t->memory, ranked, t->size, sizeof *ranked);
  return failed;
}

status terms_init (terms *t, const encoded *words, const settings *options, error *e)
{
  const size_t letters = words->samples->alphabet->size;
  *t = (terms){ .memory = words->memory, .letters = letters, .words = words };
  collector c = {
    .terms = t, .words = words, .options = options, .watch = watch_begin (&options->watch, PAPNI_PHASE_TREE)
  };
  t->entry = allocate (&t->memory, letters, sizeof *t->entry);
  status failed = t->entry ? term_collect (&c, e) : no_memory (e);
  release (&t->memory, c.table.slots, c.table.capacity, sizeof *c.table.slots);
  if (!failed)
    failed = term_number (&c, &c.watch, e);
  release (&t->memory, c.pieces, c.piece_capacity, sizeof *c.pieces);
  if (failed)
    terms_release (t);
  return failed;
}

void terms_release (terms *t)
{
  const allocator a = t->memory;
  release (&a, t->shapes, t->capacity, sizeof *t->shapes);
  release (&a, t->rank, t->size, sizeof *t->rank);
  release (&a, t->ends, t->end_capacity, sizeof *t->ends);
  release (&a, t->entry, t->letters, sizeof *t->entry);
  *t = (terms){ .memory = a };
}
