/* trial.c - determines what a merge would meet, without changing anything.
 *
 * A trial walks the blue state's subtree and the automaton in parallel, depth-first.
 * What the merge would write (a missing label, a missing child) goes into a small table
 * of the trial, and undo clears it. So a trial costs only what it touches, has no side
 * effects, and trials can run in parallel. */
#include "learn/tree/compatible.h"
#include "learn/tree/merge_tally.h"
#include "learn/tree/merge_walk.h"

enum
{
  KEY_LABEL = 0x10000, /* in addition to the symbols: the kind of change */
  KEY_TALLY = 0x10001,
  KEY_OUTPUT = 0x10002, /* + a symbol: the output of a red state's transition */
  KEY_SHIFT = 17,
  WALK_KEEPS = 1,  /* what a walk is for: a merge, which needs to know what to change */
  WALK_COUNTS = 2, /* and bits */
  WALK_EDGES = 4,  /* labels belong to transitions */
  WALK_SHAPE = 8,  /* for ALERGIA: labels do not matter */
  FEW = 16,
  LARGE = 1024,                /* pairs met; a smaller tree fits the cache */
  TRIAL_REPORT_EVERY = 1 << 16 /* visits */
};

void trial_init (trial *t, const merger *m, bool reports, bool keeps)
{
  *t = (trial){ .merger = m, .memory = m->engine.memory, .reports = reports, .keeps = keeps };
}

void trial_release (trial *t)
{
  map_release (&t->memory, &t->changes);
  release (&t->memory, t->work, t->work_capacity, sizeof *t->work);
  release (&t->memory, t->waiting, t->waiting_capacity, sizeof *t->waiting);
  release (&t->memory, t->joins, t->join_capacity, sizeof *t->joins);
  release (&t->memory, t->added, t->added_capacity, sizeof *t->added);
  release (&t->memory, t->outputs, t->output_capacity, sizeof *t->outputs);
  release (&t->memory, t->read, t->read_capacity, sizeof *t->read);
  release (&t->memory, t->read_by, t->key_capacity, sizeof *t->read_by);
  release (&t->memory, t->tallies, t->tally_capacity, sizeof *t->tallies);
  release (&t->memory, t->events, t->event_capacity, sizeof *t->events);
}

static bool trial_stop (trial *t, status s)
{
  t->status = s;
  return false;
}

/* ---- notes ---- */

/* Records that the evidence depends on this red or blue state. */
static bool depends (trial *t, uint32_t state)
{
  const uint32_t key = state_key (state);
  if (t->read_by[key] == t->number)
    return true;
  if (!reserve (&t->memory, &t->read, &t->read_capacity, t->read_count + 1, sizeof *t->read))
    return trial_stop (t, PAPNI_MEMORY);
  t->read_by[key] = t->number;
  t->read[t->read_count++] = key;
  return true;
}

/* Forgets what the last trial depended on. */
static bool begin_reading (trial *t)
{
  const size_t keys = t->merger->engine.changed_at.count;
  if (!reserve (&t->memory, &t->read_by, &t->key_capacity, keys, sizeof *t->read_by))
    return trial_stop (t, PAPNI_MEMORY);
  if (!++t->number) { /* numbers wrap around */
    t->key_count = 0;
    t->number = 1;
  }
  while (t->key_count < keys)
    t->read_by[t->key_count++] = 0;
  t->read_count = 0;
  return true;
}

/* The change of the trial at a place, or NULL if out of memory; *fresh if `value` was
 * inserted now. */
static uint32_t *change (trial *t, uint32_t place, uint32_t what, uint32_t value, bool *fresh)
{
  uint32_t *entry = map_enter (&t->memory, &t->changes, (uint64_t) place << KEY_SHIFT | what, value, fresh);
  if (!entry)
    trial_stop (t, PAPNI_MEMORY);
  else if (*fresh && !t->keeps && is_red (place) && !depends (t, place))
    entry = NULL;
  return entry;
}

