/* join.c - joins classes whose sets of events differ by less than it costs to
 * distinguish them, best pair first. */
#include "learn/contexts/event_classes.h"

#include <string.h>

/* The current classes, in the order of their sets. Each has its own row in `counts` and
 * `kept`, so that unchanged pairs need not be measured again. */
typedef struct class_joiner
{
  event_classes *k;
  uint32_t *set, *row; /* place -> */
  size_t count;
  uint32_t *counts; /* row * events */
  uint64_t *totals; /* row */
  size_t rows, room;
  int64_t *kept;    /* row * room + row: what joining saves, except for the charge common to all pairs */
  uint32_t *became; /* set -> the set that it was joined to */
  size_t became_count;
} class_joiner;

/* What joining two classes saves: the bits of their sets, minus those of distinguishing
 * their events. */
static int64_t join_measure (const class_joiner *j, size_t one, size_t other)
{
  const event_classes *k = j->k;
  const logs *l = &k->c->logs;
  const size_t places[] = { one, other }, size = set_union_size (k, j->set[one], j->set[other]);
  const uint32_t *x = j->counts + j->row[one] * k->c->events, *y = j->counts + j->row[other] * k->c->events;
  const uint64_t total = j->totals[j->row[one]] + j->totals[j->row[other]];
  int64_t saved = 0;
  for (size_t i = 0; i < 2; i++) {
    const uint32_t set = j->set[places[i]];
    const uint64_t weight = set_weight (k, x, set) + set_weight (k, y, set);
    saved += logs_choose (l, size, set_size (k, set));
    saved -= (int64_t) j->totals[j->row[places[i]]] * ((int64_t) l->log[total] - (int64_t) l->log[weight]);
  }
  return saved;
}

static status join_measure_with (class_joiner *j, size_t place, error *e)
{
  for (size_t i = 0; i < j->count; i++)
    if (i != place)
      j->kept[j->row[i] * j->room + j->row[place]] = j->kept[j->row[place] * j->room + j->row[i]] =
          join_measure (j, i, place);
  return watch_spend (&j->k->watch, j->count * j->k->c->events, e);
}

static bool find_pair (const class_joiner *j, size_t *one, size_t *other)
{
  const logs *l = &j->k->c->logs;
  const int64_t charge = (int64_t) (l->log[j->k->c->features] + l->log[j->count]);
  int64_t best = 0;
  for (size_t a = 0; a < j->count; a++)
    for (size_t b = a + 1; b < j->count; b++) {
      const int64_t saved = charge + j->kept[j->row[a] * j->room + j->row[b]];
      if (saved > best) {
        best = saved;
        *one = a;
        *other = b;
      }
    }
  return best > 0;
}

static void drop_class (class_joiner *j, size_t place)
{
  j->count--;
  memmove (j->set + place, j->set + place + 1, (j->count - place) * sizeof *j->set);
  memmove (j->row + place, j->row + place + 1, (j->count - place) * sizeof *j->row);
}

static void add_row (class_joiner *j, uint32_t to, uint32_t from)
{
  for (size_t e = 0; e < j->k->c->events; e++)
    j->counts[to * j->k->c->events + e] += j->counts[from * j->k->c->events + e];
  j->totals[to] += j->totals[from];
}

static status note_joined (class_joiner *j, uint32_t one, uint32_t other, uint32_t joined, error *e)
{
  const size_t sets = j->k->sets.count;
  if (sets > j->became_count) {
    uint32_t *became = resize (&j->k->memory, j->became, j->became_count, sets, sizeof *became);
    if (!became)
      return no_memory (e);
    j->became = became;
    for (; j->became_count < sets; j->became_count++)
      j->became[j->became_count] = (uint32_t) j->became_count;
  }
  for (size_t i = 0; j->became && i < j->became_count; i++)
    if (i == joined || j->became[i] == one || j->became[i] == other)
      j->became[i] = joined;
  return PAPNI_OK;
}

