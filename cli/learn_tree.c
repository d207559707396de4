/* learn_tree.c - papni learn by way of a prefix tree: of samples, of tree files, or of both. */
#include "learn.h"

int check_tree (const job *j)
{
  if (j->tree && is_given (j->arguments, "counts"))
    return complain (EXIT_USAGE, "learn: --counts needs the words, but a tree does not keep them: use papni count");
  if (j->tree && classes_file (j->arguments))
    return complain (EXIT_USAGE, "learn: --classes FILE declares symbols, but a tree has its own");
  return EXIT_DONE;
}

/* For a tree that counts words, or one that can be merged with the trees among the operands. */
static papni_options *options_like (const job *j)
{
  papni_error error;
  papni_options *like = papni_options_new (NULL, &error);
  const bool all = learns (j, "dfa") || learns (j, "auto") || learns_machine (j);
  const char *kind = j->tree ? papni_model_kind_name (papni_tree_kind_of (j->tree)) : all ? "dfa" : "vpa";
  const bool counts = j->tree ? papni_tree_counts (j->tree) : j->at_least > 0;
  const char *count = value_of (j->arguments, "count", counts ? "words" : NULL);
  if (like
      && (papni_options_set (like, "model", kind, &error) || papni_options_set (like, "count", count, &error)
          || papni_options_set (like, "threads", value_of (j->arguments, "threads", NULL), &error))) {
    papni_options_free (like);
    like = NULL;
  }
  if (!like)
    complain_error (&error);
  return like;
}

/* Is the tree made for more than learning? */
static bool is_special (const job *j)
{
  return j->tree || j->at_least || j->append;
}

/* Frees the samples as soon as the tree is built, because only the tree is needed from
 * then on. */
static int build_tree (job *j, papni_tree **tree)
{
  papni_error error;
  papni_options *like = NULL;
  if (is_special (j) && !(like = options_like (j)))
    return EXIT_SYSTEM;
  *tree = papni_tree_new (j->in.samples, like ? like : j->options, &j->watch, j->report, &error);
  papni_options_free (like);
  int code = EXIT_DONE;
  if (!*tree)
    code = complain_labels (j, &error);
  else if (!j->tree) /* otherwise these are not all words */
    code = report_samples (j);
  if (is_given (j->arguments, "counts"))
    return code; /* they are counted again */
  papni_samples_free (j->in.samples);
  j->in.samples = NULL;
  return code;
}

/* Adds the trees among the operands. The counts are those of the merged tree then. */
static int add_trees (job *j, papni_tree **tree)
{
  papni_error error;
  papni_tree *trees = j->tree;
  j->tree = NULL;
  papni_report_free (j->report);
  j->report = papni_report_new (NULL, &error);
  if (!j->report) {
    papni_tree_free (trees);
    return complain_error (&error);
  }
  if (is_given (j->arguments, "explain"))
    papni_report_want_story (j->report);
  return merge_tree (tree, trees);
}

/* As for samples; otherwise without --model, the tree says what is learned. */
static int choose_model (const job *j, const papni_tree *tree)
{
  papni_error error;
  const bool explains = is_given (j->arguments, "explain");
  if (!explains && papni_options_suit_tree (j->options, tree, &error))
    return complain_error (&error);
  if (papni_options_is_set (j->options, "model"))
    return EXIT_DONE;
  const char *kind = papni_model_kind_name (papni_tree_kind_of (tree));
  return papni_options_set (j->options, "model", kind, &error) ? complain_error (&error) : EXIT_DONE;
}

static bool has_calls_or_returns (const papni_alphabet *alphabet)
{
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++)
    if (papni_alphabet_kind (alphabet, (papni_symbol) i) != PAPNI_INTERNAL)
      return true;
  return false;
}

/* In a tree of all words, words are rare among all; models with a stack need those that are rare among
 * the well-matched ones. */
static int check_pruning (const job *j, const papni_tree *tree)
{
  const bool matched = learns (j, "vpa") || learns (j, "sevpa") || learns (j, "general");
  if (!j->at_least || !matched || papni_tree_kind_of (tree) != PAPNI_DFA
      || !has_calls_or_returns (papni_tree_alphabet (tree)))
    return EXIT_DONE;
  return complain (
      EXIT_USAGE,
      "learn: --at-least counts all words of this tree, but %s learns from the well-matched ones: build the "
      "tree with --model %s",
      papni_options_get (j->options, "model"), papni_options_get (j->options, "model"));
}

/* The tree of all samples and trees, and the settings for it. */
static int gather (job *j, papni_tree **tree)
{
  const bool special = is_special (j), trees = j->tree;
  int code = j->in.samples ? build_tree (j, tree) : EXIT_DONE;
  if (!code && trees)
    code = add_trees (j, tree);
  if (!code && special)
    code = choose_model (j, *tree);
  if (!code && trees)
    code = check_pruning (j, *tree);
  if (!code && trees)
    code = report_dropped_before (j, *tree);
  return code;
}

/* With --append, the tree is kept as it is. */
static int learn_appended (job *j, papni_tree *tree, papni_model **model)
{
  papni_error error;
  papni_tree *pruned = NULL;
  j->appended = tree;
  if (j->at_least && !(pruned = papni_tree_prune (tree, j->at_least, &error)))
    return complain_error (&error);
  *model = papni_tree_learn (pruned ? pruned : tree, j->options, &j->watch, j->report, &error);
  papni_tree_free (pruned);
  return *model ? EXIT_DONE : complain_error (&error);
}

int learn_tree (job *j, papni_model **model)
{
  papni_error error;
  papni_tree *tree = NULL;
  const bool trees = j->tree;
  int code = gather (j, &tree);
  if (!code && j->append)
    code = learn_appended (j, tree, model);
  else {
    if (!code)
      code = prune_tree (&tree, j->at_least);
    if (code) {
      papni_tree_free (tree);
      return code;
    }
    *model = papni_tree_learn_and_free (tree, j->options, &j->watch, j->report, &error);
    code = *model ? EXIT_DONE : complain_error (&error);
  }
  if (*model && trees)
    report_labels (j);
  return code;
}
