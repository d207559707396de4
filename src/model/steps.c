/* steps.c - finds the steps of a model by iterating to a fixed point.
 *
 * The steps form a graph in which a call needs few edges, however many states make it
 * and however many states its returns lead to. An edge leads from a calling state to a
 * group, which stands for all callers that reach the same entry by the same call, and
 * from a group to the targets of returns that depend on the call alone. Returns are
 * nodes too, the ways out of a level, so a walk from an entry finds the returns that it
 * reaches. Each return implies an edge, from the group of the entry or from the one
 * caller that it depends on, which is added if it is new.
 *
 * From time to time, cycles are contracted. In a large model, a few calls are enough to
 * contract nearly everything, and the rest is cheap. */
#include "model/steps.h"

#include "model/graph.h"

#define STEPS_NONE UINT32_MAX

enum
{
  STEPS_SIZE_WORK = 16, /* cost of a node or an edge, which takes memory */
  CYCLES_WORK = 4       /* cost of finding cycles, as a multiple of the size of the graph */
};

/* The calls on one symbol that lead to one entry. */
typedef struct steps_group
{
  uint32_t node, entry;
  uint32_t next; /* group of the entry, or NONE */
  symbol call;
} steps_group;

/* Returns that pop one call and lead to one state; if they depend on a caller, only
 * one. */
typedef struct steps_way_out
{
  uint32_t node, to;
  uint32_t caller, entry; /* or NONE */
  symbol call;
  bool taken; /* the caller's step exists already */
} steps_way_out;

typedef struct finder
{
  const papni_model *model;
  uint32_t *place; /* the node of each state */
  graph graph;
  size_t left;   /* work */
  size_t enough; /* work left when cycles are contracted again, if there are new edges */
  size_t edges;  /* at the last contraction */
  bool fresh;    /* whether this round has found an edge */
  size_t next;   /* group that this round visits */
  steps_group *groups;
  steps_way_out *outs;
  size_t group_count, group_capacity, out_count, out_capacity;
  uint32_t taken; /* the node of a way out that has been taken, or NONE */
  map numbers;    /* of groups or ways out, by their fields */
  size_t nodes;   /* at the beginning: the size of the arrays below */
  uint32_t *number;
  uint32_t *group_of, *out_of; /* of a node that is an entry or a way out, or NONE */
  uint32_t *seen, *met;        /* by the walk of this number; and the nodes it met */
  size_t met_count;
  uint32_t walk;
  uint32_t *found; /* ways out of the entry */
  watch *watch;
  status cancelled;
  error *error;
} finder;

/* False if no work is left, or on cancellation. */
static bool steps_spend (finder *f, size_t work)
{
  f->left -= f->left < work ? f->left : work;
  f->cancelled = watch_spend (f->watch, work, f->error);
  return f->left && !f->cancelled;
}

/* ---- the initial graph ---- */

static uint64_t group_key (const steps_group *g)
{
  return (uint64_t) g->entry << 16 | g->call;
}

static uint64_t out_key (const steps_way_out *o)
{
  return (uint64_t) o->call << 32 | o->to;
}

/* The returns of a sevpa depend on the caller, so its groups have no edges. */
static bool steps_add_call (finder *f, const transition *t)
{
  const allocator *a = &f->graph.memory;
  const steps_group g = { .node = (uint32_t) f->graph.nodes, .entry = t->to, .next = STEPS_NONE, .call = t->symbol };
  bool fresh;
  const uint32_t *number = map_enter (a, &f->numbers, group_key (&g), (uint32_t) f->group_count, &fresh);
  if (!number)
    return false;
  if (fresh) {
    if (!reserve (a, &f->groups, &f->group_capacity, f->group_count + 1, sizeof g) || !graph_add_node (&f->graph))
      return false;
    f->groups[f->group_count++] = g;
  }
  return f->model->kind == PAPNI_SEVPA || graph_add (&f->graph, t->from, f->groups[*number].node);
}

