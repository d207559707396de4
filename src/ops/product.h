/* product.h - two models read the same word side by side.
 *
 * A state of the product is a pair of states, made when it is first reached. A
 * model that cannot go on, or that will not accept any more, is dead: the pair
 * lives on while the operation can still accept. The alphabet is that of both
 * models; each is taken to know every symbol and to read its own alone. */
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
  symbol *symbols;          /* the model's numbers for the product's symbols */
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
  bool modular; /* calls enter modules even where a model is dead, so that the product of sevpas is one */
  map numbers;
  state_pair *pairs;
  size_t count, capacity;
  bool failed; /* out of memory: then states are missing */
} product;

/* `other` may be NULL. State 0 is the start, unless nothing is accepted: then there is none. */
status product_begin (product *p, const papni_model *one, const papni_model *other, papni_operation operation,
                      bool modular, error *e);
void product_release (product *p);

/* What a symbol does to the stack in this state. */
papni_kind product_kind (const product *p, papni_state q, symbol s);

/* Where a symbol leads to, or PAPNI_NO_STATE. `popped` and `caller` are what a return
 * takes off the stack; both are missing where it finds the stack empty. */
papni_state product_next (product *p, papni_state q, symbol s, symbol popped, papni_state caller);

/* Does side i accept if the word ends here? With calls open, a model with a stack does not. */
bool product_side_accepts (const product *p, papni_state q, size_t i, bool calls_open);
bool product_accepts (const product *p, papni_state q, bool calls_open);

#endif
