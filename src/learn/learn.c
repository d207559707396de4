/* learn.c - from samples to a prefix tree or terms, and from these to a model. */
#include "learn/learn.h"

#include "learn/contexts/learn_contexts.h"
#include "learn/methods/methods.h"
#include "learn/search/search.h"
#include "learn/terms/closure.h"
#include "learn/tree/compatible.h"
#include "learn/tree/dense.h"
#include "learn/tree/merge.h"

/* ---- phases ---- */

static status begin_phase (const settings *s, papni_phase phase, size_t total, error *e)
{
  return watch_report (&s->watch, phase, 0, total, e);
}

enum
{
  FEW_SYMBOLS = 1 << 17 /* with fewer, threads are not worth starting */
};

static papni_tree *make_tree (const papni_samples *samples, const settings *options, workers *w,
                              papni_statistics *counts, error *e)
{
  encoded words;
  papni_tree *t = NULL;
  if (begin_phase (options, PAPNI_PHASE_ENCODING, samples->size, e)
      || encoded_init (&words, samples, options->model != PAPNI_DFA, counts, e))
    return NULL;
  if (!begin_phase (options, PAPNI_PHASE_TREE, words.size, e))
    t = tree_of_words (&words, options, w, e);
  if (t)
    t->kept = words.size;
  encoded_release (&words);
  return t;
}

/* ---- machines ---- */

static papni_tree *make_machine_tree (traces *traces, const settings *options, workers *w, papni_statistics *counts,
                                      error *e)
{
  encoded words;
  papni_tree *t = NULL;
  if (encoded_init (&words, traces->inputs, options->model == MODEL_VPT, counts, e))
    return NULL;
  counts->dropped_positive = counts->words - words.size;
  if (!begin_phase (options, PAPNI_PHASE_TREE, words.size, e))
    t = tree_of_traces (&words, traces, options, w, e);
  encoded_release (&words);
  return t;
}

/* The tree of samples whose symbols are inputs with outputs. */
static papni_tree *machine_tree (const papni_samples *samples, const settings *options, workers *w,
                                 papni_statistics *counts, error *e)
{
  traces traces;
  papni_tree *t = NULL;
  const papni_machine machine = options->model == MODEL_MOORE ? PAPNI_MOORE : PAPNI_MEALY;
  if (begin_phase (options, PAPNI_PHASE_ENCODING, samples->size, e))
    return NULL;
  if (!traces_init (&traces, samples, machine, e))
    t = make_machine_tree (&traces, options, w, counts, e);
  traces_release (&traces);
  return t;
}

papni_tree *learn_tree_of (const papni_samples *samples, const settings *options, papni_statistics *counts, error *e)
{
  workers *w = workers_new (&samples->memory, samples->used < FEW_SYMBOLS ? 1 : options->threads, e);
  papni_tree *t = NULL;
  if (w)
    t = settings_learn_machine (options) ? machine_tree (samples, options, w, counts, e)
                                         : make_tree (samples, options, w, counts, e);
  workers_free (w);
  counts->tree_nodes = t ? t->size : 0;
  counts->tree_bytes = t ? (t->size + 1) * sizeof *t->nodes : 0;
  if (t)
    t->statistics = *counts;
  return t;
}

/* ---- merging ---- */

/* Why a merge that no samples rule out was not made. */
static const char *reason_of (const settings *options)
{
  if (options->evidence != EVIDENCE_BITS)
    return "the search found a smaller model without this merge";
  return options->search ? "the merge saves no bits, or the search found a smaller model without it"
                         : "the merge saves no bits";
}

static const char ended_early[] = "learning was ended before this merge was tried";

/* Makes all decisions and returns the model. Frees the engine, which may be NULL. */
static papni_model *merge_all (engine *g, const settings *options, papni_statistics *counts, error *e)
{
  papni_story *story = options->story;
  engine *found = g;
  if (!g)
    return NULL;
  g->journal = story ? &story->made : NULL;
  g->limits.most_wanted = options->max_states;
  if (story)
    story->otherwise = reason_of (options);
  const status s =
      options->search ? search_smaller (g, options, SEARCH_LITTLE, &found, e) : run_method (g, options->method, e);
  papni_model *model = s ? NULL : found->ops->model (found, e);
  if (story && progress_enough (g->progress))
    story->otherwise = ended_early;
  if (model && story && story_tell (story, g, model, e)) {
    papni_model_free (model);
    model = NULL;
  }
  counts->merges = found->merges;
  counts->states = model ? model->states : 0;
  if (found != g)
    found->ops->free (found);
  g->ops->free (g);
  return model;
}

