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
  uint32_t *entered;  /* by transition: for a return that depends on a caller, the level that the caller enters */
  uint32_t *can_meet; /* by the first of the transitions that differ only in their callers: the number of callers */
  uint32_t *named;    /* of these, the callers that the transitions name */
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

static status count_callers (compactor *c)
{
  const reach *r = &c->reach;
  const papni_model *m = r->model;
  for (size_t i = 0; i < m->count; i++) {
    const transition *t = &m->transitions[i];
    const bool looks = t->caller != PAPNI_NO_STATE && r->reached[t->caller];
    c->entered[i] = looks ? reach_entered (r, t->caller, t->popped) : NO_LEVEL;
    const bool calls = model_symbol_kind (m, t->symbol) == PAPNI_CALL && r->reached[t->from];
    const uint32_t level = calls ? reach_entered (r, t->from, t->symbol) : NO_LEVEL;
    bool fresh;
    if (level == NO_LEVEL)
      continue;
    uint32_t *count = map_enter (&r->memory, &c->callers, (uint64_t) level << 16 | t->symbol, 0, &fresh);
    if (!count)
      return no_memory (r->error);
    ++*count;
  }
  return watch_spend (r->watch, m->count, r->error);
}

/* Counts the callers that returns meet in a state of the level. */
static status count_meetings (compactor *c, uint32_t level, papni_state q)
{
  const reach *r = &c->reach;
  const papni_model *m = r->model;
  for (size_t i = m->first[q], end; i < m->first[q + 1]; i = end) {
    const transition *t = &m->transitions[i];
    end = end_of_callers (m, i);
    if (t->popped == PAPNI_NO_SYMBOL || t->caller == PAPNI_NO_STATE)
      continue;
    const uint32_t *count = map_find (&c->callers, (uint64_t) level << 16 | t->popped);
    c->can_meet[i] += count ? *count : 0;
    for (size_t k = i; k < end; k++)
      c->named[i] += c->entered[k] == level;
  }
  return watch_spend (r->watch, m->first[q + 1] - m->first[q], r->error);
}

static status find_meetings (compactor *c)
{
  reach *r = &c->reach;
  status failed = count_callers (c);
  for (uint32_t level = 1; !failed && level < r->levels; level++) {
    failed = reach_walk (r, level);
    for (size_t i = 0; !failed && i < r->met_count; i++)
      for (size_t k = r->state_rows.first[r->met[i]]; !failed && k < r->state_rows.first[r->met[i] + 1]; k++)
        failed = count_meetings (c, level, r->states[k]);
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
  return c->named[first] == c->can_meet[first];
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
  compactor c = { .entered = allocate (a, model->count, sizeof *c.entered),
                  .can_meet = allocate_zeroed (a, model->count, sizeof *c.can_meet),
                  .named = allocate_zeroed (a, model->count, sizeof *c.named) };
  status failed = reach_begin (&c.reach, model, w, e);
  if (!failed && (!c.entered || !c.can_meet || !c.named))
    failed = no_memory (e);
  if (!failed)
    failed = find_meetings (&c);
  papni_model *result = failed ? NULL : rewrite (&c);
  release (a, c.entered, model->count, sizeof *c.entered);
  release (a, c.can_meet, model->count, sizeof *c.can_meet);
  release (a, c.named, model->count, sizeof *c.named);
  map_release (a, &c.callers);
  reach_release (&c.reach);
  papni_model_free (model);
  return result;
}
