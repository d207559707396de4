/* model.c - making a model. Models are validated here and nowhere else. */
#include "model/counts.h"

#include <string.h>

const char *papni_model_kind_name (papni_model_kind kind)
{
  static const char *const names[] = { "dfa", "vpa", "sevpa", "general" };
  return names[kind];
}

/* ---- order ---- */

/* State, symbol and popped call as one number, which is compared faster. */
static uint64_t order_of (const transition *t)
{
  return (uint64_t) t->from << 32 | (uint64_t) t->symbol << 16 | t->popped;
}

int compare_transitions (const void *left, const void *right)
{
  const transition *x = left, *y = right;
  const int order = compare (order_of (x), order_of (y));
  return order ? order : compare (x->caller, y->caller);
}

static bool has_same_symbols (const papni_model *x, const papni_model *y)
{
  if (x->alphabet->size != y->alphabet->size)
    return false;
  for (size_t i = 0; i < x->alphabet->size; i++) {
    const letter *one = &x->alphabet->letters[i], *other = &y->alphabet->letters[i];
    if (one->kind != other->kind || one->length != other->length || memcmp (one->name, other->name, one->length) != 0)
      return false;
  }
  return true;
}

bool model_is_same (const papni_model *x, const papni_model *y)
{
  if (x->kind != y->kind || x->states != y->states || x->count != y->count || !has_same_symbols (x, y))
    return false;
  for (size_t i = 0; i < x->states; i++)
    if (x->accepting[i] != y->accepting[i])
      return false;
  for (size_t i = 0; i < x->count; i++)
    if (compare_transitions (&x->transitions[i], &y->transitions[i]) || x->transitions[i].to != y->transitions[i].to)
      return false;
  return true;
}

/* ---- checks ---- */

static status bad_transition (size_t index, const char *what, error *e)
{
  return fail (e, PAPNI_INPUT, "transition %zu: %s", index + 1, what);
}

static status check_transition (const papni_model *model, const transition *t, size_t index, error *e)
{
  const papni_alphabet *alphabet = model->alphabet;
  if (t->from >= model->states || t->to >= model->states)
    return bad_transition (index, "no such state", e);
  if (t->symbol >= alphabet->size)
    return bad_transition (index, "no such symbol in the alphabet", e);
  const bool pops = model->kind != PAPNI_DFA && alphabet->letters[t->symbol].kind == PAPNI_RETURN;
  if (!pops && (t->popped != PAPNI_NO_SYMBOL || t->caller != PAPNI_NO_STATE))
    return bad_transition (index, "only a return can pop", e);
  if (!pops)
    return PAPNI_OK;
  if (t->popped >= alphabet->size || alphabet->letters[t->popped].kind != PAPNI_CALL)
    return bad_transition (index, "a return must pop a call", e);
  if (!alphabet_pops (alphabet, t->symbol, t->popped))
    return bad_transition (index, "a return cannot pop a call that it is not paired with", e);
  if (t->caller != PAPNI_NO_STATE && model->kind == PAPNI_VPA)
    return bad_transition (index, "a return of a vpa must not name the state of the call", e);
  if (t->caller == PAPNI_NO_STATE && model->kind == PAPNI_SEVPA)
    return bad_transition (index, "a return of a sevpa must name the state of the call", e);
  if (t->caller != PAPNI_NO_STATE && t->caller >= model->states)
    return bad_transition (index, "no such state", e);
  return PAPNI_OK;
}

static status check_deterministic (const papni_model *model, error *e)
{
  for (size_t i = 1; i < model->count; i++) {
    const transition *x = &model->transitions[i - 1], *y = &model->transitions[i];
    const bool both = x->caller == y->caller || y->caller == PAPNI_NO_STATE;
    if (x->from == y->from && x->symbol == y->symbol && x->popped == y->popped && both)
      return fail (e, PAPNI_INPUT, "two transitions from state %u on '%s': a model must be deterministic",
                   (unsigned) x->from, papni_alphabet_name (model->alphabet, x->symbol));
  }
  return PAPNI_OK;
}

