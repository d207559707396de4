/* closure.c - trying, merging and promoting classes of terms.
 *
 * Two classes are compared before they are queued, so a conflict ends a trial as soon
 * as it is visible. */
#include "learn/terms/closure.h"

enum
{
  CLOSURE_REPORT_EVERY = 1 << 16 /* joined classes */
};

uint32_t closure_red (const closure *c, term t)
{
  const uint32_t colour = c->classes.states[c->classes.of[t]].colour;
  return colour != NOWHERE && is_red (colour) ? colour & ~RED : NOWHERE;
}

papni_label closure_label (const closure *c, uint32_t red)
{
  return (papni_label) c->classes.states[c->classes.of[c->reds.items[red]]].label;
}

static bool closure_stop (closure *c, status s)
{
  c->status = s;
  return false;
}

/* ---- joining ---- */

/* Queues two terms to be joined; false on a conflict. */
static bool closure_push (closure *c, term one, term other)
{
  const term x = c->classes.of[one], y = c->classes.of[other];
  if (x == y)
    return true;
  if (!classes_agree (&c->classes.states[x], &c->classes.states[y]))
    return false;
  if (c->work_count == c->work_capacity
      && !reserve (&c->engine.memory, &c->work, &c->work_capacity, c->work_count + 1, sizeof *c->work))
    return closure_stop (c, PAPNI_MEMORY);
  c->work[c->work_count++] = (term_pair){ x, y };
  return true;
}

/* Records that the terms of a class become red. */
static bool turn (closure *c, term class)
{
  term t = class;
  do {
    if (!list_add (&c->engine.memory, &c->turned, t))
      return closure_stop (c, PAPNI_MEMORY);
    t = c->classes.ring[t];
  } while (t != class);
  return true;
}

/* Joins two classes; false on a conflict. */
static bool closure_join (closure *c, term into, term gone)
{
  classes *k = &c->classes;
  const state_class *x = &k->states[into], *y = &k->states[gone];
  if (c->merging && is_red_class (x) != is_red_class (y) && !turn (c, is_red_class (x) ? gone : into))
    return false;
  c->met++;
  c->equal_labels += x->label && y->label;
  if (!classes_unite (k, into, gone) || (c->tallies.of && !tallies_join (&c->tallies, into, gone)))
    return closure_stop (c, PAPNI_MEMORY);
  for (term t = k->ring[into];; t = k->ring[t]) {
    for (size_t i = k->uses_of.first[t]; i < k->uses_of.first[t + 1]; i++) {
      term same;
      if (!classes_look_up (k, k->uses[i], &same))
        return closure_stop (c, PAPNI_MEMORY);
      if (same != NO_TERM && !closure_push (c, same, k->uses[i]))
        return false;
    }
    if (t == gone)
      return true;
  }
}

static bool closure_go_on (closure *c)
{
  if (++c->visits % CLOSURE_REPORT_EVERY)
    return true;
  engine_report (&c->engine, NULL);
  return !progress_cancelled (c->engine.progress) || closure_stop (c, PAPNI_CANCELLED);
}

/* Joins two terms' classes and all that follows; false on a conflict. */
static bool join_all (closure *c, term one, term other)
{
  c->met = c->equal_labels = c->work_count = 0;
  if (!closure_push (c, one, other))
    return false;
  while (c->work_count) {
    const term_pair p = c->work[--c->work_count];
    const term x = c->classes.of[p.one], y = c->classes.of[p.other];
    if (x == y)
      continue;
    if (!classes_agree (&c->classes.states[x], &c->classes.states[y]) || !closure_go_on (c))
      return false;
    const bool heavier = c->classes.states[x].weight >= c->classes.states[y].weight;
    if (!closure_join (c, heavier ? x : y, heavier ? y : x))
      return false;
  }
  return true;
}

/* ---- colours ---- */

/* The uses of terms that became red: those whose parts are now all red become blue. */
static bool find_blues (closure *c)
{
  const allocator *a = &c->engine.memory;
  for (size_t i = 0; i < c->turned.count; i++) {
    const term t = c->turned.items[i];
    for (size_t k = c->classes.uses_of.first[t]; k < c->classes.uses_of.first[t + 1]; k++) {
      const shape *s = &c->terms->shapes[c->classes.uses[k]];
      state_class *class = &c->classes.states[c->classes.of[c->classes.uses[k]]];
      if (class->colour != NOWHERE || closure_red (c, s->before) == NOWHERE
          || (s->inside != NO_TERM && closure_red (c, s->inside) == NOWHERE))
        continue;
      class->colour = (uint32_t) c->engine.blues++;
      if (!list_add (a, &c->blues, c->classes.uses[k]))
        return false;
    }
  }
  return true;
}

