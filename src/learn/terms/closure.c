/* closure.c - trying, merging and promoting classes of terms.
 *
 * Two classes are compared before they are queued, so a conflict ends a trial as soon
 * as it is visible. */
#include "learn/terms/closure.h"

enum
{
  CLOSURE_REPORT_EVERY = 1 << 14, /* joined classes */
  CLOSURE_MOST_COPIES = 7         /* for other threads; each takes as much memory as the original */
};

uint32_t closure_red (const closure *c, term t)
{
  const uint32_t colour = c->classes.states[c->classes.of[t]].colour;
  return colour != NOWHERE && is_red (colour) ? colour & ~RED : NOWHERE;
}

papni_label closure_label (const closure *c, uint32_t red)
{
  return (papni_label) c->classes.labels[c->classes.of[c->reds.items[red]]];
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
  if (!classes_agree (&c->classes, x, y))
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
    t = c->classes.members[t].next;
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
  c->equal_labels += k->labels[into] && k->labels[gone];
  if (!classes_unite (k, into, gone) || (c->tallies.of && !tallies_join (&c->tallies, into, gone)))
    return closure_stop (c, PAPNI_MEMORY);
  for (term t = k->members[into].next;; t = k->members[t].next) {
    for (uint32_t i = k->members[t].uses; i < k->members[t + 1].uses; i++) {
      const use *u = &k->uses[i];
      term same;
      if (!classes_look_up (k, u->whole, classes_parts_of_use (k, u, into), &same))
        return closure_stop (c, PAPNI_MEMORY);
      if (same != NO_TERM && !closure_push (c, same, u->whole))
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
  if (!c->is_copy) /* only the caller's thread may report */
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
    if (!classes_agree (&c->classes, x, y) || !closure_go_on (c))
      return false;
    const bool heavier = c->classes.states[x].weight >= c->classes.states[y].weight;
    if (!closure_join (c, heavier ? x : y, heavier ? y : x))
      return false;
  }
  return true;
}

/* ---- engine operations ---- */

static uint32_t closure_number (const engine *g, uint32_t blue)
{
  return ((const closure *) g)->numbers.items[blue];
}

static bool closure_is_blue (const engine *g, uint32_t blue)
{
  return closure_number (g, blue) != NO_TERM;
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

/* Joins a red and a blue term, to be undone or kept. */
static bool try_merge (closure *c, term_pair p, finding *found)
{
  const bool positive = c->classes.states[c->classes.of[p.other]].positive;
  c->status = PAPNI_OK;
  c->trial_count++;
  const bool works = c->terms->shapes[p.one].module == c->terms->shapes[p.other].module && join_all (c, p.one, p.other);
  if (works && c->scored && !c->merging && !closure_list_read (c))
    c->status = PAPNI_MEMORY;
  *found = (finding){ .read = c->read.items, .read_count = c->read.count, .status = c->status };
  closure_weigh (c, positive, found);
  return works;
}

static void closure_keep (closure *c)
{
  classes_keep (&c->classes);
  tallies_keep (&c->tallies);
}

/* Repeats in a copy the merges since its last trial; false if out of memory or cancelled. */
static bool closure_repeat (closure *copy, const closure *original)
{
  copy->status = PAPNI_OK;
  for (; copy->repeated < original->made_count; copy->repeated++) {
    const term_pair p = original->made[copy->repeated];
    if (!join_all (copy, p.one, p.other))
      return false;
    closure_keep (copy);
  }
  return true;
}

static term_pair terms_of (const closure *c, uint32_t red, uint32_t blue)
{
  return (term_pair){ c->reds.items[red], c->blues.items[blue] };
}

static bool closure_try (engine *g, unsigned thread, uint32_t red, uint32_t blue, finding *found)
{
  closure *original = (closure *) g, *c = thread ? original->copies[thread - 1].closure : original;
  if (thread && !closure_repeat (c, original)) {
    *found = (finding){ .status = c->status };
    return false;
  }
  const bool works = try_merge (c, terms_of (original, red, blue), found);
  closure_undo (c);
  return works;
}

static bool closure_note_merge (closure *c, term_pair p)
{
  if (!c->copy_count)
    return true;
  if (!reserve (&c->engine.memory, &c->made, &c->made_capacity, c->made_count + 1, sizeof *c->made))
    return false;
  c->made[c->made_count++] = p;
  return true;
}

static bool closure_merge (engine *g, uint32_t red, uint32_t blue, finding *found)
{
  closure *c = (closure *) g;
  const term_pair p = terms_of (c, red, blue);
  c->merging = true;
  c->turned.count = 0;
  const bool works = try_merge (c, p, found) && (found->pays || engine_is_full (&c->engine));
  c->merging = false;
  if (!works) {
    closure_undo (c);
    return false;
  }
  engine_begin_step (g);
  g->merges++;
  g->folded += c->met;
  if (!closure_note_blues (c) || !closure_find_blues (c) || !closure_number_blues (c)
      || (c->scored && !closure_note_changes (c)) || !closure_note_merge (c, p))
    found->status = PAPNI_MEMORY;
  closure_keep (c);
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
  const bool room = list_add (&g->memory, &g->gone, blue) && closure_add_red (c, c->blues.items[blue])
                    && closure_find_blues (c) && closure_number_blues (c)
                    && closure_note_promotion (c, c->classes.of[c->blues.items[blue]]);
  return room ? PAPNI_OK : no_memory (e);
}

/* ---- beginning and end ---- */

static status closure_fill (closure *c, error *e)
{
  const terms *t = c->terms;
  watch w = engine_watch (&c->engine, c->engine.progress);
  c->listed = allocate_zeroed (&t->memory, closure_key_count (c), sizeof *c->listed);
  status s = c->listed ? classes_init (&c->classes, t->shapes, t->rank, t->size, &w, e) : no_memory (e);
  if (!s && c->evidence == EVIDENCE_BITS)
    s = tallies_init (&c->tallies, t, &w, e);
  if (s)
    return s;
  for (size_t i = 0; i < t->entries; i++)
    if (!closure_add_red (c, (term) i))
      return no_memory (e);
  const bool room =
      engine_add_keys (&c->engine, closure_key_count (c)) && closure_find_blues (c) && closure_number_blues (c);
  return room ? PAPNI_OK : no_memory (e);
}

/* Trials write, so every other thread has a copy. */
static status closure_add_copies (closure *c, unsigned threads, error *e)
{
  const unsigned count = (threads < CLOSURE_MOST_COPIES + 1 ? threads : CLOSURE_MOST_COPIES + 1) - 1;
  c->copies = allocate_zeroed (&c->engine.memory, count, sizeof *c->copies);
  if (!c->copies)
    return no_memory (e);
  c->copy_count = count;
  for (unsigned i = 0; i < count; i++) {
    engine *copy = closure_copy (&c->engine, c->engine.progress, 1, e);
    if (!copy)
      return e->code;
    c->copies[i].closure = (closure *) copy;
    c->copies[i].closure->is_copy = true;
  }
  c->engine.threads = count + 1;
  return PAPNI_OK;
}

static uint32_t closure_name (const engine *g, uint32_t state)
{
  const closure *c = (const closure *) g;
  return c->terms->rank[is_red (state) ? c->reds.items[state & ~RED] : c->blues.items[state]];
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
  if (!c)
    no_memory (e);
  else {
    *c = (closure){ .engine = { .ops = &term_engine,
                                .memory = t->memory,
                                .progress = progress,
                                .threads = 1,
                                .promoted = NOWHERE,
                                .total = t->size },
                    .terms = t,
                    .evidence = options->evidence,
                    .focus = options->focus,
                    .scored = options->method == METHOD_EDSM,
                    .classes = { .memory = t->memory } };
    const bool shared = options->method == METHOD_EDSM && options->threads > 1 && !options->search;
    if (!closure_fill (c, e) && (!shared || !closure_add_copies (c, options->threads, e)))
      return &c->engine;
    closure_free (&c->engine);
  }
  return NULL;
}

/* Frees all but the copies. */
static void closure_free_alone (engine *g)
{
  closure *c = (closure *) g;
  const allocator a = g->memory;
  classes_release (&c->classes);
  if (c->evidence == EVIDENCE_BITS)
    tallies_release (&c->tallies);
  release (&a, c->listed, closure_key_count (c), sizeof *c->listed);
  release (&a, c->work, c->work_capacity, sizeof *c->work);
  list_release (&a, &c->turned);
  list_release (&a, &c->read);
  list_release (&a, &c->reds);
  list_release (&a, &c->blues);
  list_release (&a, &c->numbers);
  release (&a, c->copies, c->copy_count, sizeof *c->copies);
  release (&a, c->made, c->made_capacity, sizeof *c->made);
  engine_release_common (g);
  release (&a, c, 1, sizeof *c);
}

void closure_free (engine *g)
{
  const closure *c = (const closure *) g;
  for (unsigned i = 0; c->copies && i < c->copy_count; i++)
    if (c->copies[i].closure)
      closure_free_alone (&c->copies[i].closure->engine);
  closure_free_alone (g);
}

static status closure_fill_copy (closure *c, const closure *from, progress *progress, error *e)
{
  const allocator *a = &from->engine.memory;
  watch w = engine_watch (&from->engine, progress);
  c->listed = allocate_zeroed (a, closure_key_count (c), sizeof *c->listed);
  const bool room = engine_copy_common (&c->engine, &from->engine, progress, 1) && c->listed
                    && list_copy (a, &c->reds, &from->reds) && list_copy (a, &c->blues, &from->blues)
                    && list_copy (a, &c->numbers, &from->numbers);
  const status s = room ? classes_copy (&c->classes, &from->classes, &w, e) : no_memory (e);
  return !s && c->evidence == EVIDENCE_BITS ? tallies_copy (&c->tallies, &from->tallies, &w, e) : s;
}

engine *closure_copy (const engine *g, progress *progress, unsigned threads, error *e)
{
  const closure *from = (const closure *) g;
  (void) threads; /* its trials write */
  closure *c = allocate_zeroed (&g->memory, 1, sizeof *c);
  if (!c) {
    no_memory (e);
    return NULL;
  }
  *c = (closure){ .terms = from->terms,
                  .evidence = from->evidence,
                  .focus = from->focus,
                  .scored = from->scored,
                  .classes = { .memory = g->memory },
                  .tallies = { .memory = g->memory, .sets = { .memory = g->memory } } };
  if (!closure_fill_copy (c, from, progress, e))
    return &c->engine;
  closure_free (&c->engine);
  return NULL;
}
