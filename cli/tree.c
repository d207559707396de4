/* tree.c - papni tree: builds and merges prefix trees, for samples that arrive in parts,
 * and draws them. */
#include "tree.h"

#include <stdlib.h>
#include <string.h>

/* Merges a tree into the one at *all, which may be NULL; frees the tree. */
int merge_tree (papni_tree **all, papni_tree *tree)
{
  papni_error error;
  if (!*all) {
    *all = tree;
    return EXIT_DONE;
  }
  papni_tree *both = papni_tree_merge (*all, tree, &error);
  papni_tree_free (tree);
  papni_tree_free (*all);
  *all = both;
  return both ? EXIT_DONE : complain_error (&error);
}

int read_tree (papni_tree **all, const char *path)
{
  papni_error error;
  papni_tree *tree = papni_tree_open (path, NULL, &error);
  return tree ? merge_tree (all, tree) : complain_error (&error);
}

int read_at_least (const arguments *a, size_t *least)
{
  uint64_t number;
  if (!number_of (a, "at-least", 0, &number))
    return EXIT_USAGE;
  if (is_given (a, "at-least") && (!number || number > UINT32_MAX))
    return complain (EXIT_USAGE, "%s: --at-least must be from 1 to %u", a->command->name, UINT32_MAX);
  *least = (size_t) number;
  return EXIT_DONE;
}

int prune_tree (papni_tree **tree, size_t least)
{
  papni_error error;
  if (!least)
    return EXIT_DONE;
  papni_tree *pruned = papni_tree_prune (*tree, least, &error);
  papni_tree_free (*tree);
  *tree = pruned;
  return pruned ? EXIT_DONE : complain_error (&error);
}

/* Words that cannot be in the tree. */
static void report_dropped (const papni_report *report)
{
  const papni_statistics *n = papni_report_statistics (report);
  if (n->dropped_positive)
    warn ("%zu accepted word%s not well-matched, dropped: check --call, --return and --pair", n->dropped_positive,
          plural (n->dropped_positive));
}

/* There are two kinds of trees, and both can count. */
static int build_settings (papni_options **options, const arguments *a, bool *stack)
{
  papni_error error;
  const char *model = value_of (a, "model", "vpa");
  *options = papni_options_new (NULL, &error);
  if (!*options)
    return complain_error (&error);
  *stack = strcmp (model, "vpa") == 0 || strcmp (model, "sevpa") == 0 || strcmp (model, "general") == 0;
  if (papni_options_set (*options, "model", model, &error)
      || papni_options_set (*options, "model", *stack ? "vpa" : "dfa", &error)
      || papni_options_set (*options, "count", value_of (a, "count", is_given (a, "at-least") ? "words" : NULL), &error)
      || papni_options_set (*options, "threads", value_of (a, "threads", NULL), &error))
    return complain (EXIT_USAGE, "tree: --%s", error.message);
  return EXIT_DONE;
}

static int build (const arguments *a, papni_tree **tree)
{
  papni_error error;
  papni_options *options = NULL;
  papni_report *report = papni_report_new (NULL, &error);
  input in = { 0 };
  progress line;
  bool stack = true;
  int code = report ? build_settings (&options, a, &stack) : complain_error (&error);
  if (!code)
    code = input_begin (&in, a, NULL);
  in.advice = stack ? in.advice : NULL;
  if (!code)
    code = input_read_all (&in, a->operands + 1, a->operand_count - 1);
  if (!code) {
    const papni_watch watch = progress_begin (&line, is_given (a, "quiet"));
    *tree = papni_tree_new (in.samples, options, &watch, report, &error);
    progress_end (&line);
    code = *tree ? EXIT_DONE : complain_contradictions (in.samples, stack, &error);
  }
  if (!code)
    report_dropped (report);
  report_left_out (&in);
  input_free (&in);
  papni_options_free (options);
  papni_report_free (report);
  return code;
}

int write_tree (const papni_tree *tree, const char *path, update *update)
{
  papni_error error;
  output out;
  const int code = output_open (&out, path);
  if (code)
    return code;
  out.update = update;
  const papni_status status = papni_tree_write (tree, output_writer (&out), &error);
  return output_replace (&out, status, &error);
}

/* ---- merging ---- */

static int merge_files (const arguments *a, output *out, papni_tree_sizes *sizes)
{
  papni_error error;
  uint64_t threads = 0;
  const size_t count = a->operand_count - 1;
  if (!number_of (a, "threads", 0, &threads))
    return EXIT_USAGE;
  papni_tree_part *parts = calloc (count, sizeof *parts);
  if (!parts)
    return complain (EXIT_SYSTEM, "out of memory");
  for (size_t i = 0; i < count; i++)
    parts[i].path = a->operands[i + 1];
  const papni_status status =
      papni_tree_merge_parts (parts, count, (unsigned) threads, output_writer (out), sizes, &error);
  free (parts);
  return output_written (out, status, &error);
}

static void warn_of_contradictions (size_t count)
{
  if (count)
    warn ("%zu word%s both accepted and rejected: papni learn refuses this tree", count, count == 1 ? " is" : "s are");
}

