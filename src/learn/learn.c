/* learn.c - from samples to a tree, and from a tree to a model. */
#include "learn/learn.h"

#include "learn/explain/story.h"
#include "learn/front/search.h"
#include "learn/tree/merge.h"

papni_options papni_default_options (papni_model_kind model)
{
  const bool dfa = model == PAPNI_DFA;
  return (papni_options){ .model = model,
                          .method = PAPNI_EDSM,
                          .evidence = dfa ? PAPNI_LABELS : PAPNI_STATES,
                          .focus = dfa ? PAPNI_ALL : PAPNI_POSITIVE,
                          .threads = 1 };
}

/* ---- reading the model off the red states ---- */

/* Numbers the red states breadth first in symbol order. queue[i] is the i-th,
 * number[r] the place of r. Returns how many there are. */
static size_t learn_number_states (const merger *m, uint32_t *number, uint32_t *queue, size_t *transitions)
{
  size_t count = 0;
  for (size_t r = 0; r < red_count (&m->front); r++)
    number[r] = NOWHERE;
  number[0] = 0;
  queue[count++] = 0;
  *transitions = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t s = 0; s < m->width; s++) {
      const uint32_t to = m->rows[queue[i] * m->width + s];
      if (to == NOWHERE || !is_red (to))
        continue; /* what is blue at the end is out of focus: it rejects */
      ++*transitions;
      if (number[to & ~RED] != NOWHERE)
        continue;
      number[to & ~RED] = (uint32_t) count;
      queue[count++] = to & ~RED;
    }
  return count;
}

static void learn_list_transitions (const merger *m, const stack_symbol *symbols, const uint32_t *number,
                                    const uint32_t *queue, size_t states, transition *list)
{
  for (size_t i = 0; i < states; i++)
    for (size_t s = 0; s < m->width; s++) {
      const uint32_t to = m->rows[queue[i] * m->width + s];
      if (to != NOWHERE && is_red (to))
        *list++ = (transition){ .from = (papni_state) i,
                                .symbol = symbols[s].symbol,
                                .popped = symbols[s].popped,
                                .caller = PAPNI_NO_STATE,
                                .to = number[to & ~RED] };
    }
}

static papni_model *learn_read_off (const merger *m, const papni_tree *t, error *e)
{
  const allocator *a = &m->front.memory;
  size_t states = 0, count = 0;
  uint32_t *number = allocate (a, red_count (&m->front), sizeof *number);
  uint32_t *queue = allocate (a, red_count (&m->front), sizeof *queue);
  bool *accepting = allocate (a, red_count (&m->front), sizeof *accepting);
  transition *list = NULL;
  papni_model *model = NULL;
  if (number && queue)
    states = learn_number_states (m, number, queue, &count);
  if (states && accepting)
    list = allocate (a, count, sizeof *list);
  if (list) {
    for (size_t i = 0; i < states; i++)
      accepting[i] = m->reds[queue[i]].label == PAPNI_ACCEPT;
    learn_list_transitions (m, t->symbols, number, queue, states, list);
    model = papni_model_new (t->kind, t->alphabet, states, accepting, list, count, e);
  } else
    no_memory (e);
  release (a, number, red_count (&m->front), sizeof *number);
  release (a, queue, red_count (&m->front), sizeof *queue);
  release (a, accepting, red_count (&m->front), sizeof *accepting);
  release (a, list, count, sizeof *list);
  return model;
}

/* ---- the three phases ---- */

status begin_phase (const papni_options *o, papni_phase phase, size_t total, error *e)
{
  const bool go_on = !o->progress || o->progress (o->context, phase, 0, total);
  return go_on ? PAPNI_OK : fail (e, PAPNI_CANCELLED, "cancelled");
}

static status check_options (const papni_options *o, error *e)
{
  if (o->model > PAPNI_SEVPA || o->modules > PAPNI_MODULES_ONE || o->method > PAPNI_EDSM || o->evidence > PAPNI_STATES
      || o->focus > PAPNI_POSITIVE)
    return fail (e, PAPNI_USAGE, "invalid value of an option");
  return PAPNI_OK;
}

