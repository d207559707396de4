/* models.c - seeded models of every kind, and a slow, simple run. */
#include "models.h"

#include "support.h"

#include <stdlib.h>
#include <string.h>

/* ---- making ---------------------------------------------------------------- */

papni_alphabet *models_alphabet (size_t internals, size_t calls, bool paired)
{
  static const char *const internal[] = { "a", "b", "c", "d" };
  static const char *const call[] = { "(", "[", "<" }, *const ret[] = { ")", "]", ">" };
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  assert_non_null (alphabet);
  for (size_t i = 0; i < internals; i++)
    expect_ok (papni_alphabet_declare (alphabet, PAPNI_INTERNAL, internal[i], &error), &error);
  for (size_t i = 0; i < calls; i++)
    expect_ok (papni_alphabet_declare (alphabet, PAPNI_CALL, call[i], &error), &error);
  for (size_t i = 0; i < calls; i++)
    expect_ok (paired ? papni_alphabet_pair (alphabet, call[i], ret[i], &error)
                      : papni_alphabet_declare (alphabet, PAPNI_RETURN, ret[i], &error),
               &error);
  return alphabet;
}

static void add (draft *d, papni_transition t)
{
  if (d->count >= d->room) {
    d->room = 2 * d->count + 8;
    d->transitions = realloc (d->transitions, d->room * sizeof *d->transitions);
    assert_non_null (d->transitions);
  }
  d->transitions[d->count++] = t;
}

static papni_state any_state (random_source *source, const draft *d)
{
  return (papni_state) random_below (source, d->states);
}

/* The returns of a state that pop one call. */
static void add_returns (random_source *source, draft *d, papni_state q, papni_symbol r, papni_symbol c, size_t density)
{
  papni_transition t = { q, PAPNI_NO_STATE, 0, r, c };
  const bool named = d->kind == PAPNI_SEVPA || (d->kind == PAPNI_GENERAL && random_below (source, 2));
  for (papni_state caller = 0; caller < (named ? d->states : 1); caller++) {
    t.caller = named ? caller : PAPNI_NO_STATE;
    t.to = any_state (source, d);
    if (random_below (source, 100) < density)
      add (d, t);
  }
}

static void add_symbol (random_source *source, draft *d, papni_symbol s, size_t density)
{
  const papni_kind kind = d->kind == PAPNI_DFA ? PAPNI_INTERNAL : papni_alphabet_kind (d->alphabet, s);
  const papni_state entry = any_state (source, d);
  const bool entered = random_below (source, 100) < density + (100 - density) / 2;
  for (papni_state q = 0; q < d->states; q++) {
    papni_transition t = { q, PAPNI_NO_STATE, any_state (source, d), s, PAPNI_NO_SYMBOL };
    if (kind == PAPNI_RETURN) {
      for (size_t c = 0; c < papni_alphabet_size (d->alphabet); c++)
        if (papni_alphabet_kind (d->alphabet, (papni_symbol) c) == PAPNI_CALL
            && papni_alphabet_pops (d->alphabet, s, (papni_symbol) c))
          add_returns (source, d, q, s, (papni_symbol) c, density);
    } else if (kind == PAPNI_CALL && d->kind == PAPNI_SEVPA) {
      t.to = entry;
      if (entered)
        add (d, t);
    } else if (random_below (source, 100) < density)
      add (d, t);
  }
}

draft draft_random (random_source *source, papni_model_kind kind, papni_alphabet *alphabet, size_t states,
                    size_t density)
{
  draft d = { .kind = kind, .alphabet = alphabet, .states = states };
  d.accepting = twin_allocate (states, sizeof *d.accepting);
  for (size_t q = 0; q < states; q++)
    d.accepting[q] = !random_below (source, 3);
  for (size_t s = 0; s < papni_alphabet_size (alphabet); s++)
    add_symbol (source, &d, (papni_symbol) s, density);
  return d;
}

draft draft_copy (const draft *from)
{
  draft d = *from;
  d.accepting = twin_allocate (d.states, sizeof *d.accepting);
  memcpy (d.accepting, from->accepting, d.states * sizeof *d.accepting);
  d.transitions = NULL;
  d.count = d.room = 0;
  for (size_t i = 0; i < from->count; i++)
    add (&d, from->transitions[i]);
  return d;
}

/* The alphabet must have the model's symbols under the same numbers. */
draft draft_of (const papni_model *model, papni_alphabet *alphabet)
{
  draft d = { .kind = papni_model_kind_of (model), .alphabet = alphabet, .states = papni_model_states (model) };
  d.accepting = twin_allocate (d.states, sizeof *d.accepting);
  for (size_t q = 0; q < d.states; q++)
    d.accepting[q] = papni_model_accepting (model, (papni_state) q);
  for (size_t i = 0; i < papni_model_transitions (model); i++)
    add (&d, papni_model_transition (model, i));
  return d;
}

void draft_free (draft *d)
{
  free (d->accepting);
  free (d->transitions);
}

papni_model *draft_model (const draft *d)
{
  papni_error error = { 0 };
  papni_model *model = papni_model_new (
      &(papni_parts){ d->kind, d->alphabet, d->states, d->accepting, d->transitions, d->count }, &error);
  if (!model)
    fail_msg ("no model: %s", error.message);
  return model;
}

