/* run.c - running a word on a model. */
#include "base/logs.h"
#include "data/traces.h"
#include "model/counts.h"
#include "model/live.h"

#include <math.h>
#include <string.h>

enum
{
  LIVE_WORK = 1 << 26 /* for look-ahead: at most about a second for the steps, and again for the sets */
};

struct papni_run
{
  allocator memory;
  const papni_model *model;
  live *live;   /* NULL: no look-ahead */
  uint32_t set; /* the states from which the word can be completed */
  struct
  {
    papni_state caller;
    uint32_t set; /* around the call */
    symbol call;
  } * stack;
  size_t depth, capacity;
  papni_state state;
  papni_verdict stopped; /* PAPNI_VERDICT_ACCEPT while every symbol could be read */
  size_t position;
};

papni_run *papni_run_new (const papni_model *model, papni_error *e)
{
  papni_run *run = allocate_zeroed (&model->memory, 1, sizeof *run);
  if (!run) {
    no_memory (e);
    return NULL;
  }
  run->memory = model->memory;
  run->model = model;
  return run;
}

void papni_run_free (papni_run *run)
{
  if (!run)
    return;
  const allocator a = run->memory;
  live_free (run->live);
  release (&a, run->stack, run->capacity, sizeof *run->stack);
  release (&a, run, 1, sizeof *run);
}

papni_status papni_run_look_ahead (papni_run *run, papni_error *e)
{
  if (!run->live)
    run->live = live_new (run->model, LIVE_WORK, e);
  return run->live ? PAPNI_OK : PAPNI_MEMORY;
}

void papni_run_restart (papni_run *run)
{
  run->depth = run->position = 0;
  run->set = LIVE_BOTTOM;
  run->state = 0;
  run->stopped = PAPNI_VERDICT_ACCEPT;
}

/* The effect of a symbol on the stack. */
static papni_kind run_kind_of (const papni_run *run, symbol s)
{
  return run->model->kind == PAPNI_DFA ? PAPNI_INTERNAL : run->model->alphabet->letters[s].kind;
}

/* The set of the level that a transition leads to. */
static uint32_t set_after (papni_run *run, const transition *t)
{
  const papni_kind kind = run_kind_of (run, t->symbol);
  if (!run->live || kind == PAPNI_INTERNAL)
    return run->set;
  return kind == PAPNI_CALL ? live_inside (run->live, run->set, run->state, t->symbol) : run->stack[run->depth - 1].set;
}

static bool can_be_completed (papni_run *run, const transition *t)
{
  return run->live ? live_has (run->live, set_after (run, t), t->to) : run->model->hopeful[t->to];
}

/* The transition that reads the symbol, or NULL and the reason. */
static const transition *next_transition (papni_run *run, symbol s, papni_verdict *why)
{
  const papni_model *model = run->model;
  const transition *t = NULL;
  if (s >= model->alphabet->size) {
    *why = PAPNI_VERDICT_UNKNOWN_SYMBOL;
    return NULL;
  }
  if (run_kind_of (run, s) != PAPNI_RETURN) {
    t = model_find (model, run->state, s, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
    *why = PAPNI_VERDICT_NO_TRANSITION;
  } else if (!run->depth) {
    *why = PAPNI_VERDICT_NO_CALL;
  } else {
    t = model_find (model, run->state, s, run->stack[run->depth - 1].call, run->stack[run->depth - 1].caller);
    if (!t)
      *why = model_has (model, run->state, s) ? PAPNI_VERDICT_WRONG_CALL : PAPNI_VERDICT_NO_TRANSITION;
  }
  if (t && !can_be_completed (run, t)) {
    *why = PAPNI_VERDICT_DEAD_END;
    return NULL;
  }
  return t;
}

papni_status papni_run_step (papni_run *run, papni_symbol s, papni_error *e)
{
  if (run->stopped != PAPNI_VERDICT_ACCEPT)
    return PAPNI_OK;
  const transition *t = next_transition (run, s, &run->stopped);
  if (!t)
    return PAPNI_OK;
  run->stopped = PAPNI_VERDICT_ACCEPT;
  const papni_kind kind = run_kind_of (run, s);
  const uint32_t set = set_after (run, t);
  if (kind == PAPNI_CALL) {
    if (!reserve (&run->memory, &run->stack, &run->capacity, run->depth + 1, sizeof *run->stack))
      return no_memory (e);
    run->stack[run->depth].caller = run->state;
    run->stack[run->depth].set = run->set;
    run->stack[run->depth++].call = s;
  }
  run->depth -= kind == PAPNI_RETURN;
  run->set = set;
  run->state = t->to;
  run->position++;
  return PAPNI_OK;
}

papni_verdict papni_run_verdict (const papni_run *run)
{
  if (run->stopped != PAPNI_VERDICT_ACCEPT)
    return run->stopped;
  if (run->depth)
    return PAPNI_VERDICT_OPEN_CALLS;
  return run->model->accepting[run->state] ? PAPNI_VERDICT_ACCEPT : PAPNI_VERDICT_REJECTING_STATE;
}

size_t papni_run_position (const papni_run *run)
{
  return run->position;
}

papni_state papni_run_state (const papni_run *run)
{
  return run->state;
}

size_t papni_run_depth (const papni_run *run)
{
  return run->depth;
}

papni_symbol papni_run_open (const papni_run *run)
{
  return run->depth ? run->stack[run->depth - 1].call : PAPNI_NO_SYMBOL;
}

bool papni_run_expects (papni_run *run, papni_symbol s)
{
  papni_verdict ignored;
  return next_transition (run, s, &ignored);
}

/* Has a symbol this input? */
static bool has_input (const papni_model *model, symbol s, text_span input)
{
  text_span own, output;
  trace_split (letter_name (&model->alphabet->letters[s]), &own, &output);
  return own.length == input.length && !memcmp (own.text, input.text, input.length);
}

papni_symbol papni_run_answer (papni_run *run, const char *input, size_t length)
{
  const papni_model *model = run->model;
  const text_span wanted = { input, length };
  symbol same = PAPNI_NO_SYMBOL;
  for (size_t i = model->first[run->state]; i < model->first[run->state + 1]; i++) {
    const symbol s = model->transitions[i].symbol;
    if (!has_input (model, s, wanted))
      continue;
    if (papni_run_expects (run, s))
      return s;
    same = s;
  }
  for (size_t i = 0; same == PAPNI_NO_SYMBOL && i < model->alphabet->size; i++)
    same = has_input (model, (symbol) i, wanted) ? (symbol) i : same;
  return same;
}

static counts_place run_place (const papni_run *run)
{
  if (!run->depth)
    return (counts_place){ run->state, PAPNI_NO_STATE, PAPNI_NO_SYMBOL };
  return (counts_place){ run->state, run->stack[run->depth - 1].caller, run->stack[run->depth - 1].call };
}

static double run_bits_of (const papni_run *run, const transition *t)
{
  return (double) counts_bits (run->model, run_place (run), t) / (double) ONE_BIT;
}

double papni_run_bits (papni_run *run, papni_symbol s)
{
  papni_verdict ignored;
  const model_counts *counts = run->model->counts;
  const transition *t = counts && run->stopped == PAPNI_VERDICT_ACCEPT ? next_transition (run, s, &ignored) : NULL;
  return t && counts->leads[t - run->model->transitions] ? run_bits_of (run, t) : (double) INFINITY;
}

double papni_run_end_bits (const papni_run *run)
{
  const bool accepts = run->model->counts && papni_run_verdict (run) == PAPNI_VERDICT_ACCEPT;
  return accepts ? run_bits_of (run, NULL) : (double) INFINITY;
}
