/* closure.c - joining classes, taking it back, and what becomes blue.
 *
 * Of two classes that join, the lighter one's terms get the other's name, so that
 * the class of a term is one look-up; its terms' uses then have new parts, and are
 * looked up in the table of terms by their parts: whoever has the same parts joins next. The
 * terms of a class form a ring; exchanging the next of one term of each joins two
 * rings, and doing it again parts them. */
#include "learn/terms/closure.h"

#include <string.h>

enum
{
  CLOSURE_REPORT_EVERY = 1 << 16 /* joined classes */
};

uint32_t closure_red (const closure *c, term t)
{
  const uint32_t colour = c->states[c->classes[t]].colour;
  return colour != NOWHERE && is_red (colour) ? colour & ~RED : NOWHERE;
}

papni_label closure_label (const closure *c, uint32_t red)
{
  return (papni_label) c->states[c->classes[c->reds.items[red]]].label;
}

/* ---- terms by their parts ---- */

static size_t closure_place_of (const closure *c, term t, uint32_t *tag)
{
  const shape *s = &c->terms->shapes[t];
  const term before = c->classes[s->before], inside = class_of (c->classes, s->inside);
  *tag = parts_tag (before, inside, s->symbol);
  return term_table_place (&c->table, c->terms->shapes, c->classes, before, inside, s->symbol, *tag);
}

bool closure_stands_for_all (const closure *c, term t)
{
  uint32_t tag;
  return c->table.slots[closure_place_of (c, t, &tag)].term == t;
}

/* Makes the table larger. What was put in last must be so again afterwards. */
static bool closure_grow (closure *c)
{
  term_table *table = &c->table;
  for (size_t i = c->insertion_count; i-- > 0;) {
    insertion *in = &c->insertions[i];
    in->slot = table->slots[in->place];
    table->slots[in->place].term = NO_TERM;
  }
  const bool grown = term_table_grow (&c->engine.memory, table);
  for (size_t i = 0; i < c->insertion_count; i++) {
    insertion *in = &c->insertions[i];
    in->place = in->slot.tag & (table->capacity - 1);
    while (table->slots[in->place].term != NO_TERM)
      in->place = (in->place + 1) & (table->capacity - 1);
    table->slots[in->place] = in->slot;
  }
  return grown;
}

static bool closure_stop (closure *c, status s)
{
  c->status = s;
  return false;
}

static bool is_red_class (const state_class *s)
{
  return s->colour != NOWHERE && is_red (s->colour);
}

/* May these two be one? */
static bool agree (const state_class *x, const state_class *y)
{
  return !(is_red_class (x) && is_red_class (y)) && (!x->label || !y->label || x->label == y->label);
}

/* These two must join; false if they cannot. */
static bool closure_push (closure *c, term one, term other)
{
  const term x = c->classes[one], y = c->classes[other];
  if (x == y)
    return true;
  if (!agree (&c->states[x], &c->states[y]))
    return false;
  if (c->work_count == c->work_capacity
      && !reserve (&c->engine.memory, &c->work, &c->work_capacity, c->work_count + 1, sizeof *c->work))
    return closure_stop (c, PAPNI_MEMORY);
  c->work[c->work_count++] = (term_pair){ x, y };
  return true;
}

/* A term's parts are in other classes than before: finds the term that it must join
 * now, or enters it into the table. False if it cannot join. */
static bool closure_look_up (closure *c, term t)
{
  term_table *table = &c->table;
  uint32_t tag;
  if (2 * table->count >= table->capacity && !closure_grow (c))
    return closure_stop (c, PAPNI_MEMORY);
  const size_t place = closure_place_of (c, t, &tag);
  if (table->slots[place].term != NO_TERM)
    return closure_push (c, table->slots[place].term, t);
  if (c->insertion_count == c->insertion_capacity
      && !reserve (&c->engine.memory, &c->insertions, &c->insertion_capacity, c->insertion_count + 1,
                   sizeof *c->insertions))
    return closure_stop (c, PAPNI_MEMORY);
  c->insertions[c->insertion_count++].place = place;
  table->slots[place] = (term_slot){ tag, t };
  table->count++;
  return true;
}

/* ---- joining and taking back ---- */

/* Of two colours that meet, red wins, then blue. */
static uint32_t mix_colours (uint32_t x, uint32_t y)
{
  if (x == NOWHERE || y == NOWHERE)
    return x == NOWHERE ? y : x;
  return is_red (y) ? y : x;
}

static void exchange_next (closure *c, term x, term y)
{
  const term next = c->ring[x];
  c->ring[x] = c->ring[y];
  c->ring[y] = next;
}

/* Notes that the terms of a class become red. */
static bool turn (closure *c, term class)
{
  term t = class;
  do {
    if (!list_add (&c->engine.memory, &c->turned, t))
      return closure_stop (c, PAPNI_MEMORY);
    t = c->ring[t];
  } while (t != class);
  return true;
}