/* In a sevpa a call can be made in every state or in none, and leads to one state. */
static status check_entries (const papni_model *model, error *e)
{
  for (size_t c = 0; c < model->alphabet->size; c++) {
    const papni_state entry = model_entry (model, (symbol) c);
    for (size_t q = 0; model->alphabet->letters[c].kind == PAPNI_CALL && q < model->states; q++) {
      const transition *t = model_find (model, (papni_state) q, (symbol) c, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
      if ((t ? t->to : PAPNI_NO_STATE) != entry)
        return fail (e, PAPNI_INPUT,
                     "in a sevpa the call '%s' must lead to the same state from every state; state %zu differs",
                     papni_alphabet_name (model->alphabet, (symbol) c), q);
    }
  }
  return PAPNI_OK;
}

/* ---- making ---- */

/* Copies the transitions and renumbers their symbols. */
static status take_transitions (papni_model *model, const papni_alphabet *alphabet, const symbol *order,
                                const transition *transitions, error *e)
{
  symbol *number = allocate (&model->memory, alphabet->size, sizeof *number);
  if (!number)
    return no_memory (e);
  for (size_t i = 0; i < alphabet->size; i++)
    number[order[i]] = (symbol) i;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < model->count; i++) {
    transition t = transitions[i];
    if (t.symbol < alphabet->size)
      t.symbol = number[t.symbol];
    if (t.popped < alphabet->size)
      t.popped = number[t.popped];
    model->transitions[i] = t;
    s = check_transition (model, &t, i, e);
  }
  release (&model->memory, number, alphabet->size, sizeof *number);
  if (s)
    return s;
  sort_items (model->transitions, model->count, sizeof *model->transitions, compare_transitions);
  for (size_t i = 0; i < model->count; i++)
    rows_count (&model->rows, model->transitions[i].from);
  rows_sorted (&model->rows);
  s = check_deterministic (model, e);
  return s || model->kind != PAPNI_SEVPA ? s : check_entries (model, e);
}

/* Marks the co-accessible states: backwards from the accepting states, along `sources`,
 * in which each transition is in the row of its target. */
static void spread_hope (papni_model *model, rows *into, papni_state *sources, papni_state *work)
{
  size_t count = 0;
  for (size_t i = 0; i < model->count; i++)
    rows_count (into, model->transitions[i].to);
  rows_begin (into);
  for (size_t i = 0; i < model->count; i++)
    sources[rows_place (into, model->transitions[i].to)] = model->transitions[i].from;
  for (size_t q = 0; q < model->states; q++)
    if (model->accepting[q]) {
      model->hopeful[q] = true;
      work[count++] = (papni_state) q;
    }
  while (count) {
    const papni_state q = work[--count];
    for (size_t i = into->first[q]; i < into->first[q + 1]; i++)
      if (!model->hopeful[sources[i]]) {
        model->hopeful[sources[i]] = true;
        work[count++] = sources[i];
      }
  }
}

static status find_hope (papni_model *model, error *e)
{
  const allocator *a = &model->memory;
  rows into;
  const bool begun = rows_init (a, &into, model->states);
  papni_state *sources = allocate (a, model->count, sizeof *sources);
  papni_state *work = allocate (a, model->states, sizeof *work);
  const bool room = begun && sources && work;
  if (room)
    spread_hope (model, &into, sources, work);
  rows_release (a, &into);
  release (a, sources, model->count, sizeof *sources);
  release (a, work, model->states, sizeof *work);
  return room ? PAPNI_OK : no_memory (e);
}

