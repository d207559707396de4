/* merge.c - making the changes that a trial has found, and promoting.
 *
 * The links of the tree are never changed. Below a blue state, folding only ever
 * adds to a node: a label, a smaller number, children that were moved over (these
 * in patches, for the few nodes that have them). Edges are redirected
 * at red states alone, and those have a row with an entry for each symbol. */
#include "merge.h"
#include "merge_walk.h"

#include <string.h>

/* ---- colours ---- */

static uint32_t *row_of (const merger *m, uint32_t red)
{
  return m->rows + red * m->width;
}

/* Notes that this step has changed a red state, or a blue state's tree or colour. */
static status stamp (merger *m, uint32_t state, error *e)
{
  uint32_t *changed = is_red (state) ? &m->reds[state & ~RED].changed : &m->blues[state].changed;
  if (*changed == m->steps)
    return PAPNI_OK;
  *changed = m->steps;
  if (!reserve (&m->memory, &m->stamped, &m->stamped_capacity, m->stamped_count + 1, sizeof *m->stamped))
    return no_memory (e);
  m->stamped[m->stamped_count++] = state;
  return PAPNI_OK;
}

static void begin_step (merger *m)
{
  m->steps++;
  m->stamped_count = 0;
  m->moved_count = 0;
}

static status add_blue (merger *m, uint32_t parent, symbol s, node q, error *e)
{
  if (!reserve (&m->memory, &m->blues, &m->blue_capacity, m->blue_count + 1, sizeof *m->blues))
    return no_memory (e);
  row_of (m, parent)[s] = (uint32_t) m->blue_count;
  m->blues[m->blue_count++] = (blue_state){ .node = q, .parent = parent, .symbol = s, .changed = m->steps };
  return PAPNI_OK;
}

/* Makes a node red, and its children blue. */
static status add_red (merger *m, node q, error *e)
{
  const uint32_t red = (uint32_t) m->red_count;
  if (!reserve (&m->memory, &m->reds, &m->red_capacity, m->red_count + 1, sizeof *m->reds)
      || !reserve (&m->memory, &m->rows, &m->row_capacity, (m->red_count + 1) * m->width, sizeof *m->rows))
    return no_memory (e);
  m->red_count++;
  m->folded++;
  m->reds[red] = (red_state){ q, m->steps, m->nodes[q].label };
  memset (row_of (m, red), 0xff, m->width * sizeof *m->rows);
  for (child c = first_child (m, q); c.node != NOWHERE; c = next_child (m, c)) {
    const status s = add_blue (m, red, c.symbol, c.node, e);
    if (s)
      return s;
  }
  return PAPNI_OK;
}

status merger_promote (merger *m, uint32_t blue, error *e)
{
  blue_state *b = &m->blues[blue];
  const node q = b->node;
  begin_step (m);
  row_of (m, b->parent)[b->symbol] = RED | (uint32_t) m->red_count;
  b->parent = NOWHERE;
  const status s = stamp (m, blue, e);
  return s ? s : add_red (m, q, e);
}

bool merger_is_blue (const merger *m, uint32_t blue)
{
  const blue_state *b = &m->blues[blue];
  return b->parent != NOWHERE && (m->focus == PAPNI_ALL || m->nodes[b->node].flags & NODE_POSITIVE);
}

/* ---- patches ---- */

/* The patch of a node, made if it has none; NULL for no memory. */
static patch *patch_for (merger *m, node q)
{
  tree_node *n = &m->nodes[q];
  if (n->flags & NODE_PATCHED)
    return &m->patches[n->first];
  if (!reserve (&m->memory, &m->patches, &m->patch_capacity, m->patch_count + 1, sizeof *m->patches))
    return NULL;
  m->patches[m->patch_count] = (patch){ .first = n->first, .least = q };
  n->first = (node) m->patch_count;
  n->flags |= NODE_PATCHED;
  return &m->patches[m->patch_count++];
}

/* Room for one more edge of a patch: where there is none, its edges move to the end. */
static bool make_room (merger *m, patch *p)
{
  if (p->count < p->room)
    return true;
  const uint16_t room = p->room ? (uint16_t) (p->room < 0x8000 ? 2 * p->room : 0xffff) : 1;
  if (m->edge_count + room > UINT32_MAX
      || !reserve (&m->memory, &m->edges, &m->edge_capacity, m->edge_count + room, sizeof *m->edges))
    return false;
  for (size_t i = 0; i < p->count; i++)
    m->edges[m->edge_count + i] = m->edges[p->edges + i];
  p->edges = (uint32_t) m->edge_count;
  p->room = room;
  m->edge_count += room;
  return true;
}

