/* edsm.c - promote a blue state that can merge with no red one; when there is
 * none, do the merge with the most evidence.
 *
 * Each blue state keeps a score for every red one that it can merge with. A pair
 * that failed is forgotten for good: merging only adds labels, so it stays failed.
 * A score is computed again only when a step has changed one of the states that it
 * was read from: these keep lists of who has read them. What has to be computed is
 * shared out among threads, a blue state at a time; as trials change nothing, the
 * result is the same for any number. A heap knows the best choice. */
#include "edsm.h"

#include "workers.h"

/* What could be done with a blue state. */
typedef struct choice
{
  uint32_t red; /* to merge it into; NOWHERE: promote it */
  node number;  /* of the blue state */
  size_t evidence;
} choice;

typedef struct score
{
  uint32_t red;
  uint32_t when; /* the number of steps when it was computed */
  size_t evidence;
  uint32_t *read; /* what it depends on, as in a trial */
  uint32_t read_count;
} score;

typedef struct candidate
{
  uint32_t tried; /* red states before this one have a score, or failed */
  score *scores;
  size_t count, capacity;
  choice found; /* the best, as a thread has found it out */
  choice best;  /* the same, once the heap knows it */
  size_t place; /* in the heap, from 1; 0: not there */
  bool queued;  /* is to be updated */
} candidate;

/* Blue states. */
typedef struct list
{
  uint32_t *items;
  size_t count, capacity;
} list;

typedef struct learner
{
  merger *merger;
  candidate *candidates; /* one for each blue state that ever was */
  size_t count, capacity;
  list heap;          /* by best choice: no state is better than the one at half its place */
  list queue;         /* to be updated */
  list *red_readers;  /* who has read a red state ... */
  list *blue_readers; /* ... or a blue one */
  size_t red_room, blue_room;
  workers *workers;
  trial *trials; /* one for each thread */
  unsigned threads;
  trial merge; /* the one whose changes are made */
} learner;

static bool append (const merger *m, list *l, uint32_t item)
{
  if (!reserve (&m->memory, &l->items, &l->capacity, l->count + 1, sizeof *l->items))
    return false;
  l->items[l->count++] = item;
  return true;
}

static void release_lists (const merger *m, list *lists, size_t count)
{
  for (size_t i = 0; i < count; i++)
    release (&m->memory, lists[i].items, lists[i].capacity, sizeof *lists[i].items);
}

/* Room for `count` lists; new ones are empty. */
static bool reserve_lists (const merger *m, list **lists, size_t *room, size_t count)
{
  const size_t before = *room;
  if (!reserve (&m->memory, lists, room, count, sizeof **lists))
    return false;
  for (size_t i = before; i < *room; i++)
    (*lists)[i] = (list){ 0 };
  return true;
}

/* ---- scores ---- */

static void forget_score (const merger *m, score *s)
{
  release (&m->memory, s->read, s->read_count, sizeof *s->read);
}

static void forget_scores (const merger *m, candidate *c)
{
  for (size_t i = 0; i < c->count; i++)
    forget_score (m, &c->scores[i]);
  release (&m->memory, c->scores, c->capacity, sizeof *c->scores);
  c->scores = NULL;
  c->count = c->capacity = 0;
}

static bool is_stale (const merger *m, const score *s)
{
  for (size_t i = 0; i < s->read_count; i++) {
    const uint32_t state = s->read[i];
    const uint32_t changed = is_red (state) ? m->reds[state & ~RED].changed : m->blues[state].changed;
    if (changed > s->when)
      return true;
  }
  return false;
}

/* Computes a score anew; false if the merge does not work, or in trouble (t->status). */
static bool compute (trial *t, uint32_t blue, score *s)
{
  const merger *m = t->merger;
  if (!trial_merge (t, s->red, blue))
    return false;
  uint32_t *read = resize (&m->memory, s->read, s->read_count, t->read_count, sizeof *read);
  if (!read) {
    t->status = PAPNI_MEMORY;
    return false;
  }
  for (size_t i = 0; i < t->read_count; i++)
    read[i] = t->read[i];
  *s = (score){ s->red, m->steps, t->evidence, read, (uint32_t) t->read_count };
  return true;
}

/* ---- updating a blue state, on any thread ---- */

static void update_old (trial *t, uint32_t blue, candidate *c)
{
  size_t kept = 0;
  for (size_t i = 0; i < c->count; i++) {
    score *s = &c->scores[i];
    if (t->status || !is_stale (t->merger, s) || compute (t, blue, s))
      c->scores[kept++] = *s;
    else
      forget_score (t->merger, s);
  }
  c->count = kept;
}

