/* replay.c - classes of terms: what follows if two of them are one. */
#include "learn/explain/replay.h"

/* ---- the table of terms by the classes of their parts ---- */

static size_t replay_place_of (const replay *r, term t, uint32_t *tag)
{
  const shape *s = &r->shapes[t];
  const term before = r->classes[s->before], inside = class_of (r->classes, s->inside);
  *tag = parts_tag (before, inside, s->symbol);
  return term_table_place (&r->table, r->shapes, r->classes, before, inside, s->symbol, *tag);
}

/* What was entered last is taken out first, so that no gap is left in anyone's way. */
static void take_out (replay *r, size_t kept)
{
  while (r->table.count > kept)
    r->table.slots[r->entered[--r->table.count - kept].place].term = NO_TERM;
}

/* Makes room in the table: what was entered since the last joining began comes last again. */
static bool replay_grow (replay *r)
{
  const size_t entered = r->entered_count, kept = r->table.count - entered;
  take_out (r, kept);
  const bool room = term_table_grow (&r->memory, &r->table);
  for (size_t i = 0; i < entered; i++) {
    struct entered *x = &r->entered[i];
    x->place = x->tag & (r->table.capacity - 1);
    while (r->table.slots[x->place].term != NO_TERM)
      x->place = (x->place + 1) & (r->table.capacity - 1);
    r->table.slots[x->place] = (term_slot){ x->tag, x->term };
    r->table.count++;
  }
  return room;
}

/* The parts of a term are in other classes than before: finds the term that it must join
 * now, or enters it. */
static bool replay_look_up (replay *r, term t)
{
  uint32_t tag;
  if (2 * r->table.count >= r->table.capacity && !replay_grow (r))
    return false;
  const size_t place = replay_place_of (r, t, &tag);
  const term there = r->table.slots[place].term;
  if (there != NO_TERM) {
    if (!reserve (&r->memory, &r->waiting, &r->waiting_capacity, r->waiting_count + 1, sizeof *r->waiting))
      return false;
    r->waiting[r->waiting_count++] = (struct replay_pair){ there, t };
    return true;
  }
  if (!reserve (&r->memory, &r->entered, &r->entered_capacity, r->entered_count + 1, sizeof *r->entered))
    return false;
  r->entered[r->entered_count++] = (struct entered){ place, tag, t };
  r->table.slots[place] = (term_slot){ tag, t };
  r->table.count++;
  return true;
}

/* ---- joining ---- */

static void swap_rings (replay *r, term x, term y)
{
  const term next = r->ring[x];
  r->ring[x] = r->ring[y];
  r->ring[y] = next;
}

static term first_of (term x, term y)
{
  return x < y ? x : y; /* NO_TERM comes last */
}

/* The class `gone` becomes part of the class `into`, and its uses are looked at again. */
static bool replay_join_classes (replay *r, term into, term gone)
{
  if (!reserve (&r->memory, &r->joined, &r->joined_capacity, r->joined_count + 1, sizeof *r->joined))
    return false;
  r->joined[r->joined_count++] = (struct joined){ into, gone, r->accepted[into], r->rejected[into] };
  r->accepted[into] = first_of (r->accepted[into], r->accepted[gone]);
  r->rejected[into] = first_of (r->rejected[into], r->rejected[gone]);
  r->weight[into] += r->weight[gone];
  term t = gone;
  do {
    r->classes[t] = into;
    t = r->ring[t];
  } while (t != gone);
  do {
    for (uint32_t i = r->first_use[t]; i < r->first_use[t + 1]; i++)
      if (!replay_look_up (r, r->uses[i]))
        return false;
    t = r->ring[t];
  } while (t != gone);
  swap_rings (r, into, gone);
  return true;
}

static void take_back (replay *r)
{
  take_out (r, r->table.count - r->entered_count);
  r->entered_count = 0;
  while (r->joined_count) {
    const struct joined j = r->joined[--r->joined_count];
    swap_rings (r, j.into, j.gone);
    term t = j.gone;
    do {
      r->classes[t] = j.gone;
      t = r->ring[t];
    } while (t != j.gone);
    r->weight[j.into] -= r->weight[j.gone];
    r->accepted[j.into] = j.accepted;
    r->rejected[j.into] = j.rejected;
  }
}

