/* edsm.c - promote a blue state that can merge with no red one; when there is
 * none, do the merge with the most evidence.
 *
 * Each blue state keeps a score for every red one that it can merge with. A pair
 * that failed is forgotten for good: merging only adds labels, so it stays failed.
 * A score is computed again only when a step has changed something that it was read
 * from: for each key there is a list of who has read it. What has to be computed is
 * shared out among threads, a blue state at a time; as trials change nothing, the
 * result is the same for any number. A heap knows the best choice. */
#include "learn/front/edsm.h"

#include "base/heap.h"
#include "base/workers.h"

enum
{
  MANY = 64
};

/* What could be done with a blue state. */
typedef struct edsm_choice
{
  uint32_t red;    /* to merge it into; NOWHERE: promote it */
  uint32_t number; /* of the blue state */
  size_t evidence;
} edsm_choice;

typedef struct edsm_score
{
  uint32_t red;
  uint32_t when; /* the number of steps when it was computed */
  size_t evidence;
  uint32_t *read; /* what it depends on, as in a trial */
  uint32_t read_count;
} edsm_score;

typedef struct candidate
{
  uint32_t tried; /* red states before this one have a score, or failed */
  edsm_score *scores;
  size_t count, capacity;
  edsm_choice best; /* as a thread has found it out; the heap gets its key */
  bool queued;      /* is to be updated */
  bool gone;        /* is blue no more */
} candidate;

/* A blue state that has read something, and the next that has. */
typedef struct edsm_reading
{
  uint32_t blue, next;
  uint32_t length; /* of the list from here on */
} edsm_reading;

#define EVERYONE (NOWHERE - 1) /* instead of a list that is longer than there are blue states */

typedef struct learner
{
  front *front;
  candidate *candidates; /* one for each blue state that ever was */
  size_t count, capacity;
  heap heap;    /* by best choice */
  list queue;   /* to be updated */
  list readers; /* by key: the first of those who have read it, in `reading`, or NOWHERE */
  edsm_reading *reading;
  size_t reading_count, reading_capacity;
  uint32_t unused; /* the first of those that are not in use, or NOWHERE */
  workers *workers;
  status *trouble; /* of each thread */
} learner;

/* A thread at work. */
typedef struct edsm_worker
{
  front *front;
  unsigned thread;
  status status;
} edsm_worker;

/* ---- who has read what ---- */

/* There are as many keys as the front has. */
static bool add_keys (learner *l)
{
  while (l->readers.count < l->front->changed_at.count)
    if (!list_add (&l->front->memory, &l->readers, NOWHERE))
      return false;
  return true;
}

static void forget_readers (learner *l, uint32_t key)
{
  for (uint32_t at = l->readers.items[key], next; at < EVERYONE; at = next) {
    next = l->reading[at].next;
    l->reading[at].next = l->unused;
    l->unused = at;
  }
  l->readers.items[key] = NOWHERE;
}

/* Enters a blue state's name where it has read. */
static bool add_reader (learner *l, uint32_t key, uint32_t blue)
{
  uint32_t *first = &l->readers.items[key], at = l->unused;
  if (*first == EVERYONE || (*first != NOWHERE && l->reading[*first].blue == blue))
    return true;
  const uint32_t length = *first == NOWHERE ? 1 : l->reading[*first].length + 1;
  if (length > l->heap.count + MANY) { /* with the same names again and again */
    forget_readers (l, key);
    *first = EVERYONE;
    return true;
  }
  if (at != NOWHERE)
    l->unused = l->reading[at].next;
  else if (l->reading_count < EVERYONE
           && reserve (&l->front->memory, &l->reading, &l->reading_capacity, l->reading_count + 1, sizeof *l->reading))
    at = (uint32_t) l->reading_count++;
  else
    return false;
  l->reading[at] = (edsm_reading){ blue, *first, length };
  *first = at;
  return true;
}

/* ---- scores ---- */

static void forget_score (const front *f, edsm_score *s)
{
  release (&f->memory, s->read, s->read_count, sizeof *s->read);
}

static void forget_scores (const front *f, candidate *c)
{
  for (size_t i = 0; i < c->count; i++)
    forget_score (f, &c->scores[i]);
  release (&f->memory, c->scores, c->capacity, sizeof *c->scores);
  c->scores = NULL;
  c->count = c->capacity = 0;
}

