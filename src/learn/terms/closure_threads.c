/* closure_threads.c - several threads for terms.
 *
 * Trials write, so each thread has a joiner of its own. It makes it from the terms, at the same time
 * as the caller's thread, and then repeats all decisions before it takes part in tasks. Nobody waits
 * for a thread that is behind, so one that repeats a large merge, while the caller tries the next,
 * takes nothing but its own time. A thread for which there is no memory takes no part.
 *
 * RPNI merges the first red state that works. A thread that has found one does not undo it. If it is
 * the first of all, its joiner becomes that of the caller, and the thread takes the caller's, with
 * which it repeats the merge. So a merge is not made twice one after the other. */
#include "learn/terms/closure.h"

#include "base/threads.h"

#include <stdatomic.h>

/* Another thread. */
typedef struct crew_member
{
  joiner *joiner;  /* NULL: not made yet, or */
  bool left;       /* it takes no part */
  size_t repeated; /* decisions */
  bool takes_part; /* in the round, where it has tried, as the last one, */
  uint32_t red;    /* this red state, */
  bool holds;      /* which worked, so that it is not undone, */
  finding found;   /* with this result */
} crew_member;

struct crew
{
  closure *closure;
  const settings *options;
  crew_member *all; /* the first is the caller's thread, which needs no joiner here */
  unsigned size;
  papni_watch watch;
  atomic_bool ended; /* the result is not needed any more */
  thread_lock lock;  /* of the decisions: */
  term_pair *made;
  size_t count, capacity;
};

/* ---- following ---- */

static bool crew_goes_on (void *context, papni_phase phase, size_t done, size_t total)
{
  const crew *w = context;
  (void) phase, (void) done, (void) total; /* only the caller's thread reports */
  return !progress_cancelled (w->closure->engine.progress) && !atomic_load_explicit (&w->ended, memory_order_relaxed);
}

/* The next decision; false if there is none. */
static bool next_decision (crew *w, const crew_member *f, term_pair *next)
{
  lock_take (&w->lock);
  const bool behind = f->repeated < w->count;
  if (behind)
    *next = w->made[f->repeated];
  lock_leave (&w->lock);
  return behind;
}

static status crew_repeat (joiner *j, term_pair decision)
{
  finding found;
  if (decision.one == NO_TERM)
    return joiner_promote (j, decision.other) ? PAPNI_OK : PAPNI_MEMORY;
  if (!joiner_try (j, decision, true, &found)) {
    joiner_undo (j);
    return found.status;
  }
  const bool room = joiner_find_blues (j);
  joiner_keep (j);
  return room ? PAPNI_OK : PAPNI_MEMORY;
}

/* Makes the joiner; NULL if out of memory or cancelled. */
static joiner *crew_make_joiner (const crew *w)
{
  const terms *t = w->closure->terms;
  watch own = watch_begin (&w->watch, PAPNI_PHASE_MERGING);
  joiner *j = joiner_new (t);
  if (!j)
    return NULL;
  if (joiner_init (j, t, w->options, &own, NULL)) {
    joiner_free (j);
    return NULL;
  }
  j->watch = &w->watch;
  return j;
}

bool closure_follow (void *context, unsigned thread)
{
  crew *w = context;
  crew_member *f = &w->all[thread];
  term_pair next;
  if (f->left)
    return false;
  if (!f->joiner)
    f->joiner = crew_make_joiner (w);
  f->left = !f->joiner;
  for (; !f->left && next_decision (w, f, &next); f->repeated++)
    f->left = crew_repeat (f->joiner, next);
  if (f->left) {
    joiner_free (f->joiner);
    f->joiner = NULL;
  }
  return !f->left;
}

joiner *closure_joiner_of (const closure *c, unsigned thread)
{
  return thread ? c->crew->all[thread].joiner : c->joiner;
}

bool closure_tell (const closure *c, term_pair decision)
{
  crew *w = c->crew;
  if (!w)
    return true;
  lock_take (&w->lock);
  const bool room = reserve (&c->engine.memory, &w->made, &w->capacity, w->count + 1, sizeof *w->made);
  if (room)
    w->made[w->count++] = decision;
  lock_leave (&w->lock);
  if (room && decision.one != NO_TERM)
    workers_wake (c->engine.workers);
  return room;
}

