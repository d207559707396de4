/* learn.c - from samples to a prefix tree or terms, and from these to a model. */
#include "learn/explain/story.h"
#include "learn/methods/methods.h"
#include "learn/search/search.h"
#include "learn/terms/closure.h"
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

/* ---- phases ---- */

/* Tells the progress callback that a phase begins; PAPNI_CANCELLED if it says so. */
static status begin_phase (const papni_options *o, papni_phase phase, size_t total, error *e)
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

/* ---- merging ---- */

/* Makes all decisions, and reads the model off. The engine, which may be NULL, is freed. */
static papni_model *merge_all (engine *g, const papni_options *options, papni_statistics *counts, error *e)
{
  papni_story *story = options->story;
  if (!g)
    return NULL;
  g->journal = story ? &story->made : NULL;
  const status s = options->search ? search_smaller (g, options, SEARCH_LITTLE, e) : run_method (g, options->method, e);
  papni_model *model = s ? NULL : g->ops->model (g, e);
  if (model && story && story_tell (story, g, model, e)) {
    papni_model_free (model);
    model = NULL;
  }
  counts->merges = g->merges;
  counts->states = model ? model->states : 0;
  g->ops->free (g);
  return model;
}

papni_model *papni_tree_learn (papni_tree *t, const papni_options *options, papni_statistics *statistics,
                               papni_error *e)
{
  progress p = { .report = options->progress, .context = options->context };
  papni_statistics own, *counts = statistics ? statistics : &own;
  if (check_options (options, e))
    return NULL;
  if (options->model != t->kind) {
    fail (e, PAPNI_USAGE, "this tree was made for a %s, not for a %s", papni_model_kind_name (t->kind),
          papni_model_kind_name (options->model));
    return NULL;
  }
  if ((options->story && story_take_tree (options->story, t, e)) || begin_phase (options, PAPNI_MERGING, t->size, e))
    return NULL;
  return merge_all (merger_new (t, options, &p, e), options, counts, e);
}

static papni_model *learn_from_terms (const terms *t, const papni_options *options, papni_statistics *counts, error *e)
{
  progress p = { .report = options->progress, .context = options->context };
  counts->tree_nodes = t->size;
  counts->tree_bytes = t->size * sizeof *t->shapes;
  if ((options->story && story_take_terms (options->story, t, e)) || begin_phase (options, PAPNI_MERGING, t->size, e))
    return NULL;
  return merge_all (closure_new (t, options, &p, e), options, counts, e);
}

static papni_model *learn_sevpa (const papni_samples *samples, const papni_options *options, papni_statistics *counts,
                                 error *e)
{
  papni_model *model = NULL;
  encoded words;
  terms t;
  if (begin_phase (options, PAPNI_ENCODING, samples->size, e) || encoded_init (&words, samples, true, counts, e))
    return NULL;
  if (!begin_phase (options, PAPNI_TREE, words.size, e) && !terms_init (&t, &words, options->modules, e)) {
    model = learn_from_terms (&t, options, counts, e);
    terms_release (&t);
  }
  encoded_release (&words);
  return model;
}

papni_model *papni_learn (const papni_samples *samples, const papni_options *options, papni_statistics *statistics,
                          papni_error *e)
{
  papni_statistics counts = { 0 };
  papni_model *model = NULL;
  if (check_options (options, e) || papni_samples_check (samples, e))
    return NULL;
  if (options->model == PAPNI_SEVPA)
    model = learn_sevpa (samples, options, &counts, e);
  else {
    papni_tree *t = papni_tree_new (samples, options, &counts, e);
    model = t ? papni_tree_learn (t, options, &counts, e) : NULL;
    papni_tree_free (t);
  }
  if (statistics)
    *statistics = counts;
  return model;
}
