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

/* ---- counting ---- */

/* Which rules the start leads to, and how many alternatives join two of them: found for 64 pairs at a time, since
 * there may be too many to be written. */
typedef struct left_counter
{
  large *large;
  bool *asked;                      /* by entry and state: w */
  bit_table opened, asked_opened;   /* by entry: pairs */
  bit_table closing, asked_closing; /* by state: pairs */
  size_t joins;
} left_counter;

static void ask_from (left_counter *c, uint32_t entry, papni_state q)
{
  large *l = c->large;
  const allocator *a = &l->model->memory;
  const size_t at = entry * l->model->states + q;
  if (!l->reached[at] || c->asked[at])
    return;
  c->asked[at] = true;
  if (!list_add (a, &l->work, entry) || !list_add (a, &l->work, q))
    large_fail (l);
}

/* The rules of o and b with this pair. */
static void ask_opened (left_counter *c, uint32_t entry, size_t pair)
{
  const large *l = c->large;
  for (size_t i = l->call_rows.first[pair]; i < l->call_rows.first[pair + 1]; i++)
    ask_from (c, entry, l->model->transitions[l->calls[i]].from);
}

static void ask_closing (left_counter *c, size_t pair, papni_state q)
{
  const large *l = c->large;
  const call_pair own = l->pairs[pair];
  for (size_t i = l->into_rows.first[q]; i < l->into_rows.first[q + 1]; i++) {
    const transition *t = &l->model->transitions[l->into[i]];
    if (t->popped == own.call && t->caller == PAPNI_NO_STATE)
      ask_from (c, own.entry, t->from);
  }
}

static void count_from (left_counter *c, uint32_t entry, papni_state q)
{
  large *l = c->large;
  for (size_t i = l->into_rows.first[q]; i < l->into_rows.first[q + 1]; i++) {
    const transition *t = &l->model->transitions[l->into[i]];
    if (model_symbol_kind (l->model, t->symbol) == PAPNI_INTERNAL)
      ask_from (c, entry, t->from);
  }
  const uint64_t *opened = bits_row (&c->opened, entry), *closing = bits_row (&c->closing, q);
  uint64_t *asked_opened = bits_row (&c->asked_opened, entry), *asked_closing = bits_row (&c->asked_closing, q);
  for (size_t i = 0; i < c->opened.words; i++) {
    const uint64_t both = opened[i] & closing[i];
    c->joins += bits_count (both);
    for (uint64_t rest = both & ~asked_opened[i]; rest; rest &= rest - 1)
      ask_opened (c, entry, 64 * i + bits_lowest (rest));
    for (uint64_t rest = both & ~asked_closing[i]; rest; rest &= rest - 1)
      ask_closing (c, 64 * i + bits_lowest (rest), q);
    asked_opened[i] |= both;
    asked_closing[i] |= both;
  }
  grammar_spend (l->grammar, 1 + c->opened.words);
}

static void count_joins (left_counter *c)
{
  large *l = c->large;
  const size_t states = l->model->states;
  for (uint32_t k = 0; k < l->pair_count; k++) {
    for (uint32_t e = 0; e < l->entry_count; e++)
      if (l->opened[e * l->pair_count + k])
        bits_set (&c->opened, e, k);
    for (papni_state q = 0; q < states; q++)
      if (l->closed[k * states + q])
        bits_set (&c->closing, q, k);
  }
  for (papni_state q = 0; q < states; q++)
    if (l->model->accepting[q])
      ask_from (c, 0, q);
  while (l->work.count && !l->grammar->failed) {
    const papni_state q = l->work.items[--l->work.count];
    count_from (c, l->work.items[--l->work.count], q);
  }
}

size_t left_joins (large *l)
{
  const allocator *a = &l->model->memory;
  const size_t states = l->model->states, entries = l->entry_count, pairs = l->pair_count + 1;
  left_counter c = { .large = l, .asked = allocate_zeroed (a, entries * states, sizeof *c.asked) };
  if (c.asked && bits_init (a, &c.opened, entries, pairs) && bits_init (a, &c.asked_opened, entries, pairs)
      && bits_init (a, &c.closing, states, pairs) && bits_init (a, &c.asked_closing, states, pairs))
    count_joins (&c);
  else
    large_fail (l);
  release (a, c.asked, entries * states, sizeof *c.asked);
  bits_release (a, &c.opened);
  bits_release (a, &c.asked_opened);
  bits_release (a, &c.closing);
  bits_release (a, &c.asked_closing);
  return c.joins;
}
