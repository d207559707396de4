/* edsm.c - EDSM: promote a blue state that cannot be merged; if there is none, do the
 * merge with the most evidence.
 *
 * Each blue state caches scores (edsm_scores.h). A score is recomputed only if a step
 * has changed something it depends on (readers.h). Threads share the updates, one blue
 * state at a time, and each keeps the readers that it has seen; since trials change
 * nothing, the result does not depend on the number of threads. A heap holds the best
 * choice. */
#include "learn/methods/edsm_scores.h"
#include "learn/methods/methods.h"
#include "learn/methods/readers.h"

#include "base/heap.h"

enum
{
  MANY = 2048,    /* changed keys, enough to share the work */
  KEYS_AHEAD = 16 /* prefetch distance */
};

/* What a thread has found out: who depends on what, and whether something is wrong. */
typedef struct edsm_thread
{
  readers readers;
  status status;
} edsm_thread;

typedef struct learner
{
  engine *engine;
  candidate *candidates; /* for each blue state, including former ones */
  size_t count, capacity;
  heap heap;  /* by best choice */
  list queue; /* to be updated */
  edsm_thread *threads;
} learner;

/* ---- updating blue states ---- */

/* Adds a state to the readers of all keys that its new scores depend on. */
static bool note_reading (const learner *l, edsm_thread *t, uint32_t blue)
{
  const candidate *c = &l->candidates[blue];
  for (size_t i = 0; c->when == l->engine->steps && i < c->count; i++) {
    const edsm_score *s = &c->scores[i];
    for (size_t k = 0; s->when == l->engine->steps && k < s->read_count; k++) {
      if (k + KEYS_AHEAD < s->read_count)
        prefetch (&t->readers.first.items[s->read[k + KEYS_AHEAD]]);
      if (!readers_add (&l->engine->memory, &t->readers, s->read[k], blue))
        return false;
    }
  }
  return true;
}

static void edsm_update (void *context, size_t index, unsigned thread)
{
  const learner *l = context;
  const uint32_t blue = l->queue.items[index];
  edsm_thread *t = &l->threads[thread];
  if (t->status || progress_enough (l->engine->progress) || !l->engine->ops->is_blue (l->engine, blue))
    return;
  t->status = candidate_update (&l->candidates[blue], l->engine, blue, thread);
  if (!t->status && !note_reading (l, t, blue))
    t->status = PAPNI_MEMORY;
}

/* ---- the heap ---- */

/* Better choices come first: promotions, then merges with more evidence, which may be
 * negative; ties go to the smaller number. */
static heap_entry entry_of (const edsm_choice *c, uint32_t blue)
{
  return (heap_entry){ c->red == NOWHERE ? 0 : (uint64_t) INT64_MAX - (uint64_t) c->evidence, c->number, blue };
}

/* ---- updates after a step ---- */

static bool edsm_enqueue (learner *l, uint32_t blue)
{
  candidate *c = &l->candidates[blue];
  if (c->queued || c->gone)
    return true;
  c->queued = true;
  return list_add (&l->engine->memory, &l->queue, blue);
}

static bool enqueue_all (learner *l, const uint32_t *blues, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!edsm_enqueue (l, blues[i]))
      return false;
  return true;
}

static bool enqueue_everyone (learner *l)
{
  for (size_t i = 0; i < l->heap.count; i++)
    if (!edsm_enqueue (l, l->heap.entries[i].item))
      return false;
  return true;
}

static void forget_gone (learner *l)
{
  for (size_t i = 0; l->candidates && i < l->engine->gone.count; i++) {
    const uint32_t blue = l->engine->gone.items[i];
    candidate *c = &l->candidates[blue];
    c->gone = true;
    candidate_release (c, l->engine);
    heap_remove (&l->heap, blue);
  }
}

/* The readers of the promoted state become those of its heirs. */
static bool edsm_inherit (const learner *l, readers *r)
{
  const engine *g = l->engine;
  readers_take (r, &g->promoted, 1);
  for (uint32_t blue = 0; (blue = readers_next (r, blue)) != READERS_END; blue++) {
    if (l->candidates[blue].gone)
      continue;
    for (size_t i = 0; i < g->heirs.count; i++)
      if (!readers_add (&g->memory, r, g->heirs.items[i], blue))
        return false;
    if (!candidate_inherit (&l->candidates[blue], g))
      return false;
  }
  return true;
}

/* Finds the readers of all keys that the last step has changed: those of one thread. */
static void find_readers (void *context, size_t index, unsigned thread)
{
  const learner *l = context;
  (void) thread;
  readers_take (&l->threads[index].readers, l->engine->changed.items, l->engine->changed.count);
}

