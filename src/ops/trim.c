/* trim.c - removes the states that no accepted word uses. */
#include "ops/trim.h"

#include "ops/useful.h"

typedef struct trimmer
{
  const papni_model *model;
  useful useful;
  trimmed *result;
  bool *states, *transitions; /* that are kept */
  bool taken;
  error *error;
} trimmer;

static status add_membership (trimmer *t, membership new)
{
  trimmed *r = t->result;
  if (!reserve (&r->parts.memory, &r->memberships, &r->capacity, r->count + 1, sizeof *r->memberships))
    return no_memory (t->error);
  r->memberships[r->count++] = new;
  return PAPNI_OK;
}

/* A return that is used, and the call that it depends on. */
static void keep_return (trimmer *t, const transition *own)
{
  const papni_model *m = t->model;
  t->transitions[own - m->transitions] = true;
  if (own->caller != PAPNI_NO_STATE)
    t->transitions[model_find (m, own->caller, own->popped, PAPNI_NO_SYMBOL, PAPNI_NO_STATE) - m->transitions] = true;
}

/* Keeps the transitions that accepted words use in a state of the level. */
static void keep_taken (trimmer *t, uint32_t level, papni_state q)
{
  const papni_model *m = t->model;
  const useful *u = &t->useful;
  for (size_t i = m->first[q]; i < m->first[q + 1]; i++) {
    const transition *own = &m->transitions[i];
    const papni_kind kind = model_symbol_kind (m, own->symbol);
    if (t->transitions[i])
      continue;
    if (kind == PAPNI_INTERNAL)
      t->transitions[i] = useful_place (u, u->reach.steps.place[own->to]);
    else if (kind == PAPNI_CALL)
      t->transitions[i] = useful_call (u, own);
    else if (useful_return (u, level, own))
      keep_return (t, own);
  }
}

static status keep_state (trimmer *t, uint32_t level, papni_state q)
{
  const papni_model *m = t->model;
  t->states[q] = true;
  if (!level && t->taken)
    t->result->parts.accepting[q] = m->accepting[q];
  if (t->taken)
    keep_taken (t, level, q);
  const papni_state module = level ? t->useful.reach.entries[level] : 0;
  return m->kind == PAPNI_SEVPA ? add_membership (t, (membership){ q, module }) : PAPNI_OK;
}

static status keep_levels (trimmer *t)
{
  reach *r = &t->useful.reach;
  status failed = PAPNI_OK;
  for (uint32_t level = 0; !failed && level < r->levels; level++) {
    failed = useful_walk (&t->useful, level);
    for (size_t i = 0; !failed && i < r->met_count; i++) {
      const uint32_t place = r->met[i];
      if (!useful_place (&t->useful, place))
        continue;
      for (size_t k = r->state_rows.first[place]; !failed && k < r->state_rows.first[place + 1]; k++) {
        const papni_state q = r->states[k];
        failed = keep_state (t, level, q);
        if (!failed)
          failed = watch_spend (r->watch, 1 + t->model->first[q + 1] - t->model->first[q], t->error);
      }
    }
  }
  return failed;
}

/* Keeps the transitions between states that are kept. */
static void keep_between (trimmer *t)
{
  const papni_model *m = t->model;
  for (size_t q = 0; q < m->states; q++)
    t->result->parts.accepting[q] = t->states[q] && m->accepting[q];
  for (size_t i = 0; i < m->count; i++) {
    const transition *own = &m->transitions[i];
    t->transitions[i] =
        t->states[own->from] && t->states[own->to] && (own->caller == PAPNI_NO_STATE || t->states[own->caller]);
  }
}

static status trim_keep (trimmer *t)
{
  status failed = keep_levels (t);
  if (!failed && !t->taken)
    keep_between (t);
  for (size_t i = 0; !failed && i < t->model->count; i++)
    if (t->transitions[i])
      failed = assembly_add (&t->result->parts, t->model->transitions[i], t->error);
  return failed;
}

status trim_model (const papni_model *model, bool taken, watch *w, trimmed *result, error *e)
{
  const allocator *a = &model->memory;
  trimmer t = { .model = model, .result = result, .taken = taken, .error = e };
  *result = (trimmed){ 0 };
  t.states = allocate_zeroed (a, model->states, sizeof *t.states);
  t.transitions = allocate_zeroed (a, model->count, sizeof *t.transitions);
  status failed = useful_find (&t.useful, model, w, e);
  if (!failed && (!t.states || !t.transitions))
    failed = no_memory (e);
  if (!failed)
    failed = assembly_begin (&result->parts, a, model->kind, model->alphabet, model->states, e);
  if (!failed)
    failed = trim_keep (&t);
  release (a, t.states, model->states, sizeof *t.states);
  release (a, t.transitions, model->count, sizeof *t.transitions);
  useful_release (&t.useful);
  return failed;
}

void trim_release (trimmed *t)
{
  release (&t->parts.memory, t->memberships, t->capacity, sizeof *t->memberships);
  assembly_release (&t->parts);
}
