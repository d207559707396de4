/* learn_terms.c - from samples to terms, and from their classes to a sevpa. */
#include "learn/learn.h"

#include "learn/explain/story.h"
#include "learn/front/search.h"
#include "learn/terms/closure.h"

#include <stdlib.h>

/* A term all of whose parts are red, as is its class. */
typedef struct learn_terms_step
{
  uint32_t at;     /* where the symbol is read: inside the block, if it ends one */
  uint32_t caller; /* where the block began; NOWHERE: an internal symbol */
  uint32_t to;
  symbol symbol;  /* of the stack-aware alphabet */
  uint32_t order; /* of the caller */
} learn_terms_step;

/* The automaton's states are the red ones that can be reached. */
typedef struct learn_terms_reader
{
  const closure *closure;
  const encoded *words;
  learn_terms_step *steps; /* by where they are read */
  size_t count;
  size_t *first;    /* the steps of q begin at first[q] and end at first[q + 1] */
  uint32_t *number; /* of a red state; NOWHERE: not reached */
  uint32_t *queue;  /* the red states by number */
  size_t states;
} learn_terms_reader;

/* ---- the steps ---- */

/* A term's step; false if it has none, or another term stands for it. */
static bool step_of (const closure *c, term t, learn_terms_step *result)
{
  const shape *s = &c->terms->shapes[t];
  const uint32_t to = closure_red (c, t);
  if (s->before == NO_TERM || to == NOWHERE)
    return false;
  const uint32_t before = closure_red (c, s->before);
  const uint32_t inside = s->inside == NO_TERM ? NOWHERE : closure_red (c, s->inside);
  if (before == NOWHERE || (s->inside != NO_TERM && inside == NOWHERE))
    return false;
  *result = (learn_terms_step){ .at = s->inside == NO_TERM ? before : inside,
                                .caller = s->inside == NO_TERM ? NOWHERE : before,
                                .to = to,
                                .symbol = s->symbol };
  return closure_stands_for_all (c, t);
}

/* Internal symbols come before returns in the stack-aware alphabet's order. */
static int learn_terms_by_place (const void *left, const void *right)
{
  const learn_terms_step *x = left, *y = right;
  const int order = compare (x->at, y->at);
  return order ? order : compare (x->symbol, y->symbol);
}

static int by_order (const void *left, const void *right)
{
  const learn_terms_step *x = left, *y = right;
  const int order = compare (x->symbol, y->symbol);
  return order ? order : compare (x->order, y->order);
}

static status learn_terms_list_steps (learn_terms_reader *r, error *e)
{
  const closure *c = r->closure;
  const allocator *a = &c->front.memory;
  learn_terms_step s;
  for (size_t i = 0; i < c->terms->size; i++)
    r->count += step_of (c, (term) i, &s);
  r->steps = allocate (a, r->count, sizeof *r->steps);
  r->first = allocate_zeroed (a, red_count (&c->front) + 1, sizeof *r->first);
  if (!r->steps || !r->first)
    return no_memory (e);
  size_t count = 0;
  for (size_t i = 0; i < c->terms->size; i++)
    if (step_of (c, (term) i, &s)) {
      r->steps[count++] = s;
      r->first[s.at + 1]++;
    }
  for (size_t q = 0; q < red_count (&c->front); q++)
    r->first[q + 1] += r->first[q];
  qsort (r->steps, r->count, sizeof *r->steps, learn_terms_by_place);
  return PAPNI_OK;
}

/* ---- numbering: breadth first in symbol order ---- */

static void learn_terms_visit (learn_terms_reader *r, uint32_t red)
{
  if (r->number[red] != NOWHERE)
    return;
  r->number[red] = (uint32_t) r->states;
  r->queue[r->states++] = red;
}

static void learn_terms_visit_from (learn_terms_reader *r, uint32_t q)
{
  const terms *t = r->closure->terms;
  size_t begin = r->first[q], end = r->first[q + 1];
  for (; begin < end && r->steps[begin].caller == NOWHERE; begin++)
    learn_terms_visit (r, r->steps[begin].to);
  for (size_t i = 0; i < t->letters; i++) {
    const term entry = t->entry[r->words->order[i]];
    if (entry != NO_TERM)
      learn_terms_visit (r, closure_red (r->closure, entry));
  }
  for (size_t i = begin; i < end; i++)
    r->steps[i].order = r->number[r->steps[i].caller];
  qsort (r->steps + begin, end - begin, sizeof *r->steps, by_order);
  for (size_t i = begin; i < end; i++)
    if (r->steps[i].order != NOWHERE)
      learn_terms_visit (r, r->steps[i].to);
}

/* A return needs both of its states, so it goes round until nothing is new. */
static status learn_terms_number_states (learn_terms_reader *r, error *e)
{
  const allocator *a = &r->closure->front.memory;
  const size_t reds = red_count (&r->closure->front);
  size_t before;
  r->number = allocate (a, reds, sizeof *r->number);
  r->queue = allocate (a, reds, sizeof *r->queue);
  if (!r->number || !r->queue)
    return no_memory (e);
  for (size_t q = 0; q < reds; q++)
    r->number[q] = NOWHERE;
  learn_terms_visit (r, 0);
  do {
    before = r->states;
    for (size_t i = 0; i < r->states; i++)
      learn_terms_visit_from (r, r->queue[i]);
  } while (r->states != before);
  return PAPNI_OK;
}