/* Reports which blue states a merge has moved or removed. */
static bool note_blues (closure *c)
{
  engine *g = &c->engine;
  for (size_t i = 0; i < c->classes.joining_count; i++) {
    const uint32_t x = c->classes.joinings[i].before.colour, y = c->classes.states[c->classes.joinings[i].gone].colour;
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

/* ---- engine operations ---- */

static const state_class *blue_class (const closure *c, uint32_t blue)
{
  return &c->classes.states[c->classes.of[c->blues.items[blue]]];
}

static uint32_t closure_number (const engine *g, uint32_t blue)
{
  return blue_class ((const closure *) g, blue)->least;
}

static bool closure_is_blue (const engine *g, uint32_t blue)
{
  const closure *c = (const closure *) g;
  const state_class *s = blue_class (c, blue);
  return s->colour == blue && (s->positive || c->focus == FOCUS_ALL);
}

/* The evidence of the last trial, which met no conflict. A merge that saves no bits does
 * not pay, unless no accepted word passes the blue state: then there are none to save. */
static void closure_weigh (const closure *c, bool positive, finding *found)
{
  found->pays = true;
  found->evidence = (int64_t) (c->evidence == EVIDENCE_STATES ? c->met : c->equal_labels);
  if (c->evidence == EVIDENCE_BITS) {
    found->evidence = c->tallies.saved;
    found->pays = found->evidence > 0 || (!found->evidence && !positive);
  }
}

static void closure_undo (closure *c)
{
  classes_undo (&c->classes);
  tallies_undo (&c->tallies);
}

static bool try_merge (closure *c, uint32_t red, uint32_t blue, finding *found)
{
  const term r = c->reds.items[red], b = c->blues.items[blue];
  const bool positive = blue_class (c, blue)->positive;
  c->status = PAPNI_OK;
  c->trial_count++;
  const bool works = c->terms->shapes[r].module == c->terms->shapes[b].module && join_all (c, r, b);
  if (works && !c->merging && !closure_list_read (c))
    c->status = PAPNI_MEMORY;
  *found = (finding){ .read = c->read.items, .read_count = c->read.count, .status = c->status };
  closure_weigh (c, positive, found);
  return works;
}

static bool closure_try (engine *g, unsigned thread, uint32_t red, uint32_t blue, finding *found)
{
  closure *c = (closure *) g;
  (void) thread;
  const bool works = try_merge (c, red, blue, found);
  closure_undo (c);
  return works;
}

static bool closure_merge (engine *g, uint32_t red, uint32_t blue, finding *found)
{
  closure *c = (closure *) g;
  c->merging = true;
  c->turned.count = 0;
  const bool works = try_merge (c, red, blue, found) && (found->pays || engine_is_full (&c->engine));
  c->merging = false;
  if (!works) {
    closure_undo (c);
    return false;
  }
  engine_begin_step (g);
  g->merges++;
  g->folded += c->met;
  if (!note_blues (c) || !find_blues (c) || !closure_note_changes (c))
    found->status = PAPNI_MEMORY;
  classes_keep (&c->classes);
  tallies_keep (&c->tallies);
  return true;
}

static bool closure_add_red (closure *c, term t)
{
  const term class = c->classes.of[t];
  c->classes.states[class].colour = RED | (uint32_t) c->engine.reds++;
  c->engine.folded++;
  return list_add (&c->engine.memory, &c->reds, t) && turn (c, class);
}

static status closure_promote (engine *g, uint32_t blue, error *e)
{
  closure *c = (closure *) g;
  engine_begin_step (g);
  c->turned.count = 0;
  const bool room = list_add (&g->memory, &g->gone, blue) && closure_add_red (c, c->blues.items[blue]) && find_blues (c)
                    && closure_note_promotion (c, c->classes.of[c->blues.items[blue]]);
  return room ? PAPNI_OK : no_memory (e);
}

/* ---- beginning and end ---- */

static bool closure_fill (closure *c)
{
  const terms *t = c->terms;
  c->listed = allocate_zeroed (&t->memory, closure_key_count (t), sizeof *c->listed);
  if (!classes_init (&c->classes, &t->memory, t->shapes, t->size) || !c->listed
      || (c->evidence == EVIDENCE_BITS && !tallies_init (&c->tallies, t)))
    return false;
  for (size_t i = 0; i < t->entries; i++)
    if (!closure_add_red (c, (term) i))
      return false;
  return engine_add_keys (&c->engine, closure_key_count (t)) && find_blues (c);
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

engine *closure_new (const terms *t, const settings *options, progress *progress, error *e)
{
  closure *c = allocate (&t->memory, 1, sizeof *c);
  if (c) {
    *c = (closure){ .engine = { .ops = &term_engine,
                                .memory = t->memory,
                                .progress = progress,
                                .threads = 1,
                                .promoted = NOWHERE,
                                .total = t->size },
                    .terms = t,
                    .evidence = options->evidence,
                    .focus = options->focus };
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
  classes_release (&c->classes);
  if (c->evidence == EVIDENCE_BITS)
    tallies_release (&c->tallies);
  release (&a, c->listed, closure_key_count (c->terms), sizeof *c->listed);
  release (&a, c->work, c->work_capacity, sizeof *c->work);
  list_release (&a, &c->turned);
  list_release (&a, &c->read);
  list_release (&a, &c->reds);
  list_release (&a, &c->blues);
  engine_release_common (g);
  release (&a, c, 1, sizeof *c);
}

engine *closure_copy (const engine *g, progress *progress, unsigned threads)
{
  const closure *from = (const closure *) g;
  (void) threads; /* its trials write */
  closure *c = allocate_zeroed (&g->memory, 1, sizeof *c);
  if (!c)
    return NULL;
  *c = (closure){ .terms = from->terms, .evidence = from->evidence, .focus = from->focus };
  c->listed = allocate_zeroed (&g->memory, closure_key_count (c->terms), sizeof *c->listed);
  const bool common = engine_copy_common (&c->engine, g, progress, 1),
             copied = classes_copy (&c->classes, &from->classes),
             tallied = c->evidence != EVIDENCE_BITS || tallies_copy (&c->tallies, &from->tallies);
  if (c->listed && common && copied && tallied && list_copy (&g->memory, &c->reds, &from->reds)
      && list_copy (&g->memory, &c->blues, &from->blues))
    return &c->engine;
  closure_free (&c->engine);
  return NULL;
}
