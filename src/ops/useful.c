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

/* Is this way out there, and open? */
static bool is_open (const useful *u, const way_out *key)
{
  const size_t i = first_way (u, key);
  return i < u->first_out[key->level + 1] && !useful_by_level (&u->outs[i], key) && u->outs[i].open;
}

bool useful_port (const useful *u, uint32_t level, const port *p)
{
  const way_out key = { .level = level, .caller = NO_PLACE, .to = p->to, .call = p->call };
  return level && is_open (u, &key);
}

bool useful_named (const useful *u, uint32_t level, const transition *t)
{
  const way_out key = way_of (u, level, t);
  return is_open (u, &key);
}

static status useful_add_way_out (useful *u, way_out new)
{
  if (!reserve (&u->reach.memory, &u->outs, &u->out_capacity, u->out_count + 1, sizeof *u->outs))
    return no_memory (u->reach.error);
  u->outs[u->out_count++] = new;
  return PAPNI_OK;
}

/* The ways out of the level that was walked last. */
static status add_ways_out (useful *u, uint32_t level)
{
  const reach *r = &u->reach;
  status failed = PAPNI_OK;
  for (size_t i = 0; !failed && i < r->met_count; i++)
    for (size_t k = u->port_rows.first[r->met[i]]; !failed && k < u->port_rows.first[r->met[i] + 1]; k++)
      failed = useful_add_way_out (u, (way_out){ level, NO_PLACE, u->ports[k].to, u->ports[k].call, false });
  for (size_t i = r->return_rows.first[level]; !failed && i < r->return_rows.first[level + 1]; i++) {
    const transition *t = &r->model->transitions[r->returns[i]];
    if (reach_met (r, r->steps.place[t->from]) && r->model->hopeful[t->to])
      failed = useful_add_way_out (u, way_of (u, level, t));
  }
  return failed ? failed : watch_spend (r->watch, u->out_count - u->first_out[level], r->error);
}

static int by_exit (const void *left, const void *right)
{
  const named_exit *x = left, *y = right;
  const int order = compare (x->place, y->place);
  return order ? order : compare (x->out, y->out);
}

/* The places of the level that have returns with a caller, and their ways out. */
static status add_exits (useful *u, uint32_t level)
{
  const reach *r = &u->reach;
  const size_t first = u->exit_count;
  for (size_t i = r->return_rows.first[level]; i < r->return_rows.first[level + 1]; i++) {
    const transition *t = &r->model->transitions[r->returns[i]];
    const uint32_t place = r->steps.place[t->from];
    if (!reach_met (r, place) || !r->model->hopeful[t->to])
      continue;
    const way_out key = way_of (u, level, t);
    if (!reserve (&r->memory, &u->exits, &u->exit_capacity, u->exit_count + 1, sizeof *u->exits))
      return no_memory (r->error);
    u->exits[u->exit_count++] = (named_exit){ place, (uint32_t) first_way (u, &key) };
  }
  if (u->exit_count > first)
    u->exit_count = first + sort_unique (u->exits + first, u->exit_count - first, sizeof *u->exits, by_exit);
  return watch_spend (r->watch, r->return_rows.first[level + 1] - r->return_rows.first[level], r->error);
}

static status find_ways_out (useful *u)
{
  reach *r = &u->reach;
  status failed = PAPNI_OK;
  for (uint32_t level = 1; !failed && level < r->levels; level++) {
    const size_t first = u->first_out[level] = u->out_count;
    u->first_exit[level] = u->exit_count;
    failed = reach_walk (r, level);
    if (!failed)
      failed = add_ways_out (u, level);
    if (u->out_count > first)
      u->out_count = first + sort_unique (u->outs + first, u->out_count - first, sizeof *u->outs, useful_by_level);
    u->first_out[level + 1] = u->out_count;
    if (!failed)
      failed = add_exits (u, level);
    u->first_exit[level + 1] = u->exit_count;
  }
  return failed;
}

/* ---- ports ---- */

static int by_port (const void *left, const void *right)
{
  const port *x = left, *y = right;
  int order = compare (x->place, y->place);
  if (!order)
    order = compare (x->call, y->call);
  return order ? order : compare (x->to, y->to);
}

static bool has_port (const papni_model *m, const transition *t)
{
  return t->popped != PAPNI_NO_SYMBOL && t->caller == PAPNI_NO_STATE && m->hopeful[t->to];
}

static port make_port (const useful *u, const transition *t)
{
  const uint32_t *place = u->reach.steps.place;
  return (port){ .place = place[t->from], .to = place[t->to], .call = t->popped };
}

