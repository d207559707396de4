/* walk.h - the transitions that words take, as indices into the model's transitions. */
#ifndef MODEL_WALK_H
#define MODEL_WALK_H

#include "model/model.h"

typedef struct walk_call
{
  symbol call;
  papni_state caller;
} walk_call;

typedef struct walk
{
  allocator memory;
  const papni_model *model;
  symbol *numbers; /* of the model, by symbol of the words */
  size_t letters;
  uint32_t *steps; /* transitions of the current word */
  size_t step_capacity;
  walk_call *stack;
  size_t stack_capacity;
  size_t count;    /* of them */
  symbol start;    /* of the words: the output of the start of a machine, which is no step; PAPNI_NO_SYMBOL: none */
  papni_state end; /* the state in which the word ends */
} walk;

/* For words over an alphabet, whose symbols are found in the model by name. Must be released in
 * any case. */
status walk_begin (walk *w, const papni_model *model, const papni_alphabet *alphabet, error *e);
void walk_release (walk *w);

/* Finds the transitions of a word; if it is not accepted, they are not complete. */
status walk_word (walk *w, const symbol *word, size_t length, bool *accepted, error *e);

#endif