/* ---- the model ---- */

/* The transitions of the i-th state: what it reads, and the calls. */
static size_t learn_terms_list_transitions (const learn_terms_reader *r, size_t i, transition *list)
{
  const terms *t = r->closure->terms;
  const stack_symbol *symbols = r->words->stack.symbols;
  const uint32_t q = r->queue[i];
  size_t count = 0;
  for (size_t k = r->first[q]; k < r->first[q + 1]; k++) {
    const learn_terms_step *s = &r->steps[k];
    const papni_state caller = s->caller == NOWHERE ? PAPNI_NO_STATE : r->number[s->caller];
    if (s->caller != NOWHERE && caller == NOWHERE)
      continue;
    list[count++] =
        (transition){ (papni_state) i, caller, r->number[s->to], symbols[s->symbol].symbol, symbols[s->symbol].popped };
  }
  for (size_t c = 0; c < t->letters; c++)
    if (t->entry[c] != NO_TERM)
      list[count++] = (transition){ (papni_state) i, PAPNI_NO_STATE, r->number[closure_red (r->closure, t->entry[c])],
                                    (symbol) c, PAPNI_NO_SYMBOL };
  return count;
}

static papni_model *learn_terms_make_model (const learn_terms_reader *r, error *e)
{
  const allocator *a = &r->closure->front.memory;
  const terms *t = r->closure->terms;
  size_t calls = 0, count = 0;
  for (size_t c = 0; c < t->letters; c++)
    calls += t->entry[c] != NO_TERM;
  const size_t room = r->count + calls * r->states;
  transition *list = allocate (a, room, sizeof *list);
  bool *accepting = allocate (a, r->states, sizeof *accepting);
  papni_model *model = NULL;
  for (size_t i = 0; list && accepting && i < r->states; i++) {
    accepting[i] = closure_label (r->closure, r->queue[i]) == PAPNI_ACCEPT;
    count += learn_terms_list_transitions (r, i, list + count);
  }
  if (list && accepting)
    model = papni_model_new (PAPNI_SEVPA, r->words->samples->alphabet, r->states, accepting, list, count, e);
  else
    no_memory (e);
  release (a, list, room, sizeof *list);
  release (a, accepting, r->states, sizeof *accepting);
  return model;
}

static papni_model *learn_terms_read_off (const closure *c, const encoded *words, error *e)
{
  const allocator *a = &c->front.memory;
  const size_t reds = red_count (&c->front);
  learn_terms_reader r = { .closure = c, .words = words };
  papni_model *model =
      learn_terms_list_steps (&r, e) || learn_terms_number_states (&r, e) ? NULL : learn_terms_make_model (&r, e);
  release (a, r.steps, r.count, sizeof *r.steps);
  release (a, r.first, reds + 1, sizeof *r.first);
  release (a, r.number, reds, sizeof *r.number);
  release (a, r.queue, reds, sizeof *r.queue);
  return model;
}

/* ---- the three phases ---- */

static papni_model *merge_terms (const terms *t, const encoded *words, const papni_options *options,
                                 papni_statistics *counts, error *e)
{
  control control = { .progress = options->progress, .context = options->context };
  closure c;
  if ((options->story && story_take_terms (options->story, t, words, e))
      || begin_phase (options, PAPNI_MERGING, t->size, e) || closure_init (&c, t, options, &control, e))
    return NULL;
  c.front.log = options->story ? &options->story->log : NULL;
  const status s = decide_all (&c.front, options, e);
  papni_model *model = s ? NULL : learn_terms_read_off (&c, words, e);
  if (model && options->story && story_tell (options->story, &c.front, c.blues.items, c.reds.items, model, e)) {
    papni_model_free (model);
    model = NULL;
  }
  counts->merges = c.front.merges;
  counts->states = model ? model->states : 0;
  closure_release (&c);
  return model;
}

papni_model *learn_terms (const papni_samples *samples, const papni_options *options, papni_statistics *statistics,
                          error *e)
{
  papni_statistics counts = { 0 };
  papni_model *model = NULL;
  encoded words;
  terms t = { .size = 0 };
  if (begin_phase (options, PAPNI_ENCODING, samples->size, e) || encoded_init (&words, samples, true, &counts, e))
    return NULL;
  if (!begin_phase (options, PAPNI_TREE, words.size, e) && !terms_init (&t, &words, options->modules, e)) {
    counts.tree_nodes = t.size;
    counts.tree_bytes = t.size * sizeof *t.shapes;
    model = merge_terms (&t, &words, options, &counts, e);
    terms_release (&t);
  }
  encoded_release (&words);
  if (statistics)
    *statistics = counts;
  return model;
}
