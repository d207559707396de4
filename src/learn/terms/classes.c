/* classes.c - classes of terms: initialization, copying, undo. */
#include "learn/terms/classes.h"

bool classes_stand_for_all (const classes *c, term t)
{
  return c->table.slots[term_table_place (&c->table, classes_parts (c, t))].term == t;
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
  const bool grown = term_table_reserve (&c->memory, table, table->count + 1);
  for (size_t i = 0; i < c->insertion_count; i++) {
    insertion *in = &c->insertions[i];
    in->place = term_table_place (table, in->slot.parts);
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
    for (term t = c->members[j->into].next;; t = c->members[t].next) {
      c->of[t] = j->gone;
      if (t == j->gone)
        break;
    }
    classes_exchange_next (c, j->into, j->gone);
    c->states[j->into] = j->before;
    c->labels[j->into] = j->label;
  }
}

/* ---- beginning and end ---- */

/* A term with two equal parts is one use of that part. */
static bool has_two_parts (const shape *s)
{
  return s->inside != NO_TERM && s->inside != s->before;
}

static status count_uses (classes *c, watch *w, error *e)
{
  status failed = PAPNI_OK;
  for (size_t i = 0; !failed && i < c->size; i++) {
    const shape *s = &c->shapes[i];
    if (has_two_parts (s))
      c->members[s->inside].uses++;
    if (s->before != NO_TERM)
      c->members[s->before].uses++;
    failed = terms_spend (w, i, e);
  }
  return failed;
}

static void add_use (classes *c, term part, use u)
{
  c->uses[--c->members[part].uses] = u;
}

/* The uses of each term, in order of the terms. */
static status classes_fill_uses (classes *c, const term *ranked, watch *w, error *e)
{
  status failed = PAPNI_OK;
  for (size_t i = 0; !failed && i < c->size; i++) {
    const term t = ranked[i];
    const shape *s = &c->shapes[t];
    if (has_two_parts (s))
      add_use (c, s->inside, (use){ t, s->before, s->symbol, true });
    if (s->before != NO_TERM)
      add_use (c, s->before, (use){ t, s->inside, s->symbol, false });
    failed = terms_spend (w, i, e);
  }
  return failed;
}

/* The uses of each term, which have been counted. */
static status list_uses (classes *c, const term *rank, watch *w, error *e)
{
  uint32_t end = 0;
  for (size_t i = 0; i <= c->size; i++)
    c->members[i].uses = end += c->members[i].uses;
  term *ranked = allocate (&c->memory, c->size, sizeof *ranked);
  c->uses = allocate (&c->memory, end, sizeof *c->uses);
  status failed = ranked && c->uses ? PAPNI_OK : no_memory (e);
  for (size_t i = 0; !failed && i < c->size; i++) {
    ranked[rank ? rank[i] : i] = (term) i;
    failed = terms_spend (w, i, e);
  }
  if (!failed)
    failed = classes_fill_uses (c, ranked, w, e);
  release (&c->memory, ranked, c->size, sizeof *ranked);
  return failed;
}

static status fill_table (classes *c, watch *w, error *e)
{
  term same; /* none: all terms differ */
  if (!term_table_reserve (&c->memory, &c->table, c->size))
    return no_memory (e);
  status failed = PAPNI_OK;
  for (size_t i = 0; !failed && i < c->size; i++) {
    if (c->shapes[i].before != NO_TERM && !classes_look_up (c, (term) i, classes_parts (c, (term) i), &same))
      return no_memory (e);
    failed = terms_spend (w, i, e);
  }
  classes_keep (c);
  return failed;
}

/* Each term is a class of its own. */
static status classes_separate (classes *c, const term *rank, watch *w, error *e)
{
  status failed = PAPNI_OK;
  for (size_t i = 0; !failed && i < c->size; i++) {
    c->of[i] = c->members[i].next = (term) i;
    c->labels[i] = c->shapes[i].label;
    c->states[i] = (state_class){ .least = rank ? rank[i] : (term) i,
                                  .colour = NOWHERE,
                                  .weight = 1 + c->members[i].uses,
                                  .positive = c->shapes[i].positive };
    failed = terms_spend (w, i, e);
  }
  return failed;
}

status classes_init (classes *c, const shape *shapes, const term *rank, size_t size, watch *w, error *e)
{
  const allocator *a = &c->memory;
  *c = (classes){ .memory = c->memory, .shapes = shapes, .size = size };
  c->of = allocate (a, size, sizeof *c->of);
  c->states = allocate (a, size, sizeof *c->states);
  c->labels = allocate (a, size, sizeof *c->labels);
  c->members = allocate_zeroed (a, size + 1, sizeof *c->members);
  if (!c->of || !c->states || !c->labels || !c->members)
    return no_memory (e);
  status s = count_uses (c, w, e);
  if (!s)
    s = classes_separate (c, rank, w, e);
  if (!s)
    s = list_uses (c, rank, w, e);
  return s ? s : fill_table (c, w, e);
}

status classes_copy (classes *c, const classes *from, watch *w, error *e)
{
  const allocator *a = &from->memory;
  const size_t size = from->size;
  *c = (classes){ .memory = from->memory, .shapes = from->shapes, .size = size, .uses = from->uses, .is_copy = true };
  c->table = from->table;
  c->table.slots = NULL;
  status s = watched_copy (w, a, &c->of, from->of, size * sizeof *c->of, e);
  if (!s)
    s = watched_copy (w, a, &c->states, from->states, size * sizeof *c->states, e);
  if (!s)
    s = watched_copy (w, a, &c->labels, from->labels, size * sizeof *c->labels, e);
  if (!s)
    s = watched_copy (w, a, &c->members, from->members, (size + 1) * sizeof *c->members, e);
  if (!s)
    s = watched_copy (w, a, &c->table.slots, from->table.slots, c->table.capacity * sizeof *c->table.slots, e);
  return s;
}

void classes_release (classes *c)
{
  const allocator *a = &c->memory;
  release (a, c->of, c->size, sizeof *c->of);
  release (a, c->states, c->size, sizeof *c->states);
  release (a, c->labels, c->size, sizeof *c->labels);
  if (!c->is_copy)
    release (a, c->uses, c->members ? c->members[c->size].uses : 0, sizeof *c->uses);
  release (a, c->members, c->size + 1, sizeof *c->members);
  release (a, c->table.slots, c->table.capacity, sizeof *c->table.slots);
  release (a, c->joinings, c->joining_capacity, sizeof *c->joinings);
  release (a, c->insertions, c->insertion_capacity, sizeof *c->insertions);
}
