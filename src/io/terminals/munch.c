/* munch.c - pending matches: nodes and sets of them. */
#include "io/terminals/munch.h"

#include <string.h>

bool munch_full (munch *m)
{
  if (!m->regulars.failed)
    m->regulars.failed = no_memory (m->regulars.error);
  return false;
}

static const allocator *munch_memory (const munch *m)
{
  return &m->regulars.patterns->memory;
}

/* ---- nodes ---- */

static bool scanner_accepts (const scanner *s, size_t q)
{
  const uint32_t *row = &s->ends[q * (s->atoms + 1)];
  for (size_t c = 0; c <= s->atoms; c++)
    if (row[c])
      return true;
  return false;
}

/* The node with the steps that were added last. */
static uint32_t known_node (munch *m)
{
  const size_t atoms = m->scanner->atoms, own = m->steps.count / atoms - 1;
  const uint32_t *row = &m->steps.items[own * atoms];
  bool any = false, fresh = false;
  for (size_t c = 0; c < atoms; c++)
    any |= row[c] != STEP_GONE;
  if (!any) {
    m->steps.count -= atoms;
    return STEP_GONE;
  }
  for (uint64_t hash = hash_bytes ((const char *) row, atoms * sizeof *row);; hash++) {
    const uint32_t *found = map_enter (munch_memory (m), &m->known_steps, hash, (uint32_t) own, &fresh);
    if (!found)
      return munch_full (m), STEP_GONE;
    if (fresh)
      return FIRST_NODE + *found;
    if (!memcmp (&m->steps.items[*found * atoms], row, atoms * sizeof *row)) {
      m->steps.count -= atoms;
      return FIRST_NODE + *found;
    }
  }
}

static bool add_node_step (munch *m, uint32_t step)
{
  return list_add (munch_memory (m), &m->steps, step) || munch_full (m);
}

/* The node of a state in which nothing ends, if those of the next ones are known. */
static bool find_node (munch *m, size_t q)
{
  const scanner *s = m->scanner;
  const uint32_t *next = &s->next[q * s->atoms];
  for (size_t c = 0; c < s->atoms; c++)
    if (next[c] != SCANNER_STOPS && m->node_of[next[c]] == NO_PART)
      return false;
  for (size_t c = 0; c < s->atoms; c++)
    if (!add_node_step (m, next[c] == SCANNER_STOPS ? STEP_GONE : m->node_of[next[c]]))
      return false;
  m->node_of[q] = known_node (m);
  return true;
}

static void find_nodes (munch *m)
{
  const scanner *s = m->scanner;
  for (size_t q = 0; q < s->states; q++)
    m->node_of[q] = scanner_accepts (s, q) ? STEP_COMPLETE : NO_PART;
  for (bool changed = true; changed && !m->regulars.failed;) {
    changed = false;
    for (size_t q = s->states; q-- > SCANNER_START && !m->regulars.failed;)
      changed |= m->node_of[q] == NO_PART && find_node (m, q);
  }
  for (size_t q = 0; q < s->states; q++) /* in or before a loop */
    if (m->node_of[q] == NO_PART)
      m->node_of[q] = STEP_COMPLETE;
}

/* What is pending after a text of the subject that ends in a state. */
static uint32_t node_after (munch *m, size_t q, uint32_t subject)
{
  const scanner *s = m->scanner;
  for (size_t c = 0; c < s->atoms; c++) {
    const uint32_t end = s->ends[q * (s->atoms + 1) + c], to = s->next[q * s->atoms + c];
    const bool own = end && m->subject[end - 1] == subject;
    if (!add_node_step (m, !own ? STEP_COMPLETE : to == SCANNER_STOPS ? STEP_GONE : m->node_of[to]))
      return STEP_GONE;
  }
  return known_node (m);
}

/* ---- sets ---- */

/* The set of the nodes in a list. */
static uint32_t known_set (munch *m, const uint32_t *nodes, size_t count)
{
  bool fresh = false;
  for (uint64_t hash = count ? hash_bytes ((const char *) nodes, count * sizeof *nodes) : 0;; hash++) {
    const uint32_t *found = map_enter (munch_memory (m), &m->known_sets, hash, (uint32_t) m->set_at.count, &fresh);
    if (!found)
      return munch_full (m), NOTHING_PENDING;
    if (fresh) {
      bool room = list_add (munch_memory (m), &m->set_at, (uint32_t) m->sets.count)
                  && list_add (munch_memory (m), &m->sets, (uint32_t) count);
      for (size_t i = 0; room && i < count; i++)
        room = list_add (munch_memory (m), &m->sets, nodes[i]);
      return room || munch_full (m) ? (uint32_t) m->set_at.count - 1 : NOTHING_PENDING;
    }
    const uint32_t *own = &m->sets.items[m->set_at.items[*found]];
    if (own[0] == count && (!count || !memcmp (own + 1, nodes, count * sizeof *nodes)))
      return *found;
  }
}

/* Adds to a sorted list. */
static bool insert_node (munch *m, list *to, uint32_t node)
{
  size_t at = 0;
  while (at < to->count && to->items[at] < node)
    at++;
  if (at < to->count && to->items[at] == node)
    return true;
  if (!list_add (munch_memory (m), to, node))
    return munch_full (m);
  memmove (&to->items[at + 1], &to->items[at], (to->count - 1 - at) * sizeof *to->items);
  to->items[at] = node;
  return true;
}

