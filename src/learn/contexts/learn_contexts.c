/* learn_contexts.c - tries tests at two prices, and chooses the automaton with the
 * smallest description length: of the automaton, of the words given the automaton, and
 * of the rejected words that it accepts. */
#include "learn/contexts/learn_contexts.h"

#include "learn/contexts/tracker.h"
#include "model/model.h"

#include <string.h>

/* ---- total bits ---- */

typedef struct measurement
{
  const context_table *c;
  const papni_model *model;
  papni_run *run;
  symbol *rank;     /* symbol of the samples -> of the model */
  uint64_t *passed; /* state -> */
  size_t rejected, accepted_wrongly;
} measurement;

/* The number of events that can follow a state: symbols, and the end. */
static size_t count_events (const papni_model *m, papni_state q)
{
  size_t count = m->accepting[q];
  for (size_t i = m->first[q]; i < m->first[q + 1]; i++)
    count += i == m->first[q] || m->transitions[i].symbol != m->transitions[i - 1].symbol;
  return count;
}

/* Runs a word; `passed` counts the states of an accepted one. */
static status measure_word (measurement *m, const symbol *word, bool count, bool *accepted, error *e)
{
  papni_run_restart (m->run);
  for (; !is_end (*word); word++) {
    if (count)
      m->passed[papni_run_state (m->run)]++;
    const status s = papni_run_step (m->run, m->rank[*word], e);
    if (s)
      return s;
  }
  if (count)
    m->passed[papni_run_state (m->run)]++;
  *accepted = papni_run_verdict (m->run) == PAPNI_VERDICT_ACCEPT;
  return PAPNI_OK;
}

static status measure_words (measurement *m, error *e)
{
  const context_table *c = m->c;
  const encoded *words = c->words;
  bool accepted;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < c->word_count; i++)
    s = measure_word (m, words->samples->flat + c->offsets[i], true, &accepted, e);
  for (size_t i = 0; !s && i < words->size; i++) {
    const symbol *word = words->samples->flat + words->offsets[i], *end = word;
    while (!is_end (*end))
      end++;
    if (*end != END + PAPNI_REJECT)
      continue;
    m->rejected++;
    s = measure_word (m, word, false, &accepted, e);
    m->accepted_wrongly += !s && accepted;
  }
  return s;
}

/* Events of each state, targets of transitions other than returns, the words, and the
 * rejected words that are accepted. */
static uint64_t sum_bits (const measurement *m)
{
  const papni_model *model = m->model;
  const logs *l = &m->c->logs;
  uint64_t bits = 0;
  for (size_t q = 0; q < model->states; q++) {
    const size_t events = count_events (model, (papni_state) q);
    bits += (uint64_t) logs_choose (l, m->c->events, events) + m->passed[q] * l->log[events ? events : 1];
  }
  size_t targets = 0;
  for (size_t i = 0; i < model->count; i++)
    targets += model->transitions[i].popped == PAPNI_NO_SYMBOL;
  bits += targets * log_of (model->states > 2 ? model->states : 2);
  return bits + m->accepted_wrongly * (log_of (m->rejected > 2 ? m->rejected : 2) + (uint64_t) ONE_BIT);
}

static status total_bits (const context_table *c, const papni_model *model, uint64_t *bits, error *e)
{
  const allocator *a = &c->memory;
  const size_t letters = c->words->samples->alphabet->size;
  measurement m = { .c = c,
                    .model = model,
                    .run = papni_run_new (model, e),
                    .rank = allocate (a, letters, sizeof *m.rank),
                    .passed = allocate_zeroed (a, model->states, sizeof *m.passed) };
  status s = m.run && m.rank && m.passed ? PAPNI_OK : no_memory (e);
  for (size_t i = 0; !s && i < letters; i++)
    m.rank[c->words->order[i]] = (symbol) i;
  if (!s)
    s = measure_words (&m, e);
  if (!s)
    *bits = sum_bits (&m);
  papni_run_free (m.run);
  release (a, m.rank, letters, sizeof *m.rank);
  release (a, m.passed, model->states, sizeof *m.passed);
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
      s = total_bits (c, model, &total, e);
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
