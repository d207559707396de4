/* partition.c - refined partitions compared with Moore's algorithm. */
#include "ops/partition.h"

#include "oracle/support.h"

#include <stdlib.h>
#include <string.h>

enum
{
  MOST_STATES = 40,
  MOST_LABELS = 12
};

typedef struct automaton
{
  size_t states, labels;
  bool there[MOST_STATES][MOST_LABELS];
  uint32_t to[MOST_STATES][MOST_LABELS];
  uint32_t classes[MOST_STATES]; /* at first */
  size_t class_count;
} automaton;

static bool alike (const automaton *a, const uint32_t *classes, size_t p, size_t q)
{
  if (classes[p] != classes[q])
    return false;
  for (size_t l = 0; l < a->labels; l++)
    if (a->there[p][l] != a->there[q][l] || (a->there[p][l] && classes[a->to[p][l]] != classes[a->to[q][l]]))
      return false;
  return true;
}

/* Classes are named by their first states. */
static void slow_refine (const automaton *a, uint32_t *classes)
{
  uint32_t next[MOST_STATES];
  memcpy (classes, a->classes, sizeof a->classes);
  for (bool changed = true; changed;) {
    for (size_t q = 0; q < a->states; q++) {
      next[q] = 0;
      while (!alike (a, classes, q, next[q]))
        next[q]++;
    }
    changed = memcmp (classes, next, a->states * sizeof *next) != 0;
    memcpy (classes, next, a->states * sizeof *next);
  }
}

static automaton random_automaton (random_source *source)
{
  automaton a = { .states = 1 + random_below (source, MOST_STATES), .labels = random_below (source, MOST_LABELS + 1) };
  const size_t density = 10 + random_below (source, 91), near = 1 + random_below (source, a.states);
  for (size_t q = 0; q < a.states; q++)
    for (size_t l = 0; l < a.labels; l++) {
      a.there[q][l] = random_below (source, 100) < density;
      a.to[q][l] = (uint32_t) ((q + random_below (source, near)) % a.states);
    }
  a.class_count = 1 + random_below (source, a.states < 4 ? a.states : 4);
  for (size_t q = 0; q < a.states; q++) /* each class has a state */
    a.classes[q] = (uint32_t) (q < a.class_count ? q : random_below (source, a.class_count));
  return a;
}

static size_t list (const automaton *a, labelled *transitions)
{
  size_t count = 0;
  for (size_t q = 0; q < a->states; q++)
    for (size_t l = 0; l < a->labels; l++)
      if (a->there[q][l])
        transitions[count++] = (labelled){ (uint32_t) q, (uint32_t) l, a->to[q][l] };
  return count;
}

static void same_as_moore (void **state)
{
  (void) state;
  random_source source = { 21 };
  const papni_allocator memory = allocator_or_libc (NULL);
  size_t split = 0, whole = 0;
  for (size_t i = 0; i < test_count (3000); i++) {
    const automaton a = random_automaton (&source);
    labelled transitions[MOST_STATES * MOST_LABELS];
    uint32_t slow[MOST_STATES], fast[MOST_STATES];
    papni_error error;
    memcpy (fast, a.classes, sizeof fast);
    refinement r = { a.states, transitions, list (&a, transitions), a.labels, fast, a.class_count };
    expect_ok (partition_refine (&r, &memory, NULL, &error), &error);
    slow_refine (&a, slow);
    for (size_t p = 0; p < a.states; p++) {
      assert_true (fast[p] < r.class_count);
      for (size_t q = 0; q < p; q++)
        assert_int_equal (fast[p] == fast[q], slow[p] == slow[q]);
    }
    split += r.class_count > a.class_count;
    whole += r.class_count < a.states;
  }
  assert_true (split > 20 && whole > 10);
}

static bool never (void *context, papni_phase phase, size_t done, size_t total)
{
  (void) context, (void) phase, (void) done, (void) total;
  return false;
}

/* A chain is long enough for the watch to be called. */
static void can_be_cancelled (void **state)
{
  (void) state;
  enum
  {
    STATES = 100000
  };
  const papni_allocator memory = allocator_or_libc (NULL);
  labelled *chain = twin_allocate (STATES, sizeof *chain);
  uint32_t *classes = twin_allocate (STATES, sizeof *classes);
  papni_error error;
  for (uint32_t q = 0; q < STATES; q++) {
    chain[q] = (labelled){ q, 0, q + 1 < STATES ? q + 1 : q };
    classes[q] = q + 1 == STATES;
  }
  watch w = { .caller = { never, NULL } };
  refinement r = { STATES, chain, STATES, 1, classes, 2 };
  assert_int_equal (partition_refine (&r, &memory, &w, &error), PAPNI_CANCELLED);
  r = (refinement){ STATES, chain, STATES, 1, classes, 2 };
  expect_ok (partition_refine (&r, &memory, NULL, &error), &error);
  assert_int_equal (r.class_count, STATES);
  free (chain);
  free (classes);
}

int main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (same_as_moore), cmocka_unit_test (can_be_cancelled) };
  return cmocka_run_group_tests_name ("partition", tests, NULL, NULL);
}
