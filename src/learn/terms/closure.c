/* closure.c - trying, merging and promoting classes of terms. */
#include "learn/terms/closure.h"

enum
{
  MOST_THREADS = 8 /* each has a joiner, which takes most of the memory */
};

uint32_t closure_red (const closure *c, term t)
{
  const classes *k = &c->joiner->classes;
  const uint32_t colour = k->states[k->of[t]].colour;
  return colour != NOWHERE && is_red (colour) ? colour & ~RED : NOWHERE;
}

papni_label closure_label (const closure *c, uint32_t red)
{
  const classes *k = &c->joiner->classes;
  return (papni_label) k->labels[k->of[c->reds.items[red]]];
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

static bool closure_try (engine *g, unsigned thread, uint32_t red, uint32_t blue, finding *found)
{
  const closure *c = (const closure *) g;
  joiner *j = closure_joiner_of (c, thread);
  const bool works = joiner_try (j, closure_terms (c, red, blue), false, found);
  joiner_undo (j);
  return works;
}

/* Joins two states, unless they have been joined by a thread. */
static bool closure_join (closure *c, term_pair p, finding *found)
{
  if (!c->is_joined)
    return joiner_try (c->joiner, p, true, found) && (found->pays || engine_is_full (&c->engine));
  c->is_joined = false;
  *found = c->joined;
  return true;
}

/* What follows from a merge. False if out of memory. */
static bool closure_settle (closure *c)
{
  engine_begin_step (&c->engine);
  c->engine.merges++;
  c->engine.folded += c->joiner->met;
  return closure_note_blues (c) && joiner_find_blues (c->joiner) && closure_take_blues (c) && closure_number_blues (c)
         && (!c->joiner->scored || joiner_note_changes (c->joiner, &c->engine));
}

/* EDSM has tried what it merges, so the other threads can repeat it at the same time. */
static bool closure_merge (engine *g, uint32_t red, uint32_t blue, finding *found)
{
  closure *c = (closure *) g;
  const term_pair p = closure_terms (c, red, blue);
  bool room = !c->joiner->scored || closure_tell (c, p);
  if (!closure_join (c, p, found)) {
    joiner_undo (c->joiner);
    return false;
  }
  room = closure_settle (c) && room && (c->joiner->scored || closure_tell (c, p));
  joiner_keep (c->joiner);
  if (!room)
    found->status = PAPNI_MEMORY;
  return true;
}

static status closure_promote (engine *g, uint32_t blue, error *e)
{
  closure *c = (closure *) g;
  const term t = c->blues.items[blue];
  engine_begin_step (g);
  g->reds++;
  g->folded++;
  const bool room = list_add (&g->memory, &g->gone, blue) && list_add (&g->memory, &c->reds, t)
                    && joiner_promote (c->joiner, t) && closure_take_blues (c) && closure_number_blues (c)
                    && joiner_note_promotion (c->joiner, g, c->joiner->classes.of[t])
                    && closure_tell (c, (term_pair){ NO_TERM, t });
  return room ? PAPNI_OK : no_memory (e);
}

static uint32_t closure_name (const engine *g, uint32_t state)
{
  const closure *c = (const closure *) g;
  return c->terms->rank[is_red (state) ? c->reds.items[state & ~RED] : c->blues.items[state]];
}

static size_t closure_work (const engine *g)
{
  const closure *c = (const closure *) g;
  return c->joiner->trial_count + c->joiner->visits + c->terms->size / COPIED;
}

static const engine_operations term_engine = { .number = closure_number,
                                               .is_blue = closure_is_blue,
                                               .try = closure_try,
                                               .next = closure_next,
                                               .merge = closure_merge,
                                               .promote = closure_promote,
                                               .name = closure_name,
                                               .model = closure_model,
                                               .copy = closure_copy,
                                               .free = closure_free,
                                               .work = closure_work };

/* ---- beginning and end ---- */

static closure *closure_allocate (const terms *t, unsigned focus, error *e)
{
  closure *c = allocate_zeroed (&t->memory, 1, sizeof *c);
  joiner *j = joiner_new (t);
  if (c && j) {
    *c = (closure){ .engine = { .memory = t->memory }, .terms = t, .focus = focus, .joiner = j };
    return c;
  }
  release (&t->memory, c, 1, sizeof *c);
  joiner_free (j);
  no_memory (e);
  return NULL;
}

static status closure_fill (closure *c, const settings *options, error *e)
{
  engine *g = &c->engine;
  watch w = engine_watch (g, g->progress);
  const status s = joiner_init (c->joiner, c->terms, options, &w, e);
  if (s)
    return s;
  c->joiner->engine = g;
  for (size_t i = 0; i < c->terms->entries; i++)
    if (!list_add (&g->memory, &c->reds, (term) i))
      return no_memory (e);
  g->folded = g->reds = c->terms->entries;
  const bool room =
      closure_take_blues (c) && closure_number_blues (c) && engine_add_keys (g, joiner_key_count (c->joiner));
  return room ? PAPNI_OK : no_memory (e);
}

/* The threads make their joiners while the caller's makes its own. */
static status closure_share (closure *c, const settings *options, error *e)
{
  const status s = closure_add_crew (c, options, options->threads < MOST_THREADS ? options->threads : MOST_THREADS, e);
  return s ? s : closure_start_crew (c, e);
}

engine *closure_new (const terms *t, const settings *options, progress *progress, error *e)
{
  closure *c = closure_allocate (t, options->focus, e);
  if (!c)
    return NULL;
  c->engine = (engine){
    .ops = &term_engine, .memory = t->memory, .progress = progress, .threads = 1, .promoted = NOWHERE, .total = t->size
  };
  const bool shared = options->threads > 1 && !options->search;
  if ((!shared || !closure_share (c, options, e)) && !closure_fill (c, options, e))
    return &c->engine;
  closure_free (&c->engine);
  return NULL;
}

void closure_free (engine *g)
{
  closure *c = (closure *) g;
  const allocator a = g->memory;
  closure_end_crew (c);
  joiner_free (c->joiner);
  list_release (&a, &c->reds);
  list_release (&a, &c->blues);
  list_release (&a, &c->numbers);
  engine_release_common (g);
  release (&a, c, 1, sizeof *c);
}

static status closure_fill_copy (closure *c, const closure *from, progress *progress, error *e)
{
  const allocator *a = &from->engine.memory;
  watch w = engine_watch (&from->engine, progress);
  const bool room = engine_copy_common (&c->engine, &from->engine, progress, 1) && list_copy (a, &c->reds, &from->reds)
                    && list_copy (a, &c->blues, &from->blues) && list_copy (a, &c->numbers, &from->numbers);
  const status s = room ? joiner_copy (c->joiner, from->joiner, &w, e) : no_memory (e);
  c->joiner->engine = &c->engine;
  return s;
}

engine *closure_copy (const engine *g, progress *progress, unsigned threads, error *e)
{
  const closure *from = (const closure *) g;
  (void) threads; /* its trials write */
  closure *c = closure_allocate (from->terms, from->focus, e);
  if (c && closure_fill_copy (c, from, progress, e)) {
    closure_free (&c->engine);
    c = NULL;
  }
  return c ? &c->engine : NULL;
}