/* In pieces: the result is never in memory. */
static int merge (const arguments *a, const char *path)
{
  papni_tree_sizes sizes;
  output out;
  int code = output_open (&out, path);
  if (code)
    return code;
  code = merge_files (a, &out, &sizes);
  if (code) {
    output_drop (&out);
    return code;
  }
  code = output_close (&out);
  if (code)
    return code;
  warn_of_contradictions (sizes.contradictions);
  if (!is_given (a, "quiet"))
    fprintf (stderr, "%s tree with %zu nodes, %zu accepted and %zu rejected words, written to %s\n",
             papni_model_kind_name (sizes.kind), sizes.nodes, sizes.accepted, sizes.rejected, shown (path));
  return EXIT_DONE;
}

static int merge_in_memory (const arguments *a, papni_tree **tree)
{
  int code = EXIT_DONE;
  for (size_t i = 1; !code && i < a->operand_count; i++)
    code = read_tree (tree, a->operands[i]);
  return code;
}

/* ---- the command ---- */

static int write_and_say (const arguments *a, const papni_tree *tree, const char *path)
{
  const papni_statistics *n = papni_tree_statistics (tree);
  const int code = write_tree (tree, path, NULL);
  if (code)
    return code;
  warn_of_contradictions (papni_tree_contradictions (tree));
  if (is_given (a, "quiet"))
    return EXIT_DONE;
  fprintf (stderr, "%s tree with %zu nodes, %zu accepted and %zu rejected words",
           papni_model_kind_name (papni_tree_kind_of (tree)), papni_tree_nodes (tree),
           papni_tree_words (tree, PAPNI_ACCEPT), papni_tree_words (tree, PAPNI_REJECT));
  if (n->pruned)
    fprintf (stderr, "; %zu of %zu words rare, pruned", n->pruned, n->words);
  fprintf (stderr, ", written to %s\n", shown (path));
  return EXIT_DONE;
}

static int tree (const arguments *a)
{
  const char *path = value_of (a, "output", NULL);
  papni_tree *result = NULL;
  size_t least = 0;
  if (!strcmp (a->operands[0], "show"))
    return show_trees (a);
  if (is_given (a, "to"))
    return complain (EXIT_USAGE, "tree: --to applies to papni tree show");
  const bool builds = !strcmp (a->operands[0], "build");
  if (!builds && strcmp (a->operands[0], "merge") != 0)
    return complain (EXIT_USAGE, "tree: unknown operation '%s': expected build, merge or show", a->operands[0]);
  if (!path)
    return complain (EXIT_USAGE, "tree: no output file: use -o FILE");
  int code = check_output (a, 1, path);
  if (!code)
    code = read_at_least (a, &least);
  if (!code && !builds && !least)
    return merge (a, path);
  if (!code)
    code = builds ? build (a, &result) : merge_in_memory (a, &result);
  if (!code)
    code = prune_tree (&result, least);
  if (!code)
    code = write_and_say (a, result, path);
  papni_tree_free (result);
  return code;
}

static const option options[] = {
  { "output", 'o', "FILE", "output file" },
  { "to", 0, "dot|svg|png|pdf", "show: format of the picture (default: by the ending of FILE, otherwise dot)" },
  { "model", 0, "MODEL",
    "build: keep all words (dfa, auto, moore, mealy) or those that are well-matched (vpa, sevpa, general) (default: "
    "vpa); show: "
    "only the plain tree (dfa) or the stack-aware one (vpa)" },
  { "count", 0, "COUNT",
    "build: count equal words once (distinct) or as often as they occur (words), for --evidence bits (default: "
    "distinct)" },
  { "at-least", 0, "N",
    "drop words that fewer than N words begin with, themselves included; build: counts equal words" },
  { "threads", 'j', "N", "number of threads, 0: all cores (default: 0)" },
  { "quiet", 'q', NULL, "no progress bar, no summary" },
  { NULL, 0, NULL, NULL },
};

const command tree_command = {
  .name = "tree",
  .summary = "build, merge and draw prefix trees, to learn from samples that arrive in parts",
  .operands = "build SAMPLES... | merge TREE... | show SAMPLES...",
  .least = 2,
  .most = (size_t) -1,
  .about = "'build' reads samples, as papni learn does, and writes their prefix tree. 'merge' merges\n"
           "trees; the order does not matter. papni learn takes trees wherever it takes samples, and\n"
           "learns the same model as from all the samples at once. The result of 'merge' is the same,\n"
           "byte for byte, as the tree of all samples.\n"
           "\n"
           "There are two kinds of trees. With --model dfa, auto, moore or mealy, a tree has all words,\n"
           "and any model is learned from it. With vpa, sevpa or general, words that are not well-matched\n"
           "are dropped and counted; the others are then learned only if no word was dropped.\n"
           "\n"
           "With --at-least, rare words are dropped and counted: give it to the last 'merge' (of trees\n"
           "built with --count words), or to papni learn, since what is rare in each part may not be rare.\n"
           "\n"
           "'show' draws the plain prefix tree of samples, which has all words, and the stack-aware\n"
           "one, in which each return is paired with the call that it pops. Accepted words are\n"
           "green, rejected words red. It also draws a tree that 'build' has written.",
  .options = { options, alphabet_options, word_options, layout_options, label_options },
  .example = "papni tree build examples/arith.txt -o part1.tree\n"
             "papni tree build examples/paper.txt -o part2.tree\n"
             "papni tree merge part1.tree part2.tree -o all.tree\n"
             "papni learn all.tree -o all.json\n"
             "papni tree show examples/paper.txt -o trees.svg",
  .run = tree,
};
