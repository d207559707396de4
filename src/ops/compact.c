/* compact.c - removes callers that make no difference.
 *
 * In a state, a return can meet the callers that enter a level with this state. If the
 * transitions on the return name all of these and lead to one state, a single
 * transition for any caller does the same. A caller enters one level with a call, so it
 * is enough to count the callers that can be met, and those that are named. */
#include "ops/compact.h"

#include "model/assemble.h"
#include "ops/reach.h"

typedef struct compactor
{
  reach reach;
  map callers;        /* level << 16 | call: the number of calls that enter the level */
  map can_meet;       /* place << 16 | call: the number of callers that a return can meet */
  uint32_t *named;    /* by the first of the transitions that differ only in their callers: the callers that they name
                         and can meet */
  uint32_t *first_of; /* by transition: the first of those that differ only in their callers */
} compactor;

/* The end of the transitions from i on that differ only in their callers. */
static size_t end_of_callers (const papni_model *m, size_t i)
{
  const transition *t = &m->transitions[i];
  size_t end = i + 1;
  while (end < m->count && m->transitions[end].from == t->from && m->transitions[end].symbol == t->symbol
         && m->transitions[end].popped == t->popped)
    end++;
  return end;
}

/* ---- counting ---- */

static status count_one (const reach *r, map *counts, uint64_t key, uint32_t more)
{
  bool fresh;
  uint32_t *count = map_enter (&r->memory, counts, key, 0, &fresh);
  if (!count)
    return no_memory (r->error);
  *count += more;
  return PAPNI_OK;
}

static uint32_t count_of (const map *counts, uint32_t what, symbol call)
{
  const uint32_t *count = map_find (counts, (uint64_t) what << 16 | call);
  return count ? *count : 0;
}

static status count_callers (compactor *c)
{
  const reach *r = &c->reach;
  const papni_model *m = r->model;
  status failed = PAPNI_OK;
  for (size_t i = 0; !failed && i < m->count; i++) {
    const transition *t = &m->transitions[i];
    const bool calls = model_symbol_kind (m, t->symbol) == PAPNI_CALL && r->reached[t->from];
    const uint32_t level = calls ? reach_entered (r, t->from, t->symbol) : NO_LEVEL;
    if (level != NO_LEVEL)
      failed = count_one (r, &c->callers, (uint64_t) level << 16 | t->symbol, 1);
  }
  for (size_t i = 0, end; i < m->count; i = end) {
    end = end_of_callers (m, i);
    for (size_t k = i; k < end; k++)
      c->first_of[k] = (uint32_t) i;
  }
  return failed ? failed : watch_spend (r->watch, 2 * m->count, r->error);
}

/* What returns can meet in the level that was walked last. */
static status count_meetings (compactor *c, uint32_t level)
{
  const reach *r = &c->reach;
  const papni_model *m = r->model;
  status failed = PAPNI_OK;
  for (size_t s = 0; s < m->alphabet->size; s++) {
    const uint32_t count = count_of (&c->callers, level, (symbol) s);
    for (size_t i = 0; !failed && count && i < r->met_count; i++)
      failed = count_one (r, &c->can_meet, (uint64_t) r->met[i] << 16 | s, count);
    if (!failed && count)
      failed = watch_spend (r->watch, r->met_count, r->error);
  }
  for (size_t i = r->return_rows.first[level]; i < r->return_rows.first[level + 1]; i++)
    c->named[c->first_of[r->returns[i]]] += reach_met (r, r->steps.place[m->transitions[r->returns[i]].from]);
  return failed;
}

static status find_meetings (compactor *c)
{
  reach *r = &c->reach;
  status failed = count_callers (c);
  for (uint32_t level = 1; !failed && level < r->levels; level++) {
    failed = reach_walk (r, level);
    if (!failed)
      failed = count_meetings (c, level);
  }
  return failed;
}

/* ---- the model ---- */

/* Do these transitions, which differ only in their callers, name every caller that can
 * be met, and lead to one state? */
static bool in_vain (const compactor *c, size_t first, size_t end)
{
  const transition *t = c->reach.model->transitions;
  if (t[first].caller == PAPNI_NO_STATE)
    return false;
  for (size_t i = first + 1; i < end; i++)
    if (t[i].to != t[first].to)
      return false;
  return c->named[first] == count_of (&c->can_meet, c->reach.steps.place[t[first].from], t[first].popped);
}

static papni_model *rewrite (const compactor *c)
{
  const papni_model *model = c->reach.model;
  error *e = c->reach.error;
  assembly a;
  status failed = assembly_begin (&a, &model->memory, model->kind, model->alphabet, model->states, e);
  for (size_t q = 0; !failed && q < model->states; q++)
    a.accepting[q] = model->accepting[q];
  for (size_t i = 0, end; !failed && i < model->count; i = end) {
    end = end_of_callers (model, i);
    const bool any = model->transitions[i].popped != PAPNI_NO_SYMBOL && in_vain (c, i, end);
    for (size_t k = i; !failed && k < (any ? i + 1 : end); k++) {
      transition copy = model->transitions[k];
      if (any)
        copy.caller = PAPNI_NO_STATE;
      failed = assembly_add (&a, copy, e);
    }
  }
  papni_model *result = failed ? NULL : assembly_model (&a, e);
  assembly_release (&a);
  return result;
}

papni_model *compact_callers (papni_model *model, watch *w, error *e)
{
  const allocator *a = &model->memory;
  compactor c = { .named = allocate_zeroed (a, model->count, sizeof *c.named),
                  .first_of = allocate (a, model->count, sizeof *c.first_of) };
  status failed = reach_begin (&c.reach, model, w, e);
  if (!failed && (!c.named || !c.first_of))
    failed = no_memory (e);
  if (!failed)
    failed = find_meetings (&c);
  papni_model *result = failed ? NULL : rewrite (&c);
  release (a, c.named, model->count, sizeof *c.named);
  release (a, c.first_of, model->count, sizeof *c.first_of);
  map_release (a, &c.callers);
  map_release (a, &c.can_meet);
  reach_release (&c.reach);
  papni_model_free (model);
  return result;
}
