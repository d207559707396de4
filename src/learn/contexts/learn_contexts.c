/* learn_contexts.c - tries tests at two prices, and chooses the automaton with the
 * smallest description length: of the automaton, of the words given the automaton, and
 * of the rejected words that it accepts. */
#include "learn/contexts/learn_contexts.h"

#include "learn/contexts/tracker.h"
#include "model/total.h"

/* ---- total bits ---- */

/* Lists the rejected words; there is room for all. */
static size_t list_rejected (const encoded *words, uint64_t *offsets)
{
  size_t count = 0;
  for (size_t i = 0; i < words->size; i++) {
    const symbol *end = words->samples->flat + words->offsets[i];
    while (!is_end (*end))
      end++;
    if (*end == END + PAPNI_REJECT)
      offsets[count++] = words->offsets[i];
  }
  return count;
}

/* Of the model, of the accepted words, and of the names of rejected words that it accepts. */
static status all_bits (const context_table *c, const papni_model *model, uint64_t *bits, error *e)
{
  const encoded *words = c->words;
  uint64_t *rejected = allocate (&c->memory, words->size, sizeof *rejected);
  if (!rejected)
    return no_memory (e);
  const word_list right = { words->samples, c->offsets, c->word_count };
  const word_list wrong = { words->samples, rejected, list_rejected (words, rejected) };
  size_t exceptions = 0;
  status s = total_bits (model, &right, bits, e);
  if (!s)
    s = total_accepted (model, &wrong, &exceptions, e);
  *bits += exceptions * (log_of (wrong.count > 2 ? wrong.count : 2) + (uint64_t) ONE_BIT);
  release (&c->memory, rejected, words->size, sizeof *rejected);
  return s;
}

/* ---- attempts ---- */

/* With all rules, or the first three quarters, half, a quarter or none of them: the
 * first automaton that is not too large. *model is NULL if all are too large. */
static status build_model (event_classes *k, papni_model **model, error *e)
{
  *model = NULL;
  for (size_t part = 5, last = SIZE_MAX; part-- > 0;) {
    const size_t rules = k->rule_count * part / 4;
    tracker t;
    if (rules == last)
      continue;
    last = rules;
    const status s = tracker_init (&t, k, rules, e);
    if (s)
      return s;
    const bool fits = !t.too_large;
    if (fits)
      *model = tracker_model (&t, e);
    tracker_release (&t);
    if (fits)
      return *model ? PAPNI_OK : e ? e->code : PAPNI_MEMORY;
  }
  return PAPNI_OK;
}

static status attempt (const context_table *c, unsigned scale, const papni_watch *watch, papni_model **model, error *e)
{
  event_classes k;
  *model = NULL;
  status s = event_classes_init (&k, c, scale, watch, e);
  if (s)
    return s;
  s = event_classes_grow (&k, e);
  if (!s)
    s = event_classes_prune (&k, e);
  if (!s)
    s = event_classes_join (&k, e);
  if (!s)
    s = event_classes_find_rules (&k, e);
  if (!s)
    s = build_model (&k, model, e);
  event_classes_release (&k);
  return s;
}

/* Tests cost 2 or 4 times their bits; more only if both automata are too large. */
static papni_model *best_attempt (const context_table *c, const papni_watch *watch, uint64_t *bits, error *e)
{
  papni_model *best = NULL;
  status s = PAPNI_OK;
  for (unsigned scale = 2; !s && (scale <= 4 || !best); scale *= 2) {
    papni_model *model;
    uint64_t total = 0;
    s = attempt (c, scale, watch, &model, e);
    if (!s && model)
      s = all_bits (c, model, &total, e);
    if (s || !model || (best && total >= *bits)) {
      papni_model_free (model);
      continue;
    }
    papni_model_free (best);
    best = model;
    *bits = total;
  }
  if (s) {
    papni_model_free (best);
    best = NULL;
  }
  return best;
}

papni_model *learn_contexts (const encoded *words, const papni_watch *watch, uint64_t *bits, error *e)
{
  context_table c;
  if (contexts_init (&c, words, watch, e))
    return NULL;
  papni_model *model = best_attempt (&c, watch, bits, e);
  contexts_release (&c);
  return model;
}
