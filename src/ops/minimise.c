/* minimise.c - the smallest model of its kind with the same words.
 *
 * First go the states that no accepted word takes (trim). Then states that behave alike become
 * one: classes are split, as Moore did it, until the members of a class agree on the
 * class that each of their transitions leads to, and on what the calls made in them
 * come back to. For a dfa and a vpa this is the smallest automaton over the
 * stack-aware alphabet; for a sevpa, whose modules are kept apart, the smallest for
 * its modules. What no accepted word takes of the result goes as well; where that
 * makes states alike, once more. */
#include "ops/compact.h"
#include "ops/trim.h"


/* A part that a state has in a transition, and what the other parts are. */
typedef enum role
{
  READS,  /* it is where the symbol is read */
  CALLED, /* it is where the call was made that a return pops */
  WITHIN  /* no transition: it is in a module */
} role;

typedef struct aspect
{
  papni_state state, other, to;
  role role;
  symbol symbol, popped;
} aspect;

typedef struct minimiser
{
  allocator memory;
  const trimmed *trimmed;
  size_t states;
  aspect *aspects; /* by state; then by all but `to` */
  size_t count, capacity;
  size_t *first;        /* the aspects of q are those from first[q] up to first[q + 1] */
  papni_state *classes; /* of the states */
  papni_state *sorted, *spare;
  size_t class_count;
} minimiser;

/* ---- what can tell states apart ---- */

static int compare_keys (const aspect *x, const aspect *y)
{
  int order = compare (x->role, y->role);
  if (!order)
    order = compare (x->symbol, y->symbol);
  if (!order)
    order = compare (x->popped, y->popped);
  return order ? order : compare (x->other, y->other);
}

static int minimise_by_state (const void *left, const void *right)
{
  const aspect *x = left, *y = right;
  const int order = compare (x->state, y->state);
  return order ? order : compare_keys (x, y);
}

static status minimise_add (minimiser *m, aspect a, error *e)
{
  if (!reserve (&m->memory, &m->aspects, &m->capacity, m->count + 1, sizeof *m->aspects))
    return no_memory (e);
  m->aspects[m->count++] = a;
  return PAPNI_OK;
}

static status add_transition (minimiser *m, const transition *t, error *e)
{
  const assembly *parts = &m->trimmed->parts;
  if (parts->kind == PAPNI_SEVPA && parts->alphabet->letters[t->symbol].kind == PAPNI_CALL)
    return PAPNI_OK; /* the same from every state */
  const status failed = minimise_add (m, (aspect){ t->from, t->caller, t->to, READS, t->symbol, t->popped }, e);
  if (failed || t->caller == PAPNI_NO_STATE)
    return failed;
  return minimise_add (m, (aspect){ t->caller, t->from, t->to, CALLED, t->symbol, t->popped }, e);
}

static status add_aspects (minimiser *m, error *e)
{
  const trimmed *t = m->trimmed;
  status failed = PAPNI_OK;
  for (size_t i = 0; !failed && i < t->parts.count; i++)
    failed = add_transition (m, &t->parts.transitions[i], e);
  for (size_t i = 0; !failed && t->parts.kind == PAPNI_SEVPA && i < t->count; i++)
    failed = minimise_add (m, (aspect){ t->memberships[i].state, t->memberships[i].module, 0, WITHIN, 0, 0 }, e);
  if (failed || !m->count)
    return failed;
  m->count = sort_unique (m->aspects, m->count, sizeof *m->aspects, minimise_by_state);
  for (size_t i = 0; i < m->count; i++)
    m->first[m->aspects[i].state + 1]++;
  for (size_t q = 0; q < m->states; q++)
    m->first[q + 1] += m->first[q];
  return PAPNI_OK;
}

/* ---- classes ---- */

static int compare_states (const minimiser *m, papni_state x, papni_state y)
{
  int order = compare (m->classes[x], m->classes[y]);
  size_t i = m->first[x], k = m->first[y];
  for (; !order && i < m->first[x + 1] && k < m->first[y + 1]; i++, k++) {
    order = compare_keys (&m->aspects[i], &m->aspects[k]);
    if (!order)
      order = compare (m->classes[m->aspects[i].to], m->classes[m->aspects[k].to]);
  }
  return order ? order : (i < m->first[x + 1]) - (k < m->first[y + 1]);
}

/* Merge sort from the bottom up: qsort cannot be told the classes. */
static void sort_states (minimiser *m)
{
  for (size_t width = 1; width < m->states; width *= 2) {
    for (size_t i = 0; i < m->states; i += 2 * width) {
      const size_t middle = i + width < m->states ? i + width : m->states;
      const size_t end = middle + width < m->states ? middle + width : m->states;
      for (size_t left = i, right = middle, k = i; k < end; k++) {
        const bool take_left =
            left < middle && (right == end || compare_states (m, m->sorted[left], m->sorted[right]) <= 0);
        m->spare[k] = take_left ? m->sorted[left++] : m->sorted[right++];
      }
    }
    papni_state *swap = m->sorted;
    m->sorted = m->spare;
    m->spare = swap;
  }
}