enum
{
  FEW_SYMBOLS = 1 << 17 /* below that, threads are not worth their making */
};

static papni_tree *make_tree (const papni_samples *samples, const papni_options *options, workers *w,
                              papni_statistics *counts, error *e)
{
  encoded words;
  papni_tree *t = NULL;
  if (begin_phase (options, PAPNI_ENCODING, samples->size, e)
      || encoded_init (&words, samples, options->model != PAPNI_DFA, counts, e))
    return NULL;
  if (!begin_phase (options, PAPNI_TREE, words.size, e))
    t = tree_of_words (&words, w, e);
  encoded_release (&words);
  return t;
}

papni_tree *papni_tree_new (const papni_samples *samples, const papni_options *options, papni_statistics *statistics,
                            papni_error *e)
{
  papni_statistics counts = { 0 };
  if (options->model == PAPNI_SEVPA) {
    fail (e, PAPNI_USAGE, "a sevpa cannot be learned from a prefix tree");
    return NULL;
  }
  if (check_options (options, e) || papni_samples_check (samples, e))
    return NULL;
  workers *w = workers_new (&samples->memory, samples->used < FEW_SYMBOLS ? 1 : options->threads, e);
  papni_tree *t = w ? make_tree (samples, options, w, &counts, e) : NULL;
  workers_free (w);
  counts.tree_nodes = t ? t->size : 0;
  counts.tree_bytes = t ? (t->size + 1) * sizeof *t->nodes : 0;
  if (statistics)
    *statistics = counts;
  return t;
}

/* Tells the story in terms of the tree's nodes. */
static status tell (papni_story *s, const merger *m, const papni_model *model, error *e)
{
  const allocator *a = &m->front.memory;
  const size_t red_number = red_count (&m->front), blue_number = blue_count (&m->front);
  term *reds = allocate (a, red_number, sizeof *reds), *blues = allocate (a, blue_number, sizeof *blues);
  status failed = PAPNI_MEMORY;
  if (reds && blues) {
    for (size_t i = 0; i < red_number; i++)
      reds[i] = m->reds[i].node;
    for (size_t i = 0; i < blue_number; i++)
      blues[i] = m->blues[i].node;
    failed = story_tell (s, &m->front, blues, reds, model, e);
  } else
    no_memory (e);
  release (a, reds, red_number, sizeof *reds);
  release (a, blues, blue_number, sizeof *blues);
  return failed;
}

papni_model *papni_tree_learn (papni_tree *t, const papni_options *options, papni_statistics *statistics,
                               papni_error *e)
{
  control c = { .progress = options->progress, .context = options->context };
  merger m;
  if (check_options (options, e))
    return NULL;
  if (options->model != t->kind) {
    fail (e, PAPNI_USAGE, "this tree was made for a %s, not for a %s", papni_model_kind_name (t->kind),
          papni_model_kind_name (options->model));
    return NULL;
  }
  if ((options->story && story_take_tree (options->story, t, e)) || begin_phase (options, PAPNI_MERGING, t->size, e)
      || merger_init (&m, t, options, &c, e))
    return NULL;
  m.front.log = options->story ? &options->story->log : NULL;
  const status s = decide_all (&m.front, options, e);
  papni_model *model = s ? NULL : learn_read_off (&m, t, e);
  if (model && options->story && tell (options->story, &m, model, e)) {
    papni_model_free (model);
    model = NULL;
  }
  if (statistics) {
    statistics->merges = m.front.merges;
    statistics->states = model ? model->states : 0;
  }
  merger_release (&m);
  return model;
}

papni_model *papni_learn (const papni_samples *samples, const papni_options *options, papni_statistics *statistics,
                          papni_error *e)
{
  if (check_options (options, e) || papni_samples_check (samples, e))
    return NULL;
  if (options->model == PAPNI_SEVPA)
    return learn_terms (samples, options, statistics, e);
  papni_tree *t = papni_tree_new (samples, options, statistics, e);
  papni_model *model = t ? papni_tree_learn (t, options, statistics, e) : NULL;
  papni_tree_free (t);
  return model;
}
