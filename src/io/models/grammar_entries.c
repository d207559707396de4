/* grammar_entries.c - the states that each entry leads to at one level.
 *
 * Entries are the start and the states that calls lead to. A call leads to the states that
 * its returns lead to, from the states that its entry leads to. */
#include "io/models/grammar_large.h"

enum
{
  REACH_MOST = 1 << 28 /* entries by states */
};

static void entries_reach (large *l, uint32_t entry, papni_state q)
{
  const allocator *a = &l->model->memory;
  bool *known = &l->reached[entry * l->model->states + q];
  if (*known)
    return;
  *known = true;
  if (!list_add (a, &l->work, entry) || !list_add (a, &l->work, q))
    large_fail (l);
}

static uint32_t pair_entered (const large *l, papni_state q, symbol call)
{
  const transition *t = model_find (l->model, q, call, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
  return t ? l->pair_of[t - l->model->transitions] : NO_RULE;
}

/* A call in a place: what its returns lead to, as far as known. */
static void entries_call (large *l, uint32_t entry, const transition *t, uint32_t pair)
{
  const papni_model *m = l->model;
  bool *opened = &l->opened[entry * l->pair_count + pair];
  for (papni_state q = 0; !*opened && q < m->states; q++)
    if (l->closed[pair * m->states + q])
      entries_reach (l, entry, q);
  *opened = true;
  size_t count;
  const uint32_t *named = exits_named (l->grammar, t->from, t->symbol, &count);
  for (size_t i = 0; i < count; i++) {
    const transition *back = &m->transitions[named[i]];
    if (l->reached[l->pairs[pair].entry * m->states + back->from])
      entries_reach (l, entry, back->to);
  }
}

/* A return at the level of an entry. */
static void entries_return (large *l, uint32_t entry, const transition *t)
{
  const papni_model *m = l->model;
  if (t->caller != PAPNI_NO_STATE) {
    const uint32_t pair = pair_entered (l, t->caller, t->popped);
    for (uint32_t e = 0; pair != NO_RULE && l->pairs[pair].entry == entry && e < l->entry_count; e++)
      if (l->reached[e * m->states + t->caller])
        entries_reach (l, e, t->to);
    return;
  }
  const uint32_t *pair = map_find (&l->known_pairs, (uint64_t) entry << 16 | t->popped);
  if (!pair || l->closed[*pair * m->states + t->to])
    return;
  l->closed[*pair * m->states + t->to] = true;
  for (uint32_t e = 0; e < l->entry_count; e++)
    if (l->opened[e * l->pair_count + *pair])
      entries_reach (l, e, t->to);
}

static void entries_reach_all (large *l)
{
  const papni_model *m = l->model;
  for (uint32_t e = 0; e < l->entry_count; e++)
    entries_reach (l, e, l->entries[e]);
  while (l->work.count && !l->grammar->failed) {
    const papni_state q = l->work.items[--l->work.count];
    const uint32_t entry = l->work.items[--l->work.count];
    for (size_t i = m->first[q]; i < m->first[q + 1] && !l->grammar->failed; i++) {
      const transition *t = &m->transitions[i];
      const papni_kind kind = model_symbol_kind (m, t->symbol);
      if (kind == PAPNI_CALL)
        entries_call (l, entry, t, l->pair_of[i]);
      else if (kind == PAPNI_RETURN)
        entries_return (l, entry, t);
      else
        entries_reach (l, entry, t->to);
    }
    grammar_spend (l->grammar, m->first[q + 1] - m->first[q] + 1);
  }
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
  if ((l->entry_count + l->pair_count) * m->states > REACH_MOST) {
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
  return !l->grammar->failed;
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
  map_release (a, &l->known_pairs);
}
