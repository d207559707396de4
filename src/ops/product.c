/* product.c - two models reading the same word in lockstep. */
#include "ops/product.h"

#include <string.h>

/* ---- the alphabet of both ---- */

static bool has_stack (const side *s)
{
  return s->model && s->model->kind != PAPNI_DFA;
}

/* Declares the symbols. With a model that has a stack, the declarations of a dfa are
 * ignored. */
static status product_declare_symbols (const product *p, papni_alphabet *both, bool stack, error *e)
{
  for (size_t i = 0; i < SIDES; i++) {
    const papni_model *model = p->sides[i].model;
    if (!model || has_stack (&p->sides[i]) != stack)
      continue;
    for (size_t k = 0; k < model->alphabet->size; k++) {
      const letter *l = &model->alphabet->letters[k];
      const symbol known = papni_alphabet_find (both, l->name, l->length);
      if (known != PAPNI_NO_SYMBOL && both->letters[known].kind != l->kind && stack)
        return fail (e, PAPNI_INPUT, "'%s' is %s in one model and %s in the other: the models cannot be combined",
                     l->name, kind_name (both->letters[known].kind), kind_name (l->kind));
      const status s = known != PAPNI_NO_SYMBOL
                           ? PAPNI_OK
                           : alphabet_declare (both, l->kind, l->name, l->length, (position){ 0 }, e);
      if (s)
        return s;
    }
  }
  return PAPNI_OK;
}

/* May this return pop any call in one of the models? */
static bool pops_anything (const product *p, const letter *ret)
{
  for (size_t i = 0; i < SIDES; i++) {
    const papni_model *model = p->sides[i].model;
    if (!has_stack (&p->sides[i]))
      continue;
    const symbol r = papni_alphabet_find (model->alphabet, ret->name, ret->length);
    if (r != PAPNI_NO_SYMBOL && !model->alphabet->letters[r].paired)
      return true;
  }
  return false;
}

static status declare_pairs (const product *p, papni_alphabet *both, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 0; i < SIDES; i++) {
    const papni_alphabet *own = has_stack (&p->sides[i]) ? p->sides[i].model->alphabet : NULL;
    for (size_t r = 0; own && r < own->size; r++)
      for (size_t c = 0; own->letters[r].paired && !pops_anything (p, &own->letters[r]) && c < own->size; c++) {
        const letter *call = &own->letters[c], *ret = &own->letters[r];
        if (call->kind == PAPNI_CALL && alphabet_pops (own, (symbol) r, (symbol) c) && !s)
          s = alphabet_pair (both, letter_name (call), letter_name (ret), (position){ 0 }, e);
      }
  }
  return s;
}

static status product_join_alphabets (product *p, error *e)
{
  papni_alphabet *both = papni_alphabet_new (&p->memory, e);
  if (!both)
    return PAPNI_MEMORY;
  status s = product_declare_symbols (p, both, true, e);
  if (!s)
    s = product_declare_symbols (p, both, false, e);
  if (!s)
    s = declare_pairs (p, both, e);
  if (!s)
    s = alphabet_share_lexer (both, p->sides[0].model->alphabet, p->sides[1].model ? p->sides[1].model->alphabet : NULL,
                              e);
  symbol *order = s ? NULL : alphabet_order (both);
  if (order)
    p->alphabet = alphabet_copy (both, order, e);
  else if (!s)
    s = no_memory (e);
  if (!s && !p->alphabet)
    s = PAPNI_MEMORY;
  release (&p->memory, order, both->size, sizeof *order);
  papni_alphabet_free (both);
  return s;
}

static status product_translate_symbols (product *p, error *e)
{
  for (size_t i = 0; i < SIDES; i++) {
    side *s = &p->sides[i];
    if (!s->model)
      continue;
    s->symbols = allocate (&p->memory, p->alphabet->size, sizeof *s->symbols);
    if (!s->symbols)
      return no_memory (e);
    for (size_t k = 0; k < p->alphabet->size; k++)
      s->symbols[k] =
          papni_alphabet_find (s->model->alphabet, p->alphabet->letters[k].name, p->alphabet->letters[k].length);
  }
  return PAPNI_OK;
}

/* ---- making ---- */

static bool combine (papni_operation operation, bool one, bool other)
{
  switch (operation) {
  case PAPNI_UNION:
    return one || other;
  case PAPNI_INTERSECTION:
    return one && other;
  case PAPNI_DIFFERENCE:
    return one && !other;
  case PAPNI_COMPLEMENT:
    return !one;
  default:
    return one != other;
  }
}

/* Can nothing be accepted any more? */
static bool hopeless (const product *p, state_pair q)
{
  const bool one = q.part[0] != DEAD, other = q.part[1] != DEAD;
  switch (p->operation) {
  case PAPNI_UNION:
  case PAPNI_EITHER:
    return !one && !other;
  case PAPNI_INTERSECTION:
    return !one || !other;
  case PAPNI_DIFFERENCE:
    return !one;
  default:
    return false;
  }
}