uint32_t munch_step (munch *m, uint32_t set, size_t atom)
{
  if (set == NOTHING_PENDING)
    return set;
  list next = { 0 };
  const size_t at = m->set_at.items[set], count = m->sets.items[at];
  bool complete = false;
  for (size_t i = 1; i <= count && !complete && !m->regulars.failed; i++) {
    const uint32_t to = m->steps.items[(m->sets.items[at + i] - FIRST_NODE) * m->scanner->atoms + atom];
    complete = to == STEP_COMPLETE;
    if (to >= FIRST_NODE)
      insert_node (m, &next, to);
  }
  const uint32_t result = complete || m->regulars.failed ? NO_PART : known_set (m, next.items, next.count);
  list_release (munch_memory (m), &next);
  return result;
}

uint32_t munch_set_after (munch *m, uint32_t set, size_t state, uint32_t subject)
{
  const uint32_t node = node_after (m, state, subject);
  if (node == STEP_GONE || m->regulars.failed)
    return set;
  list next = { 0 };
  const size_t at = m->set_at.items[set], count = m->sets.items[at];
  for (size_t i = 1; i <= count; i++)
    insert_node (m, &next, m->sets.items[at + i]);
  insert_node (m, &next, node);
  const uint32_t result = m->regulars.failed ? NOTHING_PENDING : known_set (m, next.items, next.count);
  list_release (munch_memory (m), &next);
  return result;
}

/* ---- making ---- */

static void note_item (rows *r, uint32_t *items, size_t row, size_t q)
{
  if (items)
    items[rows_place (r, row)] = (uint32_t) q;
  else
    rows_count (r, row);
}

/* States by the subject that ends there, and by the state that they lead to: first counted, then placed. */
static void note_states (munch *m, bool place)
{
  const scanner *s = m->scanner;
  const size_t columns = s->atoms + 1;
  for (size_t q = SCANNER_START; q < s->states; q++) {
    const uint32_t *ends = &s->ends[q * columns], *next = &s->next[q * s->atoms];
    for (size_t c = 0; c < columns; c++)
      if (ends[c] && (c == s->atoms || next[c] == SCANNER_STOPS) && m->subject[ends[c] - 1] != NO_PART)
        note_item (&m->end_rows, place ? m->end_states : NULL, m->subject[ends[c] - 1], q);
    for (size_t c = 0; c < s->atoms; c++)
      if (next[c] != SCANNER_STOPS && (!c || next[c] != next[c - 1]))
        note_item (&m->back_rows, place ? m->back : NULL, next[c], q);
  }
}

static bool find_rows (munch *m)
{
  const allocator *a = munch_memory (m);
  if (!rows_init (a, &m->end_rows, m->subjects) || !rows_init (a, &m->back_rows, m->scanner->states))
    return munch_full (m);
  note_states (m, false);
  rows_begin (&m->end_rows);
  rows_begin (&m->back_rows);
  m->end_count = m->end_rows.first[m->subjects + 1];
  m->back_count = m->back_rows.first[m->scanner->states + 1];
  m->end_states = allocate (a, m->end_count + 1, sizeof *m->end_states);
  m->back = allocate (a, m->back_count + 1, sizeof *m->back);
  if (!m->end_states || !m->back)
    return munch_full (m);
  note_states (m, true);
  return true;
}

status munch_begin (munch *m, const scanner *s, patterns *p, size_t symbols, error *e)
{
  const terminals *t = s->terminals;
  *m = (munch){ .scanner = s, .regulars = { .scanner = s, .patterns = p, .error = e }, .subjects = symbols };
  m->subject = allocate (&p->memory, t->count, sizeof *m->subject);
  m->node_of = allocate (&p->memory, s->states, sizeof *m->node_of);
  m->reaches = allocate_zeroed (&p->memory, s->states, sizeof *m->reaches);
  m->skipped = allocate_zeroed (&p->memory, s->atoms, sizeof *m->skipped);
  if (!m->skipped || !m->subject || !m->node_of || !m->reaches)
    return munch_full (m), m->regulars.failed;
  for (size_t i = 0; i < t->count; i++)
    m->subject[i] = t->list[i].skipped                     ? (uint32_t) m->subjects++
                    : t->list[i].symbol == PAPNI_NO_SYMBOL ? NO_PART
                                                           : t->list[i].symbol;
  if (find_rows (m))
    find_nodes (m);
  if (!m->regulars.failed)
    known_set (m, NULL, 0);
  for (size_t i = 0; i < t->count && !m->regulars.failed; i++)
    if (t->list[i].skipped)
      munch_note_skipped (m, m->subject[i]);
  return m->regulars.failed;
}

void munch_release (munch *m)
{
  const allocator *a = munch_memory (m);
  release (a, m->subject, m->scanner->terminals->count, sizeof *m->subject);
  release (a, m->node_of, m->scanner->states, sizeof *m->node_of);
  release (a, m->reaches, m->scanner->states, sizeof *m->reaches);
  release (a, m->end_states, m->end_count + 1, sizeof *m->end_states);
  release (a, m->back, m->back_count + 1, sizeof *m->back);
  rows_release (a, &m->end_rows);
  rows_release (a, &m->back_rows);
  list_release (a, &m->steps);
  list_release (a, &m->absorbing);
  list_release (a, &m->tied);
  release (a, m->skipped, m->scanner->atoms, sizeof *m->skipped);
  list_release (a, &m->sets);
  list_release (a, &m->set_at);
  map_release (a, &m->known_steps);
  map_release (a, &m->known_sets);
  map_release (a, &m->known_follows);
  release (a, m->outcomes, m->outcome_capacity, sizeof *m->outcomes);
  release (a, m->followed, m->follow_capacity, sizeof *m->followed);
  regulars_release (&m->regulars);
}
