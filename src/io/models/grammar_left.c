/* grammar_left.c - large grammars with left recursion.
 *
 * A rule w E Q derives what leads from the entry E to the state Q at one level. It grows to
 * the right: w E Q is w E P and a symbol, or w E P, a call, w of its inside, and a return. So
 * a sevpa of n transitions has about n alternatives, and the grammar is LALR(1). Where returns
 * do not depend on the caller, what comes before a call (o) and what follows it (b) are rules of
 * their own; then a vpa has an alternative for two entries and a state, which is cubic. */
#include "io/models/grammar_large.h"

static void left_from_entry (large *l, uint32_t entry, papni_state q)
{
  const papni_model *m = l->model;
  if (q == l->entries[entry])
    body_end_alternative (l);
  for (size_t i = l->into_rows.first[q]; i < l->into_rows.first[q + 1] && !l->grammar->failed; i++) {
    const transition *t = &m->transitions[l->into[i]];
    const bool returns = t->popped != PAPNI_NO_SYMBOL;
    const papni_state from = returns ? t->caller : t->from;
    if (from == PAPNI_NO_STATE || !l->reached[entry * m->states + from]
        || model_symbol_kind (m, t->symbol) == PAPNI_CALL)
      continue;
    const transition *call = returns ? model_find (m, from, t->popped, PAPNI_NO_SYMBOL, PAPNI_NO_STATE) : NULL;
    const uint32_t inside = call ? l->entry_of[call->to] : 0;
    if (returns && (!call || !l->reached[inside * m->states + t->from]))
      continue;
    body_rule (l, LEFT_FROM, entry, from);
    if (returns) {
      body_symbol (l, t->popped);
      body_rule (l, LEFT_FROM, inside, t->from);
    }
    body_symbol (l, t->symbol);
    body_end_alternative (l);
  }
  for (uint32_t p = 0; p < l->pair_count && !l->grammar->failed; p++)
    if (l->opened[entry * l->pair_count + p] && l->closed[p * m->states + q]) {
      body_rule (l, LEFT_OPENED, entry, p);
      body_rule (l, LEFT_CLOSED, p, q);
      body_end_alternative (l);
    }
}

static void left_opened (large *l, uint32_t entry, uint32_t pair)
{
  const papni_model *m = l->model;
  for (size_t i = l->call_rows.first[pair]; i < l->call_rows.first[pair + 1]; i++) {
    const transition *t = &m->transitions[l->calls[i]];
    if (!l->reached[entry * m->states + t->from])
      continue;
    body_rule (l, LEFT_FROM, entry, t->from);
    body_symbol (l, t->symbol);
    body_end_alternative (l);
  }
}

static void left_closed (large *l, uint32_t pair, papni_state q)
{
  const papni_model *m = l->model;
  const call_pair own = l->pairs[pair];
  for (size_t i = l->into_rows.first[q]; i < l->into_rows.first[q + 1]; i++) {
    const transition *t = &m->transitions[l->into[i]];
    if (t->popped != own.call || t->caller != PAPNI_NO_STATE || !l->reached[own.entry * m->states + t->from])
      continue;
    body_rule (l, LEFT_FROM, own.entry, t->from);
    body_symbol (l, t->symbol);
    body_end_alternative (l);
  }
}

static void left_start (large *l)
{
  for (papni_state q = 0; q < l->model->states; q++)
    if (l->model->accepting[q] && l->reached[q]) {
      body_rule (l, LEFT_FROM, 0, q);
      body_end_alternative (l);
    }
}

void left_body (large *l, large_rule r)
{
  if (r.kind == LARGE_START)
    left_start (l);
  else if (r.kind == LEFT_FROM)
    left_from_entry (l, r.one, r.other);
  else if (r.kind == LEFT_OPENED)
    left_opened (l, r.one, r.other);
  else
    left_closed (l, r.one, r.other);
}

/* ---- making ---- */

bool left_begin (large *l)
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

void left_release (large *l)
{
  const papni_model *m = l->model;
  const allocator *a = &m->memory;
  release (a, l->into, m->count, sizeof *l->into);
  release (a, l->calls, m->count, sizeof *l->calls);
  rows_release (a, &l->into_rows);
  rows_release (a, &l->call_rows);
}