static status add_edge (merger *m, node from, symbol s, node to, error *e)
{
  patch *p = patch_for (m, from);
  if (!p || !make_room (m, p))
    return no_memory (e);
  m->edges[p->edges + p->count++] = (added_edge){ to, s };
  return PAPNI_OK;
}

/* ---- merging ---- */

static status join_red (merger *m, uint32_t red, node y, error *e)
{
  red_state *r = &m->reds[red];
  if (!m->nodes[y].label || r->label)
    return PAPNI_OK;
  r->label = m->nodes[y].label;
  return stamp (m, RED | red, e);
}

static status join_node (merger *m, node x, node y, uint32_t owner, error *e)
{
  tree_node *to = &m->nodes[x];
  const tree_node *from = &m->nodes[y];
  const node least = merger_number (m, y);
  const bool positive = from->flags & ~to->flags & NODE_POSITIVE, smaller = least < merger_number (m, x);
  if (from->label && !to->label) {
    to->label = from->label;
    const status s = owner == NOWHERE ? PAPNI_OK : stamp (m, owner, e);
    if (s)
      return s;
  }
  if (positive)
    to->flags |= NODE_POSITIVE;
  if (smaller) {
    patch *p = patch_for (m, x);
    if (!p)
      return no_memory (e);
    p->least = least;
  }
  if ((positive || smaller) && owner != NOWHERE && x == m->blues[owner].node) {
    if (!reserve (&m->memory, &m->moved, &m->moved_capacity, m->moved_count + 1, sizeof *m->moved))
      return no_memory (e);
    m->moved[m->moved_count++] = owner;
  }
  return PAPNI_OK;
}

static status join (merger *m, pair p, error *e)
{
  return is_red (p.place) ? join_red (m, p.place & ~RED, p.node, e) : join_node (m, p.place, p.node, p.owner, e);
}

/* A red state's new child is blue; another node's goes into its patch. */
static status add_child (merger *m, addition a, error *e)
{
  const pair p = a.pair;
  status s = PAPNI_OK;
  if (is_red (p.place)) {
    s = stamp (m, p.place, e);
    return s ? s : add_blue (m, p.place & ~RED, a.symbol, p.node, e);
  }
  if (p.owner != NOWHERE)
    s = stamp (m, p.owner, e);
  return s ? s : add_edge (m, p.place, a.symbol, p.node, e);
}

status merger_merge (merger *m, const trial *t, error *e)
{
  blue_state *b = &m->blues[t->blue];
  begin_step (m);
  m->merges++;
  m->folded += t->met;
  row_of (m, b->parent)[b->symbol] = RED | t->red;
  b->parent = NOWHERE;
  status s = stamp (m, t->blue, e);
  for (size_t i = 0; !s && i < t->join_count; i++)
    s = join (m, t->joins[i], e);
  for (size_t i = 0; !s && i < t->added_count; i++)
    s = add_child (m, t->added[i], e);
  return s;
}

/* ---- beginning and end ---- */

status merger_init (merger *m, papni_tree *t, const papni_options *options, control *control, error *e)
{
  *m = (merger){ .memory = t->memory,
                 .nodes = t->nodes,
                 .size = t->size,
                 .evidence = options->evidence,
                 .focus = options->focus,
                 .control = control,
                 .width = t->symbol_count ? t->symbol_count : 1 };
  const status s = add_red (m, 0, e);
  if (s)
    merger_release (m);
  return s;
}

void merger_release (merger *m)
{
  const allocator a = m->memory;
  release (&a, m->rows, m->row_capacity, sizeof *m->rows);
  release (&a, m->reds, m->red_capacity, sizeof *m->reds);
  release (&a, m->blues, m->blue_capacity, sizeof *m->blues);
  release (&a, m->patches, m->patch_capacity, sizeof *m->patches);
  release (&a, m->edges, m->edge_capacity, sizeof *m->edges);
  release (&a, m->stamped, m->stamped_capacity, sizeof *m->stamped);
  release (&a, m->moved, m->moved_capacity, sizeof *m->moved);
}

status merger_report (const merger *m, error *e)
{
  control *c = m->control;
  if (c->progress && !c->progress (c->context, PAPNI_MERGING, m->folded, m->size))
    atomic_store (&c->cancelled, true);
  return atomic_load (&c->cancelled) ? fail (e, PAPNI_CANCELLED, "cancelled") : PAPNI_OK;
}