static bool keep_join (trial *t, node_pair p)
{
  if (t->join_count == t->join_capacity
      && !reserve (&t->memory, &t->joins, &t->join_capacity, t->join_count + 1, sizeof *t->joins))
    return trial_stop (t, PAPNI_MEMORY);
  t->joins[t->join_count++] = p;
  return true;
}

static bool keep_addition (trial *t, addition a)
{
  if (!reserve (&t->memory, &t->added, &t->added_capacity, t->added_count + 1, sizeof *t->added))
    return trial_stop (t, PAPNI_MEMORY);
  t->added[t->added_count++] = a;
  return true;
}

static bool keep_output (trial *t, addition a)
{
  if (!reserve (&t->memory, &t->outputs, &t->output_capacity, t->output_count + 1, sizeof *t->outputs))
    return trial_stop (t, PAPNI_MEMORY);
  t->outputs[t->output_count++] = a;
  return true;
}

/* ---- the walk: for a merge, which needs to know what to change, and for a score,
 * which needs to know what it was read from; each compiled by itself ---- */

/* Does a node give the node it meets an accepted word or a smaller number? */
static inline bool gives (const merger *m, node to, node from)
{
  return m->nodes[from].flags & ~m->nodes[to].flags & NODE_POSITIVE || merger_number (m, from) < merger_number (m, to);
}

/* A labelled node meets a place. False on a conflict. */
static inline bool meet_label (trial *t, node_pair p, uint32_t key, unsigned label, unsigned other, bool *fresh)
{
  if (!other) {
    const uint32_t *entry = change (t, p.place, key, label, fresh);
    if (!entry)
      return false;
    other = *entry;
  }
  t->equal_labels += !*fresh;
  return other == label;
}

/* For bits: a node that an accepted word passes meets a place. */
static bool meet_passes (trial *t, const merger *m, node_pair p)
{
  bool fresh;
  const uint32_t *at = change (t, p.place, KEY_TALLY, (uint32_t) t->tally_count, &fresh);
  if (!at)
    return false;
  return trial_tally (t, m, p, *at, fresh) || trial_stop (t, PAPNI_MEMORY);
}

/* A node meets a place. False on a conflict of labels. */
static ALWAYS_INLINE bool meet (trial *t, const merger *m, node_pair p, const unsigned mode)
{
  const bool red = is_red (p.place);
  const unsigned label = mode & WALK_EDGES && red ? 0 : m->nodes[p.node].label;
  bool fresh = false;
  t->met++;
  if (mode & WALK_SHAPE)
    return true;
  if (label) {
    const unsigned other = red ? m->reds[p.place & ~RED].label : m->nodes[p.place].label;
    if (!meet_label (t, p, KEY_LABEL, label, other, &fresh))
      return false;
  }
  if (mode & WALK_COUNTS && m->tally->passes[p.node] && !meet_passes (t, m, p))
    return false;
  return !(mode & WALK_KEEPS) || !(fresh || (!red && gives (m, p.place, p.node))) || keep_join (t, p);
}

/* The transition to a node meets one of a red state, which leads to a red state. False on a
 * conflict of outputs. */
static bool meet_output (trial *t, const merger *m, addition a)
{
  const size_t entry = (a.pair.place & ~RED) * m->width + a.symbol;
  const unsigned label = m->nodes[a.pair.node].label;
  const bool merging = m->rows[entry] == t->blue;
  const unsigned other = merging ? m->nodes[m->blues[t->blue].node].label : m->row_outputs[entry];
  bool fresh = false;
  if (!label)
    return true;
  if (!meet_label (t, a.pair, KEY_OUTPUT + a.symbol, label, other, &fresh))
    return false;
  return !fresh || !t->keeps || keep_output (t, a);
}