static status model_fill (papni_model *model, const papni_parts *parts, error *e)
{
  const allocator *a = &model->memory;
  const papni_alphabet *alphabet = parts->alphabet;
  symbol *order = alphabet_order (alphabet);
  if (!order)
    return no_memory (e);
  model->alphabet = alphabet_copy (alphabet, order, e);
  model->accepting = allocate (a, model->states, sizeof *model->accepting);
  model->hopeful = allocate_zeroed (a, model->states, sizeof *model->hopeful);
  model->transitions = allocate (a, model->count, sizeof *model->transitions);
  model->first = rows_init (a, &model->rows, model->states) ? model->rows.first : NULL;
  status s = PAPNI_OK;
  if (!model->alphabet || !model->accepting || !model->hopeful || !model->transitions || !model->first)
    s = no_memory (e);
  else {
    memcpy (model->accepting, parts->accepting, model->states * sizeof *model->accepting);
    s = take_transitions (model, alphabet, order, parts->transitions, e);
  }
  release (a, order, alphabet->size, sizeof *order);
  return s ? s : find_hope (model, e);
}

papni_model *papni_model_new (const papni_parts *parts, papni_error *e)
{
  if (parts->kind > PAPNI_GENERAL) {
    fail (e, PAPNI_USAGE, "unknown kind of model: expected dfa, vpa, sevpa or general");
    return NULL;
  }
  if (!parts->states || parts->states >= PAPNI_NO_STATE) {
    fail (e, PAPNI_INPUT, "a model must have at least one state and fewer than %u", PAPNI_NO_STATE);
    return NULL;
  }
  papni_model *model = allocate_zeroed (&parts->alphabet->memory, 1, sizeof *model);
  if (!model) {
    no_memory (e);
    return NULL;
  }
  model->memory = parts->alphabet->memory;
  model->kind = parts->kind;
  model->states = parts->states;
  model->count = parts->count;
  if (!model_fill (model, parts, e))
    return model;
  papni_model_free (model);
  return NULL;
}

void papni_model_free (papni_model *model)
{
  if (!model)
    return;
  const allocator a = model->memory;
  model_drop_counts (model);
  papni_alphabet_free (model->alphabet);
  release (&a, model->accepting, model->states, sizeof *model->accepting);
  release (&a, model->hopeful, model->states, sizeof *model->hopeful);
  release (&a, model->transitions, model->count, sizeof *model->transitions);
  rows_release (&a, &model->rows);
  release_text (&a, model->start_output);
  release (&a, model->outputs, model->outputs ? model->states : 0, sizeof *model->outputs);
  release (&a, model, 1, sizeof *model);
}

/* ---- asking ---- */

papni_model_kind papni_model_kind_of (const papni_model *model)
{
  return model->kind;
}

const papni_alphabet *papni_model_alphabet (const papni_model *model)
{
  return model->alphabet;
}

size_t papni_model_states (const papni_model *model)
{
  return model->states;
}

bool papni_model_accepting (const papni_model *model, papni_state state)
{
  return model->accepting[state];
}

bool papni_model_hopeful (const papni_model *model, papni_state state)
{
  return model->hopeful[state];
}

size_t papni_model_transitions (const papni_model *model)
{
  return model->count;
}

papni_transition papni_model_transition (const papni_model *model, size_t index)
{
  return model->transitions[index];
}

/* The first transition that is not before the key. */
static const transition *lower_bound (const papni_model *model, transition key)
{
  size_t low = model->first[key.from], high = model->first[key.from + 1];
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (compare_transitions (&model->transitions[middle], &key) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low < model->first[key.from + 1] ? &model->transitions[low] : NULL;
}

const transition *model_find (const papni_model *model, papni_state from, symbol s, symbol popped, papni_state caller)
{
  const transition key = { .from = from, .symbol = s, .popped = popped, .caller = caller };
  const transition *t = lower_bound (model, key);
  const bool fits = t && t->symbol == s && t->popped == popped;
  return fits && (t->caller == caller || t->caller == PAPNI_NO_STATE) ? t : NULL;
}

bool model_has (const papni_model *model, papni_state from, symbol s)
{
  const transition *t = lower_bound (model, (transition){ .from = from, .symbol = s });
  return t && t->symbol == s;
}

papni_state model_entry (const papni_model *model, symbol call)
{
  const transition *t = model_find (model, 0, call, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
  return t ? t->to : PAPNI_NO_STATE;
}