static bool enqueue_readers (learner *l)
{
  const engine *g = l->engine;
  for (unsigned i = 0; i < g->threads; i++)
    if (!readers_extend (&g->memory, &l->threads[i].readers, g->changed_at.count, g->blues)
        || (g->promoted != NOWHERE && !edsm_inherit (l, &l->threads[i].readers)))
      return false;
  if (g->changed.count >= MANY)
    workers_do (g->workers, g->threads, find_readers, l);
  else
    for (unsigned i = 0; i < g->threads; i++)
      find_readers (l, i, 0);
  for (unsigned i = 0; i < g->threads; i++) {
    const readers *r = &l->threads[i].readers;
    for (uint32_t blue = 0; (blue = readers_next (r, blue)) != READERS_END; blue++)
      if (!edsm_enqueue (l, blue))
        return false;
  }
  return true;
}

/* Enqueues new blue states, readers of changed keys, states whose number or focus has
 * changed, and after a promotion all states, because there is a new red state to try. */
static bool enqueue_changed (learner *l, size_t reds_before)
{
  const engine *g = l->engine;
  if (!reserve (&g->memory, &l->candidates, &l->capacity, g->blues, sizeof *l->candidates))
    return false;
  for (; l->count < g->blues; l->count++) {
    l->candidates[l->count] = (candidate){ .tried = 0 };
    if (!edsm_enqueue (l, (uint32_t) l->count))
      return false;
  }
  if (!enqueue_readers (l))
    return false;
  return enqueue_all (l, g->moved.items, g->moved.count) && (g->reds == reds_before || enqueue_everyone (l));
}

/* Takes over the results of the threads. */
static bool take_over (learner *l)
{
  for (size_t i = 0; i < l->queue.count; i++) {
    const uint32_t blue = l->queue.items[i];
    candidate *c = &l->candidates[blue];
    c->queued = false;
    if (l->engine->ops->is_blue (l->engine, blue) /* otherwise not in focus yet */
        && !heap_set (&l->engine->memory, &l->heap, entry_of (&c->best, blue)))
      return false;
  }
  l->queue.count = 0;
  return true;
}

static status update_all (learner *l, size_t reds_before, error *e)
{
  forget_gone (l);
  if (!enqueue_changed (l, reds_before))
    return no_memory (e);
  workers_do (l->engine->workers, l->queue.count, edsm_update, l);
  for (unsigned i = 0; i < l->engine->threads; i++)
    if (l->threads[i].status)
      return engine_trouble (l->engine, l->threads[i].status, e);
  return progress_enough (l->engine->progress) || take_over (l) ? PAPNI_OK : no_memory (e);
}

/* ---- the method ---- */

static status edsm_step (learner *l, error *e)
{
  const uint32_t blue = l->heap.entries[0].item;
  return engine_decide (l->engine, (decision){ l->candidates[blue].best.red, blue }, e);
}

static status edsm_steps (learner *l, error *e)
{
  status s = PAPNI_OK;
  size_t reds = 0;
  do {
    s = engine_report (l->engine, e);
    if (!s)
      s = update_all (l, reds, e);
    reds = l->engine->reds;
    if (!s && !progress_enough (l->engine->progress) && l->heap.count && !engine_is_too_large (l->engine))
      s = edsm_step (l, e);
    else
      break;
  } while (!s);
  return s || !progress_enough (l->engine->progress) ? s : engine_promote_all (l->engine, e);
}

static void learner_release (learner *l)
{
  const engine *g = l->engine;
  for (size_t i = 0; i < l->count; i++)
    candidate_release (&l->candidates[i], g);
  for (unsigned i = 0; l->threads && i < g->threads; i++)
    readers_release (&g->memory, &l->threads[i].readers);
  release (&g->memory, l->threads, g->threads, sizeof *l->threads);
  release (&g->memory, l->candidates, l->capacity, sizeof *l->candidates);
  heap_release (&g->memory, &l->heap);
  list_release (&g->memory, &l->queue);
}

/* Asks the caller while its thread waits for the others. */
static void edsm_wait (void *context)
{
  engine_report (context, NULL);
}

status edsm (engine *g, error *e)
{
  learner l = { .engine = g };
  l.threads = allocate_zeroed (&g->memory, g->threads, sizeof *l.threads);
  status s = l.threads ? engine_start_threads (g, e) : no_memory (e);
  if (!s) {
    workers_watch (g->workers, edsm_wait, g);
    s = edsm_steps (&l, e);
  }
  learner_release (&l);
  return s;
}
