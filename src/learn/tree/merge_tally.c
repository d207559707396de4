/* merge_tally.c - what accepted words do next at the places of a merged tree. */
#include "learn/tree/merge_tally.h"

#include "learn/tree/merge_walk.h"

#include <string.h>

enum
{
  EVENT_BITS = 64 /* of a word of a set */
};

static void merge_tally_add_event (uint64_t *events, size_t event)
{
  events[event / EVENT_BITS] |= (uint64_t) 1 << event % EVENT_BITS;
}

static size_t merge_tally_count (const uint64_t *events, size_t width)
{
  size_t count = 0;
  for (size_t i = 0; i < width; i++)
    for (uint64_t rest = events[i]; rest; rest &= rest - 1)
      count++;
  return count;
}

/* ---- the merger's ---- */

/* Adds the events of a node. */
static void node_events (const merger *m, node q, uint64_t *events)
{
  const papni_tree *t = m->tree;
  if (m->nodes[q].label == PAPNI_ACCEPT)
    merge_tally_add_event (events, t->alphabet->size);
  for (child c = first_child (m, q); c.node != NOWHERE; c = next_child (m, c))
    if (m->nodes[c.node].flags & NODE_POSITIVE)
      merge_tally_add_event (events, t->symbols[c.symbol].symbol);
}

/* Children have greater numbers. */
static void count_passes (merger *m, const uint32_t *ends, uint64_t *events)
{
  const papni_tree *t = m->tree;
  for (size_t q = t->size; q-- > 0;) {
    const tree_node *n = &m->nodes[q];
    uint64_t passes = n->label != PAPNI_ACCEPT ? 0 : ends ? ends[q] : 1;
    for (node c = n->first; c < m->nodes[q + 1].first; c++)
      passes += m->tally->passes[c];
    m->tally->passes[q] = passes;
    if (passes)
      node_events (m, (node) q, events);
  }
}

bool merge_tally_init (merger *m, unsigned count)
{
  const allocator *a = &m->engine.memory;
  merge_tally *y = m->tally = allocate_zeroed (a, 1, sizeof *y);
  if (!y)
    return false;
  y->width = m->tree->alphabet->size / EVENT_BITS + 1;
  y->size = m->tree->size;
  y->passes = allocate (a, y->size, sizeof *y->passes);
  uint64_t *all = allocate_zeroed (a, y->width, sizeof *all);
  bool room = y->passes && all;
  if (room) {
    count_passes (m, count == COUNT_WORDS ? m->tree->ends : NULL, all);
    room = event_bits_init (&y->bits, a, merge_tally_count (all, y->width));
  }
  release (a, all, y->width, sizeof *all);
  return room;
}

bool merge_tally_copy (merger *m, const merger *from)
{
  const allocator *a = &m->engine.memory;
  const merge_tally *x = from->tally;
  const size_t reds = from->engine.reds;
  size_t room;
  merge_tally *y = m->tally = allocate_zeroed (a, 1, sizeof *y);
  if (!y)
    return false;
  y->width = x->width;
  y->size = x->size;
  return copy_items (a, &y->passes, &room, x->passes, x->size, sizeof *y->passes)
         && copy_items (a, &y->red_passes, &y->red_capacity, x->red_passes, reds, sizeof *y->red_passes)
         && copy_items (a, &y->red_events, &y->event_capacity, x->red_events, reds * x->width, sizeof *y->red_events)
         && event_bits_init (&y->bits, a, x->bits.events);
}

void merge_tally_release (merger *m)
{
  merge_tally *y = m->tally;
  const allocator *a = &m->engine.memory;
  if (!y)
    return;
  release (a, y->passes, y->size, sizeof *y->passes);
  release (a, y->red_passes, y->red_capacity, sizeof *y->red_passes);
  release (a, y->red_events, y->event_capacity, sizeof *y->red_events);
  event_bits_release (&y->bits, a);
  release (a, y, 1, sizeof *y);
}

bool merge_tally_add_red (merger *m, node q)
{
  merge_tally *y = m->tally;
  const allocator *a = &m->engine.memory;
  const size_t red = m->engine.reds;
  if (!reserve (a, &y->red_passes, &y->red_capacity, red + 1, sizeof *y->red_passes)
      || !reserve (a, &y->red_events, &y->event_capacity, (red + 1) * y->width, sizeof *y->red_events))
    return false;
  uint64_t *events = y->red_events + red * y->width;
  memset (events, 0, y->width * sizeof *events);
  node_events (m, q, events);
  y->red_passes[red] = y->passes[q];
  return true;
}

/* ---- a trial's ---- */

static int64_t tally_bits (const merger *m, uint64_t passes, const uint64_t *events)
{
  return event_bits_of (&m->tally->bits, passes, merge_tally_count (events, m->tally->width));
}

/* A tally for a place, as it is before the merge. */
static bool begin_tally (trial *t, const merger *m, node_pair p)
{
  const merge_tally *y = m->tally;
  const size_t count = t->tally_count;
  if (!reserve (&t->memory, &t->tallies, &t->tally_capacity, count + 1, sizeof *t->tallies)
      || !reserve (&t->memory, &t->events, &t->event_capacity, (count + 2) * y->width, sizeof *t->events))
    return false;
  uint64_t *events = t->events + count * y->width;
  memset (events, 0, y->width * sizeof *events);
  place_tally *new = &t->tallies[t->tally_count++];
  *new = (place_tally){ p.place, p.owner, 0 };
  if (is_red (p.place)) {
    const uint32_t red = p.place & ~RED;
    new->passes = y->red_passes[red];
    memcpy (events, y->red_events + red * y->width, y->width * sizeof *events);
  } else {
    new->passes = y->passes[p.place];
    if (new->passes)
      node_events (m, p.place, events);
  }
  t->saved += tally_bits (m, new->passes, events);
  return true;
}

bool trial_tally (trial *t, const merger *m, node_pair p, uint32_t at, bool fresh)
{
  const merge_tally *y = m->tally;
  if (fresh && !begin_tally (t, m, p))
    return false;
  uint64_t *own = t->events + t->tally_count * y->width; /* there is room for one more */
  uint64_t *events = t->events + at * y->width;
  memset (own, 0, y->width * sizeof *own);
  node_events (m, p.node, own);
  t->saved += tally_bits (m, y->passes[p.node], own);
  t->tallies[at].passes += y->passes[p.node];
  for (size_t i = 0; i < y->width; i++)
    events[i] |= own[i];
  return true;
}

int64_t trial_saved (const trial *t, const merger *m)
{
  int64_t saved = t->saved;
  for (size_t i = 0; i < t->tally_count; i++)
    saved -= tally_bits (m, t->tallies[i].passes, t->events + i * m->tally->width);
  return saved;
}

bool merge_tally_apply (merger *m, const trial *t)
{
  merge_tally *y = m->tally;
  for (size_t i = 0; i < t->tally_count; i++) {
    const place_tally *x = &t->tallies[i];
    const uint32_t changed = is_red (x->place) ? x->place : x->owner;
    if (is_red (x->place)) {
      const uint32_t red = x->place & ~RED;
      y->red_passes[red] = x->passes;
      memcpy (y->red_events + red * y->width, t->events + i * y->width, y->width * sizeof *t->events);
    } else
      y->passes[x->place] = x->passes;
    if (changed != NOWHERE && !engine_note_change (&m->engine, state_key (changed)))
      return false;
  }
  return true;
}
