/* steps.c - which states are reachable from which at the same level: compared with a
 * table of all pairs that is filled to a fixed point. */
#include "model/steps.h"
#include "oracle/models.h"
#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

enum
{
  MOST_STATES = 24
};

typedef struct table
{
  const papni_model *model;
  size_t states;
  bool leads[MOST_STATES][MOST_STATES];
} table;

static papni_kind kind_of (const table *t, papni_symbol s)
{
  return papni_alphabet_kind (papni_model_alphabet (t->model), s);
}

/* Does a call in this state, with its inside and a return, lead there? */
static bool calls_lead (const table *t, papni_state from, papni_state to)
{
  for (size_t i = 0; i < papni_model_transitions (t->model); i++) {
    const papni_transition call = papni_model_transition (t->model, i);
    if (call.from != from || kind_of (t, call.symbol) != PAPNI_CALL)
      continue;
    for (size_t k = 0; k < papni_model_transitions (t->model); k++) {
      const papni_transition back = papni_model_transition (t->model, k);
      const bool pops = back.popped == call.symbol && (back.caller == from || back.caller == PAPNI_NO_STATE);
      if (pops && back.to == to && t->leads[call.to][back.from])
        return true;
    }
  }
  return false;
}

static bool internals_lead (const table *t, papni_state from, papni_state to)
{
  for (size_t i = 0; i < papni_model_transitions (t->model); i++) {
    const papni_transition x = papni_model_transition (t->model, i);
    if (x.from == from && x.to == to && kind_of (t, x.symbol) == PAPNI_INTERNAL)
      return true;
  }
  return false;
}

/* Visits all pairs once. Has anything changed? */
static bool fill_once (table *t)
{
  bool changed = false;
  for (papni_state p = 0; p < t->states; p++)
    for (papni_state q = 0; q < t->states; q++) {
      bool leads = p == q || internals_lead (t, p, q) || calls_lead (t, p, q);
      for (size_t r = 0; r < t->states; r++)
        leads |= t->leads[p][r] && t->leads[r][q];
      changed |= leads && !t->leads[p][q];
      t->leads[p][q] |= leads;
    }
  return changed;
}

/* All states that lead to one, by the steps. */
static void go_back (const steps *s, papni_state to, bool *reaches)
{
  bool *seen = calloc (s->places, sizeof *seen);
  uint32_t *work = calloc (s->places, sizeof *work);
  size_t count = 0;
  assert_true (seen && work);
  seen[s->place[to]] = true;
  work[count++] = s->place[to];
  while (count) {
    const uint32_t place = work[--count];
    for (size_t i = s->rows.first[place]; i < s->rows.first[place + 1]; i++)
      if (!seen[s->before[i]]) {
        seen[s->before[i]] = true;
        work[count++] = s->before[i];
      }
  }
  for (size_t q = 0; q < s->states; q++)
    reaches[q] = seen[s->place[q]];
  free (seen);
  free (work);
}

static void expect_same (const steps *s, const table *t)
{
  bool reaches[MOST_STATES];
  for (papni_state q = 0; q < t->states; q++) {
    go_back (s, q, reaches);
    for (size_t p = 0; p < t->states; p++)
      assert_int_equal (reaches[p], t->leads[p][q]);
  }
}

/* With little work it gives up, with more it does not, and the result is the same. */
static void give_little (const table *t, random_source *source)
{
  papni_error error;
  bool found = false;
  for (size_t work = random_below (source, 64); !found; work += 1 + work / 2) {
    steps s;
    expect_ok (steps_find (&s, t->model, work, NULL, &error), &error);
    found = s.place;
    assert_true (!found || work);
    if (found)
      expect_same (&s, t);
    steps_release (&s);
  }
}

static void same_as_the_table (void **state)
{
  static const papni_model_kind kinds[] = { PAPNI_VPA, PAPNI_SEVPA, PAPNI_GENERAL };
  (void) state;
  random_source source = { 7 };
  for (size_t i = 0; i < test_count (3000); i++) {
    papni_alphabet *alphabet = models_alphabet (1 + i % 2, 1 + i / 2 % 2, i % 5 == 0);
    const size_t states = 1 + random_below (&source, i % 4 ? 8 : MOST_STATES);
    draft d = draft_random (&source, kinds[i % 3], alphabet, states, 5 + random_below (&source, i % 2 ? 60 : 20));
    table t = { draft_model (&d), states, { { false } } };
    while (fill_once (&t)) {
    }
    give_little (&t, &source);
    papni_model_free ((papni_model *) t.model);
    draft_free (&d);
    papni_alphabet_free (alphabet);
  }
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (same_as_the_table) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
