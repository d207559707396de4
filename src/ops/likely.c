/* likely.c - words drawn by the counts of a model.
 *
 * In each state, what comes next is drawn as often as the words that were counted did it: an
 * internal symbol, a call, or leaving, which is the end of the word or a return. What was never
 * counted is never drawn. A word that is too long, or that cannot continue, is drawn again. */
#include "base/random.h"
#include "base/watch.h"
#include "data/sample.h"
#include "model/counts.h"
#include "ops/generate.h"

enum
{
  LIKELY_TRIES = 10000 /* in a row, without a word of the wanted length */
};

typedef struct likely
{
  allocator memory;
  const papni_model *model;
  const papni_generation *how;
  papni_samples *samples;
  papni_random random;
  symbol *translated; /* by the model's symbols */
  symbol *word;
  size_t word_capacity;
  counts_place *stack;
  size_t stack_capacity, depth;
} likely;

/* A return that pops the open call, by its counts; NULL: none was counted. */
static const transition *likely_return (likely *l, counts_place at)
{
  const papni_model *m = l->model;
  uint64_t all = 0;
  for (size_t s = 0; s < m->alphabet->size; s++) {
    const transition *t = counts_return (m, at, (symbol) s);
    all += t ? m->counts->taken[t - m->transitions] : 0;
  }
  uint64_t left = all ? random_below (&l->random, all) : 0;
  for (size_t s = 0; all && s < m->alphabet->size; s++) {
    const transition *t = counts_return (m, at, (symbol) s);
    const uint64_t taken = t ? m->counts->taken[t - m->transitions] : 0;
    if (left < taken)
      return t;
    left -= taken;
  }
  return NULL;
}

static bool likely_leaves (const likely *l, counts_place at)
{
  const papni_model *m = l->model;
  if (at.call == PAPNI_NO_SYMBOL)
    return m->counts->ends[at.state] > 0;
  for (size_t s = 0; s < m->alphabet->size; s++) {
    const transition *t = counts_return (m, at, (symbol) s);
    if (t && m->counts->taken[t - m->transitions])
      return true;
  }
  return false;
}

/* The next transition; NULL and *ends: the word ends here, or it cannot continue. */
static const transition *likely_next (likely *l, counts_place at, bool *ends)
{
  const papni_model *m = l->model;
  const model_counts *c = m->counts;
  const uint64_t leaves = likely_leaves (l, at) ? c->leaves[at.state] : 0, all = c->stays[at.state] + leaves;
  *ends = false;
  if (!all)
    return NULL;
  uint64_t left = random_below (&l->random, all);
  if (left < leaves) {
    *ends = at.call == PAPNI_NO_SYMBOL;
    return *ends ? NULL : likely_return (l, at);
  }
  left -= leaves;
  for (size_t i = m->first[at.state]; i < m->first[at.state + 1]; i++) {
    const uint64_t taken = m->transitions[i].popped == PAPNI_NO_SYMBOL && c->leads[i] ? c->taken[i] : 0;
    if (left < taken)
      return &m->transitions[i];
    left -= taken;
  }
  return NULL;
}

/* Moves along a transition: what is on top of the stack afterwards. */
static status likely_move (likely *l, const transition *t, counts_place *at, error *e)
{
  const papni_kind kind = model_symbol_kind (l->model, t->symbol);
  if (kind == PAPNI_CALL) {
    if (!reserve (&l->memory, &l->stack, &l->stack_capacity, l->depth + 1, sizeof *l->stack))
      return no_memory (e);
    l->stack[l->depth++] = *at;
    *at = (counts_place){ .caller = at->state, .call = t->symbol };
  } else if (kind == PAPNI_RETURN)
    *at = l->stack[--l->depth];
  at->state = t->to;
  return PAPNI_OK;
}

/* Draws a word; *length is SIZE_MAX if it is too long or cannot be completed. */
static status likely_draw (likely *l, size_t *length, error *e)
{
  counts_place at = { 0, PAPNI_NO_STATE, PAPNI_NO_SYMBOL };
  const size_t most = l->how->most;
  size_t drawn = 0;
  l->depth = 0;
  *length = SIZE_MAX;
  for (;; drawn++) {
    bool ends;
    const transition *t = likely_next (l, at, &ends);
    if (ends)
      *length = drawn;
    if (!t || drawn == most)
      return PAPNI_OK;
    if (!reserve (&l->memory, &l->word, &l->word_capacity, drawn + 1, sizeof *l->word))
      return no_memory (e);
    l->word[drawn] = t->symbol;
    const status s = likely_move (l, t, &at, e);
    if (s)
      return s;
  }
}

static status likely_add (likely *l, error *e)
{
  const papni_generation *how = l->how;
  papni_samples *samples = l->samples;
  for (size_t i = 0; i < LIKELY_TRIES; i++) {
    size_t length;
    const status s = likely_draw (l, &length, e);
    if (s)
      return s;
    if (length == SIZE_MAX || length < how->least)
      continue;
    if (!samples_reserve (samples, length))
      return no_memory (e);
    for (size_t k = 0; k < length; k++)
      samples->flat[samples->used + k] = l->translated[l->word[k]];
    return samples_end_word (samples, length, PAPNI_ACCEPT, NULL, 0, e);
  }
  return fail (e, PAPNI_INPUT, "of %d words drawn by their probabilities, none has %zu to %zu symbols", LIKELY_TRIES,
               how->least, how->most);
}

static status likely_check (const papni_model *model, const papni_generation *how, error *e)
{
  if (!model->counts)
    return fail (e, PAPNI_INPUT, "the model has no counts: learn it with --counts, or use papni count");
  if (how->negative)
    return fail (e, PAPNI_USAGE, "only accepted words have probabilities");
  if (how->least > how->most)
    return fail (e, PAPNI_USAGE, "empty range of lengths: %zu to %zu", how->least, how->most);
  return PAPNI_OK;
}

papni_status papni_generate_likely (const papni_model *model, const papni_generation *how, papni_samples *samples,
                                    const papni_watch *caller, papni_error *e)
{
  status s = likely_check (model, how, e);
  if (s)
    return s;
  likely l = { .memory = model->memory, .model = model, .how = how, .samples = samples };
  const size_t used = samples->used, size = samples->size, runs = samples->run_count;
  watch watch = watch_begin (caller, PAPNI_PHASE_GENERATING);
  watch.total = how->positive;
  l.random = papni_random_begin (how->seed);
  l.translated = allocate (&l.memory, model->alphabet->size, sizeof *l.translated);
  s = l.translated ? generate_declare (model, samples->alphabet, l.translated, e) : no_memory (e);
  for (; !s && watch.done < how->positive; watch.done++) {
    s = watch_ask (&watch, e);
    if (!s)
      s = likely_add (&l, e);
  }
  if (s) { /* undo everything */
    samples->used = used;
    samples->size = size;
    samples->run_count = runs;
  }
  release (&l.memory, l.translated, model->alphabet->size, sizeof *l.translated);
  release (&l.memory, l.word, l.word_capacity, sizeof *l.word);
  release (&l.memory, l.stack, l.stack_capacity, sizeof *l.stack);
  return s;
}
