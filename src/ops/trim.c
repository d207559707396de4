/* trim.c - a model without the states that no accepted word takes. */
#include "ops/trim.h"

#include "ops/summary.h"

/* A step of a word within a level: from one item to another by an internal symbol, or by a
 * call, what is inside of it, and its return. */
typedef struct use
{
  uint32_t from, inside, to; /* items; `inside` is where the return is read, or NO_ITEM */
  symbol symbol, call;       /* the internal symbol or the return, and what that pops */
} use;

typedef struct trimmer
{
  allocator memory;
  product product;
  summary summary;
  use *uses;
  size_t count, capacity;
  bool *useful;   /* by item */
  uint32_t *into; /* the uses that lead to item i are order[into[i]] up to order[into[i + 1]] */
  uint32_t *order, *work;
  error *error;
} trimmer;

/* ---- all steps there are ---- */

static status add_use (trimmer *t, use u)
{
  if (u.to == NO_ITEM)
    return PAPNI_OK;
  if (t->count == NO_ITEM || !reserve (&t->memory, &t->uses, &t->capacity, t->count + 1, sizeof *t->uses))
    return no_memory (t->error);
  t->uses[t->count++] = u;
  return PAPNI_OK;
}

static status trim_add_returns (trimmer *t, const caller *c, uint32_t inside)
{
  const summary *s = &t->summary;
  const item *outer = &s->items[c->item], *inner = &s->items[inside];
  status failed = PAPNI_OK;
  for (size_t k = 0; !failed && k < t->product.alphabet->size; k++) {
    const symbol r = (symbol) k;
    if (product_kind (&t->product, inner->state, r) != PAPNI_RETURN)
      continue;
    const papni_state to = product_next (&t->product, inner->state, r, c->call, outer->state);
    failed = add_use (t, (use){ c->item, inside, summary_find (s, outer->level, to), r, c->call });
  }
  return failed;
}

