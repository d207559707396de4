/* rest.c - the length of the shortest completion of a word, whatever the stack. */
#include "ops/rest.h"

static uint64_t least_of (uint64_t x, uint64_t y)
{
  return x < y ? x : y;
}

static papni_state rest_state_of (const rest *r, uint32_t i)
{
  return r->summary->items[i].state;
}

/* ---- the graph of a level ---- */

static bool rest_add_edge (rest *r, rest_graph *g, uint32_t from, uint32_t to, uint64_t length)
{
  if (to == NO_ITEM)
    return true;
  if (!reserve (&r->memory, &g->edges, &g->edge_capacity, g->edge_count + 1, sizeof *g->edges))
    return false;
  const item *items = r->summary->items;
  g->edges[g->edge_count++] = (rest_edge){ length, items[from].place, items[to].place };
  return true;
}

/* Returns without an open call, if these count. */
static bool rest_pop_nothing (rest *r, rest_graph *g, uint32_t from)
{
  const item *i = &r->summary->items[from];
  for (size_t n = 0; n < r->product->alphabet->size; n++) {
    if (product_kind (r->product, i->state, (symbol) n) != PAPNI_RETURN)
      continue;
    const papni_state to = product_next (r->product, i->state, (symbol) n, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
    if (!rest_add_edge (r, g, from, summary_find (r->summary, 0, to), 1))
      return false;
  }
  return true;
}

static bool rest_add_item (rest *r, rest_graph *g, uint32_t from)
{
  const summary *s = r->summary;
  const item *i = &s->items[from];
  g->items[i->place] = from;
  g->ends[i->place] = product_accepts (r->product, i->state, i->level != 0) ? 0 : ENDLESS;
  for (uint32_t b = s->states[i->state].blocks; b != NO_ITEM; b = s->blocks[b].next) {
    const summary_block *block = &s->blocks[b];
    if (block->to == GOAL)
      g->ends[i->place] = least_of (g->ends[i->place], block->length);
    else if (!rest_add_edge (r, g, from, summary_find (s, i->level, block->to), block->length))
      return false;
  }
  return i->level || !r->product->open || rest_pop_nothing (r, g, from);
}

/* Sorts the edges by target. */
static bool sort_edges (rest *r, rest_graph *g)
{
  rest_edge *sorted = allocate (&r->memory, g->edge_capacity, sizeof *sorted);
  if (!sorted)
    return false;
  for (size_t i = 0; i < g->edge_count; i++)
    rows_count (&g->into, g->edges[i].to);
  rows_begin (&g->into);
  for (size_t i = 0; i < g->edge_count; i++)
    sorted[rows_place (&g->into, g->edges[i].to)] = g->edges[i];
  release (&r->memory, g->edges, g->edge_capacity, sizeof *g->edges);
  g->edges = sorted;
  return true;
}

static status make_graph (rest *r, uint32_t of, error *e)
{
  const level *l = &r->summary->levels[of];
  rest_graph *g = &r->graphs[of];
  if (g->size || !l->size)
    return PAPNI_OK;
  g->size = l->size;
  g->items = allocate (&r->memory, g->size, sizeof *g->items);
  g->ends = allocate (&r->memory, g->size, sizeof *g->ends);
  bool room = rows_init (&r->memory, &g->into, g->size) && g->items && g->ends;
  for (uint32_t i = l->first; room && i != NO_ITEM; i = r->summary->items[i].next)
    room = rest_add_item (r, g, i);
  if (!room || !sort_edges (r, g) || r->product->failed)
    return no_memory (e);
  return watch_spend (r->watch, g->edge_count, e);
}

/* ---- the least ways to acceptance, backwards ---- */

/* From the ends in `rest` to all places that lead to them. */
static bool rest_spread (rest *r, const rest_graph *g, uint64_t *lengths)
{
  heap q = { 0 };
  bool room = true;
  for (size_t i = 0; room && i < g->size; i++)
    if (lengths[i] != ENDLESS)
      room = heap_push (&r->memory, &q, lengths[i], (uint32_t) i);
  while (room && q.count) {
    const heap_entry top = heap_pop (&q);
    if (top.key > lengths[top.item])
      continue;
    for (size_t k = g->into.first[top.item]; room && k < g->into.first[top.item + 1]; k++) {
      const rest_edge *into = &g->edges[k];
      const uint64_t length = add_lengths (top.key, into->length);
      if (length >= lengths[into->from])
        continue;
      lengths[into->from] = length;
      room = heap_push (&r->memory, &q, length, into->from);
    }
  }
  heap_release (&r->memory, &q);
  return room;
}

/* ---- frames ---- */

static uint64_t rest_at (const rest *r, uint32_t f, uint32_t i)
{
  return i == NO_ITEM ? ENDLESS : r->frames[f].rest[r->summary->items[i].place];
}

/* The shortest way out of a call from an item inside it: a return, and on from there. */
static uint64_t rest_way_out (rest *r, uint32_t below, uint32_t made_at, symbol call, uint32_t inside)
{
  uint64_t least = ENDLESS;
  for (size_t n = 0; n < r->product->alphabet->size; n++) {
    if (product_kind (r->product, rest_state_of (r, inside), (symbol) n) != PAPNI_RETURN)
      continue;
    const papni_state to =
        product_next (r->product, rest_state_of (r, inside), (symbol) n, call, rest_state_of (r, made_at));
    const uint32_t back = summary_find (r->summary, r->frames[below].level, to);
    least = least_of (least, add_lengths (1, rest_at (r, below, back)));
  }
  return least;
}

static status fill_frame (rest *r, uint32_t number, error *e)
{
  frame *f = &r->frames[number];
  if (f->rest)
    return PAPNI_OK;
  const status failed = make_graph (r, f->level, e);
  if (failed)
    return failed;
  const rest_graph *g = &r->graphs[f->level];
  uint64_t *lengths = allocate (&r->memory, g->size, sizeof *lengths);
  if (!lengths)
    return no_memory (e);
  for (size_t i = 0; i < g->size; i++) {
    const uint64_t out = number ? rest_way_out (r, f->below, f->caller, f->call, g->items[i]) : ENDLESS;
    lengths[i] = least_of (g->ends[i], out);
  }
  f->rest = lengths;
  if (!rest_spread (r, g, lengths) || r->product->failed)
    return no_memory (e);
  return watch_spend (r->watch, g->edge_count + g->size * r->product->alphabet->size, e);
}

/* The frame of a call, created if necessary. */
static status find_frame (rest *r, rest_place at, symbol call, uint32_t level, uint32_t *result, error *e)
{
  const allocator *a = &r->memory;
  bool fresh;
  const uint32_t *number = map_enter (a, &r->calls, (uint64_t) at.item << 16 | call, (uint32_t) r->calls.count, &fresh);
  const uint32_t *known =
      !number ? NULL : map_enter (a, &r->inner, (uint64_t) at.frame << 32 | *number, (uint32_t) r->frame_count, &fresh);
  if (!known || (fresh && !reserve (a, &r->frames, &r->frame_capacity, r->frame_count + 1, sizeof *r->frames)))
    return no_memory (e);
  *result = *known;
  if (fresh)
    r->frames[r->frame_count++] = (frame){ .level = level, .below = at.frame, .caller = at.item, .call = call };
  return PAPNI_OK;
}

/* The shortest length from the entry of a call, without a frame for it. */
static uint64_t rest_of_call (rest *r, rest_place at, symbol call, uint32_t inside)
{
  const summary *s = r->summary;
  uint64_t least = summary_goal (s, inside);
  for (uint32_t k = s->levels[inside].first; k != NO_ITEM && s->items[k].length < least; k = s->items[k].next)
    least = least_of (least, add_lengths (s->items[k].length, rest_way_out (r, at.frame, at.item, call, k)));
  return least;
}

/* ---- reading ---- */

status rest_of (rest *r, rest_place at, uint64_t *length, error *e)
{
  const status failed = fill_frame (r, at.frame, e);
  *length = failed ? ENDLESS : rest_at (r, at.frame, at.item);
  return failed;
}

static status rest_read_call (rest *r, rest_place from, symbol call, rest_place *to, uint64_t *length, error *e)
{
  const papni_state entry =
      product_next (r->product, rest_state_of (r, from.item), call, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
  const uint32_t inside = summary_level (r->summary, entry);
  *length = inside == NO_ITEM ? ENDLESS : rest_of_call (r, from, call, inside);
  const status failed = watch_spend (r->watch, inside == NO_ITEM ? 1 : r->summary->levels[inside].size, e);
  if (failed || *length == ENDLESS)
    return failed;
  to->item = r->summary->levels[inside].first;
  return find_frame (r, from, call, inside, &to->frame, e);
}

status rest_read (rest *r, rest_place from, symbol s, rest_place *to, uint64_t *length, error *e)
{
  status failed = fill_frame (r, from.frame, e);
  if (failed)
    return failed;
  const papni_state q = rest_state_of (r, from.item);
  const papni_kind kind = product_kind (r->product, q, s);
  const frame *f = &r->frames[from.frame];
  if (kind == PAPNI_CALL)
    failed = rest_read_call (r, from, s, to, length, e);
  else {
    const bool pops = kind == PAPNI_RETURN && from.frame;
    const papni_state next = kind == PAPNI_RETURN && !pops && !r->product->open
                                 ? PAPNI_NO_STATE
                                 : product_next (r->product, q, s, pops ? f->call : PAPNI_NO_SYMBOL,
                                                 pops ? rest_state_of (r, f->caller) : PAPNI_NO_STATE);
    to->frame = pops ? f->below : from.frame;
    to->item = summary_find (r->summary, r->frames[to->frame].level, next);
    *length = rest_at (r, to->frame, to->item);
  }
  if (failed || r->product->failed)
    return failed ? failed : no_memory (e);
  return watch_spend (r->watch, 1, e);
}

/* ---- beginning and ending ---- */

status rest_begin (rest *r, summary *s, error *e)
{
  *r = (rest){ .memory = s->memory, .summary = s, .product = s->product, .watch = &s->watch };
  r->graph_count = s->level_count;
  r->graphs = allocate_zeroed (&r->memory, r->graph_count, sizeof *r->graphs);
  if (!r->graphs || !reserve (&r->memory, &r->frames, &r->frame_capacity, 1, sizeof *r->frames))
    return no_memory (e);
  r->frames[r->frame_count++] = (frame){ 0 };
  return PAPNI_OK;
}

void rest_release (rest *r)
{
  const allocator *a = &r->memory;
  for (size_t i = 0; i < r->frame_count; i++)
    release (a, r->frames[i].rest, r->graphs[r->frames[i].level].size, sizeof *r->frames[i].rest);
  release (a, r->frames, r->frame_capacity, sizeof *r->frames);
  map_release (a, &r->calls);
  map_release (a, &r->inner);
  for (size_t i = 0; r->graphs && i < r->graph_count; i++) {
    rest_graph *g = &r->graphs[i];
    release (a, g->items, g->size, sizeof *g->items);
    release (a, g->ends, g->size, sizeof *g->ends);
    rows_release (a, &g->into);
    release (a, g->edges, g->edge_capacity, sizeof *g->edges);
  }
  release (a, r->graphs, r->graph_count, sizeof *r->graphs);
}
