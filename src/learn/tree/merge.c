/* merge.c - commits the changes of a trial, and promotes.
 *
 * The links of the tree never change. Below a blue state, folding only adds to a node:
 * a label, a smaller number, or children that are moved (in patches, for the few nodes
 * that have them). Edges are redirected only at red states, which have a row with an
 * entry per symbol. */
#include "learn/tree/merge.h"
#include "learn/tree/compatible.h"
#include "learn/tree/merge_tally.h"
#include "learn/tree/merge_walk.h"

#include <string.h>

enum
{
  FEW_FAILURES = 3
};

/* ---- colours ---- */

static uint32_t *merge_row_of (const merger *m, uint32_t red)
{
  return m->rows + red * m->width;
}

static status add_blue (merger *m, uint32_t parent, symbol s, node q, error *e)
{
  const uint32_t blue = (uint32_t) m->engine.blues;
  if (!reserve (&m->engine.memory, &m->blues, &m->blue_capacity, blue + 1, sizeof *m->blues)
      || !engine_add_keys (&m->engine, state_key (blue) + 1))
    return no_memory (e);
  m->engine.blues++;
  merge_row_of (m, parent)[s] = blue;
  m->blues[blue] = (blue_state){ .node = q, .parent = parent, .symbol = s };
  return PAPNI_OK;
}

/* Makes a node red, and its children blue. */
static status merge_add_red (merger *m, node q, error *e)
{
  const uint32_t red = (uint32_t) m->engine.reds;
  if (!reserve (&m->engine.memory, &m->reds, &m->red_capacity, red + 1, sizeof *m->reds)
      || !reserve (&m->engine.memory, &m->rows, &m->row_capacity, (red + 1) * m->width, sizeof *m->rows)
      || (m->edges_speak && !reserve (&m->engine.memory, &m->row_outputs, &m->output_capacity, (red + 1) * m->width, 1))
      || !engine_add_keys (&m->engine, state_key (RED | red) + 1) || (m->tally && !merge_tally_add_red (m, q)))
    return no_memory (e);
  m->engine.reds++;
  m->engine.folded++;
  m->reds[red] = (red_state){ q, m->nodes[q].label };
  if (m->edges_speak) {
    m->reds[red].label = 0;
    memset (m->row_outputs + red * m->width, 0, m->width);
  }
  memset (merge_row_of (m, red), 0xff, m->width * sizeof *m->rows);
  for (child c = first_child (m, q); c.node != NOWHERE; c = next_child (m, c)) {
    const status s = add_blue (m, red, c.symbol, c.node, e);
    if (s)
      return s;
  }
  return PAPNI_OK;
}

/* The symbol of a blue state now leads to a red state. */
static bool recolour (merger *m, uint32_t blue, uint32_t red)
{
  blue_state *b = &m->blues[blue];
  merge_row_of (m, b->parent)[b->symbol] = RED | red;
  if (m->edges_speak)
    m->row_outputs[b->parent * m->width + b->symbol] = m->nodes[b->node].label;
  b->parent = NOWHERE;
  return list_add (&m->engine.memory, &m->engine.gone, blue);
}

/* Evidence that depends on a promoted state stays the same. From now on it depends on the
 * red state, on its children, and, if labels are outputs, on the transition to it. */
static bool pass_on (engine *g, uint32_t blue, uint32_t parent, size_t first_child)
{
  const merger *m = (const merger *) g;
  if (g->searching)
    return engine_note_change (g, state_key (blue));
  g->promoted = state_key (blue);
  if (!list_add (&g->memory, &g->heirs, state_key (RED | (uint32_t) (g->reds - 1)))
      || (m->edges_speak && !list_add (&g->memory, &g->heirs, state_key (RED | parent))))
    return false;
  for (size_t i = first_child; i < g->blues; i++)
    if (!list_add (&g->memory, &g->heirs, state_key ((uint32_t) i)))
      return false;
  return true;
}

