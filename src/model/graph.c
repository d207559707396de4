/* graph.c - strongly connected components by Tarjan's algorithm, without recursion. */
#include "model/graph.h"

#include "base/rows.h"

#define GRAPH_NONE UINT32_MAX

bool graph_begin (graph *g, const allocator *memory, size_t nodes)
{
  *g = (graph){ .memory = *memory };
  if (!reserve (memory, &g->first, &g->room, nodes, sizeof *g->first))
    return false;
  while (g->nodes < nodes)
    g->first[g->nodes++] = NO_EDGE;
  return true;
}

bool graph_add_node (graph *g)
{
  if (!reserve (&g->memory, &g->first, &g->room, g->nodes + 1, sizeof *g->first))
    return false;
  g->first[g->nodes++] = NO_EDGE;
  return true;
}

bool graph_add (graph *g, uint32_t from, uint32_t to)
{
  if (!reserve (&g->memory, &g->edges, &g->capacity, g->count + 1, sizeof *g->edges))
    return false;
  g->edges[g->count] = (edge){ to, g->first[from] };
  g->first[from] = (uint32_t) g->count++;
  return true;
}

void graph_release (graph *g)
{
  release (&g->memory, g->first, g->room, sizeof *g->first);
  release (&g->memory, g->edges, g->capacity, sizeof *g->edges);
}

/* ---- components ---- */

/* The state of a node during the search. */
typedef struct graph_visit
{
  uint32_t time; /* of discovery, from 1; 0: not visited */
  uint32_t low;  /* the earliest node reachable from it */
  uint32_t edge; /* the next edge to follow */
} graph_visit;

typedef struct graph_search
{
  const graph *graph;
  uint32_t *number; /* of the component, or NONE */
  graph_visit *visits;
  uint32_t *path;    /* from the root to the current node */
  uint32_t *waiting; /* visited, without a component */
  size_t depth, waiting_count, time, components;
} graph_search;

static void arrive (graph_search *s, uint32_t v)
{
  s->visits[v].time = s->visits[v].low = (uint32_t) ++s->time;
  s->visits[v].edge = s->graph->first[v];
  s->path[s->depth++] = v;
  s->waiting[s->waiting_count++] = v;
}

/* Leaves the node on top of the path, whose edges have all been followed. */
static void leave (graph_search *s)
{
  const uint32_t v = s->path[--s->depth], low = s->visits[v].low;
  if (s->depth && low < s->visits[s->path[s->depth - 1]].low)
    s->visits[s->path[s->depth - 1]].low = low;
  if (low < s->visits[v].time)
    return;
  do
    s->number[s->waiting[--s->waiting_count]] = (uint32_t) s->components;
  while (s->waiting[s->waiting_count] != v);
  s->components++;
}

static void find_components (graph_search *s)
{
  for (size_t root = 0; root < s->graph->nodes; root++) {
    if (!s->visits[root].time)
      arrive (s, (uint32_t) root);
    while (s->depth) {
      graph_visit *at = &s->visits[s->path[s->depth - 1]];
      if (at->edge == NO_EDGE) {
        leave (s);
        continue;
      }
      const edge *e = &s->graph->edges[at->edge];
      at->edge = e->next;
      if (!s->visits[e->to].time)
        arrive (s, e->to);
      else if (s->number[e->to] == GRAPH_NONE && s->visits[e->to].time < at->low)
        at->low = s->visits[e->to].time;
    }
  }
}

static bool number_components (const graph *g, uint32_t *number, size_t *components)
{
  const allocator *a = &g->memory;
  graph_search s = { .graph = g, .number = number };
  s.visits = allocate_zeroed (a, g->nodes, sizeof *s.visits);
  s.path = allocate (a, g->nodes, sizeof *s.path);
  s.waiting = allocate (a, g->nodes, sizeof *s.waiting);
  const bool room = s.visits && s.path && s.waiting;
  for (size_t v = 0; v < g->nodes; v++)
    number[v] = GRAPH_NONE;
  if (room)
    find_components (&s);
  *components = s.components;
  release (a, s.visits, g->nodes, sizeof *s.visits);
  release (a, s.path, g->nodes, sizeof *s.path);
  release (a, s.waiting, g->nodes, sizeof *s.waiting);
  return room;
}

/* ---- contraction ---- */

/* The nodes in the order of their numbers. */
static void order_nodes (const uint32_t *number, size_t nodes, rows *components, uint32_t *order)
{
  for (size_t v = 0; v < nodes; v++)
    rows_count (components, number[v]);
  rows_begin (components);
  for (size_t v = 0; v < nodes; v++)
    order[rows_place (components, number[v])] = (uint32_t) v;
}

/* Adds the edges of the old graph, without duplicates; `seen` is zero for each new
 * node. */
static bool add_edges (graph *to, const graph *from, const uint32_t *number, const uint32_t *order, uint32_t *seen)
{
  for (size_t i = 0; i < from->nodes; i++) {
    const uint32_t v = number[order[i]];
    for (uint32_t e = from->first[order[i]]; e != NO_EDGE; e = from->edges[e].next) {
      const uint32_t w = number[from->edges[e].to];
      if (w == v || seen[w] == v + 1)
        continue;
      seen[w] = v + 1;
      if (!graph_add (to, v, w))
        return false;
    }
  }
  return true;
}

bool graph_contract (graph *g, uint32_t *number)
{
  const allocator a = g->memory;
  size_t components;
  if (!number_components (g, number, &components))
    return false;
  graph small;
  rows by_number;
  uint32_t *seen = allocate_zeroed (&a, components, sizeof *seen);
  uint32_t *order = allocate (&a, g->nodes, sizeof *order);
  const bool begun = graph_begin (&small, &a, components);
  bool room = rows_init (&a, &by_number, components) && begun && seen && order;
  if (room) {
    order_nodes (number, g->nodes, &by_number, order);
    room = add_edges (&small, g, number, order, seen);
  }
  rows_release (&a, &by_number);
  release (&a, seen, components, sizeof *seen);
  release (&a, order, g->nodes, sizeof *order);
  if (room) {
    graph_release (g);
    *g = small;
  } else
    graph_release (&small);
  return room;
}
