/* grammar_right.c - large grammars without left recursion.
 *
 * Edges are what leads from state to state at one level: symbols, and calls with all up to
 * their returns. A rule x X Q derives what can follow in the state Q up to one of the returns X,
 * or up to the end of the word, if there are none: an edge and another such rule. That takes
 * an alternative for each edge and each set of returns; where there are fewer states than sets,
 * the inside of a call leads to a state (p P Q), or is written by hubs. A vpa has rules
 * of its own for calls (grammar_right_vpa.c), no edges, and no hubs. */
#include "io/models/grammar_large.h"

enum
{
  EDGES_MOST = 1 << 26,
  EXITS_BITS = 29 /* below EXITS_STATE */
};

/* ---- edges ---- */

typedef struct found_edge
{
  papni_state to;
  level_item item;
} found_edge;

typedef struct edge_finder
{
  found_edge *found;
  size_t count, capacity;
} edge_finder;

static int by_edge (const void *left, const void *right)
{
  const found_edge *x = left, *y = right;
  int order = compare (x->to, y->to);
  order = order ? order : compare (x->item.symbol, y->item.symbol);
  return order ? order : compare (x->item.exits, y->item.exits);
}

static bool leads_to_exit (const large *l, uint32_t entry, uint32_t exits)
{
  size_t count;
  const uint32_t *pairs = exits_pairs (l->grammar, exits, &count);
  for (size_t i = 0; i < count; i++)
    if (l->reached[entry * l->model->states + pairs[2 * i]])
      return true;
  return false;
}

static void find_edge (large *l, edge_finder *f, papni_state to, level_item item)
{
  if (grammar_room (l->grammar, &f->found, &f->capacity, f->count + 1, sizeof *f->found))
    f->found[f->count++] = (found_edge){ to, item };
}

static void find_call_edges (large *l, edge_finder *f, const transition *t)
{
  grammar *g = l->grammar;
  const uint32_t entry = l->entry_of[t->to];
  size_t count;
  bool fresh;
  const comeback *back = exits_comebacks (g, t->from, t->symbol, &count);
  for (size_t i = 0; i < count && !g->failed; i++) {
    if (!leads_to_exit (l, entry, back[i].exits))
      continue;
    find_edge (l, f, back[i].to, (level_item){ back[i].exits, entry, t->symbol });
    if (!map_enter (&g->memory, &l->exits_used, (uint64_t) entry << 32 | back[i].exits, 0, &fresh))
      large_fail (l);
    else
      l->exit_counts[entry] += fresh;
  }
}

/* Finds the edges from a state, in the order of their targets. */
static void add_level_edges (large *l, edge_finder *f, papni_state p)
{
  const papni_model *m = l->model;
  grammar *g = l->grammar;
  f->count = 0;
  for (size_t i = m->first[p]; i < m->first[p + 1] && !g->failed; i++) {
    const transition *t = &m->transitions[i];
    const papni_kind kind = model_symbol_kind (m, t->symbol);
    if (kind == PAPNI_CALL)
      find_call_edges (l, f, t);
    else if (kind != PAPNI_RETURN)
      find_edge (l, f, t->to, (level_item){ 0, 0, t->symbol });
  }
  if (f->count)
    sort_items (f->found, f->count, sizeof *f->found, by_edge);
  for (size_t i = 0; i < f->count && !g->failed; i++) {
    if (!grammar_room (g, &l->items, &l->item_capacity, l->item_count + 1, sizeof *l->items)
        || !grammar_room (g, &l->edges, &l->edge_capacity, l->edge_count + 2, sizeof *l->edges))
      return;
    if (!i || f->found[i].to != f->found[i - 1].to)
      l->edges[l->edge_count++] = (level_edge){ p, f->found[i].to, (uint32_t) l->item_count };
    l->items[l->item_count++] = f->found[i].item;
  }
  if (l->item_count > EDGES_MOST && !g->failed)
    g->failed = fail (g->error, PAPNI_INPUT, "the grammar would be too large: more than %d steps from state to state",
                      EDGES_MOST);
  grammar_spend (g, 1 + f->count);
}

