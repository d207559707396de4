/* counts.c - counting how words run through a model. */
#include "model/counts.h"

#include "base/logs.h"
#include "data/sample.h"
#include "model/walk.h"

#include <string.h>

#define MOST_COUNTED ((uint64_t) 1 << 53) /* all counts of a model together: exact as a double */

/* ---- counts of a model ---- */

void model_drop_counts (papni_model *model)
{
  const allocator *a = &model->memory;
  model_counts *c = model->counts;
  if (!c)
    return;
  release (a, c->ends, model->states, sizeof *c->ends);
  release (a, c->taken, model->count, sizeof *c->taken);
  release (a, c->stays, model->states, sizeof *c->stays);
  release (a, c->leaves, model->states, sizeof *c->leaves);
  release (a, c->choices, model->states, sizeof *c->choices);
  release (a, c->leads, model->count, sizeof *c->leads);
  release (a, c, 1, sizeof *c);
  model->counts = NULL;
}

static status counts_allocate (papni_model *model, error *e)
{
  const allocator *a = &model->memory;
  model_counts *c = model->counts = allocate_zeroed (a, 1, sizeof *c);
  if (!c)
    return no_memory (e);
  c->ends = allocate_zeroed (a, model->states, sizeof *c->ends);
  c->taken = allocate_zeroed (a, model->count, sizeof *c->taken);
  c->stays = allocate_zeroed (a, model->states, sizeof *c->stays);
  c->leaves = allocate_zeroed (a, model->states, sizeof *c->leaves);
  c->choices = allocate_zeroed (a, model->states, sizeof *c->choices);
  c->leads = allocate_zeroed (a, model->count, sizeof *c->leads);
  return c->ends && c->taken && c->stays && c->leaves && c->choices && c->leads ? PAPNI_OK : no_memory (e);
}

static status counts_check (const papni_model *model, const uint64_t *ends, const uint64_t *taken, error *e)
{
  uint64_t left = MOST_COUNTED;
  for (size_t q = 0; q < model->states; q++) {
    if (ends[q] && !model->accepting[q])
      return fail (e, PAPNI_INPUT, "counts: words end in state %zu, which does not accept", q);
    if (ends[q] > left)
      return fail (e, PAPNI_INPUT, "counts: their sum is greater than 2^53");
    left -= ends[q];
  }
  for (size_t i = 0; i < model->count; i++) {
    if (taken[i] > left)
      return fail (e, PAPNI_INPUT, "counts: their sum is greater than 2^53");
    left -= taken[i];
  }
  return PAPNI_OK;
}

