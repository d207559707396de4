/* grammar_compact.c - grammars of large models.
 *
 * A rule w E Q derives what leads from the entry E to the state Q at one level. It grows to
 * the right: w E Q is w E P and a symbol, or w E P, a call, w of its inside, and a return. So
 * a sevpa of n transitions has about n alternatives, and the grammar is LALR(1). Where returns
 * do not depend on the caller, what comes before a call (o) and what follows it (b) are rules of
 * their own; then a vpa has an alternative for two entries and a state, which is cubic. */
#include "io/models/writer.h"

#include "base/list.h"

#include <stdio.h>
#include <string.h>

enum
{
  COMPACT_MOST = 1 << 26 /* alternatives */
};

typedef enum compact_kind
{
  FROM_ENTRY, /* w: entry, state */
  OPENED,     /* o: entry, pair */
  CLOSED      /* b: pair, state */
} compact_kind;

/* A call and the state that it leads to. */
typedef struct call_pair
{
  symbol call;
  uint32_t entry;
} call_pair;

typedef struct compact
{
  writer *writer;
  const papni_model *model;
  uint32_t *entry_of; /* by state, or NO_RULE */
  papni_state *entries;
  size_t entry_count;
  call_pair *pairs;
  size_t pair_count, pair_capacity;
  uint32_t *pair_of; /* of a transition that is a call */
  map known_pairs;   /* entry << 16 | call: pair */
  rows into_rows;    /* by target: transitions */
  uint32_t *into;
  bool *reached; /* by entry and state */
  bool *opened;  /* by entry and pair: returns that name no caller can follow */
  bool *closed;  /* by pair and state */
  bool *wanted[3];
  list work; /* pairs of numbers, with a kind when rules are written */
  size_t written;
} compact;

static bool compact_add (compact *c, uint32_t one, uint32_t other)
{
  const allocator *a = &c->model->memory;
  if (list_add (a, &c->work, one) && list_add (a, &c->work, other))
    return true;
  c->writer->failed = no_memory (c->writer->error);
  return false;
}

static void compact_reach (compact *c, uint32_t entry, papni_state q)
{
  bool *known = &c->reached[entry * c->model->states + q];
  if (!*known && compact_add (c, entry, q))
    *known = true;
}

/* ---- what is reachable from an entry ---- */