/* Joins two classes; false if what follows from it cannot be. */
static bool closure_join (closure *c, term into, term gone)
{
  state_class *x = &c->states[into];
  const state_class *y = &c->states[gone];
  if (c->joining_count == c->joining_capacity
      && !reserve (&c->engine.memory, &c->joinings, &c->joining_capacity, c->joining_count + 1, sizeof *c->joinings))
    return closure_stop (c, PAPNI_MEMORY);
  if (c->merging && is_red_class (x) != is_red_class (y) && !turn (c, is_red_class (x) ? gone : into))
    return false;
  c->met++;
  c->equal_labels += x->label && y->label;
  c->joinings[c->joining_count++] = (joining){ into, gone, *x };
  *x = (state_class){ .least = x->least < y->least ? x->least : y->least,
                      .colour = mix_colours (x->colour, y->colour),
                      .weight = x->weight + y->weight,
                      .label = x->label ? x->label : y->label,
                      .positive = x->positive || y->positive };
  exchange_next (c, into, gone);
  for (term t = c->ring[into];; t = c->ring[t]) {
    c->classes[t] = into;
    if (t == gone)
      break;
  }
  for (term t = c->ring[into];; t = c->ring[t]) {
    for (uint32_t i = c->first_use[t]; i < c->first_use[t + 1]; i++)
      if (!closure_look_up (c, c->uses[i]))
        return false;
    if (t == gone)
      return true;
  }
}

/* Takes back all since the last merge. */
static void undo (closure *c)
{
  while (c->insertion_count) {
    c->table.slots[c->insertions[--c->insertion_count].place].term = NO_TERM;
    c->table.count--;
  }
  while (c->joining_count) {
    const joining *j = &c->joinings[--c->joining_count];
    for (term t = c->ring[j->into];; t = c->ring[t]) {
      c->classes[t] = j->gone;
      if (t == j->gone)
        break;
    }
    exchange_next (c, j->into, j->gone);
    c->states[j->into] = j->before;
  }
}

static bool closure_go_on (closure *c)
{
  if (++c->visits % CLOSURE_REPORT_EVERY)
    return true;
  engine_report (&c->engine, NULL);
  return !progress_cancelled (c->engine.progress) || closure_stop (c, PAPNI_CANCELLED);
}

/* Joins two terms' classes and all that follows; false if that cannot be. */
static bool join_all (closure *c, term one, term other)
{
  c->met = c->equal_labels = c->work_count = 0;
  if (!closure_push (c, one, other))
    return false;
  while (c->work_count) {
    const term_pair p = c->work[--c->work_count];
    const term x = c->classes[p.one], y = c->classes[p.other];
    if (x == y)
      continue;
    if (!agree (&c->states[x], &c->states[y]) || !closure_go_on (c))
      return false;
    const bool heavier = c->states[x].weight >= c->states[y].weight;
    if (!closure_join (c, heavier ? x : y, heavier ? y : x))
      return false;
  }
  return true;
}

/* ---- colours ---- */

/* The uses of terms that became red: those whose parts are now all red are blue. */
static bool find_blues (closure *c)
{
  const allocator *a = &c->engine.memory;
  for (size_t i = 0; i < c->turned.count; i++) {
    const term t = c->turned.items[i];
    for (uint32_t k = c->first_use[t]; k < c->first_use[t + 1]; k++) {
      const shape *s = &c->terms->shapes[c->uses[k]];
      state_class *class = &c->states[c->classes[c->uses[k]]];
      if (class->colour != NOWHERE || closure_red (c, s->before) == NOWHERE
          || (s->inside != NO_TERM && closure_red (c, s->inside) == NOWHERE))
        continue;
      class->colour = (uint32_t) c->engine.blues++;
      if (!list_add (a, &c->blues, c->uses[k]))
        return false;
    }
  }
  c->turned.count = 0;
  return true;
}

/* Tells the front which blue states a merge has moved, and which are gone. */
static bool note_blues (closure *c)
{
  engine *g = &c->engine;
  for (size_t i = 0; i < c->joining_count; i++) {
    const uint32_t x = c->joinings[i].before.colour, y = c->states[c->joinings[i].gone].colour;
    const uint32_t mixed = mix_colours (x, y);
    if (mixed == NOWHERE)
      continue;
    if ((x != NOWHERE && x != mixed && !list_add (&g->memory, &g->gone, x))
        || (y != NOWHERE && y != mixed && !list_add (&g->memory, &g->gone, y))
        || (!is_red (mixed) && !list_add (&g->memory, &g->moved, mixed)))
      return false;
  }
  return true;
}

