/* learn_contexts.c - tries tests at two prices, with and without limits on the events of
 * levels, and chooses the automaton with the smallest description length: of the
 * automaton, of the words given the automaton, and of the rejected words that it accepts. */
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
static status all_bits (const context_table *c, const papni_model *model, const papni_watch *watch, uint64_t *bits,
                        error *e)
{
  const encoded *words = c->words;
  uint64_t *rejected = allocate (&c->memory, words->size, sizeof *rejected);
  if (!rejected)
    return no_memory (e);
  const word_list right = { words->samples, c->offsets, c->word_count, watch };
  const word_list wrong = { words->samples, rejected, list_rejected (words, rejected), watch };
  size_t exceptions = 0;
  status s = total_bits (model, &right, bits, e);
  if (!s)
    s = total_accepted (model, &wrong, &exceptions, e);
  *bits += exceptions * (log_of (wrong.count > 2 ? wrong.count : 2) + (uint64_t) ONE_BIT);
  release (&c->memory, rejected, words->size, sizeof *rejected);
  return s;
}

/* ---- attempts ---- */

typedef struct weighed_model
{
  papni_model *model;
  uint64_t bits;      /* of the automaton and the words */
  uint64_t described; /* of its tests and rules alone */
} weighed_model;

static bool is_allowed (const papni_model *model, const settings *options)
{
  return !options->max_states || model->states <= options->max_states;
}

/* The automaton with some of the rules; *model is NULL if it is too large. */
static status build_with (event_classes *k, size_t rules, papni_model **model, error *e)
{
  tracker t;
  *model = NULL;
  const status s = tracker_init (&t, k, rules, e);
  if (s)
    return s;
  const bool fits = !t.too_large;
  if (fits)
    *model = tracker_model (&t, e);
  tracker_release (&t);
  return !fits || *model ? PAPNI_OK : e ? e->code : PAPNI_MEMORY;
}

/* With the rules of levels, and all others, or the first three quarters, half, a quarter or
 * none of them: the first automaton that is not too large and has as many states as
 * allowed. If there is none, the last that is not too large; the model is NULL if all are. */
static status build_model (event_classes *k, const settings *options, weighed_model *to, error *e)
{
  status s = PAPNI_OK;
  for (size_t part = 5, last = SIZE_MAX; !s && part-- > 0 && (!to->model || !is_allowed (to->model, options));) {
    const size_t rules = k->level_rules + (k->rule_count - k->level_rules) * part / 4;
    papni_model *next;
    if (rules == last)
      continue;
    last = rules;
    s = build_with (k, rules, &next, e);
    if (next) {
      papni_model_free (to->model);
      to->model = next;
      s = event_classes_bits (k, rules, &to->described, e);
    }
  }
  if (!s)
    return PAPNI_OK;
  papni_model_free (to->model);
  to->model = NULL;
  return s;
}

/* Fewer bits are better, as long as there are not too many states. */
static bool is_better_model (const weighed_model *x, const weighed_model *y, const settings *options)
{
  const bool x_allowed = is_allowed (x->model, options), y_allowed = is_allowed (y->model, options);
  if (x_allowed != y_allowed)
    return x_allowed;
  return x_allowed ? x->bits < y->bits : x->model->states < y->model->states;
}

/* Keeps the better of two models, the first if they are equally good, and frees the other. */
static void keep_better (weighed_model *best, const weighed_model *next, const settings *options)
{
  if (next->model && (!best->model || is_better_model (next, best, options))) {
    papni_model_free (best->model);
    *best = *next;
  } else
    papni_model_free (next->model);
}

/* A model with rules; *best is replaced if it is better. */
static status attempt_rules (event_classes *k, const settings *options, weighed_model *best, error *e)
{
  weighed_model next = { NULL, 0, 0 };
  status s = event_classes_find_rules (k, e);
  if (!s)
    s = build_model (k, options, &next, e);
  if (!s && next.model)
    s = all_bits (k->c, next.model, &options->watch, &next.bits, e);
  if (!s)
    keep_better (best, &next, options);
  else
    papni_model_free (next.model);
  return s;
}

/* Is there no time left to look for something better? */
static bool is_over (const weighed_model *best, const settings *options)
{
  return best->model && is_allowed (best->model, options) && until_reached (&options->until);
}

/* With limits on the events of levels, and without. */
static status attempt (const context_table *c, unsigned scale, const settings *options, weighed_model *best, error *e)
{
  event_classes k;
  status s = event_classes_init (&k, c, scale, options, e);
  if (s)
    return s;
  s = event_classes_grow (&k, e);
  if (!s)
    s = event_classes_prune (&k, e);
  if (!s)
    s = event_classes_join (&k, e);
  if (!s)
    s = event_classes_limit_levels (&k, e);
  const bool limited = k.level_rules > 0;
  if (!s)
    s = attempt_rules (&k, options, best, e);
  if (!s && limited && !is_over (best, options)) {
    event_classes_forget_rules (&k);
    s = attempt_rules (&k, options, best, e);
  }
  event_classes_release (&k);
  return s;
}

enum
{
  LARGEST_SCALE = 1 << 16
};

/* Tests cost 2 or 4 times their bits; more only if both automata are too large, or have more
 * states than allowed. */
static papni_model *best_attempt (const context_table *c, const settings *options, uint64_t *described, error *e)
{
  weighed_model best = { NULL, 0, 0 };
  status s = PAPNI_OK;
  for (unsigned scale = 2; !s && scale <= LARGEST_SCALE; scale *= 2) {
    if (is_over (&best, options) || (best.model && is_allowed (best.model, options) && scale > 4))
      break;
    s = attempt (c, scale, options, &best, e);
  }
  if (!s && best.model) {
    if (described)
      *described = best.described;
    return best.model;
  }
  papni_model_free (best.model);
  if (!s)
    fail (e, PAPNI_INPUT, "the accepted words depend on too much at once: no automaton of acceptable size was found");
  return NULL;
}

/* Takes the model that is known already, or returns NULL. */
static papni_model *take_known (const encoded *words, const settings *options, uint64_t *described)
{
  known_model *known = options->known;
  if (!known || !known->model || known->model->kind != (words->encoder ? PAPNI_GENERAL : PAPNI_DFA))
    return NULL;
  papni_model *model = known->model;
  known->model = NULL;
  if (described)
    *described = known->described;
  return model;
}

papni_model *learn_contexts (const encoded *words, const settings *options, uint64_t *described, error *e)
{
  context_table c;
  papni_model *model = take_known (words, options, described);
  if (model || contexts_init (&c, words, &options->watch, e))
    return model;
  model = best_attempt (&c, options, described, e);
  contexts_release (&c);
  return model;
}
