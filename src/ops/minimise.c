/* minimise.c - the minimal equivalent model of the same kind.
 *
 * First, states that no accepted word uses are removed (trim). Then equivalent states
 * are joined: those whose transitions lead to equivalent states, including the returns
 * of calls made in them. So a transition that depends on a caller is a transition of
 * the caller as well, and together they form a partial automaton whose equivalent
 * states are found by partition refinement (partition). For a dfa and a vpa the result
 * is the minimal automaton over the stack-aware alphabet; for a sevpa, whose modules
 * are kept separate, the minimal one for its modules. Then transitions that no accepted
 * word uses are removed; if that makes states equivalent, all is repeated. In a general
 * model, callers that make no difference are removed (compact), with the same effect. */
#include "base/names.h"
#include "ops/compact.h"
#include "ops/partition.h"
#include "ops/trim.h"

#include <string.h>

/* The role of a state in a transition, which is characterized by the other parts. */
typedef enum role
{
  READS,  /* the symbol is read in it */
  CALLED, /* the call that a return pops was made in it */
  WITHIN  /* no transition: the state is in a module */
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
  aspect *aspects;
  size_t count, capacity;
  labelled *transitions; /* one for each role; a label stands for everything except the state and `to` */
  size_t labels;
  papni_state *classes; /* of the states */
  size_t states, class_count;
  const char **outputs; /* of the states of a Moore machine, or NULL */
  watch *watch;
  error *error;
} minimiser;

/* ---- what distinguishes states ---- */

static int minimise_by_label (const void *left, const void *right)
{
  const aspect *x = left, *y = right;
  int order = compare (x->role, y->role);
  if (!order)
    order = compare (x->symbol, y->symbol);
  if (!order)
    order = compare (x->popped, y->popped);
  return order ? order : compare (x->other, y->other);
}

static status minimise_add (minimiser *m, aspect a)
{
  if (m->count == UINT32_MAX || !reserve (&m->memory, &m->aspects, &m->capacity, m->count + 1, sizeof *m->aspects))
    return no_memory (m->error);
  m->aspects[m->count++] = a;
  return PAPNI_OK;
}

static status add_transition (minimiser *m, const transition *t)
{
  const assembly *parts = &m->trimmed->parts;
  if (parts->kind == PAPNI_SEVPA && parts->alphabet->letters[t->symbol].kind == PAPNI_CALL)
    return PAPNI_OK; /* the same from every state */
  const status failed = minimise_add (m, (aspect){ t->from, t->caller, t->to, READS, t->symbol, t->popped });
  if (failed || t->caller == PAPNI_NO_STATE)
    return failed;
  return minimise_add (m, (aspect){ t->caller, t->from, t->to, CALLED, t->symbol, t->popped });
}

static status add_aspects (minimiser *m)
{
  const trimmed *t = m->trimmed;
  status failed = PAPNI_OK;
  for (size_t i = 0; !failed && i < t->parts.count; i++)
    failed = add_transition (m, &t->parts.transitions[i]);
  for (size_t i = 0; !failed && i < t->count; i++)
    failed = minimise_add (m, (aspect){ t->memberships[i].state, t->memberships[i].module, 0, WITHIN, 0, 0 });
  return failed ? failed : watch_spend (m->watch, m->count, m->error);
}

static status add_labels (minimiser *m)
{
  m->transitions = allocate (&m->memory, m->count, sizeof *m->transitions);
  if (!m->transitions)
    return no_memory (m->error);
  sort_items (m->aspects, m->count, sizeof *m->aspects, minimise_by_label);
  for (size_t i = 0; i < m->count; i++) {
    m->labels += i && minimise_by_label (&m->aspects[i - 1], &m->aspects[i]) != 0;
    m->transitions[i] = (labelled){ m->aspects[i].state, (uint32_t) m->labels, m->aspects[i].to };
  }
  m->labels++;
  return watch_ask (m->watch, m->error);
}

/* ---- classes ---- */

static size_t classes_by_label (minimiser *m)
{
  bool accepts = false, rejects = false;
  for (size_t q = 0; q < m->states; q++)
    *(m->trimmed->parts.accepting[q] ? &accepts : &rejects) = true;
  for (size_t q = 0; q < m->states; q++)
    m->classes[q] = rejects && m->trimmed->parts.accepting[q];
  return (size_t) accepts + rejects;
}

/* States of a Moore machine with different outputs are different; 0 if out of memory. */
static size_t classes_by_output (minimiser *m)
{
  names known = { 0 };
  bool room = true;
  for (size_t q = 0; room && q < m->states; q++) {
    const char *output = m->outputs[q] ? m->outputs[q] : "?";
    m->classes[q] = names_enter (&m->memory, &known, (piece){ output, output + strlen (output) });
    room = m->classes[q] != NO_NAME;
  }
  const size_t count = room ? known.count : 0;
  names_release (&m->memory, &known);
  return count;
}