/* Marks the calls that a return of any caller pops, or one of their own callers. */
static status counts_mark_calls (const papni_model *model, error *e)
{
  const model_counts *c = model->counts;
  bool *any = allocate_zeroed (&model->memory, model->alphabet->size, sizeof *any);
  if (!any)
    return no_memory (e);
  for (size_t i = 0; i < model->count; i++) {
    const transition *t = &model->transitions[i];
    if (t->popped != PAPNI_NO_SYMBOL && t->caller == PAPNI_NO_STATE)
      any[t->popped] = true;
    else if (t->popped != PAPNI_NO_SYMBOL) {
      const transition *call = model_find (model, t->caller, t->popped, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
      if (call)
        c->leads[call - model->transitions] = true;
    }
  }
  for (size_t i = 0; i < model->count; i++) {
    const transition *t = &model->transitions[i];
    const bool call = model_symbol_kind (model, t->symbol) == PAPNI_CALL;
    c->leads[i] = model->hopeful[t->to] && (!call || c->leads[i] || any[t->symbol]);
  }
  release (&model->memory, any, model->alphabet->size, sizeof *any);
  return PAPNI_OK;
}

static void counts_sum (const papni_model *model)
{
  const model_counts *c = model->counts;
  for (size_t q = 0; q < model->states; q++)
    c->leaves[q] = c->ends[q];
  for (size_t i = 0; i < model->count; i++) {
    const transition *t = &model->transitions[i];
    if (t->popped != PAPNI_NO_SYMBOL)
      c->leaves[t->from] += c->taken[i];
    else if (c->leads[i]) {
      c->stays[t->from] += c->taken[i];
      c->choices[t->from]++;
    }
  }
}

status model_take_counts (papni_model *model, const uint64_t *ends, const uint64_t *taken, error *e)
{
  status s = counts_check (model, ends, taken, e);
  if (!s)
    s = counts_allocate (model, e);
  if (!s) {
    memcpy (model->counts->ends, ends, model->states * sizeof *ends);
    if (model->count)
      memcpy (model->counts->taken, taken, model->count * sizeof *taken);
    s = counts_mark_calls (model, e);
  }
  if (s)
    model_drop_counts (model);
  else
    counts_sum (model);
  return s;
}

/* ---- bits ---- */

const transition *counts_return (const papni_model *model, counts_place at, symbol s)
{
  if (model_symbol_kind (model, s) != PAPNI_RETURN)
    return NULL;
  const transition *t = model_find (model, at.state, s, at.call, at.caller);
  return t && model->counts->leads[t - model->transitions] ? t : NULL;
}

/* The returns that are possible here, and how often they were taken. */
static size_t counts_of_returns (const papni_model *model, counts_place at, uint64_t *taken)
{
  size_t count = 0;
  *taken = 0;
  for (size_t s = 0; s < model->alphabet->size; s++) {
    const transition *t = counts_return (model, at, (symbol) s);
    count += t != NULL;
    *taken += t ? model->counts->taken[t - model->transitions] : 0;
  }
  return count;
}

/* The bits of a choice that was taken `part` of `whole` times, where there are `choices`. */
static uint64_t counts_choice (uint64_t part, uint64_t whole, size_t choices)
{
  return log_of (2 * whole + choices) - log_of (2 * part + 1);
}

uint64_t counts_bits (const papni_model *model, counts_place at, const transition *t)
{
  const model_counts *c = model->counts;
  const bool outside = at.call == PAPNI_NO_SYMBOL;
  uint64_t returned = 0;
  const size_t returns = outside ? 0 : counts_of_returns (model, at, &returned);
  const bool leaves = outside ? model->accepting[at.state] : returns > 0;
  const uint64_t all = c->stays[at.state] + (leaves ? c->leaves[at.state] : 0);
  const size_t choices = (size_t) c->choices[at.state] + leaves;
  if (t && t->popped == PAPNI_NO_SYMBOL)
    return counts_choice (c->taken[t - model->transitions], all, choices);
  const uint64_t bits = counts_choice (c->leaves[at.state], all, choices);
  return t ? bits + counts_choice (c->taken[t - model->transitions], returned, returns) : bits;
}

/* ---- the public functions ---- */

papni_model *model_copy (const papni_model *model, error *e)
{
  const papni_parts parts = { model->kind,      model->alphabet,    model->states,
                              model->accepting, model->transitions, model->count };
  return model_like (papni_model_new (&parts, e), model, 0, e);
}

papni_model *papni_model_with_counts (const papni_model *model, const uint64_t *ends, const uint64_t *taken,
                                      papni_error *e)
{
  papni_model *copy = model_copy (model, e);
  if (copy && ends && model_take_counts (copy, ends, taken, e)) {
    papni_model_free (copy);
    return NULL;
  }
  return copy;
}

static status counts_of_words (walk *w, const papni_samples *samples, uint64_t *ends, uint64_t *taken, size_t *rejected,
                               error *e)
{
  status s = PAPNI_OK;
  size_t length;
  for (size_t at = 0; !s && at < samples->used; at += length + 1) {
    bool accepted;
    for (length = 0; !is_end (samples->flat[at + length]);)
      length++;
    if (samples->flat[at + length] != END + PAPNI_ACCEPT)
      continue;
    s = walk_word (w, samples->flat + at, length, &accepted, e);
    if (s)
      return s;
    *rejected += !accepted;
    for (size_t i = 0; accepted && i < w->count; i++)
      taken[w->steps[i]]++;
    ends[w->end] += accepted;
  }
  return s;
}

papni_model *papni_model_count (const papni_model *model, const papni_samples *samples, size_t *rejected,
                                papni_error *e)
{
  const allocator *a = &model->memory;
  uint64_t *ends = allocate_zeroed (a, model->states, sizeof *ends);
  uint64_t *taken = allocate_zeroed (a, model->count, sizeof *taken);
  papni_model *counted = NULL;
  size_t lost = 0;
  walk w;
  const status s = walk_begin (&w, model, samples->alphabet, e);
  if (!ends || !taken)
    no_memory (e);
  else if (!s && !counts_of_words (&w, samples, ends, taken, &lost, e))
    counted = papni_model_with_counts (model, ends, taken, e);
  walk_release (&w);
  release (a, ends, model->states, sizeof *ends);
  release (a, taken, model->count, sizeof *taken);
  if (rejected)
    *rejected = lost;
  return counted;
}

bool papni_model_has_counts (const papni_model *model)
{
  return model->counts;
}

uint64_t papni_model_ended (const papni_model *model, papni_state state)
{
  return model->counts ? model->counts->ends[state] : 0;
}

uint64_t papni_model_taken (const papni_model *model, size_t index)
{
  return model->counts ? model->counts->taken[index] : 0;
}
