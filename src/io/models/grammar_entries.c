/* grammar_entries.c - the states that each entry leads to at one level.
 *
 * Entries are the start and the states that calls lead to. A call leads to the states that
 * its returns lead to, from the states that its entry leads to. */
#include "io/models/grammar_large.h"

enum
{
  REACH_MOST = 1 << 27 /* entries by states, calls by states, and entries by calls */
};

/* The tables of `large`, as bits: what is new is found 64 entries or states at a time. */
typedef struct reacher
{
  large *large;
  bit_table states_of;   /* by entry */
  bit_table entries_of;  /* by state */
  bit_table closed_at;   /* by pair: states */
  bit_table opened_from; /* by pair: entries */
} reacher;

static void entries_reach (const reacher *s, uint32_t entry, papni_state q)
{
  large *l = s->large;
  const allocator *a = &l->model->memory;
  bool *known = &l->reached[entry * l->model->states + q];
  if (*known)
    return;
  *known = true;
  bits_set (&s->states_of, entry, q);
  bits_set (&s->entries_of, q, entry);
  if (!list_add (a, &l->work, entry) || !list_add (a, &l->work, q))
    large_fail (l);
}

static uint32_t pair_entered (const large *l, papni_state q, symbol call)
{
  const transition *t = model_find (l->model, q, call, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
  return t ? l->pair_of[t - l->model->transitions] : NO_RULE;
}

/* A call in a place: what its returns lead to, as far as known. */
static void entries_call (const reacher *s, uint32_t entry, const transition *t, uint32_t pair)
{
  large *l = s->large;
  const papni_model *m = l->model;
  bool *opened = &l->opened[entry * l->pair_count + pair];
  const uint64_t *closed = bits_row (&s->closed_at, pair), *known = bits_row (&s->states_of, entry);
  for (size_t i = 0; !*opened && i < s->closed_at.words; i++)
    for (uint64_t fresh = closed[i] & ~known[i]; fresh; fresh &= fresh - 1)
      entries_reach (s, entry, (papni_state) (64 * i + bits_lowest (fresh)));
  *opened = true;
  bits_set (&s->opened_from, pair, entry);
  size_t count;
  const uint32_t *named = exits_named (l->grammar, t->from, t->symbol, &count);
  for (size_t i = 0; i < count; i++) {
    const transition *back = &m->transitions[named[i]];
    if (l->reached[l->pairs[pair].entry * m->states + back->from])
      entries_reach (s, entry, back->to);
  }
}

/* A return at the level of an entry. */
static void entries_return (const reacher *s, uint32_t entry, const transition *t)
{
  large *l = s->large;
  const papni_model *m = l->model;
  if (t->caller != PAPNI_NO_STATE) {
    const uint32_t pair = pair_entered (l, t->caller, t->popped);
    for (uint32_t e = 0; pair != NO_RULE && l->pairs[pair].entry == entry && e < l->entry_count; e++)
      if (l->reached[e * m->states + t->caller])
        entries_reach (s, e, t->to);
    return;
  }
  const uint32_t *pair = map_find (&l->known_pairs, (uint64_t) entry << 16 | t->popped);
  if (!pair || l->closed[*pair * m->states + t->to])
    return;
  l->closed[*pair * m->states + t->to] = true;
  bits_set (&s->closed_at, *pair, t->to);
  const uint64_t *opened = bits_row (&s->opened_from, *pair), *known = bits_row (&s->entries_of, t->to);
  for (size_t i = 0; i < s->opened_from.words; i++)
    for (uint64_t fresh = opened[i] & ~known[i]; fresh; fresh &= fresh - 1)
      entries_reach (s, (uint32_t) (64 * i + bits_lowest (fresh)), t->to);
}

static void entries_step (const reacher *s, uint32_t entry, papni_state q)
{
  large *l = s->large;
  const papni_model *m = l->model;
  for (size_t i = m->first[q]; i < m->first[q + 1] && !l->grammar->failed; i++) {
    const transition *t = &m->transitions[i];
    const papni_kind kind = model_symbol_kind (m, t->symbol);
    if (kind == PAPNI_CALL)
      entries_call (s, entry, t, l->pair_of[i]);
    else if (kind == PAPNI_RETURN)
      entries_return (s, entry, t);
    else
      entries_reach (s, entry, t->to);
  }
  grammar_spend (l->grammar, m->first[q + 1] - m->first[q] + 1);
}

static void entries_reach_all (large *l)
{
  const size_t states = l->model->states;
  const allocator *a = &l->model->memory;
  reacher s = { .large = l };
  const bool room = bits_init (a, &s.states_of, l->entry_count, states)
                    && bits_init (a, &s.entries_of, states, l->entry_count)
                    && bits_init (a, &s.closed_at, l->pair_count + 1, states)
                    && bits_init (a, &s.opened_from, l->pair_count + 1, l->entry_count);
  if (!room)
    large_fail (l);
  for (uint32_t e = 0; room && e < l->entry_count; e++)
    entries_reach (&s, e, l->entries[e]);
  while (l->work.count && !l->grammar->failed) {
    const papni_state q = l->work.items[--l->work.count];
    entries_step (&s, l->work.items[--l->work.count], q);
  }
  bits_release (a, &s.states_of);
  bits_release (a, &s.entries_of);
  bits_release (a, &s.closed_at);
  bits_release (a, &s.opened_from);
}

static bool entries_find (large *l)
{
  const papni_model *m = l->model;
  const allocator *a = &m->memory;
  for (papni_state q = 0; q < m->states; q++)
    l->entry_of[q] = NO_RULE;
  l->entry_of[0] = 0;
  l->entries[l->entry_count++] = 0;
  for (size_t i = 0; i < m->count; i++) {
    const transition *t = &m->transitions[i];
    l->pair_of[i] = NO_RULE;
    if (model_symbol_kind (m, t->symbol) != PAPNI_CALL)
      continue;
    if (l->entry_of[t->to] == NO_RULE) {
      l->entry_of[t->to] = (uint32_t) l->entry_count;
      l->entries[l->entry_count++] = t->to;
    }
    bool fresh = false;
    const uint32_t entry = l->entry_of[t->to];
    const uint32_t *pair =
        map_enter (a, &l->known_pairs, (uint64_t) entry << 16 | t->symbol, (uint32_t) l->pair_count, &fresh);
    if (!pair || (fresh && !reserve (a, &l->pairs, &l->pair_capacity, l->pair_count + 1, sizeof *l->pairs)))
      return large_fail (l);
    if (fresh)
      l->pairs[l->pair_count++] = (call_pair){ t->symbol, entry, t->from };
    l->pair_of[i] = *pair;
  }
  return true;
}

/* Transitions by target, calls by pair. */
static bool link_transitions (large *l)
{
  const papni_model *m = l->model;
  const allocator *a = &m->memory;
  l->into = allocate (a, m->count, sizeof *l->into);
  l->calls = allocate (a, m->count, sizeof *l->calls);
  if (!rows_init (a, &l->into_rows, m->states) || !rows_init (a, &l->call_rows, l->pair_count) || !l->into || !l->calls)
    return large_fail (l);
  for (size_t i = 0; i < m->count; i++) {
    rows_count (&l->into_rows, m->transitions[i].to);
    if (l->pair_of[i] != NO_RULE)
      rows_count (&l->call_rows, l->pair_of[i]);
  }
  rows_begin (&l->into_rows);
  rows_begin (&l->call_rows);
  for (size_t i = 0; i < m->count; i++) {
    l->into[rows_place (&l->into_rows, m->transitions[i].to)] = (uint32_t) i;
    if (l->pair_of[i] != NO_RULE)
      l->calls[rows_place (&l->call_rows, l->pair_of[i])] = (uint32_t) i;
  }
  return true;
}

bool entries_begin (large *l)
{
  const papni_model *m = l->model;
  const allocator *a = &m->memory;
  l->entry_of = allocate (a, m->states, sizeof *l->entry_of);
  l->entries = allocate (a, m->states + 1, sizeof *l->entries);
  l->pair_of = allocate (a, m->count, sizeof *l->pair_of);
  if (!l->entry_of || !l->entries || !l->pair_of)
    return large_fail (l);
  if (!entries_find (l))
    return false;
  if ((uint64_t) (l->entry_count + l->pair_count) * m->states + (uint64_t) l->entry_count * l->pair_count
      > REACH_MOST) {
    l->grammar->failed =
        fail (l->grammar->error, PAPNI_INPUT,
              "the grammar would be too large: calls lead to %zu of %zu states: learn with --model sevpa",
              l->entry_count, m->states);
    return false;
  }
  l->reached = allocate_zeroed (a, l->entry_count * m->states, sizeof *l->reached);
  l->opened = allocate_zeroed (a, l->entry_count * (l->pair_count + 1), sizeof *l->opened);
  l->closed = allocate_zeroed (a, (l->pair_count + 1) * m->states, sizeof *l->closed);
  if (!l->reached || !l->opened || !l->closed)
    return large_fail (l);
  entries_reach_all (l);
  return !l->grammar->failed && link_transitions (l);
}

void entries_release (large *l)
{
  const papni_model *m = l->model;
  const allocator *a = &m->memory;
  release (a, l->entry_of, m->states, sizeof *l->entry_of);
  release (a, l->entries, m->states + 1, sizeof *l->entries);
  release (a, l->pair_of, m->count, sizeof *l->pair_of);
  release (a, l->pairs, l->pair_capacity, sizeof *l->pairs);
  release (a, l->reached, l->entry_count * m->states, sizeof *l->reached);
  release (a, l->opened, l->entry_count * (l->pair_count + 1), sizeof *l->opened);
  release (a, l->closed, (l->pair_count + 1) * m->states, sizeof *l->closed);
  release (a, l->into, m->count, sizeof *l->into);
  release (a, l->calls, m->count, sizeof *l->calls);
  rows_release (a, &l->into_rows);
  rows_release (a, &l->call_rows);
  map_release (a, &l->known_pairs);
}