papni_model *learn_from_tree (const papni_tree *t, tree_node *nodes, const settings *options, papni_statistics *counts,
                              error *e)
{
  progress p = { .watch = options->watch, .until = options->until };
  if ((options->story && story_take_tree (options->story, t, e))
      || begin_phase (options, PAPNI_PHASE_MERGING, t->size, e))
    return NULL;
  const bool dense = dense_suits (t, options);
  engine *g = dense ? dense_new (t, options, &p, e) : merger_new (t, nodes, options, &p, e);
  counts->ambiguous = g && !dense ? compatibility_ambiguous (((merger *) g)->test) : 0;
  return merge_all (g, options, counts, e);
}

static papni_model *merge_terms (const terms *t, const settings *options, papni_statistics *counts, error *e)
{
  progress p = { .watch = options->watch, .until = options->until };
  return merge_all (closure_new (t, options, &p, e), options, counts, e);
}

/* Several threads need more memory than one. */
static bool may_need_less (const settings *options, const error *e)
{
  return e->code == PAPNI_MEMORY && options->threads > 1 && !options->search && !options->story;
}

papni_model *learn_from_terms (const terms *t, const settings *options, papni_statistics *counts, error *e)
{
  settings alone = *options;
  error trouble = { 0 };
  alone.threads = 1;
  counts->tree_nodes = t->size;
  counts->tree_bytes = t->size * sizeof *t->shapes;
  if ((options->story && story_take_terms (options->story, t, e))
      || begin_phase (options, PAPNI_PHASE_MERGING, t->size, e))
    return NULL;
  papni_model *model = merge_terms (t, options, counts, &trouble);
  if (!model && may_need_less (options, &trouble))
    model = merge_terms (t, &alone, counts, &trouble);
  if (!model && e)
    *e = trouble;
  return model;
}

static papni_model *learn_sevpa (const papni_samples *samples, const settings *options, papni_statistics *counts,
                                 error *e)
{
  papni_model *model = NULL;
  encoded words;
  terms t;
  if (begin_phase (options, PAPNI_PHASE_ENCODING, samples->size, e) || encoded_init (&words, samples, true, counts, e))
    return NULL;
  if (!begin_phase (options, PAPNI_PHASE_TREE, words.size, e) && !terms_init (&t, &words, options, e)) {
    model = learn_from_terms (&t, options, counts, e);
    terms_release (&t);
  }
  encoded_release (&words);
  return model;
}

/* ---- accepted words by description length ---- */

static papni_model *learn_by_contexts (const papni_samples *samples, const settings *options, papni_statistics *counts,
                                       error *e)
{
  encoded words;
  if (begin_phase (options, PAPNI_PHASE_ENCODING, samples->size, e)
      || encoded_init (&words, samples, options->model != PAPNI_DFA, counts, e))
    return NULL;
  papni_model *model =
      begin_phase (options, PAPNI_PHASE_TREE, words.size, e) ? NULL : learn_contexts (&words, options, NULL, e);
  counts->states = model ? model->states : 0;
  encoded_release (&words);
  return model;
}

/* ---- all of them ---- */

papni_model *learn_samples (const papni_samples *samples, const settings *options, papni_statistics *statistics,
                            error *e)
{
  papni_statistics counts = { 0 };
  papni_model *model = NULL;
  if (settings_learn_chain (options))
    model = learn_chain (samples, options, &counts, e);
  else if (options->method == METHOD_CONTEXTS)
    model = learn_by_contexts (samples, options, &counts, e);
  else if (options->model == PAPNI_SEVPA)
    model = learn_sevpa (samples, options, &counts, e);
  else {
    papni_tree *t = learn_tree_of (samples, options, &counts, e);
    model = t ? learn_from_tree (t, t->nodes, options, &counts, e) : NULL;
    papni_tree_free (t);
  }
  if (statistics)
    *statistics = counts;
  return model;
}

