/* combine.c - union, intersection, difference and complement of models, as a model.
 *
 * If returns do not depend on the caller, the product is built state by state.
 * Otherwise a return has a transition for each caller that it can meet, which the
 * summary knows. */
#include "model/assemble.h"
#include "ops/compact.h"
#include "ops/summary.h"

/* The simplest kind that can express the product. */
static papni_model_kind kind_of_both (const papni_model *one, const papni_model *other)
{
  if (!other || one->kind == other->kind)
    return one->kind;
  return one->kind <= PAPNI_VPA && other->kind <= PAPNI_VPA ? PAPNI_VPA : PAPNI_GENERAL;
}

static transition plain (papni_state from, symbol s, papni_state to)
{
  return (transition){ .from = from, .symbol = s, .to = to, .popped = PAPNI_NO_SYMBOL, .caller = PAPNI_NO_STATE };
}

typedef struct combination
{
  product product;
  summary summary;
  assembly assembly;
  watch watch;
  error *error;
} combination;

static status combine_add (combination *c, transition t)
{
  if (t.to == PAPNI_NO_STATE)
    return c->product.failed ? no_memory (c->error) : PAPNI_OK;
  return assembly_add (&c->assembly, t, c->error);
}

/* ---- returns that do not depend on the caller ---- */

static status add_state (combination *c, papni_state q)
{
  product *p = &c->product;
  const papni_alphabet *alphabet = p->alphabet;
  status failed = PAPNI_OK;
  for (size_t k = 0; !failed && k < alphabet->size; k++) {
    const symbol s = (symbol) k;
    if (product_kind (p, q, s) != PAPNI_RETURN) {
      failed = combine_add (c, plain (q, s, product_next (p, q, s, PAPNI_NO_SYMBOL, PAPNI_NO_STATE)));
      continue;
    }
    for (size_t n = 0; !failed && n < alphabet->size; n++)
      if (alphabet->letters[n].kind == PAPNI_CALL) { /* any caller works: one that is alive now was alive then */
        transition t = plain (q, s, product_next (p, q, s, (symbol) n, q));
        t.popped = (symbol) n;
        failed = combine_add (c, t);
      }
  }
  return failed;
}

static status add_states (combination *c)
{
  status failed = PAPNI_OK;
  for (size_t q = 0; !failed && q < c->product.count; q++) {
    failed = add_state (c, (papni_state) q);
    if (!failed)
      failed = watch_spend (&c->watch, c->product.alphabet->size, c->error);
  }
  return failed;
}

/* ---- returns that depend on the caller ---- */

static status combine_add_returns (combination *c, const caller *from, uint32_t inside)
{
  product *p = &c->product;
  const papni_state q = c->summary.items[inside].state, made_in = from->state;
  status failed = PAPNI_OK;
  for (size_t k = 0; !failed && k < p->alphabet->size; k++)
    if (product_kind (p, q, (symbol) k) == PAPNI_RETURN) {
      transition t = plain (q, (symbol) k, product_next (p, q, (symbol) k, from->call, made_in));
      t.popped = from->call;
      t.caller = made_in;
      failed = combine_add (c, t);
    }
  return failed ? failed : watch_spend (&c->watch, p->alphabet->size, c->error);
}

static status combine_add_item (combination *c, uint32_t i)
{
  product *p = &c->product;
  const summary *s = &c->summary;
  const item *at = &s->items[i];
  status failed = PAPNI_OK;
  if (at->state == GOAL)
    return PAPNI_OK;
  for (size_t k = 0; !failed && k < p->alphabet->size; k++)
    if (product_kind (p, at->state, (symbol) k) != PAPNI_RETURN)
      failed = combine_add (
          c, plain (at->state, (symbol) k, product_next (p, at->state, (symbol) k, PAPNI_NO_SYMBOL, PAPNI_NO_STATE)));
  for (uint32_t k = s->levels[at->level].callers; !failed && k != NO_ITEM; k = s->callers[k].next)
    failed = combine_add_returns (c, &s->callers[k], i);
  return failed;
}

static status add_items (combination *c)
{
  status failed = summary_begin (&c->summary, &c->product, &c->watch.caller, c->error);
  if (!failed)
    failed = summary_explore (&c->summary, ENDLESS, false, c->error);
  for (size_t i = 0; !failed && i < c->summary.item_count; i++) {
    failed = combine_add_item (c, (uint32_t) i);
    if (!failed)
      failed = watch_spend (&c->watch, c->product.alphabet->size, c->error);
  }
  summary_release (&c->summary);
  return failed;
}

/* ---- the model ---- */

static papni_model *assemble (combination *c)
{
  product *p = &c->product;
  assembly *a = &c->assembly;
  /* The product's states are only known now: the assembly was made with the start
   * alone. */
  bool *accepting = allocate_zeroed (&a->memory, p->count ? p->count : 1, sizeof *accepting);
  if (!accepting) {
    no_memory (c->error);
    return NULL;
  }
  release (&a->memory, a->accepting, a->states, sizeof *a->accepting);
  a->accepting = accepting;
  a->states = p->count ? p->count : 1;
  for (size_t q = 0; q < p->count; q++)
    accepting[q] = product_accepts (p, (papni_state) q, false);
  return assembly_model (a, c->error);
}

papni_model *papni_combine (const papni_model *one, const papni_model *other, papni_operation operation,
                            const papni_watch *caller, papni_error *e)
{
  const papni_model_kind kind = kind_of_both (one, other);
  combination c = { .watch = watch_begin (caller, PAPNI_PHASE_COMPARING), .error = e };
  papni_model *model = NULL;
  status failed = product_begin (&c.product, one, other, operation, kind == PAPNI_SEVPA, e);
  c.product.open = false; /* a model with a stack accepts only well-matched words */
  if (!failed)
    failed = assembly_begin (&c.assembly, &one->memory, kind, c.product.alphabet, 1, e);
  if (!failed)
    failed = kind <= PAPNI_VPA ? add_states (&c) : add_items (&c);
  if (!failed)
    model = assemble (&c);
  assembly_release (&c.assembly);
  product_release (&c.product);
  return kind == PAPNI_GENERAL && model ? compact_callers (model, &c.watch, e) : model;
}