/* ---- what evidence depends on ----
 *
 * A trial reads the classes that it joins, and the table by their parts. So its
 * evidence changes only if one of these classes does: if it is no more a class of its
 * own, gets another label or colour, or becomes part of a new entry in the table. A
 * use that finds an entry which was there before changes nothing but what joins. */

/* The classes that the last trial has joined, each once: all that are gone into another,
 * and those that are left. */
static bool list_read (closure *c)
{
  const allocator *a = &c->engine.memory;
  c->read.count = 0;
  if (!++c->trials) { /* after so many, numbers come again */
    memset (c->listed, 0, c->terms->size * sizeof *c->listed);
    c->trials = 1;
  }
  for (size_t i = 0; i < c->joining_count; i++) {
    const joining *j = &c->joinings[i];
    const bool left = c->classes[j->into] == j->into && c->listed[j->into] != c->trials;
    c->listed[j->into] = c->trials;
    if (!list_add (a, &c->read, j->gone) || (left && !list_add (a, &c->read, j->into)))
      return false;
  }
  return true;
}

static bool note_changes (closure *c)
{
  engine *g = &c->engine;
  for (size_t i = 0; i < c->joining_count; i++) {
    const joining *j = &c->joinings[i];
    const state_class *gone = &c->states[j->gone];
    const bool other = (!j->before.label && gone->label) || is_red_class (&j->before) != is_red_class (gone);
    if (!engine_note_change (g, j->gone) || (other && !engine_note_change (g, j->into)))
      return false;
  }
  for (size_t i = 0; i < c->insertion_count; i++) {
    const shape *s = &c->terms->shapes[c->table.slots[c->insertions[i].place].term];
    if (!engine_note_change (g, c->classes[s->before])
        || (s->inside != NO_TERM && !engine_note_change (g, c->classes[s->inside])))
      return false;
  }
  return true;
}

/* ---- as the strategies see it ---- */

static const state_class *blue_class (const closure *c, uint32_t blue)
{
  return &c->states[c->classes[c->blues.items[blue]]];
}

static uint32_t closure_number (const engine *g, uint32_t blue)
{
  return blue_class ((const closure *) g, blue)->least;
}

static bool closure_is_blue (const engine *g, uint32_t blue)
{
  const closure *c = (const closure *) g;
  const state_class *s = blue_class (c, blue);
  return s->colour == blue && (s->positive || c->focus == PAPNI_ALL);
}

static bool try_merge (closure *c, uint32_t red, uint32_t blue, finding *found)
{
  const term r = c->reds.items[red], b = c->blues.items[blue];
  c->status = PAPNI_OK;
  c->trial_count++;
  const bool works = c->terms->shapes[r].module == c->terms->shapes[b].module && join_all (c, r, b);
  if (works && !c->merging && !list_read (c))
    c->status = PAPNI_MEMORY;
  *found = (finding){ c->evidence == PAPNI_STATES ? c->met : c->equal_labels, c->read.items, c->read.count, c->status };
  return works;
}

static bool closure_try (engine *g, unsigned thread, uint32_t red, uint32_t blue, finding *found)
{
  closure *c = (closure *) g;
  (void) thread;
  const bool works = try_merge (c, red, blue, found);
  undo (c);
  return works;
}

static bool closure_merge (engine *g, uint32_t red, uint32_t blue, finding *found)
{
  closure *c = (closure *) g;
  c->merging = true;
  c->turned.count = 0;
  const bool works = try_merge (c, red, blue, found);
  c->merging = false;
  if (!works) {
    undo (c);
    return false;
  }
  engine_begin_step (g);
  g->merges++;
  g->folded += c->met;
  if (!note_blues (c) || !find_blues (c) || !note_changes (c))
    found->status = PAPNI_MEMORY;
  c->joining_count = c->insertion_count = 0;
  return true;
}

static bool closure_add_red (closure *c, term t)
{
  const term class = c->classes[t];
  c->states[class].colour = RED | (uint32_t) c->engine.reds++;
  c->engine.folded++;
  return list_add (&c->engine.memory, &c->reds, t) && turn (c, class);
}

static status closure_promote (engine *g, uint32_t blue, error *e)
{
  closure *c = (closure *) g;
  engine_begin_step (g);
  c->turned.count = 0;
  const bool room = list_add (&g->memory, &g->gone, blue) && closure_add_red (c, c->blues.items[blue]) && find_blues (c)
                    && engine_note_change (g, c->classes[c->blues.items[blue]]);
  return room ? PAPNI_OK : no_memory (e);
}

/* ---- beginning and end ---- */

/* The terms that each term is part of, one behind the other. */
static void list_uses (closure *c)
{
  const terms *t = c->terms;
  for (size_t i = 0; i < t->size; i++) {
    const shape *s = &t->shapes[i];
    if (s->inside != NO_TERM && s->inside != s->before)
      c->uses[--c->first_use[s->inside]] = (term) i;
    if (s->before != NO_TERM)
      c->uses[--c->first_use[s->before]] = (term) i;
  }
}

