/* compact.c - callers that need not be named, beside what a fixpoint over all pairs of states says. */
#include "ops/compact.h"
#include "model/assemble.h" /* before cmocka, which has a macro `fail` */

#include "oracle/models.h"
#include "oracle/support.h"

#include <stdlib.h>

enum
{
  STATES = 8
};

/* ---- which callers can be met ------------------------------------------------ */

typedef struct reachable
{
  bool along[STATES][STATES]; /* a well-matched word leads from one state to the other */
  bool level[STATES];         /* a word begins here, or a call leads here that can be made */
} reachable;

static bool is_return_of (const papni_transition *t, papni_symbol call, papni_state caller)
{
  return t->popped == call && (t->caller == PAPNI_NO_STATE || t->caller == caller);
}

/* What one more transition, or one more block, adds; false if that is nothing. */
static bool extend (const draft *d, reachable *r)
{
  bool changed = false;
  for (size_t i = 0; i < d->count; i++) {
    const papni_transition *t = &d->transitions[i];
    const papni_kind kind = papni_alphabet_kind (d->alphabet, t->symbol);
    for (size_t p = 0; p < d->states; p++) {
      if (!r->along[p][t->from])
        continue;
      if (kind == PAPNI_INTERNAL && !r->along[p][t->to])
        changed = r->along[p][t->to] = true;
      if (kind == PAPNI_CALL && r->level[p] && !r->level[t->to])
        changed = r->level[t->to] = true;
      for (size_t k = 0; kind == PAPNI_CALL && k < d->count; k++) {
        const papni_transition *back = &d->transitions[k];
        if (is_return_of (back, t->symbol, t->from) && r->along[t->to][back->from] && !r->along[p][back->to])
          changed = r->along[p][back->to] = true;
      }
    }
  }
  return changed;
}

static bool can_meet (const draft *d, const reachable *r, papni_state at, papni_symbol popped, papni_state caller)
{
  bool made = false;
  for (size_t p = 0; p < d->states; p++)
    made = made || (r->level[p] && r->along[p][caller]);
  for (size_t i = 0; made && i < d->count; i++)
    if (d->transitions[i].from == caller && d->transitions[i].symbol == popped && r->along[d->transitions[i].to][at])
      return true;
  return false;
}

/* Does some transition of the group of t name this caller? */
static bool is_named (const draft *d, const papni_transition *t, papni_state caller)
{
  for (size_t i = 0; i < d->count; i++)
    if (d->transitions[i].from == t->from && d->transitions[i].symbol == t->symbol
        && d->transitions[i].popped == t->popped && d->transitions[i].caller == caller)
      return true;
  return false;
}

static bool leads_to_one (const draft *d, const papni_transition *t)
{
  for (size_t i = 0; i < d->count; i++)
    if (d->transitions[i].from == t->from && d->transitions[i].symbol == t->symbol
        && d->transitions[i].popped == t->popped && d->transitions[i].to != t->to)
      return false;
  return true;
}

/* ---- the tests ----------------------------------------------------------------- */

static papni_model *expected (const draft *d, size_t *changed, size_t *kept)
{
  const papni_allocator memory = allocator_or_libc (NULL);
  reachable r = { .level = { true } };
  papni_error error;
  assembly a;
  for (size_t q = 0; q < d->states; q++)
    r.along[q][q] = true;
  while (extend (d, &r))
    continue;
  expect_ok (assembly_begin (&a, &memory, d->kind, d->alphabet, d->states, &error), &error);
  for (size_t q = 0; q < d->states; q++)
    a.accepting[q] = d->accepting[q];
  for (size_t i = 0; i < d->count; i++) {
    papni_transition t = d->transitions[i];
    bool any = t.caller != PAPNI_NO_STATE && leads_to_one (d, &t);
    for (papni_state q = 0; any && q < d->states; q++)
      any = !can_meet (d, &r, t.from, t.popped, q) || is_named (d, &t, q);
    *changed += any;
    *kept += t.caller != PAPNI_NO_STATE && !any;
    if (any)
      t.caller = PAPNI_NO_STATE;
    expect_ok (assembly_add (&a, t, &error), &error);
  }
  papni_model *model = assembly_model (&a, &error);
  assert_non_null (model);
  assembly_release (&a);
  return model;
}

/* A group of returns leads to one state, as is often so in what was combined. */
static void make_alike (random_source *source, draft *d)
{
  if (!d->count || random_below (source, 3) == 0)
    return;
  const papni_transition t = d->transitions[random_below (source, d->count)];
  for (size_t i = 0; i < d->count; i++)
    if (d->transitions[i].from == t.from && d->transitions[i].symbol == t.symbol
        && d->transitions[i].popped == t.popped)
      d->transitions[i].to = t.to;
}

static void names_callers_where_they_matter (void **state)
{
  (void) state;
  random_source source = { 31 };
  size_t changed = 0, kept = 0;
  for (size_t i = 0; i < test_count (2000); i++) {
    papni_alphabet *alphabet = models_alphabet (1, 1 + random_below (&source, 2), false);
    draft d = draft_random (&source, PAPNI_GENERAL, alphabet, 2 + random_below (&source, STATES - 2),
                            20 + random_below (&source, 60));
    for (size_t k = 0; k < 6; k++)
      make_alike (&source, &d);
    for (size_t q = 0; q < d.states; q++)
      d.accepting[q] = true; /* what leads nowhere would not count */
    papni_error error;
    watch w = { 0 };
    papni_model *slow = expected (&d, &changed, &kept), *fast = compact_callers (draft_model (&d), &w, &error);
    assert_non_null (fast);
    page x = test_table (slow), y = test_table (fast);
    assert_string_equal (x.bytes, y.bytes);
    free (x.bytes);
    free (y.bytes);
    papni_model_free (slow);
    papni_model_free (fast);
    draft_free (&d);
    papni_alphabet_free (alphabet);
  }
  assert_true (changed > test_count (2000) / 4);
  assert_true (kept > test_count (2000) / 4);
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (names_callers_where_they_matter) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
