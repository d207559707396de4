/* learn_tree.c - trees instead of samples.
 *
 * A dfa is learned from a tree of all words, a vpa from a tree of the well-matched ones.
 * Everything else is learned from the words of the tree, spelled out. */
#include "learn/learn.h"

/* Which words does the model need: all, or those that are well-matched? */
static bool needs_all_words (const settings *s)
{
  return s->model == PAPNI_DFA || s->model == MODEL_AUTO || settings_learn_machine (s) || settings_learn_chain (s);
}

/* ---- building ---- */

/* Stops at the first call. */
static bool an_accepted_word_calls (const papni_samples *samples)
{
  const papni_alphabet *alphabet = samples->alphabet;
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  size_t calls = 0;
  for (size_t i = 0; i < alphabet->size; i++)
    calls += alphabet->letters[i].kind == PAPNI_CALL;
  while (calls && papni_samples_next (samples, &cursor, &word))
    for (size_t i = 0; word.label == PAPNI_ACCEPT && i < word.length; i++)
      if (alphabet->letters[word.symbols[i]].kind == PAPNI_CALL)
        return true;
  return false;
}

static papni_tree *build_tree (const papni_samples *samples, const papni_options *options, const papni_watch *watch,
                               papni_report *report, bool both_labels, error *e)
{
  settings s;
  papni_statistics own = { 0 };
  report_clear (report);
  if (settings_of (options, watch, &s, e) || papni_samples_check (samples, e))
    return NULL;
  s.model = needs_all_words (&s) ? PAPNI_DFA : PAPNI_VPA;
  s.both_labels = both_labels;
  papni_tree *t = learn_tree_of (samples, &s, report ? &report->statistics : &own, e);
  if (t)
    t->nested = t->statistics.positive && an_accepted_word_calls (samples);
  return t;
}

papni_tree *papni_tree_new (const papni_samples *samples, const papni_options *options, const papni_watch *watch,
                            papni_report *report, papni_error *e)
{
  return build_tree (samples, options, watch, report, false, e);
}

papni_tree *papni_tree_gather (const papni_samples *samples, const papni_options *options, const papni_watch *watch,
                               papni_report *report, papni_error *e)
{
  return build_tree (samples, options, watch, report, true, e);
}

papni_status papni_options_suit_tree (papni_options *options, const papni_tree *t, papni_error *e)
{
  const papni_statistics *s = &t->statistics;
  const status failed = learn_suit_classes (options, t->alphabet, e);
  if (failed)
    return failed;
  return s->positive && !s->negative ? learn_suit (options, t->nested, e) : PAPNI_OK;
}

/* ---- learning ---- */

static const char *model_name (const settings *s)
{
  static const char *const names[] = { "auto", "general", "moore", "mealy", "mc", "mdp", "smm", "vpt" };
  return s->model < MODEL_AUTO ? papni_model_kind_name (s->model) : names[s->model - MODEL_AUTO];
}

/* Has the tree all that these settings need? */
static status check_tree (const papni_tree *t, const settings *s, error *e)
{
  if (s->noise)
    return fail (e, PAPNI_USAGE, "noise: needs the words as samples, not as a tree");
  if (needs_all_words (s) && t->kept < t->statistics.words)
    return fail (e, PAPNI_USAGE,
                 "%zu words that are not well-matched were dropped from this tree, but %s needs them: build it with "
                 "the model auto",
                 t->statistics.words - t->kept, model_name (s));
  if (s->evidence != EVIDENCE_BITS || s->count != COUNT_WORDS)
    return tree_check_labels (t, e);
  if (!t->ends)
    return fail (e, PAPNI_USAGE, "this tree was made without --count words: it does not count equal words");
  if (needs_all_words (s) != (t->kind == PAPNI_DFA))
    return fail (e, PAPNI_USAGE, "this tree counts equal words for the model %s, not for %s",
                 papni_model_kind_name (t->kind), model_name (s));
  return tree_check_labels (t, e);
}

/* Words are counted as the tree has counted them. If it has all words, those that learning
 * drops are different ones. */
static void take_statistics (papni_statistics *counts, const papni_tree *t)
{
  const papni_statistics *of = &t->statistics;
  counts->words = of->words;
  counts->positive = of->positive;
  counts->negative = of->negative;
  counts->dropped_positive += of->dropped_positive;
  counts->dropped_negative += of->dropped_negative;
  counts->pruned = of->pruned;
}

static papni_model *learn_words_of (const papni_tree *t, settings *s, papni_report *report, papni_statistics *counts,
                                    error *e)
{
  uint32_t *times;
  papni_samples *samples = tree_words (t, &times, e);
  if (!samples)
    return NULL;
  const size_t size = samples->size;
  s->times = t->kind == PAPNI_DFA ? NULL : times;
  papni_model *model = s->classes == CLASSES_NONE && s->model != MODEL_AUTO ? learn_samples (samples, s, counts, e)
                                                                            : learn_by_classes (samples, s, report, e);
  release (&t->memory, times, size, sizeof *times);
  papni_samples_free (samples);
  return model;
}

static papni_model *tree_learn (const papni_tree *t, tree_node *nodes, const papni_options *options,
                                const papni_watch *watch, papni_report *report, papni_error *e)
{
  settings s;
  error trouble;
  papni_statistics own = { 0 };
  papni_statistics *counts = report ? &report->statistics : &own;
  e = e ? e : &trouble;
  report_clear (report);
  if (settings_of (options, watch, &s, e) || report_begin_story (report, &s, e))
    return NULL;
  if (check_tree (t, &s, e))
    return report_failure (report);
  const bool direct = s.model == t->kind && s.method != METHOD_CONTEXTS && s.classes == CLASSES_NONE;
  papni_model *model = direct ? learn_from_tree (t, nodes, &s, counts, e) : learn_words_of (t, &s, report, counts, e);
  take_statistics (counts, t);
  counts->tree_nodes = direct ? t->size : counts->tree_nodes;
  counts->tree_bytes = direct ? (t->size + 1) * sizeof *t->nodes : counts->tree_bytes;
  model = learn_small_enough (model, &s, e);
  return model ? model : report_failure (report);
}

papni_model *papni_tree_learn (const papni_tree *t, const papni_options *options, const papni_watch *watch,
                               papni_report *report, papni_error *e)
{
  return tree_learn (t, NULL, options, watch, report, e);
}

papni_model *papni_tree_learn_and_free (papni_tree *t, const papni_options *options, const papni_watch *watch,
                                        papni_report *report, papni_error *e)
{
  papni_model *model = tree_learn (t, t->nodes, options, watch, report, e);
  papni_tree_free (t);
  return model;
}
