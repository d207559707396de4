/* trim.c - removes the states that no accepted word uses.
 *
 * What accepted words use is found for places and the steps between them, of which there
 * are few where states lead to each other, and only then for states and transitions. */
#include "ops/trim.h"

#include "ops/useful.h"

typedef struct trimmer
{
  const papni_model *model;
  useful useful;
  trimmed *result;
  bool *states, *transitions; /* that are kept */
  bool *places;               /* that are useful in some level */
  bool *bottom;               /* that are useful with no open call */
  bool *edges;                /* steps between places that accepted words use, as in steps.before */
  bool *calls, *ports;        /* that accepted words use, as in reach.calls and useful.ports */
  bool taken;
  error *error;
} trimmer;

/* ---- levels ---- */

static status note_members (trimmer *t, uint32_t level, uint32_t place)
{
  const reach *r = &t->useful.reach;
  trimmed *result = t->result;
  const papni_state module = level ? r->entries[level] : 0;
  for (size_t k = r->state_rows.first[place]; k < r->state_rows.first[place + 1]; k++) {
    if (!reserve (&result->parts.memory, &result->memberships, &result->capacity, result->count + 1,
                  sizeof *result->memberships))
      return no_memory (t->error);
    result->memberships[result->count++] = (membership){ r->states[k], module };
  }
  return PAPNI_OK;
}

/* The steps, calls and returns for any caller that accepted words use in a place of the
 * level that was walked last. */
static void note_steps (trimmer *t, uint32_t level, uint32_t place)
{
  const useful *u = &t->useful;
  const reach *r = &u->reach;
  const steps *s = &r->steps;
  for (size_t k = s->rows.first[place]; k < s->rows.first[place + 1]; k++)
    t->edges[k] |= reach_met (r, s->before[k]);
  for (size_t k = r->call_rows.first[place]; k < r->call_rows.first[place + 1]; k++)
    t->calls[k] = t->calls[k] || useful_call (u, &r->calls[k]);
  for (size_t k = u->port_rows.first[place]; k < u->port_rows.first[place + 1]; k++)
    t->ports[k] = t->ports[k] || useful_port (u, level, &u->ports[k]);
}

