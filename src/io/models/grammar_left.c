/* grammar_left.c - large grammars with left recursion.
 *
 * A rule w E Q derives what leads from the entry E to the state Q at one level. It grows to
 * the right: w E Q is w E P and a symbol, or w E P, a call, w of its inside, and a return. So
 * a sevpa of n transitions has about n alternatives, and the grammar is LALR(1). Where returns
 * do not depend on the caller, what comes before a call (o) and what follows it (b) are rules of
 * their own; then a vpa has an alternative for two entries and a state, which is cubic. */
#include "io/models/grammar_large.h"

/* What leads to a call and what follows it: most alternatives of a vpa. Those whose two rules have numbers are only
 * counted, 64 at a time, while alternatives are counted. */
static void left_joins (large *l, uint32_t entry, papni_state q)
{
  const uint64_t *opening = bits_row (&l->opening, entry), *closing = bits_row (&l->closing, q);
  uint64_t *one = bits_row (&l->opening_known, entry), *other = bits_row (&l->closing_known, q);
  for (size_t i = 0; i < l->opening.words && !l->grammar->failed; i++) {
    uint64_t both = opening[i] & closing[i];
    if (l->counting) {
      const uint64_t known = both & one[i] & other[i];
      l->alternatives += bits_count (known);
      one[i] |= both;
      other[i] |= both;
      both &= ~known;
    }
    for (; both; both &= both - 1) {
      const uint32_t pair = (uint32_t) (64 * i + bits_lowest (both));
      body_join (l, (large_rule){ LEFT_OPENED, entry, pair }, (large_rule){ LEFT_CLOSED, pair, q });
    }
  }
}

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
  left_joins (l, entry, q);
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
  const allocator *a = &l->model->memory;
  const size_t states = l->model->states, entries = l->entry_count, pairs = l->pair_count + 1;
  if (!bits_init (a, &l->opening, entries, pairs) || !bits_init (a, &l->opening_known, entries, pairs)
      || !bits_init (a, &l->closing, states, pairs) || !bits_init (a, &l->closing_known, states, pairs))
    return large_fail (l);
  for (uint32_t k = 0; k < l->pair_count; k++) {
    for (uint32_t e = 0; e < entries; e++)
      if (l->opened[e * l->pair_count + k])
        bits_set (&l->opening, e, k);
    for (papni_state q = 0; q < states; q++)
      if (l->closed[k * states + q])
        bits_set (&l->closing, q, k);
  }
  return true;
}

void left_release (large *l)
{
  const allocator *a = &l->model->memory;
  bits_release (a, &l->opening);
  bits_release (a, &l->opening_known);
  bits_release (a, &l->closing_known);
}