/* ---- the first that works ---- */

static void note_first (closure_round *r, uint32_t red)
{
  uint32_t first = atomic_load (&r->works);
  while (red < first && !atomic_compare_exchange_weak (&r->works, &first, red))
    ;
}

/* A thread takes ascending numbers, so it tries nothing more after what it holds. */
void closure_try_next (void *round, size_t index, unsigned thread)
{
  closure_round *r = round;
  closure *c = r->closure;
  crew_member *f = &c->crew->all[thread];
  const uint32_t red = r->first + (uint32_t) index;
  joiner *j = closure_joiner_of (c, thread);
  if (f->found.status || red >= atomic_load (&r->works) || progress_enough (c->engine.progress))
    return;
  f->takes_part = true;
  f->red = red;
  f->holds = joiner_try (j, closure_terms (c, red, r->blue), true, &f->found)
             && (f->found.pays || engine_is_full (&c->engine));
  if (f->holds)
    note_first (r, red);
  else
    joiner_undo (j);
}

static void exchange_joiners (closure *c, crew_member *f)
{
  joiner *j = f->joiner;
  f->joiner = c->joiner;
  f->joiner->engine = NULL;
  f->joiner->watch = &c->crew->watch;
  c->joiner = j;
  c->joiner->engine = &c->engine;
}

/* A thread ends its part in a round. */
static void crew_rest (closure_round *r, unsigned thread, status *trouble)
{
  closure *c = r->closure;
  crew_member *f = &c->crew->all[thread];
  if (f->found.status)
    *trouble = f->found.status;
  else if (f->holds && f->red != r->works)
    joiner_undo (closure_joiner_of (c, thread));
  else if (f->holds) {
    if (thread)
      exchange_joiners (c, f);
    c->is_joined = true;
    c->joined = f->found;
  }
  f->takes_part = f->holds = false;
}

void closure_end_round (closure_round *r, status *trouble)
{
  const crew *w = r->closure->crew;
  for (unsigned i = 0; i < w->size; i++)
    if (w->all[i].takes_part)
      crew_rest (r, i, trouble);
}

uint32_t closure_next (engine *g, uint32_t red, uint32_t blue, status *trouble)
{
  closure *c = (closure *) g;
  if (!c->crew)
    return red;
  closure_round r = { .closure = c, .first = red, .blue = blue, .works = (uint32_t) g->reds };
  workers_do (g->workers, g->reds - red, closure_try_next, &r);
  closure_end_round (&r, trouble);
  return r.works;
}

/* ---- beginning and end ---- */

/* Asks the caller while its thread waits for the others. */
static void closure_wait (void *context)
{
  engine_report (context, NULL);
}

status closure_add_crew (closure *c, const settings *options, unsigned threads, error *e)
{
  const allocator *a = &c->engine.memory;
  crew *w = allocate_zeroed (a, 1, sizeof *w);
  if (!w)
    return no_memory (e);
  c->crew = w;
  w->closure = c;
  w->options = options;
  w->watch = (papni_watch){ crew_goes_on, w };
  w->size = threads;
  lock_begin (&w->lock);
  w->all = allocate_zeroed (a, w->size, sizeof *w->all);
  return w->all ? PAPNI_OK : no_memory (e);
}

status closure_start_crew (closure *c, error *e)
{
  engine *g = &c->engine;
  g->threads = c->crew->size;
  const status s = engine_start_threads (g, e);
  if (s)
    return s;
  workers_watch (g->workers, closure_wait, g);
  workers_prepare (g->workers, closure_follow, c->crew);
  workers_wake (g->workers);
  return PAPNI_OK;
}

void closure_end_crew (closure *c)
{
  crew *w = c->crew;
  const allocator *a = &c->engine.memory;
  if (!w)
    return;
  atomic_store (&w->ended, true);
  workers_free (c->engine.workers);
  c->engine.workers = NULL;
  for (unsigned i = 1; w->all && i < w->size; i++)
    joiner_free (w->all[i].joiner);
  lock_end (&w->lock);
  release (a, w->all, w->size, sizeof *w->all);
  release (a, w->made, w->capacity, sizeof *w->made);
  release (a, w, 1, sizeof *w);
  c->crew = NULL;
}