/* Splits every class whose members do not agree; false once there is none. */
static bool split_classes (minimiser *m)
{
  const size_t before = m->class_count;
  sort_states (m);
  m->class_count = 0;
  for (size_t i = 0; i < m->states; i++) {
    const bool new = !i || compare_states (m, m->sorted[i - 1], m->sorted[i]) != 0;
    m->class_count += new;
    m->spare[m->sorted[i]] = (papni_state) (m->class_count - 1);
  }
  papni_state *swap = m->classes;
  m->classes = m->spare;
  m->spare = swap;
  return m->class_count > before;
}

static status minimise_find_classes (minimiser *m, error *e)
{
  const allocator *a = &m->memory;
  m->first = allocate_zeroed (a, m->states + 1, sizeof *m->first);
  m->classes = allocate (a, m->states, sizeof *m->classes);
  m->sorted = allocate (a, m->states, sizeof *m->sorted);
  m->spare = allocate (a, m->states, sizeof *m->spare);
  if (!m->first || !m->classes || !m->sorted || !m->spare)
    return no_memory (e);
  const status failed = add_aspects (m, e);
  for (size_t q = 0; q < m->states; q++) {
    m->classes[q] = m->trimmed->parts.accepting[q];
    m->sorted[q] = (papni_state) q;
  }
  while (!failed && split_classes (m))
    ;
  return failed;
}

/* ---- one state a class ---- */

/* The start's class is 0, and the class that was 0 takes its number. */
static papni_state minimise_class_of (const minimiser *m, papni_state q)
{
  const papni_state start = m->classes[0], own = m->classes[q];
  return own == start ? 0 : own == 0 ? start : own;
}

static papni_model *minimise_join (const minimiser *m, error *e)
{
  const assembly *parts = &m->trimmed->parts;
  assembly joined;
  status failed = assembly_begin (&joined, &m->memory, parts->kind, parts->alphabet, m->class_count, e);
  for (size_t q = 0; !failed && q < m->states; q++)
    joined.accepting[minimise_class_of (m, (papni_state) q)] |= parts->accepting[q];
  for (size_t i = 0; !failed && i < parts->count; i++) {
    transition t = parts->transitions[i];
    t.from = minimise_class_of (m, t.from);
    t.to = minimise_class_of (m, t.to);
    if (t.caller != PAPNI_NO_STATE)
      t.caller = minimise_class_of (m, t.caller);
    failed = assembly_add (&joined, t, e);
  }
  papni_model *model = failed ? NULL : assembly_model (&joined, e);
  assembly_release (&joined);
  return model && model->kind == PAPNI_GENERAL ? compact_callers (model, e) : model;
}

/* Without states that no accepted word takes, and with those that behave alike joined. */
static papni_model *shrink (const papni_model *model, papni_progress progress, void *context, error *e)
{
  trimmed t;
  minimiser m = { .memory = model->memory, .trimmed = &t, .states = model->states };
  papni_model *smaller = NULL;
  if (!trim_model (model, model->kind == PAPNI_SEVPA, progress, context, &t, e) && !minimise_find_classes (&m, e))
    smaller = minimise_join (&m, e);
  release (&m.memory, m.aspects, m.capacity, sizeof *m.aspects);
  release (&m.memory, m.first, m.states + 1, sizeof *m.first);
  release (&m.memory, m.classes, m.states, sizeof *m.classes);
  release (&m.memory, m.sorted, m.states, sizeof *m.sorted);
  release (&m.memory, m.spare, m.states, sizeof *m.spare);
  trim_release (&t);
  return smaller;
}

/* Without transitions that no accepted word takes. */
static papni_model *prune (const papni_model *model, papni_progress progress, void *context, error *e)
{
  trimmed t;
  papni_model *smaller = NULL;
  if (!trim_model (model, true, progress, context, &t, e))
    smaller = assembly_model (&t.parts, e);
  trim_release (&t);
  return smaller && smaller->kind == PAPNI_GENERAL ? compact_callers (smaller, e) : smaller;
}

static size_t accepting_states (const papni_model *model)
{
  size_t count = 0;
  for (size_t q = 0; q < model->states; q++)
    count += model->accepting[q];
  return count;
}

papni_model *papni_minimise (const papni_model *model, papni_progress progress, void *context, papni_error *e)
{
  papni_model *smaller = shrink (model, progress, context, e);
  while (smaller) {
    papni_model *pruned = prune (smaller, progress, context, e);
    const bool done = pruned && pruned->count == smaller->count && pruned->states == smaller->states
                      && accepting_states (pruned) == accepting_states (smaller);
    papni_model_free (smaller);
    if (done || !pruned)
      return pruned;
    smaller = shrink (pruned, progress, context, e);
    papni_model_free (pruned);
  }
  return NULL;
}
