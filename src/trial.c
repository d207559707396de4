/* trial.c - what would a merge meet? Found out without changing anything.
 *
 * A trial walks the blue state's tree beside the automaton that it would be folded
 * into, depth first. What the merge would write (a label for a place without one,
 * a child for a place that lacks it) goes into a small table of the trial's own,
 * whose clearing is the undo. So a trial costs what it touches, leaves no trace,
 * and any number of them can run at once. */
#include "merge.h"
#include "merge_walk.h"

enum
{
  KEY_LABEL = 0x10000, /* beside the symbols: what a change is about */
  KEY_ENTERED = 0x10001,
  KEY_SHIFT = 17,
  REPORT_EVERY = 1 << 16 /* visits */
};

void trial_init (trial *t, const merger *m, bool reports)
{
  *t = (trial){ .merger = m, .memory = m->memory, .reports = reports };
}

void trial_release (trial *t)
{
  map_release (&t->memory, &t->changes);
  release (&t->memory, t->work, t->work_capacity, sizeof *t->work);
  release (&t->memory, t->read, t->read_capacity, sizeof *t->read);
}

static bool stop (trial *t, status s)
{
  t->status = s;
  return false;
}

/* Notes that the evidence depends on this red or blue state. */
static bool depends (trial *t, uint32_t state)
{
  if (!reserve (&t->memory, &t->read, &t->read_capacity, t->read_count + 1, sizeof *t->read))
    return stop (t, PAPNI_MEMORY);
  t->read[t->read_count++] = state;
  return true;
}

/* What the trial has put at a place, or NULL for no memory; *fresh if `value` was
 * put there just now. */
static uint32_t *change (trial *t, uint32_t place, uint32_t what, uint32_t value, bool *fresh)
{
  uint32_t *entry = map_enter (&t->memory, &t->changes, (uint64_t) place << KEY_SHIFT | what, value, fresh);
  if (!entry)
    stop (t, PAPNI_MEMORY);
  else if (*fresh && is_red (place) && !depends (t, place))
    entry = NULL;
  return entry;
}

/* Node y meets the node or red state x. False on a conflict of labels. */
static inline bool meet (trial *t, const merger *m, uint32_t x, node y)
{
  const unsigned label = m->nodes[y].label;
  t->evidence += m->evidence == PAPNI_STATES;
  if (!label)
    return true;
  unsigned other = is_red (x) ? m->reds[x & ~RED].label : m->nodes[x].label;
  if (!other) {
    bool fresh;
    const uint32_t *entry = change (t, x, KEY_LABEL, label, &fresh);
    if (!entry || fresh)
      return entry;
    other = *entry;
  }
  t->evidence += m->evidence == PAPNI_LABELS;
  return other == label;
}

/* Where a red state's symbol leads, the merge on trial done. */
static inline bool red_child (trial *t, const merger *m, uint32_t red, symbol s, uint32_t *to)
{
  *to = m->rows[red * m->width + s];
  if (*to == t->blue)
    *to = RED | t->red;
  if (is_red (*to)) /* or NOWHERE */
    return true;
  bool fresh;
  const uint32_t blue = *to;
  if (!change (t, blue, KEY_ENTERED, 0, &fresh) || (fresh && !depends (t, blue)))
    return false;
  *to = m->blues[blue].node;
  return true;
}

static inline bool push (trial *t, pair p)
{
  if (t->work_count == t->work_capacity
      && !reserve (&t->memory, &t->work, &t->work_capacity, t->work_count + 1, sizeof *t->work))
    return stop (t, PAPNI_MEMORY);
  t->work[t->work_count++] = p;
  return true;
}

/* The child c of a node that joins x meets x's own child, or is moved over. */
static inline bool descend (trial *t, const merger *m, uint32_t x, child c)
{
  uint32_t to;
  if (!is_red (x))
    to = find_child (m, x, c.symbol);
  else if (!red_child (t, m, x & ~RED, c.symbol, &to))
    return false;
  if (to == NOWHERE) {
    bool fresh;
    const uint32_t *entry = change (t, x, c.symbol, c.node, &fresh);
    if (!entry || fresh)
      return entry;
    to = *entry;
  }
  if (!meet (t, m, to, c.node))
    return false;
  if (!has_children (m, c.node))
    return true;
#if defined(__GNUC__)
  __builtin_prefetch (&m->nodes[m->nodes[c.node].first]);
  if (!is_red (to))
    __builtin_prefetch (&m->nodes[m->nodes[to].first]);
#endif
  return push (t, (pair){ to, c.node, 0 });
}

static bool go_on (trial *t)
{
  if (++t->visits % REPORT_EVERY)
    return true;
  if (t->reports)
    merger_report (t->merger, NULL);
  return !atomic_load_explicit (&t->merger->control->cancelled, memory_order_relaxed) || stop (t, PAPNI_CANCELLED);
}

bool trial_merge (trial *t, uint32_t red, uint32_t blue)
{
  const merger copy = *t->merger, *m = &copy; /* so the compiler knows that nothing here changes it */
  const node q = m->blues[blue].node;
  map_clear (&t->changes);
  t->work_count = t->read_count = t->evidence = 0;
  t->red = red;
  t->blue = blue;
  if (!depends (t, blue) || !meet (t, m, RED | red, q))
    return false;
  if (!push (t, (pair){ RED | red, q, 0 }))
    return false;
  while (t->work_count) {
    const pair p = t->work[--t->work_count];
    if (!go_on (t))
      return false;
    for (child c = first_child (m, p.y); c.node != NOWHERE; c = next_child (m, c))
      if (!descend (t, m, p.x, c))
        return false;
  }
  return true;
}
