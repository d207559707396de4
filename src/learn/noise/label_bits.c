/* label_bits.c - the bits of labels: a model, and which labels it gets wrong. */
#include "learn/noise/label_bits.h"

#include "learn/settings/settings.h"

static uint64_t log_of_some (size_t count)
{
  return log_of (count > 2 ? count : 2);
}

uint64_t label_model_bits (const papni_model *m)
{
  const uint64_t state = log_of_some (m->states), read = log_of_some (m->alphabet->size);
  uint64_t bits = m->states * (uint64_t) ONE_BIT;
  for (size_t i = 0; i < m->count; i++) {
    const transition *t = &m->transitions[i];
    if (model_enters (m, t))
      continue;
    bits += state + read + (t->caller != PAPNI_NO_STATE ? state : 0);
  }
  for (size_t c = 0; m->kind == PAPNI_SEVPA && c < m->alphabet->size; c++)
    if (m->alphabet->letters[c].kind == PAPNI_CALL && model_entry (m, (symbol) c) != PAPNI_NO_STATE)
      bits += state;
  return bits;
}

uint64_t label_exception_bits (const logs *l, size_t n, size_t k, unsigned rate)
{
  if (rate == NOISE_AUTO)
    return (uint64_t) logs_choose (l, n, k) + log_of (n + 1);
  return k * (log_of (NOISE_ONE - rate) - log_of (rate));
}
