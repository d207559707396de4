/* reach.c - which states are reachable inside each call. */
#include "ops/reach.h"

/* ---- the graph of places ---- */

/* The steps in forward direction. */
static void turn_steps (reach *r)
{
  const steps *s = &r->steps;
  for (size_t i = 0; i < s->count; i++)
    rows_count (&r->after_rows, s->before[i]);
  rows_begin (&r->after_rows);
  for (size_t p = 0; p < s->places; p++)
    for (size_t i = s->rows.first[p]; i < s->rows.first[p + 1]; i++)
      r->after[rows_place (&r->after_rows, s->before[i])] = (uint32_t) p;
}

static void list_states (reach *r)
{
  const steps *s = &r->steps;
  for (size_t q = 0; q < s->states; q++)
    rows_count (&r->state_rows, s->place[q]);
  rows_begin (&r->state_rows);
  for (size_t q = 0; q < s->states; q++)
    r->states[rows_place (&r->state_rows, s->place[q])] = (papni_state) q;
}

static bool reach_make_room (reach *r)
{
  const allocator *a = &r->memory;
  const steps *s = &r->steps;
  r->after = allocate (a, s->count, sizeof *r->after);
  r->states = allocate (a, s->states, sizeof *r->states);
  r->entries = allocate (a, s->states + 1, sizeof *r->entries);
  r->level_of = allocate (a, s->places + s->states, sizeof *r->level_of);
  r->reached = allocate_zeroed (a, s->states, sizeof *r->reached);
  r->met = allocate (a, s->places, sizeof *r->met);
  r->seen = allocate_zeroed (a, s->places, sizeof *r->seen);
  const bool room = rows_init (a, &r->after_rows, s->places) && rows_init (a, &r->state_rows, s->places)
                    && rows_init (a, &r->call_rows, s->places);
  return room && r->after && r->states && r->entries && r->level_of && r->reached && r->met && r->seen;
}

/* ---- walking ---- */

/* Either all states of a place are co-accessible, or none; some places have no state. */
static bool reach_hopeful (const reach *r, uint32_t place)
{
  const size_t first = r->state_rows.first[place];
  return first == r->state_rows.first[place + 1] || r->model->hopeful[r->states[first]];
}

static void reach_meet (reach *r, uint32_t place)
{
  if (reach_met (r, place) || !reach_hopeful (r, place))
    return;
  r->seen[place] = r->walk;
  r->met[r->met_count++] = place;
}

status reach_walk (reach *r, uint32_t level)
{
  status failed = PAPNI_OK;
  r->walk++;
  r->met_count = 0;
  reach_meet (r, r->steps.place[r->entries[level]]);
  for (size_t i = 0; !failed && i < r->met_count; i++) {
    const uint32_t p = r->met[i];
    for (size_t k = r->after_rows.first[p]; k < r->after_rows.first[p + 1]; k++)
      reach_meet (r, r->after[k]);
    failed = watch_spend (r->watch, 1 + r->after_rows.first[p + 1] - r->after_rows.first[p], r->error);
  }
  return failed;
}

/* ---- levels ---- */

static uint32_t *level_at (const reach *r, papni_state entry)
{
  return &r->level_of[r->model->kind == PAPNI_SEVPA ? entry : r->steps.place[entry]];
}