/* ---- changing ---------------------------------------------------------------- */

void draft_rename (random_source *source, draft *d)
{
  papni_state *names = twin_allocate (d->states, sizeof *names);
  bool *accepting = twin_allocate (d->states, sizeof *accepting);
  for (size_t q = 0; q < d->states; q++)
    names[q] = (papni_state) q;
  for (size_t q = d->states; q-- > 2;) { /* 0 stays the start */
    const size_t other = 1 + random_below (source, q);
    const papni_state swap = names[q];
    names[q] = names[other];
    names[other] = swap;
  }
  for (size_t q = 0; q < d->states; q++)
    accepting[names[q]] = d->accepting[q];
  for (size_t i = 0; i < d->count; i++) {
    papni_transition *t = &d->transitions[i];
    t->from = names[t->from];
    t->to = names[t->to];
    if (t->caller != PAPNI_NO_STATE)
      t->caller = names[t->caller];
  }
  free (d->accepting);
  free (names);
  d->accepting = accepting;
}

static papni_state add_state (draft *d, bool accepting)
{
  d->accepting = realloc (d->accepting, (d->states + 1) * sizeof *d->accepting);
  assert_non_null (d->accepting);
  d->accepting[d->states] = accepting;
  return (papni_state) d->states++;
}

static bool is_call (const draft *d, const papni_transition *t)
{
  return d->kind != PAPNI_DFA && papni_alphabet_kind (d->alphabet, t->symbol) == PAPNI_CALL;
}

void draft_split (random_source *source, draft *d)
{
  const papni_state q = any_state (source, d), twin = add_state (d, d->accepting[q]);
  for (size_t i = 0, count = d->count; i < count; i++) {
    papni_transition t = d->transitions[i];
    const bool from = t.from == q, called = t.caller == q;
    if (from)
      t.from = twin, add (d, t), t.from = q;
    if (called)
      t.caller = twin, add (d, t);
    if (from && called)
      t.from = twin, add (d, t);
  }
  for (size_t i = 0; i < d->count; i++) /* the target of a sevpa's call is the same for all states */
    if (d->transitions[i].to == q && !(d->kind == PAPNI_SEVPA && is_call (d, &d->transitions[i]))
        && random_below (source, 2))
      d->transitions[i].to = twin;
}

void draft_add_unreachable (random_source *source, draft *d)
{
  const papni_state q = add_state (d, random_below (source, 2));
  for (size_t i = 0, count = d->count; i < count; i++) {
    papni_transition t = d->transitions[i];
    const bool every = d->kind == PAPNI_SEVPA && is_call (d, &t);
    if (t.from != 0 || (!every && random_below (source, 2)))
      continue;
    t.from = q;
    if (!every)
      t.to = any_state (source, d);
    add (d, t);
  }
}

void draft_disturb (random_source *source, draft *d)
{
  const size_t i = d->count ? random_below (source, d->count) : 0;
  if (!d->count || !random_below (source, 3) || (d->kind == PAPNI_SEVPA && is_call (d, &d->transitions[i]))) {
    const papni_state q = any_state (source, d);
    d->accepting[q] = !d->accepting[q];
  } else if (random_below (source, 2))
    d->transitions[i].to = any_state (source, d);
  else
    d->transitions[i] = d->transitions[--d->count];
}

/* ---- running ------------------------------------------------------------------ */

void slow_step (const papni_model *model, slow_run *run, papni_symbol symbol)
{
  const papni_alphabet *alphabet = papni_model_alphabet (model);
  const papni_state from = run->state;
  run->state = PAPNI_NO_STATE;
  if (from == PAPNI_NO_STATE || symbol >= papni_alphabet_size (alphabet))
    return;
  const papni_kind kind =
      papni_model_kind_of (model) == PAPNI_DFA ? PAPNI_INTERNAL : papni_alphabet_kind (alphabet, symbol);
  if (kind == PAPNI_RETURN && !run->depth)
    return;
  papni_symbol popped = PAPNI_NO_SYMBOL;
  papni_state caller = PAPNI_NO_STATE;
  if (kind == PAPNI_RETURN) {
    popped = run->calls[--run->depth];
    caller = run->callers[run->depth];
  }
  for (size_t i = 0; i < papni_model_transitions (model); i++) {
    const papni_transition t = papni_model_transition (model, i);
    if (t.from > from)
      break;
    if (t.from == from && t.symbol == symbol && t.popped == popped
        && (t.caller == caller || t.caller == PAPNI_NO_STATE))
      run->state = t.to;
  }
  if (kind == PAPNI_CALL) {
    assert_in_range (run->depth, 0, RUN_DEPTH - 1);
    run->calls[run->depth] = symbol;
    run->callers[run->depth++] = from;
  }
}

bool slow_accepts (const papni_model *model, const slow_run *run)
{
  return run->state != PAPNI_NO_STATE && !run->depth && papni_model_accepting (model, run->state);
}

bool slow_accepts_word (const papni_model *model, const papni_symbol *word, size_t length)
{
  slow_run run = { 0 };
  for (size_t i = 0; i < length; i++)
    slow_step (model, &run, word[i]);
  return slow_accepts (model, &run);
}
