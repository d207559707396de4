/* generate_pool.c - pools of words: all words over an alphabet, or the well-matched ones.
 * Each is a model with one state, so that its words are counted and drawn like others. */
#include "ops/generate.h"

/* Every symbol can be read, and every return pops every call that it may. */
static papni_model *all_words (const papni_model *model, papni_model_kind kind, error *e)
{
  const papni_alphabet *alphabet = model->alphabet;
  const allocator *a = &model->memory;
  const size_t size = alphabet->size;
  size_t kinds[3] = { 0 };
  for (size_t i = 0; i < size; i++)
    kinds[alphabet->letters[i].kind]++;
  const size_t room = size + kinds[PAPNI_CALL] * kinds[PAPNI_RETURN];
  transition *transitions = allocate (a, room, sizeof *transitions);
  if (!transitions) {
    no_memory (e);
    return NULL;
  }
  size_t count = 0;
  for (size_t s = 0; s < size; s++) {
    const bool pops = kind != PAPNI_DFA && alphabet->letters[s].kind == PAPNI_RETURN;
    if (!pops)
      transitions[count++] = (transition){ 0, PAPNI_NO_STATE, 0, (symbol) s, PAPNI_NO_SYMBOL };
    for (size_t c = 0; pops && c < size; c++)
      if (alphabet->letters[c].kind == PAPNI_CALL && alphabet_pops (alphabet, (symbol) s, (symbol) c))
        transitions[count++] = (transition){ 0, PAPNI_NO_STATE, 0, (symbol) s, (symbol) c };
  }
  papni_model *all = papni_model_new (&(papni_parts){ kind, alphabet, 1, &(bool){ true }, transitions, count }, e);
  release (a, transitions, room, sizeof *transitions);
  return all;
}

status pool_init (pool *p, papni_model_kind kind, const papni_counter *accepted, const papni_generation *how,
                  const papni_watch *watch, error *e)
{
  const papni_model *model = accepted->model;
  p->model = all_words (model, kind, e);
  p->words = p->model ? papni_counter_new (p->model, how->most, watch, e) : NULL;
  p->run = p->words ? papni_run_new (p->model, e) : NULL;
  if (!p->run)
    return e->code;
  p->left = allocate_zeroed (&model->memory, how->most + 1, sizeof *p->left);
  if (!p->left)
    return no_memory (e);
  for (size_t n = how->least; n <= how->most; n++)
    p->left[n] = papni_counter_count (p->words, n) - papni_counter_count (accepted, n);
  return PAPNI_OK;
}

void pool_release (const allocator *a, pool *p, const papni_generation *how)
{
  release (a, p->left, how->most + 1, sizeof *p->left);
  papni_run_free (p->run);
  papni_counter_free (p->words);
  papni_model_free (p->model);
}