static status merge_promote (engine *g, uint32_t blue, error *e)
{
  merger *m = (merger *) g;
  const uint32_t parent = m->blues[blue].parent;
  const size_t known = g->blues;
  engine_begin_step (g);
  const status s = recolour (m, blue, (uint32_t) g->reds) ? merge_add_red (m, m->blues[blue].node, e) : no_memory (e);
  return s || (pass_on (g, blue, parent, known) && known_promote (m, blue)) ? s : no_memory (e);
}

static bool merge_is_blue (const engine *g, uint32_t blue)
{
  const merger *m = (const merger *) g;
  const blue_state *b = &m->blues[blue];
  return b->parent != NOWHERE && (m->focus == FOCUS_ALL || m->nodes[b->node].flags & NODE_POSITIVE);
}

/* ---- patches ---- */

/* The patch of a node, created if necessary; NULL if out of memory. */
static patch *patch_for (merger *m, node q)
{
  tree_node *n = &m->nodes[q];
  if (n->flags & NODE_PATCHED)
    return &m->patches[n->first];
  if (!reserve (&m->engine.memory, &m->patches, &m->patch_capacity, m->patch_count + 1, sizeof *m->patches))
    return NULL;
  m->patches[m->patch_count] = (patch){ .first = n->first, .least = q };
  n->first = (node) m->patch_count;
  n->flags |= NODE_PATCHED;
  return &m->patches[m->patch_count++];
}

/* Makes room for one more edge of a patch, by moving its edges to the end. */
static bool merge_make_room (merger *m, patch *p)
{
  if (p->count < p->room)
    return true;
  const uint16_t room = p->room ? (uint16_t) (p->room < 0x8000 ? 2 * p->room : 0xffff) : 1;
  if (m->edge_count + room > UINT32_MAX
      || !reserve (&m->engine.memory, &m->edges, &m->edge_capacity, m->edge_count + room, sizeof *m->edges))
    return false;
  for (size_t i = 0; i < p->count; i++)
    m->edges[m->edge_count + i] = m->edges[p->edges + i];
  p->edges = (uint32_t) m->edge_count;
  p->room = room;
  m->edge_count += room;
  return true;
}

static status merge_add_edge (merger *m, node from, symbol s, node to, error *e)
{
  patch *p = patch_for (m, from);
  if (!p || !merge_make_room (m, p))
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
  return engine_note_change (&m->engine, state_key (RED | red)) ? PAPNI_OK : no_memory (e);
}

static status join_node (merger *m, node x, node y, uint32_t owner, error *e)
{
  tree_node *to = &m->nodes[x];
  const tree_node *from = &m->nodes[y];
  const node least = merger_number (m, y);
  const bool positive = from->flags & ~to->flags & NODE_POSITIVE, smaller = least < merger_number (m, x);
  if (from->label && !to->label) {
    to->label = from->label;
    if (owner != NOWHERE && !engine_note_change (&m->engine, state_key (owner)))
      return no_memory (e);
  }
  if (positive)
    to->flags |= NODE_POSITIVE;
  if (smaller) {
    patch *p = patch_for (m, x);
    if (!p)
      return no_memory (e);
    p->least = least;
  }
  if ((positive || smaller) && owner != NOWHERE && x == m->blues[owner].node
      && !list_add (&m->engine.memory, &m->engine.moved, owner))
    return no_memory (e);
  return PAPNI_OK;
}

static status merge_join (merger *m, node_pair p, error *e)
{
  return is_red (p.place) ? join_red (m, p.place & ~RED, p.node, e) : join_node (m, p.place, p.node, p.owner, e);
}

/* A new child of a red state is blue; that of another node goes into its patch. */
static status add_child (merger *m, addition a, error *e)
{
  const node_pair p = a.pair;
  const uint32_t changed = is_red (p.place) ? p.place : p.owner;
  if (changed != NOWHERE && !engine_note_change (&m->engine, state_key (changed)))
    return no_memory (e);
  return is_red (p.place) ? add_blue (m, p.place & ~RED, a.symbol, p.node, e)
                          : merge_add_edge (m, p.place, a.symbol, p.node, e);
}