static bool add_way_out (finder *f, const transition *t)
{
  const allocator *a = &f->graph.memory;
  steps_way_out o = {
    .node = (uint32_t) f->graph.nodes, .to = t->to, .caller = STEPS_NONE, .entry = STEPS_NONE, .call = t->popped
  };
  bool fresh = true;
  uint32_t number = (uint32_t) f->out_count;
  if (t->caller == PAPNI_NO_STATE) {
    const uint32_t *known = map_enter (a, &f->numbers, out_key (&o), number, &fresh);
    if (!known)
      return false;
    number = *known;
  } else {
    const transition *call = model_find (f->model, t->caller, t->popped, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
    if (!call)
      return true; /* never taken */
    o.caller = t->caller;
    o.entry = call->to;
  }
  if (fresh) {
    if (!reserve (a, &f->outs, &f->out_capacity, f->out_count + 1, sizeof o) || !graph_add_node (&f->graph))
      return false;
    f->outs[f->out_count++] = o;
  }
  return graph_add (&f->graph, t->from, f->outs[number].node);
}

/* Adds the transitions of one kind of symbol, last first: states with large numbers are
 * deep, so nested levels are visited before the surrounding ones. */
static bool add_all (finder *f, papni_kind kind, bool (*add) (finder *, const transition *))
{
  const papni_model *m = f->model;
  map_clear (&f->numbers);
  for (size_t i = m->count; i--;)
    if (model_symbol_kind (m, m->transitions[i].symbol) == kind && !add (f, &m->transitions[i]))
      return false;
  return true;
}

static bool add_internal (finder *f, const transition *t)
{
  return graph_add (&f->graph, t->from, t->to);
}

static bool add_transitions (finder *f)
{
  for (size_t q = 0; q < f->model->states; q++)
    f->place[q] = (uint32_t) q;
  return add_all (f, PAPNI_INTERNAL, add_internal) && add_all (f, PAPNI_CALL, steps_add_call)
         && add_all (f, PAPNI_RETURN, add_way_out);
}

/* ---- contraction ---- */

/* Adds a cycle of two nodes that must become one. */
static bool steps_join (finder *f, uint32_t x, uint32_t y)
{
  return x == y || (graph_add (&f->graph, x, y) && graph_add (&f->graph, y, x));
}

static bool list_groups (finder *f)
{
  const allocator *a = &f->graph.memory;
  const size_t count = f->group_count, next = f->next;
  bool fresh;
  map_clear (&f->numbers);
  f->group_count = f->next = 0;
  for (size_t i = 0; i < count; i++) {
    steps_group g = f->groups[i];
    g.node = f->number[g.node];
    g.entry = f->number[g.entry];
    g.next = f->group_of[g.entry];
    const uint32_t *first = map_enter (a, &f->numbers, group_key (&g), (uint32_t) f->group_count, &fresh);
    if (!first || (!fresh && !steps_join (f, g.node, f->groups[*first].node)))
      return false;
    if (!fresh)
      continue;
    f->group_of[g.entry] = *first;
    f->groups[f->group_count++] = g;
    f->next += i < next;
  }
  return true;
}

static bool list_ways_out (finder *f)
{
  const size_t count = f->out_count;
  map_clear (&f->numbers);
  f->out_count = 0;
  f->taken = f->taken == STEPS_NONE ? STEPS_NONE : f->number[f->taken];
  for (size_t i = 0; i < count; i++) {
    steps_way_out o = f->outs[i];
    uint32_t first = STEPS_NONE; /* the first equal one */
    o.node = f->number[o.node];
    o.to = f->number[o.to];
    if (o.taken)
      first = f->taken = f->taken == STEPS_NONE ? o.node : f->taken;
    else if (o.caller != STEPS_NONE) {
      o.caller = f->number[o.caller];
      o.entry = f->number[o.entry];
    } else {
      bool fresh;
      const uint32_t *known = map_enter (&f->graph.memory, &f->numbers, out_key (&o), (uint32_t) f->out_count, &fresh);
      if (!known)
        return false;
      first = fresh ? STEPS_NONE : f->outs[*known].node;
    }
    if (first == STEPS_NONE) {
      f->out_of[o.node] = (uint32_t) f->out_count;
      f->outs[f->out_count++] = o;
    } else if (!steps_join (f, o.node, first))
      return false;
  }
  return true;
}

/* Contracts the cycles, and the nodes that become equal. */
static bool contract (finder *f)
{
  const size_t work = CYCLES_WORK * (f->graph.nodes + f->graph.count);
  if (!steps_spend (f, work) || !graph_contract (&f->graph, f->number))
    return false;
  for (size_t q = 0; q < f->model->states; q++)
    f->place[q] = f->number[f->place[q]];
  for (size_t v = 0; v < f->graph.nodes; v++) {
    f->group_of[v] = f->out_of[v] = STEPS_NONE;
    f->seen[v] = 0;
  }
  f->walk = 0;
  f->enough = f->left < work ? 0 : f->left - work;
  if (!list_groups (f) || !list_ways_out (f))
    return false;
  f->edges = f->graph.count;
  return true;
}

/* ---- a round ---- */

/* Continues a walk. Here and below, false means no work left or out of memory. */
static bool steps_walk (finder *f, uint32_t from)
{
  const graph *g = &f->graph;
  size_t i = f->met_count;
  if (f->seen[from] == f->walk)
    return true;
  f->seen[from] = f->walk;
  for (f->met[f->met_count++] = from; i < f->met_count; i++)
    for (uint32_t e = g->first[f->met[i]]; e != NO_EDGE; e = g->edges[e].next) {
      if (!steps_spend (f, 1))
        return false;
      if (f->seen[g->edges[e].to] == f->walk)
        continue;
      f->seen[g->edges[e].to] = f->walk;
      f->met[f->met_count++] = g->edges[e].to;
    }
  return true;
}

static bool begin_walk (finder *f, uint32_t from)
{
  f->walk++;
  f->met_count = 0;
  return steps_walk (f, from);
}

static bool add_step (finder *f, uint32_t from, uint32_t to)
{
  f->fresh = true;
  return steps_spend (f, STEPS_SIZE_WORK) && graph_add (&f->graph, from, to);
}

/* Adds edges from a group to the targets of the returns found. */
static bool close_calls (finder *f, const steps_group *g, size_t found)
{
  if (!steps_spend (f, found) || !begin_walk (f, g->node))
    return false;
  for (size_t i = 0; i < found; i++) {
    const steps_way_out *o = &f->outs[f->found[i]];
    if (o->caller == STEPS_NONE && o->call == g->call && f->seen[o->to] != f->walk
        && !(add_step (f, g->node, o->to) && steps_walk (f, o->to)))
      return false;
  }
  return true;
}

/* Finds what follows the calls to an entry. */
static bool look_inside (finder *f, uint32_t entry)
{
  size_t found = 0;
  if (!begin_walk (f, entry))
    return false;
  for (size_t i = 0; i < f->met_count; i++)
    if (f->out_of[f->met[i]] != STEPS_NONE)
      f->found[found++] = f->out_of[f->met[i]];
  for (size_t i = 0; i < found; i++) {
    steps_way_out *o = &f->outs[f->found[i]];
    if (o->entry != entry || o->taken)
      continue;
    o->taken = true;
    if (!add_step (f, o->caller, o->to))
      return false;
  }
  for (uint32_t i = f->group_of[entry]; i != STEPS_NONE; i = f->groups[i].next)
    if (!close_calls (f, &f->groups[i], found))
      return false;
  return true;
}

/* Visits each entry once, at the first of its groups. */
static bool go_round (finder *f)
{
  f->fresh = false;
  f->next = 0;
  if (!contract (f))
    return false;
  while (f->next < f->group_count) {
    const steps_group *g = &f->groups[f->next++];
    if (g->next == STEPS_NONE && !look_inside (f, g->entry))
      return false;
    if (f->left < f->enough && f->graph.count > f->edges && !contract (f))
      return false;
  }
  return true;
}

/* ---- the result ---- */

/* The edges, by target. */
static bool turn_round (steps *s, const graph *g)
{
  s->places = g->nodes;
  s->count = g->count;
  s->before = allocate (&s->memory, s->count, sizeof *s->before);
  if (!rows_init (&s->memory, &s->rows, s->places) || !s->before)
    return false;
  for (size_t i = 0; i < g->count; i++)
    rows_count (&s->rows, g->edges[i].to);
  rows_begin (&s->rows);
  for (size_t v = 0; v < g->nodes; v++)
    for (uint32_t i = g->first[v]; i != NO_EDGE; i = g->edges[i].next)
      s->before[rows_place (&s->rows, g->edges[i].to)] = (uint32_t) v;
  return true;
}

/* The arrays with one entry per node; the number of nodes never grows. */
static bool steps_make_room (finder *f)
{
  uint32_t **const arrays[] = { &f->number, &f->group_of, &f->out_of, &f->seen, &f->met, &f->found };
  f->nodes = f->graph.nodes;
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    if (!(*arrays[i] = allocate (&f->graph.memory, f->nodes, sizeof **arrays[i])))
      return false;
  return true;
}

static void release_finder (finder *f)
{
  const allocator a = f->graph.memory;
  uint32_t *const arrays[] = { f->number, f->group_of, f->out_of, f->seen, f->met, f->found };
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    release (&a, arrays[i], f->nodes, sizeof *arrays[i]);
  release (&a, f->groups, f->group_capacity, sizeof *f->groups);
  release (&a, f->outs, f->out_capacity, sizeof *f->outs);
  map_release (&a, &f->numbers);
  graph_release (&f->graph);
}

status steps_find (steps *s, const papni_model *model, size_t work, watch *w, error *e)
{
  *s = (steps){ .memory = model->memory, .states = model->states };
  if (model->states + model->count >= work / STEPS_SIZE_WORK)
    return PAPNI_OK;
  s->place = allocate (&s->memory, s->states, sizeof *s->place);
  finder f = { model, s->place, .left = work, .fresh = true, .taken = STEPS_NONE, .watch = w, .error = e };
  bool done = graph_begin (&f.graph, &s->memory, s->states) && s->place && add_transitions (&f) && steps_make_room (&f);
  while (done && f.fresh)
    done = go_round (&f);
  done = done && turn_round (s, &f.graph);
  release_finder (&f);
  if (done)
    return PAPNI_OK;
  steps_release (s);
  return f.cancelled ? f.cancelled : f.left ? no_memory (e) : PAPNI_OK;
}

void steps_release (steps *s)
{
  release (&s->memory, s->place, s->states, sizeof *s->place);
  rows_release (&s->memory, &s->rows);
  release (&s->memory, s->before, s->count, sizeof *s->before);
  s->place = s->before = NULL;
  s->rows = (rows){ 0 };
}
