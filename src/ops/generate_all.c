/* generate_all.c - the model of all words, or of all well-matched words, with one
 * state. */
#include "ops/generate.h"

papni_model *all_words (const papni_model *model, papni_model_kind kind, error *e)
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
  papni_model *all = papni_model_new (kind, alphabet, 1, &(bool){ true }, transitions, count, e);
  release (a, transitions, room, sizeof *transitions);
  return all;
}