static status trim_add_item (trimmer *t, uint32_t i)
{
  const summary *s = &t->summary;
  const item *at = &s->items[i];
  status failed = PAPNI_OK;
  for (size_t k = 0; !failed && k < t->product.alphabet->size; k++) {
    if (product_kind (&t->product, at->state, (symbol) k) != PAPNI_INTERNAL)
      continue;
    const papni_state to = product_next (&t->product, at->state, (symbol) k, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
    failed = add_use (t, (use){ i, NO_ITEM, summary_find (s, at->level, to), (symbol) k, PAPNI_NO_SYMBOL });
  }
  for (uint32_t c = s->levels[at->level].callers; !failed && c != NO_ITEM; c = s->callers[c].next)
    failed = trim_add_returns (t, &s->callers[c], i);
  return failed;
}

/* ---- those that lead to acceptance ---- */

static void sort_uses (trimmer *t)
{
  const size_t items = t->summary.item_count;
  for (size_t i = 0; i < t->count; i++)
    t->into[t->uses[i].to + 1]++;
  for (size_t i = 0; i < items; i++)
    t->into[i + 1] += t->into[i];
  for (size_t i = t->count; i-- > 0;) /* leaves into[to + 1] where to begins */
    t->order[--t->into[t->uses[i].to + 1]] = (uint32_t) i;
  for (size_t i = 0; i < items; i++)
    t->into[i] = t->into[i + 1];
  t->into[items] = (uint32_t) t->count;
}

static void mark (trimmer *t, uint32_t i, size_t *waiting)
{
  if (i == NO_ITEM || t->useful[i])
    return;
  t->useful[i] = true;
  t->work[(*waiting)++] = i;
}

static void mark_useful (trimmer *t)
{
  const summary *s = &t->summary;
  size_t waiting = 0;
  for (size_t i = 0; i < s->item_count; i++)
    if (!s->items[i].level && s->items[i].state != GOAL && product_accepts (&t->product, s->items[i].state, false))
      mark (t, (uint32_t) i, &waiting);
  while (waiting) {
    const uint32_t i = t->work[--waiting];
    for (uint32_t k = t->into[i]; k < t->into[i + 1]; k++) {
      mark (t, t->uses[t->order[k]].from, &waiting);
      mark (t, t->uses[t->order[k]].inside, &waiting);
    }
  }
}

static status trim_find_uses (trimmer *t)
{
  const size_t items = t->summary.item_count;
  status failed = PAPNI_OK;
  for (size_t i = 0; !failed && i < items; i++)
    if (t->summary.items[i].state != GOAL)
      failed = trim_add_item (t, (uint32_t) i);
  if (failed)
    return failed;
  t->useful = allocate_zeroed (&t->memory, items, sizeof *t->useful);
  t->into = allocate_zeroed (&t->memory, items + 1, sizeof *t->into);
  t->order = allocate (&t->memory, t->capacity, sizeof *t->order);
  t->work = allocate (&t->memory, items, sizeof *t->work);
  if (!t->useful || !t->into || !t->order || !t->work)
    return no_memory (t->error);
  sort_uses (t);
  mark_useful (t);
  return PAPNI_OK;
}

/* ---- what is left of the model ---- */

/* The model's number of the state of an item. */
static papni_state trim_state_of (const trimmer *t, uint32_t i)
{
  return t->product.pairs[t->summary.items[i].state].part[0];
}

static papni_state module_of (const trimmer *t, uint32_t i)
{
  return t->product.pairs[t->summary.levels[t->summary.items[i].level].entry].part[0];
}

/* The transitions between states that are left. */
static void mark_between (const trimmer *t, const papni_model *model, bool *states, bool *transitions)
{
  for (size_t i = 0; i < t->summary.item_count; i++)
    if (t->useful[i])
      states[trim_state_of (t, (uint32_t) i)] = true;
  for (size_t i = 0; i < model->count; i++) {
    const transition *own = &model->transitions[i];
    transitions[i] = states[own->from] && states[own->to] && (own->caller == PAPNI_NO_STATE || states[own->caller]);
  }
}

static void mark_transition (const papni_model *model, bool *transitions, const transition *own)
{
  transitions[own - model->transitions] = true;
}

/* The transitions that accepted words take. */
static void mark_taken (const trimmer *t, const papni_model *model, bool *transitions)
{
  for (size_t i = 0; i < t->count; i++) {
    const use *u = &t->uses[i];
    if (!t->useful[u->to])
      continue;
    const papni_state from = trim_state_of (t, u->from);
    const symbol first = u->inside == NO_ITEM ? u->symbol : u->call;
    mark_transition (model, transitions, model_find (model, from, first, PAPNI_NO_SYMBOL, PAPNI_NO_STATE));
    if (u->inside != NO_ITEM)
      mark_transition (model, transitions, model_find (model, trim_state_of (t, u->inside), u->symbol, u->call, from));
  }
}

static status keep_transitions (const trimmer *t, const papni_model *model, bool taken, assembly *parts)
{
  bool *states = allocate_zeroed (&t->memory, model->states, sizeof *states);
  bool *transitions = allocate_zeroed (&t->memory, model->count, sizeof *transitions);
  const bool room = states && transitions;
  status failed = room ? PAPNI_OK : no_memory (t->error);
  if (room && taken)
    mark_taken (t, model, transitions);
  else if (room)
    mark_between (t, model, states, transitions);
  for (size_t q = 0; room && q < model->states; q++)
    parts->accepting[q] = states[q] && model->accepting[q];
  for (size_t i = 0; room && !failed && i < model->count; i++)
    if (transitions[i])
      failed = assembly_add (parts, model->transitions[i], t->error);
  release (&t->memory, states, model->states, sizeof *states);
  release (&t->memory, transitions, model->count, sizeof *transitions);
  return failed;
}

static status keep_members (const trimmer *t, bool taken, trimmed *result)
{
  const summary *s = &t->summary;
  assembly *parts = &result->parts;
  for (size_t i = 0; i < s->item_count; i++) {
    if (!t->useful[i])
      continue;
    const papni_state q = trim_state_of (t, (uint32_t) i);
    parts->accepting[q] |= taken && !s->items[i].level && product_accepts (&t->product, s->items[i].state, false);
    if (!reserve (&parts->memory, &result->memberships, &result->capacity, result->count + 1,
                  sizeof *result->memberships))
      return no_memory (t->error);
    result->memberships[result->count++] = (membership){ q, s->items[i].level ? module_of (t, (uint32_t) i) : 0 };
  }
  return PAPNI_OK;
}

static void trimmer_release (trimmer *t)
{
  const allocator *a = &t->memory;
  const size_t items = t->summary.item_count;
  release (a, t->uses, t->capacity, sizeof *t->uses);
  release (a, t->useful, items, sizeof *t->useful);
  release (a, t->into, items + 1, sizeof *t->into);
  release (a, t->order, t->capacity, sizeof *t->order);
  release (a, t->work, items, sizeof *t->work);
  if (t->summary.product)
    summary_release (&t->summary);
  product_release (&t->product);
}

status trim_model (const papni_model *model, bool taken, papni_progress progress, void *context, trimmed *result,
                   error *e)
{
  trimmer t = { .memory = model->memory, .error = e };
  *result = (trimmed){ 0 };
  status failed = product_begin (&t.product, model, NULL, PAPNI_UNION, false, e);
  if (!failed)
    failed = assembly_begin (&result->parts, &model->memory, model->kind, model->alphabet, model->states, e);
  if (!failed)
    failed = summary_begin (&t.summary, &t.product, e);
  t.summary.progress = progress;
  t.summary.context = context;
  if (!failed)
    failed = summary_explore (&t.summary, ENDLESS, false, e);
  if (!failed)
    failed = trim_find_uses (&t);
  if (!failed)
    failed = keep_transitions (&t, model, taken, &result->parts);
  if (!failed)
    failed = keep_members (&t, taken, result);
  trimmer_release (&t);
  return failed;
}

void trim_release (trimmed *t)
{
  release (&t->parts.memory, t->memberships, t->capacity, sizeof *t->memberships);
  assembly_release (&t->parts);
}
