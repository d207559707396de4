/* edsm.c - promote a blue state that can merge with no red one; when there is
 * none, do the merge with the most evidence.
 *
 * Each blue state keeps a score for every red one that it can merge with. A pair
 * that failed is forgotten for good: merging only adds labels, so it stays failed.
 * A score is computed again only when a step has changed one of the states that
 * it was read from. What has to be computed is shared out among threads, a blue
 * state at a time; as trials change nothing, the result is the same for any number. */
#include "edsm.h"

#include "workers.h"

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
  uint32_t blue;
  uint32_t tried; /* red states before this one have a score, or failed */
  score *scores;
  size_t count, capacity;
} candidate;

typedef struct learner
{
  merger *merger;
  candidate *candidates; /* one for each blue state */
  size_t count, capacity;
  size_t known; /* blue states of the merger that have become candidates */
  workers *workers;
  trial *trials; /* one for each thread */
  unsigned threads;
} learner;

/* ---- scores ---- */

static void forget_score (const merger *m, score *s)
{
  release (&m->memory, s->read, s->read_count, sizeof *s->read);
}

static void forget_candidate (const merger *m, candidate *c)
{
  for (size_t i = 0; i < c->count; i++)
    forget_score (m, &c->scores[i]);
  release (&m->memory, c->scores, c->capacity, sizeof *c->scores);
}

static bool is_stale (const merger *m, const score *s)
{
  if (s->when == m->steps)
    return false;
  for (size_t i = 0; i < s->read_count; i++) {
    const uint32_t state = s->read[i];
    const uint32_t changed = is_red (state) ? m->reds[state & ~RED].changed : m->blues[state].changed;
    if (changed > s->when)
      return true;
  }
  return false;
}

/* Computes a score anew; false if the merge does not work, or in trouble (t->status). */
static bool compute (trial *t, const candidate *c, score *s)
{
  const merger *m = t->merger;
  if (!trial_merge (t, s->red, c->blue))
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

/* ---- candidates ---- */

static void update_old (trial *t, candidate *c)
{
  size_t kept = 0;
  for (size_t i = 0; i < c->count; i++) {
    score *s = &c->scores[i];
    if (t->status || !is_stale (t->merger, s) || compute (t, c, s))
      c->scores[kept++] = *s;
    else
      forget_score (t->merger, s);
  }
  c->count = kept;
}

static void add_new (trial *t, candidate *c)
{
  const merger *m = t->merger;
  for (; !t->status && c->tried < m->red_count; c->tried++) {
    score s = { .red = c->tried };
    if (!compute (t, c, &s))
      continue;
    if (reserve (&m->memory, &c->scores, &c->capacity, c->count + 1, sizeof *c->scores))
      c->scores[c->count++] = s;
    else {
      forget_score (m, &s);
      t->status = PAPNI_MEMORY;
    }
  }
}

/* Brings the scores of one blue state up to date. */
static void update (void *context, size_t index, unsigned thread)
{
  learner *l = context;
  trial *t = &l->trials[thread];
  candidate *c = &l->candidates[index];
  if (t->status || !merger_is_blue (l->merger, c->blue))
    return;
  update_old (t, c);
  add_new (t, c);
}

/* Blue states that are new become candidates, those that are gone no longer are. */
static status renew (learner *l, error *e)
{
  merger *m = l->merger;
  size_t kept = 0;
  for (size_t i = 0; i < l->count; i++)
    if (m->blues[l->candidates[i].blue].parent != NOWHERE)
      l->candidates[kept++] = l->candidates[i];
    else
      forget_candidate (m, &l->candidates[i]);
  l->count = kept;
  if (!reserve (&m->memory, &l->candidates, &l->capacity, l->count + m->blue_count - l->known, sizeof *l->candidates))
    return no_memory (e);
  for (; l->known < m->blue_count; l->known++)
    if (m->blues[l->known].parent != NOWHERE)
      l->candidates[l->count++] = (candidate){ .blue = (uint32_t) l->known };
  return PAPNI_OK;
}

static status update_all (learner *l, error *e)
{
  const status s = renew (l, e);
  if (s)
    return s;
  workers_do (l->workers, l->count, update, l);
  for (unsigned i = 0; i < l->threads; i++)
    if (l->trials[i].status)
      return l->trials[i].status == PAPNI_MEMORY ? no_memory (e) : merger_report (l->merger, e);
  return PAPNI_OK;
}

/* ---- the choice ---- */

typedef struct choice
{
  uint32_t blue, red; /* red is NOWHERE: promote */
  node number;
  size_t evidence;
} choice;

static bool is_better (const choice *x, const choice *y)
{
  const bool promotes = x->red == NOWHERE;
  if (promotes != (y->red == NOWHERE))
    return promotes;
  if (x->evidence != y->evidence)
    return x->evidence > y->evidence;
  return x->number != y->number ? x->number < y->number : x->red < y->red;
}

/* False when no state is blue. */
static bool choose (const learner *l, choice *best)
{
  const merger *m = l->merger;
  bool any = false;
  for (size_t i = 0; i < l->count; i++) {
    const candidate *c = &l->candidates[i];
    if (!merger_is_blue (m, c->blue))
      continue;
    choice next = { c->blue, NOWHERE, merger_number (m, m->blues[c->blue].node), 0 };
    for (size_t k = 0; k < c->count || !c->count; k++) {
      if (c->count) {
        next.red = c->scores[k].red;
        next.evidence = c->scores[k].evidence;
      }
      if (!any || is_better (&next, best))
        *best = next;
      any = true;
      if (!c->count)
        break;
    }
  }
  return any;
}

/* ---- the method ---- */

static status steps (learner *l, error *e)
{
  merger *m = l->merger;
  for (;;) {
    choice next;
    status s = merger_report (m, e);
    if (!s)
      s = update_all (l, e);
    if (s || !choose (l, &next))
      return s;
    s = next.red == NOWHERE ? merger_promote (m, next.blue, e) : merger_merge (m, next.red, next.blue, e);
    if (s)
      return s;
  }
}

status edsm (merger *m, unsigned threads, error *e)
{
  learner l = { .merger = m, .threads = threads ? threads : 1 };
  l.trials = allocate (&m->memory, l.threads, sizeof *l.trials);
  for (unsigned i = 0; l.trials && i < l.threads; i++)
    trial_init (&l.trials[i], m, i == 0);
  l.workers = l.trials ? workers_new (&m->memory, l.threads, e) : NULL;
  const status s = l.workers ? steps (&l, e) : no_memory (e);
  workers_free (l.workers);
  for (size_t i = 0; i < l.count; i++)
    forget_candidate (m, &l.candidates[i]);
  release (&m->memory, l.candidates, l.capacity, sizeof *l.candidates);
  for (unsigned i = 0; l.trials && i < l.threads; i++)
    trial_release (&l.trials[i]);
  release (&m->memory, l.trials, l.threads, sizeof *l.trials);
  return s;
}