static void add_new (trial *t, uint32_t blue, candidate *c)
{
  const merger *m = t->merger;
  for (; !t->status && c->tried < m->red_count; c->tried++) {
    score s = { .red = c->tried };
    if (!compute (t, blue, &s))
      continue;
    if (reserve (&m->memory, &c->scores, &c->capacity, c->count + 1, sizeof *c->scores))
      c->scores[c->count++] = s;
    else {
      forget_score (m, &s);
      t->status = PAPNI_MEMORY;
    }
  }
}

static bool is_better (const choice *x, const choice *y)
{
  const bool promotes = x->red == NOWHERE;
  if (promotes != (y->red == NOWHERE))
    return promotes;
  if (x->evidence != y->evidence)
    return x->evidence > y->evidence;
  return x->number != y->number ? x->number < y->number : x->red < y->red;
}

static void find_best (const merger *m, uint32_t blue, candidate *c)
{
  const node number = merger_number (m, m->blues[blue].node);
  c->found = (choice){ NOWHERE, number, 0 };
  for (size_t i = 0; i < c->count; i++) {
    const choice next = { c->scores[i].red, number, c->scores[i].evidence };
    if (!i || is_better (&next, &c->found))
      c->found = next;
  }
}

static void update (void *context, size_t index, unsigned thread)
{
  const learner *l = context;
  trial *t = &l->trials[thread];
  const uint32_t blue = l->queue.items[index];
  candidate *c = &l->candidates[blue];
  if (t->status || !merger_is_blue (l->merger, blue))
    return;
  update_old (t, blue, c);
  add_new (t, blue, c);
  find_best (l->merger, blue, c);
}

/* ---- the heap ---- */

static bool above (const learner *l, uint32_t x, uint32_t y)
{
  return is_better (&l->candidates[x].best, &l->candidates[y].best);
}

static void put (learner *l, size_t place, uint32_t blue)
{
  l->heap.items[place - 1] = blue;
  l->candidates[blue].place = place;
}

/* Moves a state from its place up or down to where it belongs. */
static void settle (learner *l, uint32_t blue)
{
  size_t place = l->candidates[blue].place;
  for (; place > 1 && above (l, blue, l->heap.items[place / 2 - 1]); place /= 2)
    put (l, place, l->heap.items[place / 2 - 1]);
  for (size_t below; (below = 2 * place) <= l->heap.count; place = below) {
    below += below < l->heap.count && above (l, l->heap.items[below], l->heap.items[below - 1]);
    if (!above (l, l->heap.items[below - 1], blue))
      break;
    put (l, place, l->heap.items[below - 1]);
  }
  put (l, place, blue);
}

static bool heap_add (learner *l, uint32_t blue)
{
  if (!append (l->merger, &l->heap, blue))
    return false;
  l->candidates[blue].place = l->heap.count;
  return true;
}

static void heap_remove (learner *l, uint32_t blue)
{
  const size_t place = l->candidates[blue].place;
  const uint32_t last = l->heap.items[--l->heap.count];
  l->candidates[blue].place = 0;
  if (last == blue)
    return;
  put (l, place, last);
  settle (l, last);
}

/* ---- what a step has made necessary ---- */

static bool enqueue (learner *l, uint32_t blue)
{
  candidate *c = &l->candidates[blue];
  if (c->queued || l->merger->blues[blue].parent == NOWHERE)
    return true;
  c->queued = true;
  return append (l->merger, &l->queue, blue);
}

static bool enqueue_all (learner *l, const uint32_t *blues, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!enqueue (l, blues[i]))
      return false;
  return true;
}

/* New blue states, those that have read what was changed, those whose number or
 * focus has changed, and, after a promotion, all: they have a new red state to try. */