/* The target of a red state's symbol, after the merge on trial: a place and its owner. */
static inline bool red_child (trial *t, const merger *m, uint32_t red, symbol s, node_pair *next, const unsigned mode)
{
  uint32_t to = m->rows[red * m->width + s];
  if (to == t->blue)
    to = RED | t->red;
  next->place = to;
  next->owner = NOWHERE;
  if (is_red (to)) /* or NOWHERE */
    return true;
  next->place = m->blues[to].node;
  next->owner = to;
  return mode & WALK_KEEPS || depends (t, to);
}

static inline bool trial_push (trial *t, node_pair p)
{
  if (t->work_count == t->work_capacity
      && !reserve (&t->memory, &t->work, &t->work_capacity, t->work_count + 1, sizeof *t->work))
    return trial_stop (t, PAPNI_MEMORY);
  t->work[t->work_count++] = p;
  return true;
}

/* The child c of a node that meets p.place meets that place's child, or is moved. */
static ALWAYS_INLINE bool descend (trial *t, const merger *m, node_pair p, child c, const unsigned mode)
{
  node_pair next = { NOWHERE, c.node, p.owner };
  if (!is_red (p.place))
    next.place = find_child (m, p.place, c.symbol);
  else if (!red_child (t, m, p.place & ~RED, c.symbol, &next, mode))
    return false;
  if (next.place == NOWHERE) {
    bool fresh;
    const uint32_t *entry = change (t, p.place, c.symbol, c.node, &fresh);
    if (!entry)
      return false;
    if (fresh)
      return !(mode & WALK_KEEPS) || keep_addition (t, (addition){ { p.place, c.node, p.owner }, c.symbol });
    next.place = *entry;
  }
  if (mode & WALK_EDGES && is_red (next.place)
      && !meet_output (t, m, (addition){ { p.place, c.node, p.owner }, c.symbol }))
    return false;
  if (!meet (t, m, next, mode))
    return false;
  if (!has_children (m, c.node))
    return true;
  prefetch (&m->nodes[m->nodes[c.node].first]);
  if (!is_red (next.place))
    prefetch (&m->nodes[m->nodes[next.place].first]);
  return trial_push (t, next);
}

static inline bool trial_go_on (trial *t)
{
  if (++t->visits % TRIAL_REPORT_EVERY)
    return true;
  if (t->reports)
    engine_report (&t->merger->engine, NULL);
  return !progress_cancelled (t->merger->engine.progress) || trial_stop (t, PAPNI_CANCELLED);
}

static ALWAYS_INLINE bool trial_expand (trial *t, const merger *m, node_pair p, const unsigned mode)
{
  if (!trial_go_on (t))
    return false;
  for (child c = first_child (m, p.node); c.node != NOWHERE; c = next_child (m, c))
    if (!descend (t, m, p, c, mode))
      return false;
  return true;
}

/* Processes the topmost pairs together, so that prefetched memory has arrived when it
 * is their turn. */
static bool expand_few (trial *t, const merger *m, const unsigned mode)
{
  node_pair few[FEW];
  for (size_t i = 0; i < FEW; i++)
    few[i] = t->work[--t->work_count];
  for (size_t i = 0; i < FEW; i++)
    if (!trial_expand (t, m, few[i], mode))
      return false;
  return true;
}

/* Depth-first, and in large trees a few pairs at a time. */
static ALWAYS_INLINE bool trial_walk (trial *t, const unsigned mode)
{
  const merger copy = *t->merger, *m = &copy; /* so that the compiler knows it does not change */
  const node_pair root = { RED | t->red, m->blues[t->blue].node, NOWHERE };
  if (!(mode & WALK_KEEPS || depends (t, t->blue)) || !meet (t, m, root, mode) || !trial_push (t, root))
    return false;
  while (t->work_count) {
    const bool large = t->met >= LARGE && t->work_count >= FEW;
    if (!(large ? expand_few (t, m, mode) : trial_expand (t, m, t->work[--t->work_count], mode)))
      return false;
  }
  return true;
}