/* Joins what waits, the first first; false where labels differ, or for no memory. */
static bool join_waiting (replay *r, bool *agreed, term *accepted, term *rejected)
{
  while (r->next < r->waiting_count) {
    const struct replay_pair w = r->waiting[r->next++];
    term x = r->classes[w.one], y = r->classes[w.other];
    if (x == y)
      continue;
    if (r->weight[x] < r->weight[y]) {
      const term swap = x;
      x = y;
      y = swap;
    }
    *accepted = first_of (r->accepted[x], r->accepted[y]);
    *rejected = first_of (r->rejected[x], r->rejected[y]);
    *agreed = *accepted == NO_TERM || *rejected == NO_TERM;
    if (!*agreed || !replay_join_classes (r, x, y))
      return false;
  }
  return true;
}

status replay_join (replay *r, term one, term other, bool keep, bool *agreed, term *accepted, term *rejected, error *e)
{
  r->next = r->waiting_count = r->joined_count = r->entered_count = 0;
  *agreed = true;
  bool room = reserve (&r->memory, &r->waiting, &r->waiting_capacity, 1, sizeof *r->waiting);
  if (room) {
    r->waiting[r->waiting_count++] = (struct replay_pair){ one, other };
    room = join_waiting (r, agreed, accepted, rejected) || !*agreed;
  }
  if (!room)
    return no_memory (e);
  if (!keep || !*agreed)
    take_back (r);
  return PAPNI_OK;
}

/* ---- beginning and ending ---- */

static void replay_find_uses (replay *r)
{
  for (size_t i = 0; i < r->size; i++) {
    if (r->shapes[i].before != NO_TERM)
      r->first_use[r->shapes[i].before + 1]++;
    if (r->shapes[i].inside != NO_TERM)
      r->first_use[r->shapes[i].inside + 1]++;
  }
  for (size_t i = 0; i < r->size; i++)
    r->first_use[i + 1] += r->first_use[i];
  const uint32_t all = r->first_use[r->size];
  for (size_t i = r->size; i-- > 0;) { /* leaves first_use[t + 1] where t's begin */
    if (r->shapes[i].before != NO_TERM)
      r->uses[--r->first_use[r->shapes[i].before + 1]] = (term) i;
    if (r->shapes[i].inside != NO_TERM)
      r->uses[--r->first_use[r->shapes[i].inside + 1]] = (term) i;
  }
  for (size_t i = 0; i < r->size; i++)
    r->first_use[i] = r->first_use[i + 1];
  r->first_use[r->size] = all;
}

static void begin_classes (replay *r)
{
  for (size_t i = 0; i < r->size; i++) {
    const term t = (term) i;
    r->classes[i] = r->ring[i] = t;
    r->accepted[i] = r->shapes[i].label == PAPNI_ACCEPT ? t : NO_TERM;
    r->rejected[i] = r->shapes[i].label == PAPNI_REJECT ? t : NO_TERM;
  }
  replay_find_uses (r);
  for (size_t i = 0; i < r->size; i++)
    r->weight[i] = 1 + r->first_use[i + 1] - r->first_use[i];
}

status replay_begin (replay *r, const shape *shapes, size_t size, error *e)
{
  *r = (replay){ .shapes = shapes, .size = size, .memory = r->memory };
  const allocator *a = &r->memory;
  r->classes = allocate (a, size, sizeof *r->classes);
  r->ring = allocate (a, size, sizeof *r->ring);
  r->accepted = allocate (a, size, sizeof *r->accepted);
  r->rejected = allocate (a, size, sizeof *r->rejected);
  r->weight = allocate (a, size, sizeof *r->weight);
  r->first_use = allocate_zeroed (a, size + 1, sizeof *r->first_use);
  r->uses = allocate (a, 2 * size, sizeof *r->uses);
  if (!r->classes || !r->ring || !r->accepted || !r->rejected || !r->weight || !r->first_use || !r->uses)
    return no_memory (e);
  begin_classes (r);
  for (size_t i = 0; i < size; i++)
    if (shapes[i].before != NO_TERM && !replay_look_up (r, (term) i))
      return no_memory (e);
  return PAPNI_OK;
}

void replay_release (replay *r)
{
  const allocator *a = &r->memory;
  release (a, r->classes, r->size, sizeof *r->classes);
  release (a, r->ring, r->size, sizeof *r->ring);
  release (a, r->accepted, r->size, sizeof *r->accepted);
  release (a, r->rejected, r->size, sizeof *r->rejected);
  release (a, r->weight, r->size, sizeof *r->weight);
  release (a, r->first_use, r->size + 1, sizeof *r->first_use);
  release (a, r->uses, 2 * r->size, sizeof *r->uses);
  release (a, r->table.slots, r->table.capacity, sizeof *r->table.slots);
  release (a, r->joined, r->joined_capacity, sizeof *r->joined);
  release (a, r->entered, r->entered_capacity, sizeof *r->entered);
  release (a, r->waiting, r->waiting_capacity, sizeof *r->waiting);
}
