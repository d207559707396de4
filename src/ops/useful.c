/* useful.c - which parts of a model lead to acceptance, given the stack. */
#include "ops/useful.h"

/* ---- ways out ---- */

static int useful_by_level (const void *left, const void *right)
{
  const way_out *x = left, *y = right;
  int order = compare (x->level, y->level);
  if (!order)
    order = compare (x->call, y->call);
  if (!order)
    order = compare (x->caller, y->caller);
  return order ? order : compare (x->to, y->to);
}

static way_out way_of (const useful *u, uint32_t level, const transition *t)
{
  const uint32_t *place = u->reach.steps.place;
  const uint32_t caller = t->caller == PAPNI_NO_STATE ? NO_PLACE : place[t->caller];
  return (way_out){ .level = level, .caller = caller, .to = place[t->to], .call = t->popped };
}

/* The first way out that is not before the key. */
static size_t first_way (const useful *u, const way_out *key)
{
  size_t low = u->first_out[key->level], high = u->first_out[key->level + 1];
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (useful_by_level (&u->outs[middle], key) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Can this return be read in this level? */
static bool leaves (const useful *u, uint32_t level, const transition *t)
{
  return t->popped != PAPNI_NO_SYMBOL
         && (t->caller == PAPNI_NO_STATE || u->return_level[t - u->reach.model->transitions] == level);
}

bool useful_return (const useful *u, uint32_t level, const transition *t)
{
  if (!level || !leaves (u, level, t))
    return false;
  const way_out key = way_of (u, level, t);
  const size_t i = first_way (u, &key);
  return i < u->first_out[level + 1] && !useful_by_level (&u->outs[i], &key) && u->outs[i].open;
}

static status add_ways_out (useful *u, uint32_t level, papni_state q)
{
  const papni_model *m = u->reach.model;
  for (size_t i = m->first[q]; i < m->first[q + 1]; i++) {
    const transition *t = &m->transitions[i];
    if (!leaves (u, level, t) || !m->hopeful[t->to])
      continue;
    const way_out new = way_of (u, level, t);
    if (u->out_count > u->first_out[level] && !useful_by_level (&u->outs[u->out_count - 1], &new))
      continue;
    if (!reserve (&u->reach.memory, &u->outs, &u->out_capacity, u->out_count + 1, sizeof *u->outs))
      return no_memory (u->reach.error);
    u->outs[u->out_count++] = new;
  }
  return watch_spend (u->reach.watch, m->first[q + 1] - m->first[q], u->reach.error);
}

static status find_ways_out (useful *u)
{
  reach *r = &u->reach;
  status failed = PAPNI_OK;
  for (uint32_t level = 1; !failed && level < r->levels; level++) {
    u->first_out[level] = u->out_count;
    failed = reach_walk (r, level);
    for (size_t i = 0; !failed && i < r->met_count; i++)
      for (size_t k = r->state_rows.first[r->met[i]]; !failed && k < r->state_rows.first[r->met[i] + 1]; k++)
        failed = add_ways_out (u, level, r->states[k]);
    const size_t first = u->first_out[level];
    if (u->out_count > first)
      u->out_count = first + sort_unique (u->outs + first, u->out_count - first, sizeof *u->outs, useful_by_level);
    u->first_out[level + 1] = u->out_count;
  }
  return failed;
}

/* ---- a level ---- */

static void useful_mark (useful *u, uint32_t place)
{
  if (useful_place (u, place) || !reach_met (&u->reach, place))
    return;
  u->marked[place] = u->reach.walk;
  u->work[u->work_count++] = place;
}

/* Can a word end in this place, or leave the level? */
static bool useful_end (const useful *u, uint32_t level, uint32_t place)
{
  const reach *r = &u->reach;
  const papni_model *m = r->model;
  if (!level)
    return u->accepting[place];
  for (size_t k = r->state_rows.first[place]; k < r->state_rows.first[place + 1]; k++)
    for (size_t i = m->first[r->states[k]]; i < m->first[r->states[k] + 1]; i++)
      if (useful_return (u, level, &m->transitions[i]))
        return true;
  return false;
}

status useful_walk (useful *u, uint32_t level)
{
  reach *r = &u->reach;
  const steps *s = &r->steps;
  status failed = reach_walk (r, level);
  for (size_t i = 0; !failed && i < r->met_count; i++) {
    const uint32_t place = r->met[i];
    if (!useful_place (u, place) && useful_end (u, level, place))
      useful_mark (u, place);
    failed = watch_spend (r->watch, 1 + r->state_rows.first[place + 1] - r->state_rows.first[place], r->error);
    while (!failed && u->work_count) {
      const uint32_t next = u->work[--u->work_count];
      for (size_t k = s->rows.first[next]; k < s->rows.first[next + 1]; k++)
        useful_mark (u, s->before[k]);
      failed = watch_spend (r->watch, 1 + s->rows.first[next + 1] - s->rows.first[next], r->error);
    }
  }
  return failed;
}

/* ---- opening ways out ---- */

static void useful_enqueue (useful *u, uint32_t level)
{
  if (u->waiting[level])
    return;
  u->waiting[level] = true;
  u->queue[(u->head + u->queued++) % u->reach.levels] = level;
}

/* Opens the ways out for these callers that lead to a useful place of the level that
 * was walked last. */
static status open_ways (useful *u, const reach_call *c, uint32_t caller)
{
  const way_out key = { .level = c->level, .call = c->call, .caller = caller };
  const size_t first = first_way (u, &key);
  size_t i = first;
  bool opened = false;
  for (; i < u->first_out[c->level + 1] && u->outs[i].call == c->call && u->outs[i].caller == caller; i++)
    if (!u->outs[i].open && useful_place (u, u->outs[i].to))
      u->outs[i].open = opened = true;
  if (opened)
    useful_enqueue (u, c->level);
  return watch_spend (u->reach.watch, 1 + i - first, u->reach.error);
}

static status open_all (useful *u)
{
  reach *r = &u->reach;
  status failed = PAPNI_OK;
  useful_enqueue (u, 0);
  while (!failed && u->queued) {
    const uint32_t level = u->queue[u->head];
    u->head = (u->head + 1) % r->levels;
    u->queued--;
    u->waiting[level] = false;
    failed = useful_walk (u, level);
    for (size_t i = 0; !failed && i < r->met_count; i++)
      for (size_t k = r->call_rows.first[r->met[i]]; !failed && k < r->call_rows.first[r->met[i] + 1]; k++) {
        failed = open_ways (u, &r->calls[k], NO_PLACE);
        if (!failed)
          failed = open_ways (u, &r->calls[k], r->met[i]);
      }
  }
  return failed;
}

bool useful_call (const useful *u, const transition *t)
{
  const reach *r = &u->reach;
  const uint32_t level = reach_entered (r, t->from, t->symbol);
  if (level == NO_LEVEL)
    return false;
  const way_out key = { .level = level, .call = t->symbol, .caller = NO_PLACE };
  for (size_t i = first_way (u, &key); i < u->first_out[level + 1]; i++) {
    if (u->outs[i].call != t->symbol || u->outs[i].caller != NO_PLACE)
      return false;
    if (useful_place (u, u->outs[i].to))
      return true;
  }
  return false;
}

/* ---- beginning and ending ---- */

static bool useful_make_room (useful *u)
{
  const reach *r = &u->reach;
  const allocator *a = &r->memory;
  u->return_level = allocate (a, r->model->count, sizeof *u->return_level);
  u->first_out = allocate_zeroed (a, r->levels + 1, sizeof *u->first_out);
  u->accepting = allocate_zeroed (a, r->steps.places, sizeof *u->accepting);
  u->marked = allocate_zeroed (a, r->steps.places, sizeof *u->marked);
  u->work = allocate (a, r->steps.places, sizeof *u->work);
  u->waiting = allocate_zeroed (a, r->levels, sizeof *u->waiting);
  u->queue = allocate (a, r->levels, sizeof *u->queue);
  return u->return_level && u->first_out && u->accepting && u->marked && u->work && u->waiting && u->queue;
}

status useful_find (useful *u, const papni_model *model, watch *w, error *e)
{
  *u = (useful){ 0 };
  reach *r = &u->reach;
  status failed = reach_begin (r, model, w, e);
  if (!failed && !useful_make_room (u))
    failed = no_memory (e);
  for (size_t q = 0; !failed && q < model->states; q++)
    u->accepting[r->steps.place[q]] |= model->accepting[q];
  for (size_t i = 0; !failed && i < model->count; i++) {
    const transition *t = &model->transitions[i];
    const bool looks = t->caller != PAPNI_NO_STATE && r->reached[t->caller];
    u->return_level[i] = looks ? reach_entered (r, t->caller, t->popped) : NO_LEVEL;
  }
  if (!failed)
    failed = find_ways_out (u);
  return failed ? failed : open_all (u);
}

void useful_release (useful *u)
{
  const reach *r = &u->reach;
  const allocator *a = &r->memory;
  release (a, u->return_level, r->model->count, sizeof *u->return_level);
  release (a, u->outs, u->out_capacity, sizeof *u->outs);
  release (a, u->first_out, r->levels + 1, sizeof *u->first_out);
  release (a, u->accepting, r->steps.places, sizeof *u->accepting);
  release (a, u->marked, r->steps.places, sizeof *u->marked);
  release (a, u->work, r->steps.places, sizeof *u->work);
  release (a, u->waiting, r->levels, sizeof *u->waiting);
  release (a, u->queue, r->levels, sizeof *u->queue);
  reach_release (&u->reach);
}