/* The children of a node will meet those of a place, the first one first: it is on top. */
static inline bool wait_for_children (trial *t, const merger *m, node_pair p)
{
  const tree_node *n = &m->nodes[p.node];
  const node begin = own_children (m, p.node), end = own_children (m, p.node + 1);
  const patch *more = n->flags & NODE_PATCHED ? &m->patches[n->first] : NULL;
  const size_t count = t->waiting_count + (end - begin) + (more ? more->count : 0);
  if (count == t->waiting_count)
    return true;
  if (count > t->waiting_capacity
      && !reserve (&t->memory, &t->waiting, &t->waiting_capacity, count, sizeof *t->waiting))
    return trial_stop (t, PAPNI_MEMORY);
  addition *top = t->waiting + t->waiting_count;
  for (size_t i = more ? more->count : 0; i-- > 0;) {
    const added_edge *edge = &m->edges[more->edges + i];
    *top++ = (addition){ { p.place, edge->child, p.owner }, edge->symbol };
  }
  for (node c = end; c-- > begin;)
    *top++ = (addition){ { p.place, c, p.owner }, m->nodes[c].symbol };
  t->waiting_count = count;
  return true;
}

/* A walk in the order of a recursion: everything below a child is met before the next child.
 * Where nodes that began apart become one state, the first one that is met stays, and later
 * tests compare that one; so the order matters to them, and to nothing else. */
static ALWAYS_INLINE bool walk_in_order (trial *t, const unsigned mode)
{
  const merger copy = *t->merger, *m = &copy; /* as in trial_walk */
  const node_pair root = { RED | t->red, m->blues[t->blue].node, NOWHERE };
  t->waiting_count = 0;
  if (!meet (t, m, root, mode) || !wait_for_children (t, m, root))
    return false;
  while (t->waiting_count) {
    const addition a = t->waiting[--t->waiting_count];
    if (!trial_go_on (t) || !descend (t, m, a.pair, (child){ .node = a.pair.node, .symbol = a.symbol }, mode)
        || (t->work_count && !wait_for_children (t, m, t->work[--t->work_count])))
      return false;
  }
  return true;
}

/* A merge that saves no bits does not pay, unless no accepted word passes the blue state:
 * then there are none to save. */
static void trial_weigh (trial *t)
{
  const merger *m = t->merger;
  const bool positive = m->tally->passes[m->blues[t->blue].node];
  t->evidence = trial_saved (t, m);
  t->pays = t->evidence > 0 || (!t->evidence && !positive);
}

bool trial_merge (trial *t, uint32_t red, uint32_t blue)
{
  map_clear (&t->changes);
  t->work_count = t->join_count = t->added_count = t->output_count = t->met = t->equal_labels = t->tally_count = 0;
  t->saved = 0;
  t->red = red;
  t->blue = blue;
  if (!t->keeps && !begin_reading (t))
    return false;
  const bool counts = t->merger->evidence == EVIDENCE_BITS;
  const struct compatibility *test = t->merger->test;
  const bool works =
      test ? compatibility_counts (test) ? walk_in_order (t, WALK_KEEPS | WALK_SHAPE) : walk_in_order (t, WALK_KEEPS)
      : t->merger->edges_speak ? t->keeps ? trial_walk (t, WALK_KEEPS | WALK_EDGES) : trial_walk (t, WALK_EDGES)
      : t->keeps ? counts ? trial_walk (t, WALK_KEEPS | WALK_COUNTS) : trial_walk (t, WALK_KEEPS)
      : counts ? trial_walk (t, WALK_COUNTS)
                               : trial_walk (t, 0);
  t->evidence = (int64_t) (t->merger->evidence == EVIDENCE_STATES ? t->met : t->equal_labels);
  t->pays = true;
  if (works && counts)
    trial_weigh (t);
  return works;
}