/* The array has room for as many as there are transitions. */
static void find_ports (useful *u)
{
  const papni_model *m = u->reach.model;
  for (size_t i = 0; i < m->count; i++)
    if (has_port (m, &m->transitions[i]))
      u->ports[u->port_count++] = make_port (u, &m->transitions[i]);
  u->port_count = sort_unique (u->ports, u->port_count, sizeof *u->ports, by_port);
  for (size_t i = 0; i < u->port_count; i++)
    rows_count (&u->port_rows, u->ports[i].place);
  rows_sorted (&u->port_rows);
}

port *useful_port_of (const useful *u, const transition *t)
{
  const port key = make_port (u, t);
  size_t low = u->port_rows.first[key.place], high = u->port_rows.first[key.place + 1];
  if (!has_port (u->reach.model, t))
    return NULL;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int order = by_port (&u->ports[middle], &key);
    if (!order)
      return &u->ports[middle];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

/* ---- a level ---- */

static void useful_mark (useful *u, uint32_t place)
{
  if (useful_place (u, place) || !reach_met (&u->reach, place))
    return;
  u->marked[place] = u->reach.walk;
  u->work[u->work_count++] = place;
}

/* Can a word end in this place, or leave the level, whoever made the call? */
static bool useful_end (const useful *u, uint32_t level, uint32_t place)
{
  if (!level)
    return u->accepting[place];
  for (size_t k = u->port_rows.first[place]; k < u->port_rows.first[place + 1]; k++)
    if (useful_port (u, level, &u->ports[k]))
      return true;
  return false;
}

static status spread_useful (useful *u)
{
  reach *r = &u->reach;
  const steps *s = &r->steps;
  status failed = PAPNI_OK;
  while (!failed && u->work_count) {
    const uint32_t next = u->work[--u->work_count];
    for (size_t k = s->rows.first[next]; k < s->rows.first[next + 1]; k++)
      useful_mark (u, s->before[k]);
    failed = watch_spend (r->watch, 1 + s->rows.first[next + 1] - s->rows.first[next], r->error);
  }
  return failed;
}

status useful_walk (useful *u, uint32_t level)
{
  reach *r = &u->reach;
  status failed = reach_walk (r, level);
  for (size_t i = u->first_exit[level]; !failed && i < u->first_exit[level + 1]; i++)
    if (u->outs[u->exits[i].out].open)
      useful_mark (u, u->exits[i].place);
  if (!failed)
    failed = spread_useful (u);
  for (size_t i = 0; !failed && i < r->met_count; i++) {
    const uint32_t place = r->met[i];
    const size_t ports = u->port_rows.first[place + 1] - u->port_rows.first[place];
    if (!useful_place (u, place) && useful_end (u, level, place))
      useful_mark (u, place);
    failed = spread_useful (u);
    if (!failed)
      failed = watch_spend (r->watch, 1 + ports, r->error);
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

bool useful_call (const useful *u, const reach_call *c)
{
  const way_out key = { .level = c->level, .call = c->call, .caller = NO_PLACE };
  for (size_t i = first_way (u, &key); i < u->first_out[c->level + 1]; i++) {
    if (u->outs[i].call != c->call || u->outs[i].caller != NO_PLACE)
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
  u->first_out = allocate_zeroed (a, r->levels + 1, sizeof *u->first_out);
  u->first_exit = allocate_zeroed (a, r->levels + 1, sizeof *u->first_exit);
  u->ports = allocate (a, r->model->count, sizeof *u->ports);
  u->accepting = allocate_zeroed (a, r->steps.places, sizeof *u->accepting);
  u->marked = allocate_zeroed (a, r->steps.places, sizeof *u->marked);
  u->work = allocate (a, r->steps.places, sizeof *u->work);
  u->waiting = allocate_zeroed (a, r->levels, sizeof *u->waiting);
  u->queue = allocate (a, r->levels, sizeof *u->queue);
  return rows_init (a, &u->port_rows, r->steps.places) && u->first_out && u->first_exit && u->ports && u->accepting
         && u->marked && u->work && u->waiting && u->queue;
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
  if (!failed)
    find_ports (u);
  if (!failed)
    failed = find_ways_out (u);
  return failed ? failed : open_all (u);
}

void useful_release (useful *u)
{
  const reach *r = &u->reach;
  const allocator *a = &r->memory;
  release (a, u->ports, r->model->count, sizeof *u->ports);
  rows_release (a, &u->port_rows);
  release (a, u->exits, u->exit_capacity, sizeof *u->exits);
  release (a, u->first_exit, r->levels + 1, sizeof *u->first_exit);
  release (a, u->outs, u->out_capacity, sizeof *u->outs);
  release (a, u->first_out, r->levels + 1, sizeof *u->first_out);
  release (a, u->accepting, r->steps.places, sizeof *u->accepting);
  release (a, u->marked, r->steps.places, sizeof *u->marked);
  release (a, u->work, r->steps.places, sizeof *u->work);
  release (a, u->waiting, r->levels, sizeof *u->waiting);
  release (a, u->queue, r->levels, sizeof *u->queue);
  reach_release (&u->reach);
}