/* Counts the uses; first_use[t] is then where those of t end. */
static void closure_count_uses (closure *c)
{
  const terms *t = c->terms;
  for (size_t i = 0; i < t->size; i++) {
    const shape *s = &t->shapes[i];
    if (s->inside != NO_TERM && s->inside != s->before)
      c->first_use[s->inside]++;
    if (s->before != NO_TERM)
      c->first_use[s->before]++;
  }
  for (size_t i = 0; i < t->size; i++) {
    c->states[i].weight = 1 + c->first_use[i];
    c->use_count += c->first_use[i];
    c->first_use[i] = (uint32_t) c->use_count;
  }
  c->first_use[t->size] = (uint32_t) c->use_count;
}

static bool closure_fill_table (closure *c)
{
  for (size_t i = c->terms->entries; i < c->terms->size; i++)
    if (!closure_look_up (c, (term) i))
      return false;
  c->insertion_count = 0;
  return true;
}

static bool closure_fill (closure *c)
{
  const allocator *a = &c->engine.memory;
  const terms *t = c->terms;
  c->classes = allocate (a, t->size, sizeof *c->classes);
  c->states = allocate (a, t->size, sizeof *c->states);
  c->ring = allocate (a, t->size, sizeof *c->ring);
  c->first_use = allocate_zeroed (a, t->size + 1, sizeof *c->first_use);
  c->listed = allocate_zeroed (a, t->size, sizeof *c->listed);
  if (!c->classes || !c->states || !c->ring || !c->first_use || !c->listed)
    return false;
  for (size_t i = 0; i < t->size; i++) {
    const shape *s = &t->shapes[i];
    c->classes[i] = c->ring[i] = (term) i;
    c->states[i] = (state_class){ .least = (term) i, .colour = NOWHERE, .label = s->label, .positive = s->positive };
  }
  closure_count_uses (c);
  c->uses = allocate (a, c->use_count, sizeof *c->uses);
  if (!c->uses)
    return false;
  list_uses (c);
  if (!closure_fill_table (c))
    return false;
  for (size_t i = 0; i < t->entries; i++)
    if (!closure_add_red (c, (term) i))
      return false;
  return engine_add_keys (&c->engine, t->size) && find_blues (c);
}

static uint32_t closure_name (const engine *g, uint32_t state)
{
  const closure *c = (const closure *) g;
  return is_red (state) ? c->reds.items[state & ~RED] : c->blues.items[state];
}

static size_t closure_work (const engine *g)
{
  const closure *c = (const closure *) g;
  return c->trial_count + c->visits + c->terms->size / COPIED;
}

static const engine_operations term_engine = { .number = closure_number,
                                               .is_blue = closure_is_blue,
                                               .try = closure_try,
                                               .merge = closure_merge,
                                               .promote = closure_promote,
                                               .name = closure_name,
                                               .model = closure_model,
                                               .copy = closure_copy,
                                               .free = closure_free,
                                               .work = closure_work };

engine *closure_new (const terms *t, const papni_options *options, progress *progress, error *e)
{
  closure *c = allocate (&t->memory, 1, sizeof *c);
  if (c) {
    *c = (closure){
      .engine = { .ops = &term_engine, .memory = t->memory, .progress = progress, .threads = 1, .total = t->size },
      .terms = t,
      .evidence = options->evidence,
      .focus = options->focus
    };
    if (closure_fill (c))
      return &c->engine;
    closure_free (&c->engine);
  }
  no_memory (e);
  return NULL;
}

void closure_free (engine *g)
{
  closure *c = (closure *) g;
  const allocator a = g->memory;
  const size_t size = c->terms->size;
  release (&a, c->classes, size, sizeof *c->classes);
  release (&a, c->states, size, sizeof *c->states);
  release (&a, c->ring, size, sizeof *c->ring);
  release (&a, c->listed, size, sizeof *c->listed);
  if (!c->is_copy) {
    release (&a, c->first_use, size + 1, sizeof *c->first_use);
    release (&a, c->uses, c->use_count, sizeof *c->uses);
  }
  release (&a, c->table.slots, c->table.capacity, sizeof *c->table.slots);
  release (&a, c->joinings, c->joining_capacity, sizeof *c->joinings);
  release (&a, c->insertions, c->insertion_capacity, sizeof *c->insertions);
  release (&a, c->work, c->work_capacity, sizeof *c->work);
  list_release (&a, &c->turned);
  list_release (&a, &c->read);
  list_release (&a, &c->reds);
  list_release (&a, &c->blues);
  engine_release_common (g);
  release (&a, c, 1, sizeof *c);
}