/* Joins two classes; a class that already has the joined set is joined, too. */
static status join_classes (class_joiner *j, size_t one, size_t other, error *e)
{
  uint32_t joined;
  const uint32_t row = (uint32_t) j->rows++;
  status s = set_both (j->k, j->set[one], j->set[other], false, &joined, e);
  if (!s)
    s = note_joined (j, j->set[one], j->set[other], joined, e);
  if (s)
    return s;
  add_row (j, row, j->row[one]);
  add_row (j, row, j->row[other]);
  drop_class (j, other);
  drop_class (j, one);
  size_t place = 0;
  while (place < j->count && set_compare (j->k, j->set[place], joined) < 0)
    place++;
  if (place < j->count && j->set[place] == joined) {
    add_row (j, row, j->row[place]);
    drop_class (j, place);
  }
  memmove (j->set + place + 1, j->set + place, (j->count - place) * sizeof *j->set);
  memmove (j->row + place + 1, j->row + place, (j->count - place) * sizeof *j->row);
  j->count++;
  j->set[place] = joined;
  j->row[place] = row;
  return join_measure_with (j, place, e);
}

/* A subtree whose leaves are all of one class becomes a leaf. Contexts get their class. */
static void join_collapse (const class_joiner *j)
{
  event_classes *k = j->k;
  for (uint32_t x = (uint32_t) k->node_count; x-- > 0;) {
    class_node *d = &k->nodes[x];
    if (d->feature == LEAF) {
      d->mask = d->support < j->became_count ? j->became[d->support] : d->support;
      continue;
    }
    bool same = true;
    for (uint32_t child = d->first; same && child < d->last; child++)
      same = k->nodes[child].feature == LEAF && k->nodes[child].mask == k->nodes[d->first].mask;
    if (same) {
      d->feature = LEAF;
      d->mask = k->nodes[d->first].mask;
    }
  }
  for (size_t i = 0; i < k->c->all.count; i++)
    k->mask[i] = k->nodes[event_classes_leaf (k, records_at (&k->c->all, i))].mask;
}

static status join_all_classes (class_joiner *j, const class_counts *n, error *e)
{
  const size_t events = j->k->c->events;
  status s = PAPNI_OK;
  memcpy (j->counts, n->counts, n->count * events * sizeof *j->counts);
  memcpy (j->totals, n->totals, n->count * sizeof *j->totals);
  memcpy (j->set, n->sets, n->count * sizeof *j->set);
  j->rows = n->count;
  for (size_t i = 0; !s && i < n->count; i++) {
    j->row[i] = (uint32_t) i;
    j->count = i + 1;
    s = join_measure_with (j, i, e);
  }
  for (size_t one = 0, other = 0; !s && find_pair (j, &one, &other);)
    s = join_classes (j, one, other, e);
  if (!s)
    join_collapse (j);
  return s;
}

status event_classes_join (event_classes *k, error *e)
{
  const allocator *a = &k->memory;
  const size_t events = k->c->events;
  class_counts n;
  status s = class_counts_init (&n, k, e);
  if (s)
    return s;
  const size_t room = 2 * n.count;
  class_joiner j = { .k = k,
                     .room = room,
                     .set = allocate (a, room, sizeof *j.set),
                     .row = allocate (a, room, sizeof *j.row),
                     .counts = allocate_zeroed (a, room * events, sizeof *j.counts),
                     .totals = allocate_zeroed (a, room, sizeof *j.totals),
                     .kept = allocate (a, room * room, sizeof *j.kept) };
  s = j.set && j.row && j.counts && j.totals && j.kept ? join_all_classes (&j, &n, e) : no_memory (e);
  release (a, j.set, room, sizeof *j.set);
  release (a, j.row, room, sizeof *j.row);
  release (a, j.counts, room * events, sizeof *j.counts);
  release (a, j.totals, room, sizeof *j.totals);
  release (a, j.kept, room * room, sizeof *j.kept);
  release (a, j.became, j.became_count, sizeof *j.became);
  class_counts_release (&n, k);
  return s;
}
