/* compact.c - callers that need not be named.
 *
 * For each state and popped call, the summary tells which callers can be met there.
 * Where the transitions on a return name all of them and lead to one state, one
 * transition for any caller does the same. */
#include "ops/compact.h"

#include "model/assemble.h"
#include "ops/summary.h"

/* In this state, this call made in that state can be popped. */
typedef struct meeting
{
  papni_state from, caller;
  symbol popped;
} meeting;

typedef struct meetings
{
  meeting *list;
  size_t count, capacity;
} meetings;

static int compact_by_place (const void *left, const void *right)
{
  const meeting *x = left, *y = right;
  int order = compare (x->from, y->from);
  if (!order)
    order = compare (x->popped, y->popped);
  return order ? order : compare (x->caller, y->caller);
}

/* States as the model numbers them. */
static status compact_collect (const summary *s, meetings *m, error *e)
{
  const state_pair *pairs = s->product->pairs;
  for (size_t i = 0; i < s->item_count; i++) {
    const item *at = &s->items[i];
    for (uint32_t c = s->levels[at->level].callers; at->state != GOAL && c != NO_ITEM; c = s->callers[c].next) {
      if (!reserve (&s->memory, &m->list, &m->capacity, m->count + 1, sizeof *m->list))
        return no_memory (e);
      const papni_state made_in = s->items[s->callers[c].item].state;
      m->list[m->count++] = (meeting){ pairs[at->state].part[0], pairs[made_in].part[0], s->callers[c].call };
    }
  }
  m->count = sort_unique (m->list, m->count, sizeof *m->list, compact_by_place);
  return PAPNI_OK;
}

static status find_meetings (const papni_model *model, meetings *m, error *e)
{
  product p;
  summary s;
  status failed = product_begin (&p, model, NULL, PAPNI_UNION, false, e);
  if (!failed) {
    failed = summary_begin (&s, &p, e);
    if (!failed)
      failed = summary_explore (&s, ENDLESS, false, e);
    if (!failed)
      failed = compact_collect (&s, m, e);
    summary_release (&s);
  }
  product_release (&p);
  return failed;
}

/* The first meeting that is not before (from, popped). */
static size_t first_meeting (const meetings *m, papni_state from, symbol popped)
{
  const meeting key = { from, 0, popped };
  size_t low = 0, high = m->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (compact_by_place (&m->list[middle], &key) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Do these transitions, which differ in their callers alone, name every caller that can be
 * met, and lead to one state? */
static bool in_vain (const meetings *m, const transition *list, size_t count)
{
  if (list->caller == PAPNI_NO_STATE)
    return false;
  for (size_t i = 1; i < count; i++)
    if (list[i].to != list->to)
      return false;
  size_t k = first_meeting (m, list->from, list->popped);
  for (size_t i = 0; k < m->count && m->list[k].from == list->from && m->list[k].popped == list->popped; k++) {
    while (i < count && list[i].caller < m->list[k].caller)
      i++;
    if (i == count || list[i].caller != m->list[k].caller)
      return false;
  }
  return true;
}

static papni_model *rewrite (const papni_model *model, const meetings *m, error *e)
{
  assembly a;
  status failed = assembly_begin (&a, &model->memory, model->kind, model->alphabet, model->states, e);
  for (size_t q = 0; !failed && q < model->states; q++)
    a.accepting[q] = model->accepting[q];
  for (size_t i = 0, end; !failed && i < model->count; i = end) {
    const transition *t = &model->transitions[i];
    for (end = i + 1; end < model->count && model->transitions[end].from == t->from
                      && model->transitions[end].symbol == t->symbol && model->transitions[end].popped == t->popped;)
      end++;
    const bool any = t->popped != PAPNI_NO_SYMBOL && in_vain (m, t, end - i);
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

papni_model *compact_callers (papni_model *model, error *e)
{
  meetings m = { 0 };
  papni_model *result = find_meetings (model, &m, e) ? NULL : rewrite (model, &m, e);
  release (&model->memory, m.list, m.capacity, sizeof *m.list);
  papni_model_free (model);
  return result;
}