uint32_t reach_entered (const reach *r, papni_state caller, symbol call)
{
  const transition *t = model_find (r->model, caller, call, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
  return t ? *level_at (r, t->to) : NO_LEVEL;
}

/* Finds the calls of a reachable state. */
static status find_calls (reach *r, papni_state q)
{
  const papni_model *m = r->model;
  for (size_t i = m->first[q]; i < m->first[q + 1]; i++) {
    const transition *t = &m->transitions[i];
    if (model_symbol_kind (m, t->symbol) != PAPNI_CALL || !m->hopeful[t->to])
      continue;
    uint32_t *level = level_at (r, t->to);
    if (*level == NO_LEVEL) {
      *level = (uint32_t) r->levels;
      r->entries[r->levels++] = t->to;
    }
    if (!reserve (&r->memory, &r->calls, &r->call_capacity, r->call_count + 1, sizeof *r->calls))
      return no_memory (r->error);
    r->calls[r->call_count++] = (reach_call){ r->steps.place[q], *level, t->symbol };
  }
  return watch_spend (r->watch, m->first[q + 1] - m->first[q], r->error);
}

static status find_levels (reach *r)
{
  status failed = PAPNI_OK;
  for (size_t i = 0; i < r->steps.places + r->steps.states; i++)
    r->level_of[i] = NO_LEVEL;
  r->entries[r->levels++] = 0;
  for (uint32_t level = 0; !failed && level < r->levels; level++) {
    failed = reach_walk (r, level);
    for (size_t i = 0; !failed && i < r->met_count; i++)
      for (size_t k = r->state_rows.first[r->met[i]]; !failed && k < r->state_rows.first[r->met[i] + 1]; k++)
        if (!r->reached[r->states[k]]) {
          r->reached[r->states[k]] = true;
          failed = find_calls (r, r->states[k]);
        }
  }
  return failed;
}

static int reach_by_place (const void *left, const void *right)
{
  const reach_call *x = left, *y = right;
  int order = compare (x->place, y->place);
  if (!order)
    order = compare (x->call, y->call);
  return order ? order : compare (x->level, y->level);
}

static void sort_calls (reach *r)
{
  r->call_count = sort_unique (r->calls, r->call_count, sizeof *r->calls, reach_by_place);
  for (size_t i = 0; i < r->call_count; i++)
    rows_count (&r->call_rows, r->calls[i].place);
  rows_sorted (&r->call_rows);
}

const reach_call *reach_find_call (const reach *r, const reach_call *key)
{
  size_t low = r->call_rows.first[key->place], high = r->call_rows.first[key->place + 1];
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int order = reach_by_place (&r->calls[middle], key);
    if (!order)
      return &r->calls[middle];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

/* Lists the returns with a caller by level, those of callers that are not reachable left out. */
static status sort_returns (reach *r)
{
  const papni_model *m = r->model;
  uint32_t *level = allocate (&r->memory, m->count, sizeof *level);
  r->returns = allocate (&r->memory, m->count, sizeof *r->returns);
  const bool room = rows_init (&r->memory, &r->return_rows, r->levels) && level && r->returns;
  for (size_t i = 0; room && i < m->count; i++) {
    const transition *t = &m->transitions[i];
    const bool looks = t->caller != PAPNI_NO_STATE && r->reached[t->caller];
    level[i] = looks ? reach_entered (r, t->caller, t->popped) : NO_LEVEL;
    if (level[i] != NO_LEVEL)
      rows_count (&r->return_rows, level[i]);
  }
  if (room)
    rows_begin (&r->return_rows);
  for (size_t i = 0; room && i < m->count; i++)
    if (level[i] != NO_LEVEL)
      r->returns[rows_place (&r->return_rows, level[i])] = (uint32_t) i;
  release (&r->memory, level, m->count, sizeof *level);
  return room ? watch_spend (r->watch, m->count, r->error) : no_memory (r->error);
}

/* ---- beginning and ending ---- */

status reach_begin (reach *r, const papni_model *model, watch *w, error *e)
{
  *r = (reach){ .memory = model->memory, .model = model, .watch = w, .error = e };
  status failed = steps_find (&r->steps, model, SIZE_MAX, w, e);
  if (!failed && !reach_make_room (r))
    failed = no_memory (e);
  if (failed)
    return failed;
  turn_steps (r);
  list_states (r);
  failed = find_levels (r);
  if (failed)
    return failed;
  sort_calls (r);
  return sort_returns (r);
}

void reach_release (reach *r)
{
  const allocator *a = &r->memory;
  const steps *s = &r->steps;
  release (a, r->after, s->count, sizeof *r->after);
  release (a, r->states, s->states, sizeof *r->states);
  release (a, r->entries, s->states + 1, sizeof *r->entries);
  release (a, r->level_of, s->places + s->states, sizeof *r->level_of);
  release (a, r->reached, s->states, sizeof *r->reached);
  release (a, r->calls, r->call_capacity, sizeof *r->calls);
  rows_release (a, &r->after_rows);
  rows_release (a, &r->state_rows);
  rows_release (a, &r->call_rows);
  release (a, r->returns, r->model->count, sizeof *r->returns);
  rows_release (a, &r->return_rows);
  release (a, r->met, s->places, sizeof *r->met);
  release (a, r->seen, s->places, sizeof *r->seen);
  steps_release (&r->steps);
}
