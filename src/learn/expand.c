/* expand.c - from a model of classes to one of symbols. */
#include "learn/expand.h"

#include "model/assemble.h"

#include <string.h>

/* Records the classes in the model's own alphabet. */
static status record_classes (papni_model *model, const papni_alphabet *alphabet, const symbol *of, error *e)
{
  papni_alphabet *to = model->alphabet;
  symbol *members = allocate (&model->memory, to->size, sizeof *members);
  status s = members ? PAPNI_OK : no_memory (e);
  for (size_t i = 0; !s && i < to->size; i++)
    to->letters[i].alike = 0;
  to->classes = 0;
  for (size_t i = 0; !s && i < to->size; i++) {
    size_t count = 0;
    const symbol first = papni_alphabet_find (alphabet, to->letters[i].name, to->letters[i].length);
    for (size_t k = 0; k < to->size; k++) {
      const symbol other = papni_alphabet_find (alphabet, to->letters[k].name, to->letters[k].length);
      if (first != PAPNI_NO_SYMBOL && other != PAPNI_NO_SYMBOL && of[other] == first)
        members[count++] = (symbol) k;
    }
    if (count > 1)
      s = alphabet_join (to, members, count, (position){ NULL, 0, 0 }, e);
  }
  release (&model->memory, members, to->size, sizeof *members);
  return s;
}

/* The model with a transition for each member of a class. */
papni_model *expand_classes (const papni_model *model, const papni_alphabet *alphabet, const symbol *of, error *e)
{
  assembly a;
  papni_model *expanded = NULL;
  status s = assembly_begin (&a, &model->memory, model->kind, alphabet, model->states, e);
  if (!s)
    memcpy (a.accepting, model->accepting, model->states * sizeof *a.accepting);
  for (size_t i = 0; !s && i < model->count; i++) {
    transition t = model->transitions[i];
    const letter *l = &model->alphabet->letters[t.symbol];
    const letter *popped = t.popped == PAPNI_NO_SYMBOL ? NULL : &model->alphabet->letters[t.popped];
    const symbol first = papni_alphabet_find (alphabet, l->name, l->length);
    t.popped = popped ? papni_alphabet_find (alphabet, popped->name, popped->length) : PAPNI_NO_SYMBOL;
    for (size_t k = 0; !s && k < alphabet->size; k++)
      if (of[k] == first) {
        t.symbol = (symbol) k;
        s = assembly_add (&a, t, e);
      }
  }
  if (!s)
    expanded = assembly_model (&a, e);
  assembly_release (&a);
  if (expanded && record_classes (expanded, alphabet, of, e)) {
    papni_model_free (expanded);
    return NULL;
  }
  return expanded;
}