/* Keeps the returns with a caller that accepted words use in the level, and their calls. */
static status keep_named (trimmer *t, uint32_t level)
{
  const papni_model *m = t->model;
  const reach *r = &t->useful.reach;
  const size_t first = r->return_rows.first[level], end = r->return_rows.first[level + 1];
  for (size_t i = first; i < end; i++) {
    const transition *own = &m->transitions[r->returns[i]];
    if (!reach_met (r, r->steps.place[own->from]) || !useful_named (&t->useful, level, own))
      continue;
    const transition *call = model_find (m, own->caller, own->popped, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
    t->transitions[r->returns[i]] = t->transitions[call - m->transitions] = true;
  }
  return watch_spend (r->watch, end - first, t->error);
}

static status note_level (trimmer *t, uint32_t level)
{
  useful *u = &t->useful;
  reach *r = &u->reach;
  status failed = useful_walk (u, level);
  for (size_t i = 0; !failed && i < r->met_count; i++) {
    const uint32_t place = r->met[i];
    if (!useful_place (u, place))
      continue;
    t->places[place] = true;
    t->bottom[place] |= !level;
    if (t->taken)
      note_steps (t, level, place);
    if (t->model->kind == PAPNI_SEVPA)
      failed = note_members (t, level, place);
    if (!failed)
      failed = watch_spend (r->watch, 1 + r->steps.rows.first[place + 1] - r->steps.rows.first[place], t->error);
  }
  return failed || !t->taken ? failed : keep_named (t, level);
}

/* ---- transitions ---- */

/* Do accepted words use a step from one place to the other? */
static bool uses_edge (const trimmer *t, uint32_t from, uint32_t to)
{
  const steps *s = &t->useful.reach.steps;
  size_t low = s->rows.first[to], high = s->rows.first[to + 1];
  if (from == to)
    return t->places[to];
  while (low < high) { /* in ascending order */
    const size_t middle = low + (high - low) / 2;
    if (s->before[middle] < from)
      low = middle + 1;
    else
      high = middle;
  }
  return low < s->rows.first[to + 1] && s->before[low] == from && t->edges[low];
}

/* Do accepted words use this call, with a return for any caller? */
static bool uses_call (const trimmer *t, const transition *own)
{
  const reach *r = &t->useful.reach;
  const uint32_t place = r->steps.place[own->from];
  const reach_call key = { place, reach_entered (r, own->from, own->symbol), own->symbol };
  const reach_call *found = key.level == NO_LEVEL ? NULL : reach_find_call (r, &key);
  return found && t->calls[found - r->calls];
}

static bool uses (const trimmer *t, const transition *own)
{
  const uint32_t *place = t->useful.reach.steps.place;
  const papni_kind kind = model_symbol_kind (t->model, own->symbol);
  if (kind == PAPNI_INTERNAL)
    return uses_edge (t, place[own->from], place[own->to]);
  if (kind == PAPNI_CALL)
    return uses_call (t, own);
  const port *p = useful_port_of (&t->useful, own);
  return p && t->ports[p - t->useful.ports];
}

/* Keeps the transitions that accepted words use; those with a caller, and their calls, are
 * kept already. */
static void keep_taken (trimmer *t)
{
  const papni_model *m = t->model;
  for (size_t q = 0; q < m->states; q++)
    t->result->parts.accepting[q] = t->bottom[t->useful.reach.steps.place[q]] && m->accepting[q];
  for (size_t i = 0; i < m->count; i++)
    t->transitions[i] = t->transitions[i] || uses (t, &m->transitions[i]);
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

/* ---- all of it ---- */

static status trim_keep (trimmer *t)
{
  const papni_model *m = t->model;
  status failed = PAPNI_OK;
  for (uint32_t level = 0; !failed && level < t->useful.reach.levels; level++)
    failed = note_level (t, level);
  if (failed)
    return failed;
  for (size_t q = 0; q < m->states; q++)
    t->states[q] = t->places[t->useful.reach.steps.place[q]];
  if (t->taken)
    keep_taken (t);
  else
    keep_between (t);
  for (size_t i = 0; !failed && i < m->count; i++)
    if (t->transitions[i])
      failed = assembly_add (&t->result->parts, m->transitions[i], t->error);
  return failed;
}

static bool trim_make_room (trimmer *t)
{
  const allocator *a = &t->model->memory;
  const useful *u = &t->useful;
  t->states = allocate_zeroed (a, t->model->states, sizeof *t->states);
  t->transitions = allocate_zeroed (a, t->model->count, sizeof *t->transitions);
  t->places = allocate_zeroed (a, u->reach.steps.places, sizeof *t->places);
  t->bottom = allocate_zeroed (a, u->reach.steps.places, sizeof *t->bottom);
  t->edges = allocate_zeroed (a, u->reach.steps.count, sizeof *t->edges);
  t->calls = allocate_zeroed (a, u->reach.call_count, sizeof *t->calls);
  t->ports = allocate_zeroed (a, u->port_count, sizeof *t->ports);
  return t->states && t->transitions && t->places && t->bottom && t->edges && t->calls && t->ports;
}

status trim_model (const papni_model *model, bool taken, watch *w, trimmed *result, error *e)
{
  const allocator *a = &model->memory;
  trimmer t = { .model = model, .result = result, .taken = taken, .error = e };
  *result = (trimmed){ 0 };
  status failed = useful_find (&t.useful, model, w, e);
  if (!failed && !trim_make_room (&t))
    failed = no_memory (e);
  if (!failed)
    failed = assembly_begin (&result->parts, a, model->kind, model->alphabet, model->states, e);
  if (!failed)
    failed = trim_keep (&t);
  release (a, t.states, model->states, sizeof *t.states);
  release (a, t.transitions, model->count, sizeof *t.transitions);
  release (a, t.places, t.useful.reach.steps.places, sizeof *t.places);
  release (a, t.bottom, t.useful.reach.steps.places, sizeof *t.bottom);
  release (a, t.edges, t.useful.reach.steps.count, sizeof *t.edges);
  release (a, t.calls, t.useful.reach.call_count, sizeof *t.calls);
  release (a, t.ports, t.useful.port_count, sizeof *t.ports);
  useful_release (&t.useful);
  return failed;
}

void trim_release (trimmed *t)
{
  release (&t->parts.memory, t->memberships, t->capacity, sizeof *t->memberships);
  assembly_release (&t->parts);
}