/* A transition between red states gets the label of a node that meets it. */
static status add_output (merger *m, addition a, error *e)
{
  const uint32_t red = a.pair.place & ~RED;
  m->row_outputs[red * m->width + a.symbol] = m->nodes[a.pair.node].label;
  return engine_note_change (&m->engine, state_key (a.pair.place)) ? PAPNI_OK : no_memory (e);
}

/* Commits the changes of a successful trial. */
static status make_changes (merger *m, const trial *t, error *e)
{
  engine_begin_step (&m->engine);
  m->engine.merges++;
  m->engine.folded += t->met;
  const bool room = recolour (m, t->blue, t->red) && engine_note_change (&m->engine, state_key (t->blue));
  status s = room ? PAPNI_OK : no_memory (e);
  for (size_t i = 0; !s && i < t->join_count; i++)
    s = merge_join (m, t->joins[i], e);
  for (size_t i = 0; !s && i < t->added_count; i++)
    s = add_child (m, t->added[i], e);
  for (size_t i = 0; !s && i < t->output_count; i++)
    s = add_output (m, t->outputs[i], e);
  if (!s && m->tally && !merge_tally_apply (m, t))
    s = no_memory (e);
  known_forget_blue (m, t->blue);
  return s || known_add_blues (m) ? s : no_memory (e);
}

/* ---- engine operations ---- */

static uint32_t merge_number (const engine *g, uint32_t blue)
{
  const merger *m = (const merger *) g;
  const node q = m->blues[blue].node;
  return m->test ? q : merger_number (m, q); /* a test compares the nodes that states began as */
}

static bool merge_walk (merger *m, unsigned thread, uint32_t red, uint32_t blue, finding *found)
{
  trial *t = &m->trials[thread];
  const bool works = trial_merge (t, red, blue);
  *found = (finding){ t->evidence, t->pays, t->read, t->read_count, t->status };
  return works;
}

static bool merge_try (engine *g, unsigned thread, uint32_t red, uint32_t blue, finding *found)
{
  merger *m = (merger *) g;
  *found = (finding){ .status = PAPNI_OK };
  return !known_refuse (m, red, blue, &found->status) && merge_walk (m, thread, red, blue, found);
}

/* Is a merge sure to fail? The labels of a blue state are listed once a few trials have failed: most
 * states need fewer. */
static bool merge_refuses (merger *m, uint32_t red, uint32_t blue, status *trouble)
{
  if (m->test)
    return !compatible (m->test, m, red, blue, trouble);
  const bool differ = signatures_refuse (m, red, blue, trouble);
  if (differ || m->failed != blue || m->failures < FEW_FAILURES)
    return differ;
  *trouble = known_list_red (m, red) ? PAPNI_OK : PAPNI_MEMORY;
  return *trouble || known_refuse (m, red, blue, trouble);
}

static uint32_t merge_next (engine *g, uint32_t red, uint32_t blue, status *trouble)
{
  merger *m = (merger *) g;
  if (m->test)
    return red;
  const uint32_t next = signatures_next (m, red, blue, trouble);
  m->refusals += next - red;
  return next;
}

static bool merge_merge (engine *g, uint32_t red, uint32_t blue, finding *found)
{
  merger *m = (merger *) g;
  *found = (finding){ .status = PAPNI_OK };
  m->refusals++;
  if (merge_refuses (m, red, blue, &found->status))
    return false;
  const bool works = merge_walk (m, g->threads, red, blue, found) && (found->pays || engine_is_full (g));
  m->failures = works || m->failed != blue ? !works : m->failures + 1;
  m->failed = works ? NOWHERE : blue;
  if (works)
    found->status = make_changes (m, &m->trials[g->threads], NULL);
  return works;
}

