/* learn.c - from samples to a model: encode, build the tree, merge, read off. */
#include "edsm.h"
#include "model.h"
#include "rpni.h"

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
static size_t number_states (const merger *m, uint32_t *number, uint32_t *queue, size_t *transitions)
{
  size_t count = 0;
  for (size_t r = 0; r < m->red_count; r++)
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

static void list_transitions (const merger *m, const stack_alphabet *stack, const uint32_t *number,
                              const uint32_t *queue, size_t states, transition *list)
{
  for (size_t i = 0; i < states; i++)
    for (size_t s = 0; s < m->width; s++) {
      const uint32_t to = m->rows[queue[i] * m->width + s];
      if (to != NOWHERE && is_red (to))
        *list++ = (transition){ .from = (papni_state) i,
                                .symbol = stack->symbols[s].symbol,
                                .popped = stack->symbols[s].popped,
                                .caller = PAPNI_NO_STATE,
                                .to = number[to & ~RED] };
    }
}

static papni_model *read_off (const merger *m, const encoded *words, papni_model_kind kind, error *e)
{
  const allocator *a = &m->memory;
  size_t states = 0, count = 0;
  uint32_t *number = allocate (a, m->red_count, sizeof *number);
  uint32_t *queue = allocate (a, m->red_count, sizeof *queue);
  bool *accepting = allocate (a, m->red_count, sizeof *accepting);
  transition *list = NULL;
  papni_model *model = NULL;
  if (number && queue)
    states = number_states (m, number, queue, &count);
  if (states && accepting)
    list = allocate (a, count, sizeof *list);
  if (list) {
    for (size_t i = 0; i < states; i++)
      accepting[i] = m->reds[queue[i]].label == PAPNI_ACCEPT;
    list_transitions (m, &words->stack, number, queue, states, list);
    model = papni_model_new (kind, words->samples->alphabet, states, accepting, list, count, e);
  } else
    no_memory (e);
  release (a, number, m->red_count, sizeof *number);
  release (a, queue, m->red_count, sizeof *queue);
  release (a, accepting, m->red_count, sizeof *accepting);
  release (a, list, count, sizeof *list);
  return model;
}

/* ---- the three phases ---- */

static status begin_phase (control *c, papni_phase phase, size_t total, error *e)
{
  if (c->progress && !c->progress (c->context, phase, 0, total))
    return fail (e, PAPNI_CANCELLED, "cancelled");
  return PAPNI_OK;
}

static papni_model *merge_tree (tree *t, const encoded *words, const papni_options *options, control *c,
                                papni_statistics *statistics, error *e)
{
  merger m;
  papni_model *model = NULL;
  if (begin_phase (c, PAPNI_MERGING, t->size, e) || merger_init (&m, t, options, c, e))
    return NULL;
  const status s = options->method == PAPNI_RPNI ? rpni (&m, e) : edsm (&m, options->threads, e);
  if (!s)
    model = read_off (&m, words, options->model, e);
  statistics->merges = m.merges;
  merger_release (&m);
  return model;
}

static papni_model *learn (encoded *words, const papni_options *options, control *c, papni_statistics *statistics,
                           error *e)
{
  tree t;
  if (begin_phase (c, PAPNI_TREE, words->size, e) || tree_init (&t, words, e))
    return NULL;
  statistics->tree_nodes = t.size;
  papni_model *model = merge_tree (&t, words, options, c, statistics, e);
  statistics->states = model ? model->states : 0;
  tree_release (&t);
  return model;
}

papni_model *papni_learn (const papni_samples *samples, const papni_options *options, papni_statistics *statistics,
                          papni_error *e)
{
  papni_statistics ignored;
  papni_statistics *counts = statistics ? statistics : &ignored;
  *counts = (papni_statistics){ 0 };
  if (options->model > PAPNI_VPA || options->method > PAPNI_EDSM || options->evidence > PAPNI_STATES
      || options->focus > PAPNI_POSITIVE) {
    fail (e, PAPNI_USAGE, "an option has a value that does not exist");
    return NULL;
  }
  if (papni_samples_check (samples, e))
    return NULL;
  control c = { .progress = options->progress, .context = options->context };
  encoded words;
  if (begin_phase (&c, PAPNI_ENCODING, samples->size, e)
      || encoded_init (&words, samples, options->model != PAPNI_DFA, counts, e))
    return NULL;
  papni_model *model = learn (&words, options, &c, counts, e);
  encoded_release (&words);
  return model;
}