static void find_level_edges (large *l)
{
  const papni_model *m = l->model;
  edge_finder f = { 0 };
  for (papni_state p = 0; p < m->states && !l->grammar->failed; p++) {
    bool reached = false;
    for (uint32_t e = 0; e < l->entry_count && !reached; e++)
      reached = l->reached[e * m->states + p];
    if (reached)
      add_level_edges (l, &f, p);
  }
  release (&m->memory, f.found, f.capacity, sizeof *f.found);
}

static bool link_level_edges (large *l)
{
  const allocator *a = &l->model->memory;
  const size_t states = l->model->states;
  if (!grammar_room (l->grammar, &l->edges, &l->edge_capacity, l->edge_count + 1, sizeof *l->edges))
    return false;
  l->edges[l->edge_count] = (level_edge){ PAPNI_NO_STATE, PAPNI_NO_STATE, (uint32_t) l->item_count };
  l->in_edges = allocate (a, l->edge_capacity, sizeof *l->in_edges);
  if (!rows_init (a, &l->out_rows, states) || !rows_init (a, &l->in_rows, states) || !l->in_edges)
    return large_fail (l);
  for (size_t i = 0; i < l->edge_count; i++) {
    rows_count (&l->out_rows, l->edges[i].from);
    rows_count (&l->in_rows, l->edges[i].to);
  }
  rows_sorted (&l->out_rows);
  rows_begin (&l->in_rows);
  for (size_t i = 0; i < l->edge_count; i++)
    l->in_edges[rows_place (&l->in_rows, l->edges[i].to)] = (uint32_t) i;
  return true;
}

/* ---- what leads to a set of returns ---- */

void can_reach (large *l, bool *can, papni_state q)
{
  if (can[q])
    return;
  can[q] = true;
  if (!list_add (&l->model->memory, &l->work, q))
    large_fail (l);
}

/* The states at which a set of returns, or the end of the word, is reached. */
static void can_begin (large *l, bool *can, uint32_t exits)
{
  size_t count = 0;
  const uint32_t *pairs = exits & EXITS_STATE ? NULL : exits_pairs (l->grammar, exits, &count);
  for (papni_state q = 0; !exits && q < l->model->states; q++)
    if (l->model->accepting[q])
      can_reach (l, can, q);
  for (size_t i = 0; i < count; i++)
    can_reach (l, can, pairs[2 * i]);
  if (exits & EXITS_STATE)
    can_reach (l, can, exits - EXITS_STATE);
}

const bool *can_exit (large *l, uint32_t exits)
{
  grammar *g = l->grammar;
  const bool vpa = l->model->kind == PAPNI_VPA;
  const size_t width = l->model->states + (vpa ? l->pair_count : 0);
  bool fresh = false;
  const uint32_t *number = map_enter (&g->memory, &l->known_exits, exits, (uint32_t) l->known_exits.count, &fresh);
  if (!number) {
    large_fail (l);
    return NULL;
  }
  const size_t row = *number;
  if (!fresh || !grammar_room (g, &l->can, &l->can_capacity, (row + 1) * width, sizeof *l->can))
    return g->failed ? NULL : &l->can[row * width];
  bool *can = &l->can[row * width];
  memset (can, 0, width);
  if (vpa)
    memset (l->seen, 0, l->closing.words * sizeof *l->seen);
  can_begin (l, can, exits);
  while (l->work.count && !g->failed) {
    const papni_state q = l->work.items[--l->work.count];
    if (vpa) {
      right_vpa_can (l, can, q);
      continue;
    }
    for (size_t i = l->in_rows.first[q]; i < l->in_rows.first[q + 1]; i++)
      can_reach (l, can, l->edges[l->in_edges[i]].from);
    grammar_spend (g, 1 + l->in_rows.first[q + 1] - l->in_rows.first[q]);
  }
  return can;
}

