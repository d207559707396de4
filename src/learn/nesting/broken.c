/* broken.c - the accepted words that are not well-matched with the chosen nests, and why. */
#include "learn/nesting/nesting.h"

/* Where a word goes wrong: calls and returns of different nests do not match. */
static papni_encoding broken_at (const papni_word *word, const int32_t *owners, size_t *stack)
{
  papni_encoding found = { .mismatch = PAPNI_MISMATCH_NONE, .open = PAPNI_NO_SYMBOL };
  size_t depth = 0;
  for (size_t i = 0; i < word->length; i++) {
    const int32_t owner = owners[word->symbols[i]];
    if (owner > 0)
      stack[depth++] = i;
    if (owner >= 0)
      continue;
    const symbol call = depth ? word->symbols[stack[depth - 1]] : PAPNI_NO_SYMBOL;
    if (depth && owners[call] == -owner) {
      depth--;
      continue;
    }
    found.mismatch = depth ? PAPNI_MISMATCH_WRONG_CALL : PAPNI_MISMATCH_NO_CALL;
    found.at = i;
    found.open = call;
    return found;
  }
  if (depth) {
    found.mismatch = PAPNI_MISMATCH_OPEN_CALLS;
    found.at = stack[depth - 1];
    found.open = word->symbols[found.at];
  }
  return found;
}

status nesting_broken (const nesting_words *w, const nest_list *list, broken_list *result, error *e)
{
  const papni_samples *samples = w->samples;
  const size_t letters = samples->alphabet->size;
  int32_t *owners = allocate_zeroed (&w->memory, letters, sizeof *owners);
  size_t *stack = allocate (&w->memory, samples->longest, sizeof *stack);
  bool room = owners && stack;
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  const size_t chosen = room ? nests_own_chosen (list, owners) : 0;
  while (room && chosen && papni_samples_next (samples, &cursor, &word)) {
    if (word.label != PAPNI_ACCEPT)
      continue;
    const papni_encoding found = broken_at (&word, owners, stack);
    if (!found.mismatch)
      continue;
    room = reserve (&w->memory, &result->items, &result->capacity, result->size + 1, sizeof *result->items);
    if (room)
      result->items[result->size++] = (broken_word){ word, found };
  }
  release (&w->memory, owners, letters, sizeof *owners);
  release (&w->memory, stack, samples->longest, sizeof *stack);
  return room ? PAPNI_OK : no_memory (e);
}