static bool enqueue_changed (learner *l, size_t reds_before)
{
  const merger *m = l->merger;
  if (!reserve (&m->memory, &l->candidates, &l->capacity, m->blue_count, sizeof *l->candidates)
      || !reserve_lists (m, &l->blue_readers, &l->blue_room, m->blue_count)
      || !reserve_lists (m, &l->red_readers, &l->red_room, m->red_count))
    return false;
  for (; l->count < m->blue_count; l->count++) {
    l->candidates[l->count] = (candidate){ .tried = 0 };
    if (!enqueue (l, (uint32_t) l->count))
      return false;
  }
  for (size_t i = 0; i < m->stamped_count; i++) {
    const uint32_t state = m->stamped[i];
    list *readers = is_red (state) ? &l->red_readers[state & ~RED] : &l->blue_readers[state];
    if (!enqueue_all (l, readers->items, readers->count))
      return false;
    readers->count = 0; /* they will read it again, or not */
  }
  return enqueue_all (l, m->moved, m->moved_count)
         && (m->red_count == reds_before || enqueue_all (l, l->heap.items, l->heap.count));
}

/* Enters a state's name wherever it has read. */
static bool note_reading (learner *l, uint32_t blue)
{
  const candidate *c = &l->candidates[blue];
  for (size_t i = 0; i < c->count; i++) {
    const score *s = &c->scores[i];
    for (size_t k = 0; s->when == l->merger->steps && k < s->read_count; k++) {
      const uint32_t state = s->read[k];
      list *readers = is_red (state) ? &l->red_readers[state & ~RED] : &l->blue_readers[state];
      const bool there = readers->count && readers->items[readers->count - 1] == blue;
      if (!there && !append (l->merger, readers, blue))
        return false;
    }
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
    if (!merger_is_blue (l->merger, blue)) /* out of focus, as yet */
      continue;
    if (!note_reading (l, blue) || (!c->place && !heap_add (l, blue)))
      return false;
    c->best = c->found;
    settle (l, blue);
  }
  l->queue.count = 0;
  return true;
}

static status update_all (learner *l, size_t reds_before, error *e)
{
  if (!enqueue_changed (l, reds_before))
    return no_memory (e);
  workers_do (l->workers, l->queue.count, update, l);
  for (unsigned i = 0; i < l->threads; i++)
    if (l->trials[i].status)
      return l->trials[i].status == PAPNI_MEMORY ? no_memory (e) : merger_report (l->merger, e);
  return take_over (l) ? PAPNI_OK : no_memory (e);
}

/* ---- the method ---- */

static status step (learner *l, error *e)
{
  merger *m = l->merger;
  const uint32_t blue = l->heap.items[0], red = l->candidates[blue].best.red;
  heap_remove (l, blue);
  forget_scores (m, &l->candidates[blue]);
  if (red == NOWHERE)
    return merger_promote (m, blue, e);
  if (!trial_merge (&l->merge, red, blue)) /* it has worked before, so only trouble can keep it from working now */
    return l->merge.status == PAPNI_MEMORY ? no_memory (e) : merger_report (m, e);
  return merger_merge (m, &l->merge, e);
}

static status steps (learner *l, error *e)
{
  status s = PAPNI_OK;
  size_t reds = 0;
  do {
    s = merger_report (l->merger, e);
    if (!s)
      s = update_all (l, reds, e);
    reds = l->merger->red_count;
    if (!s && l->heap.count)
      s = step (l, e);
    else
      break;
  } while (!s);
  return s;
}

static void learner_release (learner *l)
{
  const merger *m = l->merger;
  workers_free (l->workers);
  for (size_t i = 0; i < l->count; i++)
    forget_scores (m, &l->candidates[i]);
  release (&m->memory, l->candidates, l->capacity, sizeof *l->candidates);
  release_lists (m, &l->heap, 1);
  release_lists (m, &l->queue, 1);
  release_lists (m, l->red_readers, l->red_room);
  release_lists (m, l->blue_readers, l->blue_room);
  release (&m->memory, l->red_readers, l->red_room, sizeof *l->red_readers);
  release (&m->memory, l->blue_readers, l->blue_room, sizeof *l->blue_readers);
  for (unsigned i = 0; l->trials && i < l->threads; i++)
    trial_release (&l->trials[i]);
  trial_release (&l->merge);
  release (&m->memory, l->trials, l->threads, sizeof *l->trials);
}

status edsm (merger *m, unsigned threads, error *e)
{
  learner l = { .merger = m, .threads = threads ? threads : 1 };
  l.trials = allocate (&m->memory, l.threads, sizeof *l.trials);
  for (unsigned i = 0; l.trials && i < l.threads; i++)
    trial_init (&l.trials[i], m, i == 0, false);
  trial_init (&l.merge, m, true, true);
  l.workers = l.trials ? workers_new (&m->memory, l.threads, e) : NULL;
  const status s = l.workers ? steps (&l, e) : no_memory (e);
  learner_release (&l);
  return s;
}
