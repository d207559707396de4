/* product.h - two models reading the same word in lockstep.
 *
 * A state of the product is a pair of states, created when it is first reached. A model
 * that has no transition, or cannot accept any more, is dead; the pair stays alive
 * while the operation can still accept. The alphabet is that of both models; each model
 * reads only its own symbols. */
#ifndef OPS_PRODUCT_H
#define OPS_PRODUCT_H

#include "model/model.h"

enum
{
  SIDES = 2
};

#define DEAD PAPNI_NO_STATE

typedef struct side
{
  const papni_model *model; /* NULL: accepts nothing */
  symbol *symbols;          /* the model's numbers of the product's symbols */
} side;

typedef struct state_pair
{
  papni_state part[SIDES]; /* a state of each model, or DEAD */
} state_pair;

typedef struct product
{
  allocator memory;
  side sides[SIDES];
  papni_alphabet *alphabet; /* in symbol order */
  papni_operation operation;
  bool stack;   /* one of the models has a stack */
  bool open;    /* words that are not well-matched count: a dfa is compared with a model that has a stack */
  bool modular; /* calls enter modules even if a model is dead, so that the product of sevpas is a sevpa */
  map numbers;
  state_pair *pairs;
  size_t count, capacity;
  bool failed; /* out of memory: states are missing */
} product;

/* `other` may be NULL. State 0 is the start; if nothing is accepted, there are no
 * states. */
status product_begin (product *p, const papni_model *one, const papni_model *other, papni_operation operation,
                      bool modular, error *e);
void product_release (product *p);

/* The effect of a symbol on the stack in this state. */
papni_kind product_kind (const product *p, papni_state q, symbol s);

/* The target of a symbol, or PAPNI_NO_STATE. `popped` and `caller` are what a return
 * pops; both are missing if the stack is empty. */
papni_state product_next (product *p, papni_state q, symbol s, symbol popped, papni_state caller);

/* Does side i accept if the word ends here? A model with a stack does not accept with
 * open calls. */
bool product_side_accepts (const product *p, papni_state q, size_t i, bool calls_open);
bool product_accepts (const product *p, papni_state q, bool calls_open);

#endif