static bool is_stale (const front *f, const edsm_score *s)
{
  for (size_t i = 0; i < s->read_count; i++)
    if (f->changed_at.items[s->read[i]] > s->when)
      return true;
  return false;
}

/* Computes a score anew; false if the merge does not work, or in trouble (w->status). */
static bool edsm_compute (edsm_worker *w, uint32_t blue, edsm_score *s)
{
  front *f = w->front;
  finding found;
  const bool works = f->engine->try (f, w->thread, s->red, blue, &found);
  w->status = found.status;
  if (!works)
    return false;
  uint32_t *read = resize (&f->memory, s->read, s->read_count, found.read_count, sizeof *read);
  if (!read) {
    w->status = PAPNI_MEMORY;
    return false;
  }
  for (size_t i = 0; i < found.read_count; i++)
    read[i] = found.read[i];
  *s = (edsm_score){ s->red, f->steps, found.evidence, read, (uint32_t) found.read_count };
  return true;
}

/* ---- updating a blue state, on any thread ---- */

static void update_old (edsm_worker *w, uint32_t blue, candidate *c)
{
  size_t kept = 0;
  for (size_t i = 0; i < c->count; i++) {
    edsm_score *s = &c->scores[i];
    if (w->status || !is_stale (w->front, s) || edsm_compute (w, blue, s))
      c->scores[kept++] = *s;
    else
      forget_score (w->front, s);
  }
  c->count = kept;
}

static void add_new (edsm_worker *w, uint32_t blue, candidate *c)
{
  const front *f = w->front;
  for (; !w->status && c->tried < red_count (f); c->tried++) {
    edsm_score s = { .red = c->tried };
    if (front_avoids (f, c->tried, blue) || !edsm_compute (w, blue, &s))
      continue;
    if (reserve (&f->memory, &c->scores, &c->capacity, c->count + 1, sizeof *c->scores))
      c->scores[c->count++] = s;
    else {
      forget_score (f, &s);
      w->status = PAPNI_MEMORY;
    }
  }
}

static bool is_better (const edsm_choice *x, const edsm_choice *y)
{
  const bool promotes = x->red == NOWHERE;
  if (promotes != (y->red == NOWHERE))
    return promotes;
  if (x->evidence != y->evidence)
    return x->evidence > y->evidence;
  return x->number != y->number ? x->number < y->number : x->red < y->red;
}

static void find_best (const front *f, uint32_t blue, candidate *c)
{
  const uint32_t number = f->engine->number (f, blue);
  c->best = (edsm_choice){ NOWHERE, number, 0 };
  for (size_t i = 0; i < c->count; i++) {
    const edsm_choice next = { c->scores[i].red, number, c->scores[i].evidence };
    if (!i || is_better (&next, &c->best))
      c->best = next;
  }
}

static void edsm_update (void *context, size_t index, unsigned thread)
{
  const learner *l = context;
  edsm_worker w = { l->front, thread, l->trouble[thread] };
  const uint32_t blue = l->queue.items[index];
  candidate *c = &l->candidates[blue];
  if (w.status || !l->front->engine->is_blue (l->front, blue))
    return;
  update_old (&w, blue, c);
  add_new (&w, blue, c);
  find_best (l->front, blue, c);
  l->trouble[thread] = w.status;
}

/* ---- the heap ---- */

/* The better a choice, the smaller its key. Evidence is smaller than 2^31: no more than
 * that many nodes or terms can meet. */
static uint64_t key_of (const edsm_choice *c)
{
  return c->red == NOWHERE ? c->number : (uint64_t) (UINT32_MAX - (uint32_t) c->evidence) << 32 | c->number;
}

/* ---- what a step has made necessary ---- */

