/* trim.c - trimmed models compared with a table of items (entry, state) that is filled
 * to a fixed point, forwards from the start and then backwards from acceptance. */
#include "ops/trim.h"

#include "oracle/models.h"
#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

enum
{
  MOST_STATES = 12,
  ROWS = MOST_STATES + 1, /* a level for each entry, and the last where no call is open */
  BOTTOM = MOST_STATES
};

typedef struct table
{
  const papni_model *model;
  bool reached[ROWS][MOST_STATES], useful[ROWS][MOST_STATES];
  bool taken[1 << 12];
} table;

static papni_kind kind_of (const table *t, const papni_transition *own)
{
  return model_symbol_kind (t->model, own->symbol);
}

/* Sets *what; has anything changed? */
static bool set (bool *what)
{
  const bool changed = !*what;
  *what = true;
  return changed;
}

static bool fits (const papni_transition *call, const papni_transition *back)
{
  return back->popped == call->symbol && (back->caller == call->from || back->caller == PAPNI_NO_STATE);
}

/* For a level and a transition that is not a return: what it reaches, or what is useful
 * because of it. */
static bool fill_transition (table *t, size_t level, const papni_transition *own)
{
  const papni_model *m = t->model;
  bool changed = false;
  if (!t->reached[level][own->from] || kind_of (t, own) == PAPNI_RETURN)
    return false;
  if (kind_of (t, own) == PAPNI_INTERNAL) {
    changed = set (&t->reached[level][own->to]);
    if (t->useful[level][own->to]) {
      t->taken[own - m->transitions] = true;
      changed |= set (&t->useful[level][own->from]);
    }
    return changed;
  }
  changed = set (&t->reached[own->to][own->to]);
  for (size_t i = 0; i < m->count; i++) {
    const papni_transition *back = &m->transitions[i];
    if (!fits (own, back) || !t->reached[own->to][back->from])
      continue;
    changed |= set (&t->reached[level][back->to]);
    if (t->useful[level][back->to]) {
      t->taken[own - m->transitions] = t->taken[i] = true;
      changed |= set (&t->useful[level][own->from]);
      changed |= set (&t->useful[own->to][back->from]);
    }
  }
  return changed;
}

static void slow_trim (table *t, const papni_model *model)
{
  memset (t, 0, sizeof *t);
  t->model = model;
  t->reached[BOTTOM][0] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t level = 0; level < ROWS; level++)
      for (size_t i = 0; i < model->count; i++)
        changed |= fill_transition (t, level, &model->transitions[i]);
    for (size_t q = 0; q < model->states; q++)
      if (t->reached[BOTTOM][q] && model->accepting[q])
        changed |= set (&t->useful[BOTTOM][q]);
  }
}

static bool slow_state (const table *t, size_t q)
{
  for (size_t level = 0; level < ROWS; level++)
    if (t->useful[level][q])
      return true;
  return false;
}

/* ---- comparing ---------------------------------------------------------------- */

static bool kept (const trimmed *t, const papni_transition *own)
{
  for (size_t i = 0; i < t->parts.count; i++)
    if (!compare_transitions (&t->parts.transitions[i], own))
      return true;
  return false;
}

static bool is_member (const trimmed *t, papni_state q, papni_state module)
{
  for (size_t i = 0; i < t->count; i++)
    if (t->memberships[i].state == q && t->memberships[i].module == module)
      return true;
  return false;
}

static void compare_members (const table *slow, const trimmed *fast)
{
  for (papni_state q = 0; q < slow->model->states; q++)
    for (papni_state module = 0; module < slow->model->states; module++)
      assert_int_equal (is_member (fast, q, module), slow->useful[module][q] || (!module && slow->useful[BOTTOM][q]));
}

static void compare_trimmed (const table *slow, const trimmed *fast, bool taken)
{
  const papni_model *m = slow->model;
  for (size_t q = 0; q < m->states; q++)
    assert_int_equal (fast->parts.accepting[q],
                      m->accepting[q] && (taken ? slow->useful[BOTTOM][q] : slow_state (slow, q)));
  for (size_t i = 0; i < m->count; i++) {
    const papni_transition *own = &m->transitions[i];
    const bool between = slow_state (slow, own->from) && slow_state (slow, own->to)
                         && (own->caller == PAPNI_NO_STATE || slow_state (slow, own->caller));
    assert_int_equal (kept (fast, own), taken ? slow->taken[i] : between);
  }
  if (m->kind == PAPNI_SEVPA)
    compare_members (slow, fast);
}

static void same_as_items (void **state)
{
  (void) state;
  static table slow;
  random_source source = { 22 };
  size_t all = 0, some = 0;
  for (size_t i = 0; i < test_count (1200); i++) {
    papni_alphabet *alphabet = models_alphabet (random_below (&source, 3), 1 + random_below (&source, 2), i % 3);
    draft d = draft_random (&source, (papni_model_kind) (i % 4), alphabet, 1 + random_below (&source, MOST_STATES),
                            10 + random_below (&source, 80));
    papni_model *model = draft_model (&d);
    assert_true (model->count < COUNT (slow.taken));
    slow_trim (&slow, model);
    for (int taken = 0; taken < 2; taken++) {
      trimmed fast;
      papni_error error;
      expect_ok (trim_model (model, taken, NULL, &fast, &error), &error);
      compare_trimmed (&slow, &fast, taken);
      *(fast.parts.count == model->count ? &all : &some) += 1;
      trim_release (&fast);
    }
    papni_model_free (model);
    draft_free (&d);
    papni_alphabet_free (alphabet);
  }
  assert_true (test_is_small () || (all > 50 && some > 500));
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (same_as_items) };
  return cmocka_run_group_tests_name ("trim", tests, NULL, NULL);
}
