/* walk.c - the transitions that words take. */
#include "model/walk.h"

#include <string.h>

status walk_begin (walk *w, const papni_model *model, const papni_alphabet *alphabet, error *e)
{
  *w = (walk){ .memory = model->memory, .model = model, .letters = alphabet->size, .start = PAPNI_NO_SYMBOL };
  w->numbers = allocate (&w->memory, w->letters, sizeof *w->numbers);
  if (!w->numbers)
    return no_memory (e);
  for (size_t i = 0; i < w->letters; i++) {
    const letter *l = &alphabet->letters[i];
    w->numbers[i] = papni_alphabet_find (model->alphabet, l->name, l->length);
    if (model->start_output && *l->name == '/' && !strcmp (l->name + 1, model->start_output))
      w->start = (symbol) i;
  }
  return PAPNI_OK;
}

void walk_release (walk *w)
{
  release (&w->memory, w->numbers, w->letters, sizeof *w->numbers);
  release (&w->memory, w->steps, w->step_capacity, sizeof *w->steps);
  release (&w->memory, w->stack, w->stack_capacity, sizeof *w->stack);
}

status walk_word (walk *w, const symbol *word, size_t length, bool *accepted, error *e)
{
  const papni_model *m = w->model;
  papni_state state = 0;
  size_t depth = 0;
  const size_t skipped = length && word[0] == w->start;
  *accepted = false;
  w->count = length - skipped;
  if (!reserve (&w->memory, &w->steps, &w->step_capacity, length, sizeof *w->steps)
      || !reserve (&w->memory, &w->stack, &w->stack_capacity, length, sizeof *w->stack))
    return no_memory (e);
  for (size_t i = skipped; i < length; i++) {
    const symbol s = w->numbers[word[i]];
    if (s == PAPNI_NO_SYMBOL)
      return PAPNI_OK;
    const papni_kind kind = model_symbol_kind (m, s);
    if (kind == PAPNI_RETURN && !depth)
      return PAPNI_OK;
    const walk_call top = kind == PAPNI_RETURN ? w->stack[--depth] : (walk_call){ PAPNI_NO_SYMBOL, PAPNI_NO_STATE };
    const transition *t = model_find (m, state, s, top.call, top.caller);
    if (!t)
      return PAPNI_OK;
    if (kind == PAPNI_CALL)
      w->stack[depth++] = (walk_call){ s, state };
    w->steps[i - skipped] = (uint32_t) (t - m->transitions);
    state = t->to;
  }
  *accepted = !depth && m->accepting[state];
  w->end = state;
  return PAPNI_OK;
}