static bool edsm_enqueue (learner *l, uint32_t blue)
{
  candidate *c = &l->candidates[blue];
  if (c->queued || c->gone)
    return true;
  c->queued = true;
  return list_add (&l->front->memory, &l->queue, blue);
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

/* All who have read this; they will read it again, or not. */
static bool enqueue_readers (learner *l, uint32_t key)
{
  const uint32_t first = l->readers.items[key];
  if (first == EVERYONE && !enqueue_everyone (l))
    return false;
  for (uint32_t at = first; at < EVERYONE; at = l->reading[at].next)
    if (!edsm_enqueue (l, l->reading[at].blue))
      return false;
  forget_readers (l, key);
  return true;
}

static void forget_gone (learner *l)
{
  for (size_t i = 0; l->candidates && i < l->front->gone.count; i++) {
    const uint32_t blue = l->front->gone.items[i];
    candidate *c = &l->candidates[blue];
    c->gone = true;
    forget_scores (l->front, c);
    heap_remove (&l->heap, blue);
  }
}

/* New blue states, those that have read what was changed, those whose number or
 * focus has changed, and, after a promotion, all: they have a new red state to try. */
static bool enqueue_changed (learner *l, size_t reds_before)
{
  const front *f = l->front;
  if (!reserve (&f->memory, &l->candidates, &l->capacity, blue_count (f), sizeof *l->candidates) || !add_keys (l))
    return false;
  for (; l->count < blue_count (f); l->count++) {
    l->candidates[l->count] = (candidate){ .tried = 0 };
    if (!edsm_enqueue (l, (uint32_t) l->count))
      return false;
  }
  for (size_t i = 0; i < f->changed.count; i++)
    if (!enqueue_readers (l, f->changed.items[i]))
      return false;
  return enqueue_all (l, f->moved.items, f->moved.count) && (red_count (f) == reds_before || enqueue_everyone (l));
}

/* Enters a state's name wherever it has read. */
static bool note_reading (learner *l, uint32_t blue)
{
  const candidate *c = &l->candidates[blue];
  for (size_t i = 0; i < c->count; i++) {
    const edsm_score *s = &c->scores[i];
    for (size_t k = 0; s->when == l->front->steps && k < s->read_count; k++)
      if (!add_reader (l, s->read[k], blue))
        return false;
  }
  return true;
}

/* Takes over what the threads have found out. */
static bool take_over (learner *l)
{
  for (size_t i = 0; i < l->queue.count; i++) {
    const uint32_t blue = l->queue.items[i];
    candidate *c = &l->candidates[blue];
    c->queued = false;
    if (!l->front->engine->is_blue (l->front, blue)) /* out of focus, as yet */
      continue;
    if (!note_reading (l, blue) || !heap_set (&l->front->memory, &l->heap, key_of (&c->best), blue))
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
  workers_do (l->workers, l->queue.count, edsm_update, l);
  for (unsigned i = 0; i < l->front->threads; i++)
    if (l->trouble[i])
      return front_trouble (l->front, l->trouble[i], e);
  return take_over (l) ? PAPNI_OK : no_memory (e);
}

/* ---- the method ---- */

static status edsm_step (learner *l, error *e)
{
  const uint32_t blue = l->heap.entries[0].item;
  return front_decide (l->front, l->candidates[blue].best.red, blue, e);
}

static status edsm_steps (learner *l, error *e)
{
  status s = PAPNI_OK;
  size_t reds = 0;
  do {
    s = front_report (l->front, e);
    if (!s)
      s = update_all (l, reds, e);
    reds = red_count (l->front);
    if (!s && l->heap.count && !front_is_too_large (l->front))
      s = edsm_step (l, e);
    else
      break;
  } while (!s);
  return s;
}

static void learner_release (learner *l)
{
  const front *f = l->front;
  workers_free (l->workers);
  for (size_t i = 0; i < l->count; i++)
    forget_scores (f, &l->candidates[i]);
  release (&f->memory, l->candidates, l->capacity, sizeof *l->candidates);
  heap_release (&f->memory, &l->heap);
  list_release (&f->memory, &l->queue);
  list_release (&f->memory, &l->readers);
  release (&f->memory, l->reading, l->reading_capacity, sizeof *l->reading);
  release (&f->memory, l->trouble, f->threads, sizeof *l->trouble);
}

status edsm (front *f, error *e)
{
  learner l = { .front = f, .unused = NOWHERE };
  l.trouble = allocate_zeroed (&f->memory, f->threads, sizeof *l.trouble);
  l.workers = l.trouble ? workers_new (&f->memory, f->threads, e) : NULL;
  const status s = l.workers ? edsm_steps (&l, e) : no_memory (e);
  learner_release (&l);
  return s;
}
