/* suggest_changes.c - the models that are one change away from a model.
 *
 * A state accepts or not, a transition is missing, an internal symbol leads back to the state
 * where it is read, or one transition cannot follow another (nor be the first, nor the last).
 * For the latter, the target of the first is split, and the copy lacks the second; calls
 * lead anywhere then, and the callers count. */
#include "model/assemble.h"
#include "ops/suggest.h"

/* A change: of a state, of a transition, or of what follows it. */
typedef struct model_change
{
  papni_state flipped;  /* or PAPNI_NO_STATE */
  size_t without;       /* a transition; the number of transitions: none */
  transition loop;      /* added, unless its symbol is PAPNI_NO_SYMBOL */
  size_t first, second; /* transitions; the number of transitions: the start or the end */
  bool splits;
} model_change;

/* ---- making models ---- */

/* The copy of a state that is split: its transitions but one, and those of which it is the
 * caller. */
static status split_state (assembly *a, const papni_model *model, const model_change *c, papni_state q, error *e)
{
  const papni_state copy = (papni_state) model->states;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < model->count; i++) {
    const transition *t = &model->transitions[i];
    const papni_state to = i == c->first ? copy : t->to;
    const bool leaves = t->from == q && i != c->second, called = t->caller == q;
    if (leaves)
      s = assembly_add (a, (transition){ copy, t->caller, to, t->symbol, t->popped }, e);
    if (!s && called)
      s = assembly_add (a, (transition){ t->from, copy, to, t->symbol, t->popped }, e);
    if (!s && leaves && called)
      s = assembly_add (a, (transition){ copy, copy, to, t->symbol, t->popped }, e);
  }
  a->accepting[copy] = model->accepting[q] != (c->second == model->count);
  if (c->first == model->count)
    a->start = copy;
  return s;
}

/* All transitions, as the change leaves them. */
static status change_transitions (assembly *a, const papni_model *model, const model_change *c, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < model->count; i++) {
    transition t = model->transitions[i];
    if (c->splits && i == c->first)
      t.to = (papni_state) model->states;
    if (i != c->without)
      s = assembly_add (a, t, e);
  }
  if (!s && c->loop.symbol != PAPNI_NO_SYMBOL)
    s = assembly_add (a, c->loop, e);
  return s;
}

static papni_model *changed_model (const papni_model *model, const model_change *c, error *e)
{
  assembly a;
  const papni_model_kind kind = c->splits && model->kind == PAPNI_SEVPA ? PAPNI_GENERAL : model->kind;
  status s = assembly_begin (&a, &model->memory, kind, model->alphabet, model->states + c->splits, e);
  for (papni_state q = 0; !s && q < model->states; q++)
    a.accepting[q] = model->accepting[q] != (q == c->flipped);
  if (!s)
    s = change_transitions (&a, model, c, e);
  if (!s && c->splits)
    s = split_state (&a, model, c, c->first < model->count ? model->transitions[c->first].to : 0, e);
  papni_model *changed = s ? NULL : assembly_model (&a, e);
  assembly_release (&a);
  return changed;
}

/* ---- numbers ---- */

static bool make_loop (const papni_model *model, size_t number, model_change *c)
{
  const size_t size = model->alphabet->size;
  const papni_state q = (papni_state) (number / size);
  const symbol s = (symbol) (number % size);
  c->loop = (transition){ q, PAPNI_NO_STATE, q, s, PAPNI_NO_SYMBOL };
  return model->hopeful[q] && model_symbol_kind (model, s) == PAPNI_INTERNAL && !model_has (model, q, s);
}

/* The end can follow wherever a word ends, even if it is rejected. */
static bool make_split (const papni_model *model, size_t number, model_change *c)
{
  c->splits = true;
  c->first = number / (model->count + 1);
  c->second = number % (model->count + 1);
  const papni_state q = c->first < model->count ? model->transitions[c->first].to : 0;
  return model->hopeful[q] && (c->second == model->count || model->transitions[c->second].from == q);
}

/* Change number n; false if there is none of this number. */
static bool change_number (const papni_model *model, size_t n, model_change *c)
{
  *c = (model_change){ .flipped = PAPNI_NO_STATE, .without = model->count, .loop = { .symbol = PAPNI_NO_SYMBOL } };
  if (n < model->states) {
    c->flipped = (papni_state) n;
    return true;
  }
  n -= model->states;
  if (n < model->count) {
    c->without = n;
    return !model_enters (model, &model->transitions[n]);
  }
  n -= model->count;
  const size_t loops = model->states * model->alphabet->size;
  return n < loops ? make_loop (model, n, c) : make_split (model, n - loops, c);
}

status changes_next (changes *c, papni_model **changed, error *e)
{
  const papni_model *model = c->model;
  const size_t pairs = (model->count + 1) * (model->count + 1);
  const size_t end = model->states + model->count + model->states * model->alphabet->size + pairs;
  model_change next;
  *changed = NULL;
  while (c->next < end)
    if (change_number (model, c->next++, &next)) {
      *changed = changed_model (model, &next, e);
      return *changed ? PAPNI_OK : PAPNI_MEMORY;
    }
  return PAPNI_OK;
}
