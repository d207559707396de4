/* classes.c - classes of terms: initialization, copying, undo. */
#include "learn/terms/classes.h"

bool classes_stand_for_all (const classes *c, term t)
{
  uint32_t tag;
  return c->table.slots[classes_place (c, t, &tag)].term == t;
}

/* Grows the table. The entries inserted last must stay the last. */
bool classes_grow (classes *c)
{
  term_table *table = &c->table;
  for (size_t i = c->insertion_count; i-- > 0;) {
    insertion *in = &c->insertions[i];
    in->slot = table->slots[in->place];
    table->slots[in->place].term = NO_TERM;
  }
  const bool grown = term_table_grow (&c->memory, table);
  for (size_t i = 0; i < c->insertion_count; i++) {
    insertion *in = &c->insertions[i];
    in->place = in->slot.tag & (table->capacity - 1);
    while (table->slots[in->place].term != NO_TERM)
      in->place = (in->place + 1) & (table->capacity - 1);
    table->slots[in->place] = in->slot;
  }
  return grown;
}

void classes_undo (classes *c)
{
  while (c->insertion_count) {
    c->table.slots[c->insertions[--c->insertion_count].place].term = NO_TERM;
    c->table.count--;
  }
  while (c->joining_count) {
    const joining *j = &c->joinings[--c->joining_count];
    for (term t = c->ring[j->into];; t = c->ring[t]) {
      c->of[t] = j->gone;
      if (t == j->gone)
        break;
    }
    classes_exchange_next (c, j->into, j->gone);
    c->states[j->into] = j->before;
  }
}

/* ---- beginning and end ---- */

/* A term with two equal parts is one use of that part. */
static bool has_two_parts (const shape *s)
{
  return s->inside != NO_TERM && s->inside != s->before;
}

static bool list_uses (classes *c)
{
  for (size_t i = 0; i < c->size; i++) {
    const shape *s = &c->shapes[i];
    if (has_two_parts (s))
      rows_count (&c->uses_of, s->inside);
    if (s->before != NO_TERM)
      rows_count (&c->uses_of, s->before);
  }
  rows_begin (&c->uses_of);
  c->uses = allocate (&c->memory, c->uses_of.first[c->size + 1], sizeof *c->uses);
  if (!c->uses)
    return false;
  for (size_t i = c->size; i-- > 0;) {
    const shape *s = &c->shapes[i];
    if (has_two_parts (s))
      c->uses[rows_place (&c->uses_of, s->inside)] = (term) i;
    if (s->before != NO_TERM)
      c->uses[rows_place (&c->uses_of, s->before)] = (term) i;
  }
  return true;
}

static bool fill_table (classes *c)
{
  term same; /* none: all terms differ */
  for (size_t i = 0; i < c->size; i++)
    if (c->shapes[i].before != NO_TERM && !classes_look_up (c, (term) i, &same))
      return false;
  classes_keep (c);
  return true;
}

bool classes_init (classes *c, const allocator *a, const shape *shapes, size_t size)
{
  *c = (classes){ .memory = *a, .shapes = shapes, .size = size };
  c->of = allocate (a, size, sizeof *c->of);
  c->states = allocate (a, size, sizeof *c->states);
  c->ring = allocate (a, size, sizeof *c->ring);
  if (!rows_init (a, &c->uses_of, size) || !c->of || !c->states || !c->ring || !list_uses (c))
    return false;
  for (size_t i = 0; i < size; i++) {
    c->of[i] = c->ring[i] = (term) i;
    c->states[i] = (state_class){ .least = (term) i,
                                  .colour = NOWHERE,
                                  .weight = (uint32_t) (1 + c->uses_of.first[i + 1] - c->uses_of.first[i]),
                                  .label = shapes[i].label,
                                  .positive = shapes[i].positive };
  }
  return fill_table (c);
}

bool classes_copy (classes *c, const classes *from)
{
  const allocator *a = &from->memory;
  size_t room;
  *c = (classes){ .memory = from->memory,
                  .shapes = from->shapes,
                  .size = from->size,
                  .uses_of = from->uses_of,
                  .uses = from->uses,
                  .is_copy = true };
  c->table.count = from->table.count;
  return copy_items (a, &c->of, &room, from->of, c->size, sizeof *c->of)
         && copy_items (a, &c->states, &room, from->states, c->size, sizeof *c->states)
         && copy_items (a, &c->ring, &room, from->ring, c->size, sizeof *c->ring)
         && copy_items (a, &c->table.slots, &c->table.capacity, from->table.slots, from->table.capacity,
                        sizeof *c->table.slots);
}

void classes_release (classes *c)
{
  const allocator *a = &c->memory;
  release (a, c->of, c->size, sizeof *c->of);
  release (a, c->states, c->size, sizeof *c->states);
  release (a, c->ring, c->size, sizeof *c->ring);
  if (!c->is_copy) {
    release (a, c->uses, c->uses_of.first ? c->uses_of.first[c->size + 1] : 0, sizeof *c->uses);
    rows_release (a, &c->uses_of);
  }
  release (a, c->table.slots, c->table.capacity, sizeof *c->table.slots);
  release (a, c->joinings, c->joining_capacity, sizeof *c->joinings);
  release (a, c->insertions, c->insertion_capacity, sizeof *c->insertions);
}