static uint32_t merge_name (const engine *g, uint32_t state)
{
  const merger *m = (const merger *) g;
  return is_red (state) ? m->reds[state & ~RED].node : m->blues[state].node;
}

static size_t merge_work (const engine *g)
{
  const merger *m = (const merger *) g;
  size_t sum = m->refusals + (g->total + g->reds * m->width) / COPIED;
  for (unsigned i = 0; i <= g->threads; i++)
    sum += m->trials[i].visits;
  return sum;
}

static const engine_operations tree_engine = { .number = merge_number,
                                               .is_blue = merge_is_blue,
                                               .try = merge_try,
                                               .next = merge_next,
                                               .merge = merge_merge,
                                               .promote = merge_promote,
                                               .name = merge_name,
                                               .model = merger_model,
                                               .copy = merger_copy,
                                               .free = merger_free,
                                               .work = merge_work };

/* ---- beginning and end ---- */

bool trials_init (merger *m)
{
  const unsigned last = m->engine.threads;
  m->trials = allocate (&m->engine.memory, last + 1, sizeof *m->trials);
  for (unsigned i = 0; m->trials && i <= last; i++)
    trial_init (&m->trials[i], m, i == 0 || i == last, i == last);
  return m->trials;
}

engine *merger_new (const papni_tree *t, tree_node *nodes, const settings *options, progress *progress, error *e)
{
  merger *m = allocate (&t->memory, 1, sizeof *m);
  if (!m) {
    no_memory (e);
    return NULL;
  }
  *m = (merger){ .engine = { .ops = &tree_engine,
                             .memory = t->memory,
                             .progress = progress,
                             .threads = options->threads ? options->threads : 1,
                             .promoted = NOWHERE,
                             .total = t->size },
                 .tree = t,
                 .nodes = nodes,
                 .evidence = options->evidence,
                 .focus = options->focus,
                 .edges_speak = t->machine == PAPNI_MEALY,
                 .failed = NOWHERE,
                 .width = t->symbol_count ? t->symbol_count : 1 };
  const bool room = (nodes || copy_items (&t->memory, &m->nodes, &m->own_nodes, t->nodes, t->size + 1, sizeof *nodes))
                    && trials_init (m) && (m->evidence != EVIDENCE_BITS || merge_tally_init (m, options->count));
  status s = room ? compatibility_new (m, options, &m->test, e) : no_memory (e);
  if (!s)
    s = merge_add_red (m, 0, e);
  /* The cost of a search must not depend on known labels. */
  if (!s && !m->test && !options->search && !known_begin (m, options->method == METHOD_RPNI))
    s = no_memory (e);
  if (!s)
    return &m->engine;
  merger_free (&m->engine);
  return NULL;
}

void merger_free (engine *g)
{
  merger *m = (merger *) g;
  const allocator a = g->memory;
  for (unsigned i = 0; m->trials && i <= g->threads; i++)
    trial_release (&m->trials[i]);
  release (&a, m->trials, g->threads + 1, sizeof *m->trials);
  merge_tally_release (m);
  compatibility_free (m->test);
  release (&a, m->signatures.reds, m->signatures.capacity, sizeof *m->signatures.reds);
  known_release (m);
  release (&a, m->rows, m->row_capacity, sizeof *m->rows);
  release (&a, m->row_outputs, m->output_capacity, 1);
  release (&a, m->reds, m->red_capacity, sizeof *m->reds);
  release (&a, m->blues, m->blue_capacity, sizeof *m->blues);
  release (&a, m->patches, m->patch_capacity, sizeof *m->patches);
  release (&a, m->edges, m->edge_capacity, sizeof *m->edges);
  if (m->own_nodes)
    release (&a, m->nodes, m->own_nodes, sizeof *m->nodes);
  engine_release_common (g);
  release (&a, m, 1, sizeof *m);
}
