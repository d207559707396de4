/* edsm_scores.c - the scores of a blue state, cached while they are valid. */
#include "learn/methods/edsm_scores.h"

/* A thread. */
typedef struct edsm_worker
{
  engine *engine;
  unsigned thread;
  status status;
} edsm_worker;

/* ---- scores ---- */

static void forget_score (const engine *g, edsm_score *s)
{
  release (&g->memory, s->read, s->read_count, sizeof *s->read);
}

void candidate_release (candidate *c, const engine *g)
{
  for (size_t i = 0; i < c->count; i++)
    forget_score (g, &c->scores[i]);
  release (&g->memory, c->scores, c->capacity, sizeof *c->scores);
  c->scores = NULL;
  c->count = c->capacity = 0;
}

static bool score_inherit (edsm_score *s, const engine *g)
{
  size_t at = 0;
  while (at < s->read_count && s->read[at] != g->promoted)
    at++;
  if (at == s->read_count)
    return true;
  const size_t count = s->read_count + g->heirs.count - 1;
  uint32_t *read = resize (&g->memory, s->read, s->read_count, count, sizeof *read);
  if (!read)
    return false;
  read[at] = g->heirs.items[0];
  for (size_t i = 1; i < g->heirs.count; i++)
    read[s->read_count++] = g->heirs.items[i];
  s->read = read;
  return true;
}

bool candidate_inherit (candidate *c, const engine *g)
{
  for (size_t i = 0; i < c->count; i++)
    if (!score_inherit (&c->scores[i], g))
      return false;
  return true;
}

static bool is_stale (const engine *g, const edsm_score *s)
{
  for (size_t i = 0; i < s->read_count; i++)
    if (g->changed_at.items[s->read[i]] > s->when)
      return true;
  return false;
}

/* Recomputes a score; false if the merge fails, or on an error (w->status). */
static bool edsm_compute (edsm_worker *w, uint32_t blue, candidate *c, edsm_score *s)
{
  engine *g = w->engine;
  finding found;
  const bool works = g->ops->try (g, w->thread, s->red, blue, &found);
  w->status = found.status;
  if (!works || w->status)
    return false;
  uint32_t *read = resize (&g->memory, s->read, s->read_count, found.read_count, sizeof *read);
  if (!read) {
    w->status = PAPNI_MEMORY;
    return false;
  }
  for (size_t i = 0; i < found.read_count; i++)
    read[i] = found.read[i];
  c->when = g->steps;
  *s = (edsm_score){ s->red, g->steps, found.evidence, read, (uint32_t) found.read_count, found.pays };
  return true;
}

/* ---- updating a blue state, on any thread ---- */

static void update_old (edsm_worker *w, uint32_t blue, candidate *c)
{
  size_t kept = 0;
  for (size_t i = 0; i < c->count; i++) {
    edsm_score *s = &c->scores[i];
    if (w->status || !is_stale (w->engine, s) || edsm_compute (w, blue, c, s))
      c->scores[kept++] = *s;
    else
      forget_score (w->engine, s);
  }
  c->count = kept;
}

static void add_new (edsm_worker *w, uint32_t blue, candidate *c)
{
  const engine *g = w->engine;
  for (; !w->status && c->tried < g->reds; c->tried++) {
    edsm_score s = { .red = c->tried };
    if (engine_avoids (g, c->tried, blue) || !edsm_compute (w, blue, c, &s))
      continue;
    if (reserve (&g->memory, &c->scores, &c->capacity, c->count + 1, sizeof *c->scores))
      c->scores[c->count++] = s;
    else {
      forget_score (g, &s);
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

static void find_best (const engine *g, uint32_t blue, candidate *c)
{
  const uint32_t number = g->ops->number (g, blue);
  c->best = (edsm_choice){ NOWHERE, number, 0 };
  for (size_t i = 0; i < c->count; i++) {
    const edsm_choice next = { c->scores[i].red, number, c->scores[i].evidence };
    if ((c->scores[i].pays || engine_is_full (g)) && (c->best.red == NOWHERE || is_better (&next, &c->best)))
      c->best = next;
  }
}

status candidate_update (candidate *c, engine *g, uint32_t blue, unsigned thread)
{
  edsm_worker w = { g, thread, PAPNI_OK };
  update_old (&w, blue, c);
  add_new (&w, blue, c);
  find_best (g, blue, c);
  return w.status;
}