static papni_state living (const papni_model *model, papni_state q)
{
  return q != DEAD && model->hopeful[q] ? q : DEAD;
}

static papni_state product_number_of (product *p, state_pair q)
{
  bool fresh;
  if (hopeless (p, q))
    return PAPNI_NO_STATE;
  const uint64_t key = (uint64_t) q.part[0] << 32 | q.part[1];
  const uint32_t *number = map_enter (&p->memory, &p->numbers, key, (uint32_t) p->count, &fresh);
  if (!number || (fresh && !reserve (&p->memory, &p->pairs, &p->capacity, p->count + 1, sizeof *p->pairs))) {
    p->failed = true;
    return PAPNI_NO_STATE;
  }
  if (fresh)
    p->pairs[p->count++] = q;
  return *number;
}

status product_begin (product *p, const papni_model *one, const papni_model *other, papni_operation operation,
                      bool modular, error *e)
{
  *p = (product){
    .memory = one->memory, .sides = { { .model = one }, { .model = other } }, .operation = operation, .modular = modular
  };
  p->stack = has_stack (&p->sides[0]) || has_stack (&p->sides[1]);
  p->open = operation == PAPNI_EITHER && other && has_stack (&p->sides[0]) != has_stack (&p->sides[1]);
  status s = product_join_alphabets (p, e);
  if (!s)
    s = product_translate_symbols (p, e);
  if (s)
    return s;
  product_number_of (p, (state_pair){ { living (one, 0), other ? living (other, 0) : DEAD } });
  return p->failed ? no_memory (e) : PAPNI_OK;
}

void product_release (product *p)
{
  const allocator *a = &p->memory;
  for (size_t i = 0; i < SIDES; i++)
    release (a, p->sides[i].symbols, p->alphabet ? p->alphabet->size : 0, sizeof *p->sides[i].symbols);
  papni_alphabet_free (p->alphabet);
  map_release (a, &p->numbers);
  release (a, p->pairs, p->capacity, sizeof *p->pairs);
}

/* ---- reading ---- */

/* Neither model depends on the stack any more. */
static bool is_free (const product *p, papni_state q)
{
  return !p->stack || (p->open && p->pairs[q].part[has_stack (&p->sides[0]) ? 0 : 1] == DEAD);
}

papni_kind product_kind (const product *p, papni_state q, symbol s)
{
  return is_free (p, q) ? PAPNI_INTERNAL : p->alphabet->letters[s].kind;
}

static papni_state product_read_call (const product *p, const side *own, papni_state q, symbol s)
{
  if (q == DEAD)
    return p->modular ? model_entry (own->model, s) : DEAD;
  const transition *t = model_find (own->model, q, s, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
  return t ? t->to : DEAD;
}

static papni_state side_next (const product *p, const side *own, papni_state q, symbol s, symbol popped,
                              papni_state caller)
{
  const papni_model *model = own->model;
  if (!model || own->symbols[s] == PAPNI_NO_SYMBOL)
    return DEAD;
  const symbol name = own->symbols[s];
  const papni_kind kind = model->kind == PAPNI_DFA ? PAPNI_INTERNAL : p->alphabet->letters[s].kind;
  if (kind == PAPNI_CALL)
    return living (model, product_read_call (p, own, q, name));
  symbol call = PAPNI_NO_SYMBOL;
  if (kind == PAPNI_RETURN) {
    call = popped == PAPNI_NO_SYMBOL ? PAPNI_NO_SYMBOL : own->symbols[popped];
    if (call == PAPNI_NO_SYMBOL || caller == DEAD)
      return DEAD;
  }
  const transition *t =
      q == DEAD ? NULL : model_find (model, q, name, call, kind == PAPNI_RETURN ? caller : PAPNI_NO_STATE);
  return t ? living (model, t->to) : DEAD;
}

papni_state product_next (product *p, papni_state q, symbol s, symbol popped, papni_state caller)
{
  const state_pair from = p->pairs[q];
  state_pair to, below = { { DEAD, DEAD } };
  if (caller != PAPNI_NO_STATE)
    below = p->pairs[caller];
  if (popped != PAPNI_NO_SYMBOL && !p->open && !alphabet_pops (p->alphabet, s, popped))
    return PAPNI_NO_STATE;
  for (size_t i = 0; i < SIDES; i++)
    to.part[i] = side_next (p, &p->sides[i], from.part[i], s, popped, below.part[i]);
  return product_number_of (p, to);
}

bool product_side_accepts (const product *p, papni_state q, size_t i, bool calls_open)
{
  const side *own = &p->sides[i];
  const papni_state part = p->pairs[q].part[i];
  return part != DEAD && own->model->accepting[part] && !(calls_open && has_stack (own));
}

bool product_accepts (const product *p, papni_state q, bool calls_open)
{
  if (calls_open && !p->open)
    return false;
  return combine (p->operation, product_side_accepts (p, q, 0, calls_open), product_side_accepts (p, q, 1, calls_open));
}