/* ---- the public functions ---- */

/* Are there accepted words alone, and has one of them a call? */
static bool only_accepted (const papni_samples *samples, bool *nested)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  bool accepted = false, rejected = false;
  *nested = false;
  while (!rejected && papni_samples_next (samples, &cursor, &word)) {
    rejected = word.label == PAPNI_REJECT;
    accepted |= word.label == PAPNI_ACCEPT;
    for (size_t i = 0; !*nested && word.label == PAPNI_ACCEPT && i < word.length; i++)
      *nested = samples->alphabet->letters[word.symbols[i]].kind == PAPNI_CALL;
  }
  return accepted && !rejected;
}

static bool merging_is_set (const papni_options *options)
{
  static const char *const merging[] = { "model", "method", "evidence", "count", "focus", "modules", "search" };
  for (size_t i = 0; i < sizeof merging / sizeof *merging; i++)
    if (papni_options_is_set (options, merging[i]))
      return true;
  return false;
}

status learn_suit (papni_options *options, bool nested, error *e)
{
  if (merging_is_set (options))
    return PAPNI_OK;
  const status s = papni_options_set (options, "model", nested ? "general" : "dfa", e);
  return s ? s : papni_options_set (options, "method", "contexts", e);
}

enum
{
  MANY_CHARACTERS = 16
};

status learn_suit_classes (papni_options *options, const papni_alphabet *alphabet, error *e)
{
  size_t count = 0;
  for (size_t i = 0; i < alphabet->size; i++) {
    uint32_t ignored;
    const letter *l = &alphabet->letters[i];
    if (l->kind == PAPNI_INTERNAL && utf8_character (l->name, l->length, &ignored) != l->length)
      return PAPNI_OK;
    count += l->kind == PAPNI_INTERNAL;
  }
  const bool suits = count >= MANY_CHARACTERS && !papni_options_is_set (options, "classes");
  return suits ? papni_options_set (options, "classes", "auto", e) : PAPNI_OK;
}

papni_status papni_options_suit (papni_options *options, const papni_samples *samples, papni_error *e)
{
  bool nested;
  const status s = learn_suit_classes (options, samples->alphabet, e);
  if (s || merging_is_set (options)) /* then the words need not be looked at */
    return s;
  return only_accepted (samples, &nested) ? learn_suit (options, nested, e) : PAPNI_OK;
}

papni_model *learn_small_enough (papni_model *model, const settings *s, error *e)
{
  if (!model || !s->max_states || model->states <= s->max_states)
    return model;
  fail (e, PAPNI_INPUT, "the smallest model found has %zu states, more than max-states: %u (%s)", model->states,
        s->max_states, s->model == MODEL_AUTO ? "allow more" : "allow more, or try a search or the model auto");
  papni_model_free (model);
  return NULL;
}

/* The settings for samples. */
static status suited_settings (const papni_options *options, const papni_samples *samples, const papni_watch *watch,
                               settings *result, error *e)
{
  papni_options *own = options ? papni_options_copy (options, e) : papni_options_new (&samples->memory, e);
  if (!own)
    return PAPNI_MEMORY;
  status s = papni_options_suit (own, samples, e);
  if (!s)
    s = settings_of (own, watch, result, e);
  papni_options_free (own);
  return s;
}

papni_model *papni_learn (const papni_samples *samples, const papni_options *options, const papni_watch *watch,
                          papni_report *report, papni_error *e)
{
  settings s;
  report_clear (report);
  if (suited_settings (options, samples, watch, &s, e)
      || (!settings_learn_machine (&s) && !settings_learn_chain (&s) && papni_samples_check (samples, e))
      || report_begin_story (report, &s, e))
    return NULL;
  papni_model *model = s.noise ? learn_by_votes (samples, &s, report, e) : learn_by_classes (samples, &s, report, e);
  model = learn_small_enough (model, &s, e);
  return model ? model : report_failure (report);
}
