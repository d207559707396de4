/* edsm.c - promote a blue state that can merge with no red one; when there is
 * none, do the merge with the most evidence.
 *
 * Each blue state keeps a score for every red one that it can merge with. A pair
 * that failed is forgotten for good: merging only adds labels, so it stays failed.
 * A score is computed again only when a step has changed one of the states that
 * it was read from. */
#include "edsm.h"

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
  size_t known; /* blue states of the merger that have been looked at */
  trial trial;
} learner;

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

/* Computes a score; *works says whether the merge does. */
static status try (learner *l, uint32_t red, uint32_t blue, score *result, bool *works, error *e)
{
  const merger *m = l->merger;
  trial *t = &l->trial;
  *works = trial_merge (t, red, blue);
  if (t->status)
    return t->status == PAPNI_MEMORY ? no_memory (e) : merger_report (m, e);
  if (!*works)
    return PAPNI_OK;
  *result = (score){ red, m->steps, t->evidence, allocate (&m->memory, t->read_count, sizeof *t->read),
                     (uint32_t) t->read_count };
  if (!result->read)
    return no_memory (e);
  for (size_t i = 0; i < t->read_count; i++)
    result->read[i] = t->read[i];
  return PAPNI_OK;
}

/* Computes the scores of a blue state that are missing or stale. */
static status update (learner *l, candidate *c, error *e)
{
  const merger *m = l->merger;
  size_t kept = 0, i = 0;
  status s = PAPNI_OK;
  for (; !s && i < c->count; i++) {
    score new = c->scores[i];
    bool works = true;
    if (is_stale (m, &c->scores[i])) {
      s = try (l, new.red, c->blue, &new, &works, e);
      if (s)
        break;
      forget_score (m, &c->scores[i]);
    }
    if (works)
      c->scores[kept++] = new;
  }
  for (; s && i < c->count; i++)
    c->scores[kept++] = c->scores[i];
  c->count = kept;
  for (; !s && c->tried < m->red_count; c->tried++) {
    score new;
    bool works;
    s = try (l, c->tried, c->blue, &new, &works, e);
    if (s || !works)
      continue;
    if (!reserve (&m->memory, &c->scores, &c->capacity, c->count + 1, sizeof *c->scores)) {
      forget_score (m, &new);
      return no_memory (e);
    }
    c->scores[c->count++] = new;
  }
  return s;
}

static status update_all (learner *l, error *e)
{
  merger *m = l->merger;
  for (; l->known < m->blue_count; l->known++) {
    if (!reserve (&m->memory, &l->candidates, &l->capacity, l->count + 1, sizeof *l->candidates))
      return no_memory (e);
    l->candidates[l->count++] = (candidate){ .blue = (uint32_t) l->known };
  }
  size_t kept = 0;
  for (size_t i = 0; i < l->count; i++)
    if (m->blues[l->candidates[i].blue].parent != NOWHERE)
      l->candidates[kept++] = l->candidates[i];
    else
      forget_candidate (m, &l->candidates[i]);
  l->count = kept;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < l->count; i++)
    if (merger_is_blue (m, l->candidates[i].blue))
      s = update (l, &l->candidates[i], e);
  return s;
}

/* The decision of one step. */
typedef struct choice
{
  uint32_t blue, red; /* red is NOWHERE: promote */
  node number;
  size_t evidence;
} choice;

static void consider (choice *best, choice next)
{
  const bool first = best->blue == NOWHERE;
  const bool promotes = next.red == NOWHERE, promoted = best->red == NOWHERE && !first;
  bool better = first;
  if (!first && promotes != promoted)
    better = promotes;
  else if (!first && !promotes && next.evidence != best->evidence)
    better = next.evidence > best->evidence;
  else if (!first && next.number != best->number)
    better = next.number < best->number;
  else if (!first)
    better = next.red < best->red;
  if (better)
    *best = next;
}

static choice choose (const learner *l)
{
  const merger *m = l->merger;
  choice best = { NOWHERE, NOWHERE, 0, 0 };
  for (size_t i = 0; i < l->count; i++) {
    const candidate *c = &l->candidates[i];
    if (!merger_is_blue (m, c->blue))
      continue;
    const node number = merger_number (m, m->blues[c->blue].node);
    if (!c->count)
      consider (&best, (choice){ c->blue, NOWHERE, number, 0 });
    for (size_t k = 0; k < c->count; k++)
      consider (&best, (choice){ c->blue, c->scores[k].red, number, c->scores[k].evidence });
  }
  return best;
}

status edsm (merger *m, unsigned threads, error *e)
{
  (void) threads;
  learner l = { .merger = m };
  trial_init (&l.trial, m, true);
  status s = PAPNI_OK;
  while (!s) {
    s = merger_report (m, e);
    if (!s)
      s = update_all (&l, e);
    const choice next = choose (&l);
    if (s || next.blue == NOWHERE)
      break;
    s = next.red == NOWHERE ? merger_promote (m, next.blue, e) : merger_merge (m, next.red, next.blue, e);
  }
  for (size_t i = 0; i < l.count; i++)
    forget_candidate (m, &l.candidates[i]);
  release (&m->memory, l.candidates, l.capacity, sizeof *l.candidates);
  trial_release (&l.trial);
  return s;
}