static status minimise_find_classes (minimiser *m)
{
  m->classes = allocate (&m->memory, m->states, sizeof *m->classes);
  const size_t begin = !m->classes ? 0 : m->outputs ? classes_by_output (m) : classes_by_label (m);
  if (!begin)
    return no_memory (m->error);
  status failed = add_aspects (m);
  if (!failed)
    failed = add_labels (m);
  refinement r = { m->states, m->transitions, m->count, m->labels, m->classes, begin };
  if (!failed)
    failed = partition_refine (&r, &m->memory, m->watch, m->error);
  m->class_count = r.class_count;
  return failed;
}

/* ---- one state per class ---- */

static papni_model *minimise_join (const minimiser *m)
{
  const assembly *parts = &m->trimmed->parts;
  error *e = m->error;
  assembly joined;
  status failed = assembly_begin (&joined, &m->memory, parts->kind, parts->alphabet, m->class_count, e);
  joined.start = m->classes[0];
  for (size_t q = 0; !failed && q < m->states; q++)
    joined.accepting[m->classes[q]] |= parts->accepting[q];
  for (size_t i = 0; !failed && i < parts->count; i++) {
    transition t = parts->transitions[i];
    t.from = m->classes[t.from];
    t.to = m->classes[t.to];
    if (t.caller != PAPNI_NO_STATE)
      t.caller = m->classes[t.caller];
    failed = assembly_add (&joined, t, e);
  }
  papni_model *model = failed ? NULL : assembly_model (&joined, e);
  assembly_release (&joined);
  return model && model->kind == PAPNI_GENERAL ? compact_callers (model, m->watch, e) : model;
}

/* Removes states that no accepted word uses, and joins equivalent states. */
static papni_model *shrink (const papni_model *model, watch *w, error *e)
{
  trimmed t;
  minimiser m = {
    .memory = model->memory, .trimmed = &t, .states = model->states, .outputs = model->outputs, .watch = w, .error = e
  };
  papni_model *smaller = NULL;
  if (!trim_model (model, model->kind == PAPNI_SEVPA, w, &t, e) && !minimise_find_classes (&m))
    smaller = minimise_join (&m);
  release (&m.memory, m.aspects, m.capacity, sizeof *m.aspects);
  release (&m.memory, m.transitions, m.count, sizeof *m.transitions);
  release (&m.memory, m.classes, m.states, sizeof *m.classes);
  trim_release (&t);
  return model_like (smaller, model, 0, e);
}

/* Removes transitions that no accepted word uses. */
static papni_model *prune (const papni_model *model, watch *w, error *e)
{
  trimmed t;
  papni_model *smaller = NULL;
  if (!trim_model (model, true, w, &t, e))
    smaller = assembly_model (&t.parts, e);
  trim_release (&t);
  smaller = smaller && smaller->kind == PAPNI_GENERAL ? compact_callers (smaller, w, e) : smaller;
  return model_like (smaller, model, 0, e);
}

static size_t accepting_states (const papni_model *model)
{
  size_t count = 0;
  for (size_t q = 0; q < model->states; q++)
    count += model->accepting[q];
  return count;
}

static bool same_size (const papni_model *x, const papni_model *y)
{
  return x->count == y->count && x->states == y->states && accepting_states (x) == accepting_states (y);
}

/* In a general model, callers that were removed may have made states equivalent: it is
 * minimal when neither step changes it. */
papni_model *papni_minimize (const papni_model *model, const papni_watch *caller, papni_error *e)
{
  watch w = watch_begin (caller, PAPNI_PHASE_COMPARING);
  if (model->machine >= PAPNI_MC) {
    fail (e, PAPNI_INPUT,
          "a model with probabilities (%s) cannot be minimized: states with the same words may have "
          "different probabilities",
          papni_model_type (model));
    return NULL;
  }
  papni_model *smaller = shrink (model, &w, e);
  while (smaller) {
    papni_model *pruned = prune (smaller, &w, e);
    const bool done = pruned && same_size (pruned, smaller);
    papni_model_free (smaller);
    if (!pruned || (done && pruned->kind != PAPNI_GENERAL))
      return pruned;
    smaller = shrink (pruned, &w, e);
    if (done && smaller && same_size (smaller, pruned)) {
      papni_model_free (smaller);
      return pruned;
    }
    papni_model_free (pruned);
  }
  return NULL;
}