static const uint32_t *pair_entered (const compact *c, papni_state q, symbol call)
{
  const transition *t = model_find (c->model, q, call, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
  return t ? &c->pair_of[t - c->model->transitions] : NULL;
}

/* A call in a place: what its returns lead to, as far as known. */
static void pass_call (compact *c, uint32_t entry, const transition *t, uint32_t pair)
{
  const papni_model *m = c->model;
  c->opened[entry * c->pair_count + pair] = true;
  for (papni_state q = 0; q < m->states; q++)
    if (c->closed[pair * m->states + q])
      compact_reach (c, entry, q);
  for (size_t i = 0; i < m->count; i++) { /* named callers */
    const transition *back = &m->transitions[i];
    if (back->popped == t->symbol && back->caller == t->from
        && c->reached[c->pairs[pair].entry * m->states + back->from])
      compact_reach (c, entry, back->to);
  }
}

/* A return at the level of an entry. */
static void pass_return (compact *c, uint32_t entry, const transition *t)
{
  const papni_model *m = c->model;
  if (t->caller != PAPNI_NO_STATE) {
    const uint32_t *pair = pair_entered (c, t->caller, t->popped);
    for (uint32_t e = 0; pair && c->pairs[*pair].entry == entry && e < c->entry_count; e++)
      if (c->reached[e * m->states + t->caller])
        compact_reach (c, e, t->to);
    return;
  }
  const uint32_t *pair = map_find (&c->known_pairs, (uint64_t) entry << 16 | t->popped);
  if (!pair || c->closed[*pair * m->states + t->to])
    return;
  c->closed[*pair * m->states + t->to] = true;
  for (uint32_t e = 0; e < c->entry_count; e++)
    if (c->opened[e * c->pair_count + *pair])
      compact_reach (c, e, t->to);
}

static void reach_all (compact *c)
{
  const papni_model *m = c->model;
  writer *w = c->writer;
  compact_reach (c, 0, 0);
  for (uint32_t e = 1; e < c->entry_count; e++)
    compact_reach (c, e, c->entries[e]);
  while (c->work.count && !w->failed) {
    const papni_state q = c->work.items[--c->work.count];
    const uint32_t entry = c->work.items[--c->work.count];
    for (size_t i = m->first[q]; i < m->first[q + 1] && !w->failed; i++) {
      const transition *t = &m->transitions[i];
      const papni_kind kind = model_symbol_kind (m, t->symbol);
      if (kind == PAPNI_CALL)
        pass_call (c, entry, t, c->pair_of[i]);
      else if (kind == PAPNI_RETURN)
        pass_return (c, entry, t);
      else
        compact_reach (c, entry, t->to);
    }
    if (!w->failed)
      w->failed = watch_spend (w->watch, m->first[q + 1] - m->first[q] + 1, w->error);
  }
}

/* ---- rules ---- */

static size_t compact_width (const compact *c, compact_kind kind)
{
  return kind == OPENED ? c->pair_count : c->model->states;
}

static void put_compact_name (compact *c, compact_kind kind, uint32_t one, uint32_t other)
{
  char name[40];
  bool *known = &c->wanted[kind][one * compact_width (c, kind) + other];
  snprintf (name, sizeof name, "%c%u_%u", "wob"[kind], (unsigned) one, (unsigned) other);
  put (&c->writer->output, name);
  if (!*known && compact_add (c, kind, one) && list_add (&c->model->memory, &c->work, other))
    *known = true;
}

static void put_alternative (compact *c, bool *any)
{
  writer *w = c->writer;
  put (&w->output, *any ? " | " : "");
  *any = true;
  if (++c->written == COMPACT_MOST && !w->failed)
    w->failed = fail (w->error, PAPNI_INPUT,
                      "the grammar would have more than %d alternatives: learn with --model sevpa", COMPACT_MOST);
}

static void put_from_entry (compact *c, uint32_t entry, papni_state q)
{
  const papni_model *m = c->model;
  writer *w = c->writer;
  bool any = false;
  if (q == c->entries[entry]) {
    put_alternative (c, &any);
    put (&w->output, w->notation == EBNF ? "\"\"" : "");
  }
  for (size_t i = c->into_rows.first[q]; i < c->into_rows.first[q + 1] && !w->failed; i++) {
    const transition *t = &m->transitions[c->into[i]];
    const bool returns = t->popped != PAPNI_NO_SYMBOL;
    const papni_state from = returns ? t->caller : t->from;
    if (from == PAPNI_NO_STATE || !c->reached[entry * m->states + from]
        || model_symbol_kind (m, t->symbol) == PAPNI_CALL)
      continue;
    const uint32_t *pair = returns ? pair_entered (c, from, t->popped) : NULL;
    if (returns && (!pair || !c->reached[c->pairs[*pair].entry * m->states + t->from]))
      continue;
    put_alternative (c, &any);
    put_compact_name (c, FROM_ENTRY, entry, from);
    put (&w->output, " ");
    if (returns) {
      writer_symbol (w, t->popped);
      put (&w->output, " ");
      put_compact_name (c, FROM_ENTRY, c->pairs[*pair].entry, t->from);
      put (&w->output, " ");
    }
    writer_symbol (w, t->symbol);
  }
  for (uint32_t p = 0; p < c->pair_count && !w->failed; p++)
    if (c->opened[entry * c->pair_count + p] && c->closed[p * m->states + q]) {
      put_alternative (c, &any);
      put_compact_name (c, OPENED, entry, p);
      put (&w->output, " ");
      put_compact_name (c, CLOSED, p, q);
    }
}

static void put_opened (compact *c, uint32_t entry, uint32_t pair)
{
  const papni_model *m = c->model;
  bool any = false;
  for (size_t i = 0; i < m->count && !c->writer->failed; i++) {
    const transition *t = &m->transitions[i];
    if (c->pair_of[i] != pair || !c->reached[entry * m->states + t->from])
      continue;
    put_alternative (c, &any);
    put_compact_name (c, FROM_ENTRY, entry, t->from);
    put (&c->writer->output, " ");
    writer_symbol (c->writer, t->symbol);
  }
}

static void put_closed (compact *c, uint32_t pair, papni_state q)
{
  const papni_model *m = c->model;
  const call_pair own = c->pairs[pair];
  bool any = false;
  for (size_t i = c->into_rows.first[q]; i < c->into_rows.first[q + 1] && !c->writer->failed; i++) {
    const transition *t = &m->transitions[c->into[i]];
    if (t->popped != own.call || t->caller != PAPNI_NO_STATE || !c->reached[own.entry * m->states + t->from])
      continue;
    put_alternative (c, &any);
    put_compact_name (c, FROM_ENTRY, own.entry, t->from);
    put (&c->writer->output, " ");
    writer_symbol (c->writer, t->symbol);
  }
}

static void put_compact_rules (compact *c)
{
  writer *w = c->writer;
  const char *is = w->notation == EBNF ? " ::= " : ": ";
  bool any = false;
  c->work.count = 0;
  put (&w->output, "start");
  put (&w->output, is);
  for (papni_state q = 0; q < c->model->states; q++)
    if (c->model->accepting[q] && c->reached[q]) {
      put_alternative (c, &any);
      put_compact_name (c, FROM_ENTRY, 0, q);
    }
  put (&w->output, "\n");
  for (size_t i = 0; i + 2 < c->work.count && !w->failed; i += 3) {
    const compact_kind kind = (compact_kind) c->work.items[i];
    const uint32_t one = c->work.items[i + 1], other = c->work.items[i + 2];
    put_compact_name (c, kind, one, other);
    put (&w->output, is);
    if (kind == FROM_ENTRY)
      put_from_entry (c, one, other);
    else if (kind == OPENED)
      put_opened (c, one, other);
    else
      put_closed (c, one, other);
    put (&w->output, "\n");
    if (!w->failed)
      w->failed = watch_spend (w->watch, 64, w->error);
  }
}

/* ---- making ---- */

static bool find_entries (compact *c)
{
  const papni_model *m = c->model;
  const allocator *a = &m->memory;
  for (papni_state q = 0; q < m->states; q++)
    c->entry_of[q] = NO_RULE;
  c->entry_of[0] = 0;
  c->entries[c->entry_count++] = 0;
  for (size_t i = 0; i < m->count; i++) {
    const transition *t = &m->transitions[i];
    c->pair_of[i] = NO_RULE;
    rows_count (&c->into_rows, t->to);
    if (model_symbol_kind (m, t->symbol) != PAPNI_CALL)
      continue;
    if (c->entry_of[t->to] == NO_RULE) {
      c->entry_of[t->to] = (uint32_t) c->entry_count;
      c->entries[c->entry_count++] = t->to;
    }
    bool fresh = false;
    const uint32_t *pair = map_enter (a, &c->known_pairs, (uint64_t) c->entry_of[t->to] << 16 | t->symbol,
                                      (uint32_t) c->pair_count, &fresh);
    if (!pair || (fresh && !reserve (a, &c->pairs, &c->pair_capacity, c->pair_count + 1, sizeof *c->pairs)))
      return false;
    if (fresh)
      c->pairs[c->pair_count++] = (call_pair){ t->symbol, c->entry_of[t->to] };
    c->pair_of[i] = *pair;
  }
  rows_begin (&c->into_rows);
  for (size_t i = 0; i < m->count; i++)
    c->into[rows_place (&c->into_rows, m->transitions[i].to)] = (uint32_t) i;
  return true;
}

static bool make_tables (compact *c)
{
  const papni_model *m = c->model;
  const allocator *a = &m->memory;
  c->entry_of = allocate (a, m->states, sizeof *c->entry_of);
  c->entries = allocate (a, m->states + 1, sizeof *c->entries);
  c->pair_of = allocate (a, m->count, sizeof *c->pair_of);
  c->into = allocate (a, m->count, sizeof *c->into);
  if (!rows_init (a, &c->into_rows, m->states) || !c->entry_of || !c->entries || !c->pair_of || !c->into
      || !find_entries (c))
    return false;
  c->reached = allocate_zeroed (a, c->entry_count * m->states, sizeof *c->reached);
  c->opened = allocate_zeroed (a, c->entry_count * (c->pair_count + 1), sizeof *c->opened);
  c->closed = allocate_zeroed (a, (c->pair_count + 1) * m->states, sizeof *c->closed);
  c->wanted[FROM_ENTRY] = allocate_zeroed (a, c->entry_count * m->states, sizeof *c->reached);
  c->wanted[OPENED] = allocate_zeroed (a, c->entry_count * (c->pair_count + 1), sizeof *c->opened);
  c->wanted[CLOSED] = allocate_zeroed (a, (c->pair_count + 1) * m->states, sizeof *c->closed);
  return c->reached && c->opened && c->closed && c->wanted[0] && c->wanted[1] && c->wanted[2];
}

static void compact_release (compact *c)
{
  const papni_model *m = c->model;
  const allocator *a = &m->memory;
  const size_t own = c->entry_count * m->states, open = c->entry_count * (c->pair_count + 1),
               closed = (c->pair_count + 1) * m->states;
  release (a, c->entry_of, m->states, sizeof *c->entry_of);
  release (a, c->entries, m->states + 1, sizeof *c->entries);
  release (a, c->pair_of, m->count, sizeof *c->pair_of);
  release (a, c->into, m->count, sizeof *c->into);
  release (a, c->pairs, c->pair_capacity, sizeof *c->pairs);
  release (a, c->reached, own, sizeof *c->reached);
  release (a, c->opened, open, sizeof *c->opened);
  release (a, c->closed, closed, sizeof *c->closed);
  release (a, c->wanted[FROM_ENTRY], own, sizeof *c->reached);
  release (a, c->wanted[OPENED], open, sizeof *c->opened);
  release (a, c->wanted[CLOSED], closed, sizeof *c->closed);
  rows_release (a, &c->into_rows);
  map_release (a, &c->known_pairs);
  list_release (a, &c->work);
}

void writer_compact (writer *w)
{
  compact c = { .writer = w, .model = w->grammar->model };
  if (!make_tables (&c))
    w->failed = no_memory (w->error);
  if (!w->failed)
    reach_all (&c);
  if (!w->failed)
    put_compact_rules (&c);
  compact_release (&c);
}