/* ---- bodies ---- */

large_rule right_inside (const large *l, uint32_t entry, uint32_t exits)
{
  if (l->forms[entry] == BY_EXITS)
    return (large_rule){ RIGHT_EXIT, exits, l->entries[entry] };
  return (large_rule){ RIGHT_INSIDE, entry, exits };
}

static void right_item (large *l, const level_item *own)
{
  body_symbol (l, own->symbol);
  if (own->exits) {
    const large_rule inside = right_inside (l, own->entry, own->exits);
    body_rule (l, inside.kind, inside.one, inside.other);
  }
}

void right_edge (large *l, const level_edge *e)
{
  if (e[1].first - e->first > 1)
    body_rule (l, RIGHT_BLOCK, e->from, e->to);
  else
    right_item (l, &l->items[e->first]);
}

static void right_block (large *l, papni_state from, papni_state to)
{
  size_t i = l->out_rows.first[from];
  while (l->edges[i].to != to)
    i++;
  for (uint32_t k = l->edges[i].first; k < l->edges[i + 1].first; k++) {
    right_item (l, &l->items[k]);
    body_end_alternative (l);
  }
}

static void right_exit (large *l, uint32_t exits, papni_state p)
{
  const uint32_t *symbols;
  const bool to_state = exits & EXITS_STATE;
  const size_t count = to_state ? 0 : exits_in (l->grammar, exits, p, &symbols);
  if (to_state ? exits - EXITS_STATE == p : !exits && l->model->accepting[p])
    body_end_alternative (l);
  for (size_t i = 0; i < count; i++) {
    body_symbol (l, (symbol) symbols[2 * i]);
    body_end_alternative (l);
  }
  if (l->model->kind == PAPNI_VPA) {
    right_vpa_steps (l, exits, p);
    return;
  }
  const bool *can = can_exit (l, exits);
  if (!can)
    return;
  for (size_t i = l->out_rows.first[p]; i < l->out_rows.first[p + 1] && !l->grammar->failed; i++)
    if (can[l->edges[i].to]) {
      right_edge (l, &l->edges[i]);
      body_rule (l, RIGHT_EXIT, exits, l->edges[i].to);
      body_end_alternative (l);
    }
}

void right_body (large *l, large_rule r)
{
  if (r.kind == RIGHT_EXIT)
    right_exit (l, r.one, r.other);
  else if (r.kind == RIGHT_AFTER)
    right_vpa_after (l, r.one, r.other);
  else if (r.kind == RIGHT_BLOCK)
    right_block (l, r.one, r.other);
  else
    hubs_body (l, r);
}

/* ---- making ---- */

bool right_begin (large *l)
{
  l->exit_counts = allocate_zeroed (&l->model->memory, l->entry_count, sizeof *l->exit_counts);
  if (!l->exit_counts)
    return large_fail (l);
  if (l->model->kind == PAPNI_VPA) {
    if (!right_vpa_begin (l))
      return false;
  } else {
    find_level_edges (l);
    if (l->grammar->failed || !link_level_edges (l))
      return false;
  }
  if (l->grammar->exit_count >> EXITS_BITS) {
    l->grammar->failed = fail (l->grammar->error, PAPNI_INPUT, "the grammar would be too large");
    return false;
  }
  return hubs_begin (l);
}

void right_release (large *l)
{
  const allocator *a = &l->model->memory;
  hubs_release (l);
  right_vpa_release (l);
  release (a, l->exit_counts, l->entry_count, sizeof *l->exit_counts);
  release (a, l->in_edges, l->edge_capacity, sizeof *l->in_edges);
  release (a, l->edges, l->edge_capacity, sizeof *l->edges);
  release (a, l->items, l->item_capacity, sizeof *l->items);
  release (a, l->can, l->can_capacity, sizeof *l->can);
  rows_release (a, &l->out_rows);
  rows_release (a, &l->in_rows);
  map_release (a, &l->exits_used);
  map_release (a, &l->known_exits);
}
