/* learn.c - papni learn: learns a model from samples. */
#include "learn.h"
#include "suggest.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const papni_statistics *counts_of (const job *j)
{
  return papni_report_statistics (j->report);
}

bool learns (const job *j, const char *model)
{
  return !strcmp (papni_options_get (j->options, "model"), model);
}

bool learns_machine (const job *j)
{
  return names_machine (papni_options_get (j->options, "model"));
}

bool learns_by_contexts (const job *j)
{
  return !strcmp (papni_options_get (j->options, "method"), "contexts");
}

static int check_files (const arguments *a)
{
  const char *model = value_of (a, "output", NULL), *stats = value_of (a, "stats", NULL);
  const char *story = value_of (a, "explain", NULL), *suspects = value_of (a, "suspects", NULL);
  if (same_file (model, stats))
    return complain (EXIT_USAGE, "learn: --output and --stats name the same file: %s", model);
  if (same_file (story, model) || same_file (story, stats))
    return complain (EXIT_USAGE, "learn: --explain and another option name the same file: %s", story);
  if (same_file (suspects, model) || same_file (suspects, stats) || same_file (suspects, story))
    return complain (EXIT_USAGE, "learn: --suspects and another option name the same file: %s", suspects);
  int code = check_output (a, 0, model);
  if (!code)
    code = check_output (a, 0, stats);
  if (!code)
    code = check_output (a, 0, suspects);
  return code ? code : check_output (a, 0, story);
}

/* Writes both files, or neither. */
static int write_files (const job *j, const papni_model *model, const char *model_path, const char *stats_path)
{
  papni_error error;
  output model_file = { 0 }, stats_file = { 0 };
  int code = model_path ? output_open (&model_file, model_path) : EXIT_DONE;
  if (!code && stats_path)
    code = output_open (&stats_file, stats_path);
  if (!code && model_path) {
    const papni_status status = papni_model_write (model, "json", output_writer (&model_file), &error);
    code = output_written (&model_file, status, &error);
  }
  if (!code && stats_path) {
    write_stats (j, stats_file.stream);
    code = output_finish (&stats_file);
  }
  if (!code && model_path)
    code = output_close (&model_file);
  if (!code && stats_path)
    code = output_close (&stats_file);
  output_drop (&model_file);
  output_drop (&stats_file);
  return code;
}

static int hand_over (job *j, const papni_model *model)
{
  const char *path = value_of (j->arguments, "output", NULL), *stats = value_of (j->arguments, "stats", NULL);
  const int code = write_files (j, model, path, stats);
  if (code)
    return code;
  if (is_given (j->arguments, "json"))
    write_stats (j, stdout);
  else if (!path)
    print_model (stdout, model);
  fflush (stdout);
  if (j->quiet)
    return EXIT_DONE;
  if (papni_report_attempts (j->report))
    print_attempts (stderr, j->report);
  summarise (j, model, path);
  return EXIT_DONE;
}

/* ---- the command ---- */

/* Learns a sevpa, or with --model auto. */
static int learn_words (job *j, papni_model **model)
{
  papni_error error;
  *model = papni_learn (j->in.samples, j->options, &j->watch, j->report, &error);
  if (learns_machine (j))
    return *model ? report_traces (j) : complain_error (&error);
  return *model ? report_samples (j) : complain_labels (j, &error);
}

/* Writes the log of merges, if requested. */
static int write_story (job *j)
{
  papni_error error;
  output out;
  const char *path = value_of (j->arguments, "explain", NULL);
  const int code = path ? output_open (&out, path) : EXIT_DONE;
  if (!path || code)
    return code;
  const papni_status status = papni_story_write (papni_report_story (j->report), output_writer (&out), &error);
  return output_replace (&out, status, &error);
}

/* Does learning merge states once, rather than compare models or do something else? */
static bool merges_once (const job *j)
{
  const char *method = papni_options_get (j->options, "method");
  return (!strcmp (method, "edsm") || !strcmp (method, "rpni")) && !learns (j, "auto") && !expects_noise (j)
         && !is_given (j->arguments, "search") && !strcmp (papni_options_get (j->options, "classes"), "none");
}

/* The time is over: what the model is then. */
static void report_late (const job *j)
{
  if (!merges_once (j))
    warn ("the time limit was reached: this is the best model so far");
  else
    warn ("the time limit was reached before all states were merged, so the model is large: "
          "a smaller one takes more time%s or fewer words",
          !strcmp (papni_options_get (j->options, "method"), "edsm") ? ", --method rpni" : "");
}

static int learn_model (job *j)
{
  papni_model *model = NULL;
  j->watch = progress_begin (&j->progress, j->quiet);
  const bool classes = strcmp (papni_options_get (j->options, "classes"), "none") != 0;
  const bool merges =
      (learns (j, "dfa") || learns (j, "vpa")) && !learns_by_contexts (j) && !classes && !expects_noise (j);
  const bool tree = j->tree || j->at_least || j->append || merges;
  int code = tree ? learn_tree (j, &model) : learn_words (j, &model);
  progress_end (&j->progress);
  if (!code && j->late)
    report_late (j);
  if (!code)
    report_ambiguous (j);
  if (!code)
    code = write_story (j);
  if (!code)
    code = write_suspects (j);
  if (!code && is_given (j->arguments, "counts"))
    code = count_model (&model, j->in.samples);
  if (!code)
    code = append_write (j);
  if (!code)
    code = hand_over (j, model);
  if (!code && j->before && !j->quiet && !is_given (j->arguments, "json"))
    append_compare (j, model);
  papni_model_free (model);
  return code;
}

/* A tree has its own alphabet. */
static int refuse_reading_options (const arguments *a)
{
  const option *const tables[] = { alphabet_options, word_options, layout_options, label_options, NULL };
  for (size_t i = 0; tables[i]; i++)
    for (const option *o = tables[i]; o->name; o++)
      if (is_given (a, o->name))
        return complain (EXIT_USAGE, "learn: --%s has no effect on a tree: use it with papni tree build", o->name);
  return EXIT_DONE;
}

/* --nesting auto: declares the calls and returns that are found in the words. */
static int add_nesting (job *j)
{
  papni_error error;
  papni_nesting *found = NULL;
  const papni_alphabet *alphabet = j->in.alphabet;
  if (strcmp (value_of (j->arguments, "nesting", "declared"), "auto") != 0)
    return EXIT_DONE;
  if (j->tree || declares_itself (j->arguments))
    return complain (EXIT_USAGE, "learn: --nesting auto finds calls and returns, but %s",
                     j->tree ? "a tree has its own" : "this lexer declares its own");
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++)
    if (papni_alphabet_kind (alphabet, (papni_symbol) i) != PAPNI_INTERNAL)
      return complain (EXIT_USAGE,
                       "learn: --nesting auto finds calls and returns, but '%s' is already declared as a %s",
                       papni_alphabet_name (alphabet, (papni_symbol) i),
                       papni_alphabet_kind (alphabet, (papni_symbol) i) == PAPNI_CALL ? "call" : "return");
  int code = find_nesting (&j->in, j->quiet, &found);
  if (!code && papni_nesting_declare (found, j->in.alphabet, &error))
    code = complain_error (&error);
  if (!code && !j->quiet && !*papni_nesting_lines (found))
    fprintf (stderr, "nothing nests: papni nesting lists the candidates\n");
  else if (!code && !j->quiet)
    fprintf (stderr, "calls and returns found, with %.0f bits instead of %.0f:\n%s", papni_nesting_bits (found),
             papni_nesting_flat_bits (found), papni_nesting_lines (found));
  papni_nesting_free (found);
  return code;
}

/* Samples without rejected words are learned by description length. */
static int suit_options (job *j)
{
  papni_error error;
  const bool explains = is_given (j->arguments, "explain");
  if (!explains && papni_options_suit (j->options, j->in.samples, &error))
    return complain_error (&error);
  if (explains && learns_by_contexts (j))
    return complain (EXIT_USAGE, "learn: --explain writes a log of merges, but --method contexts merges nothing");
  return EXIT_DONE;
}

static int read_operands (job *j)
{
  const arguments *a = j->arguments;
  int code = EXIT_DONE;
  const bool labelled = is_given (a, "right") || is_given (a, "wrong");
  j->samples = calloc (a->operand_count + 1, sizeof *j->samples);
  if (!j->samples)
    return complain (EXIT_SYSTEM, "out of memory");
  code = append_begin (j);
  for (size_t i = 0; !code && i < a->operand_count; i++)
    if (papni_tree_is_file (a->operands[i]))
      code = read_tree (&j->tree, a->operands[i]);
    else
      j->samples[j->sample_count++] = a->operands[i];
  if (!code)
    code = check_tree (j);
  if (!code && !j->sample_count && !labelled)
    code = refuse_reading_options (a);
  if (!code && (j->sample_count || labelled))
    code = input_begin (&j->in, a, NULL);
  j->in.advice = NULL; /* report_samples */
  j->in.accepts_all = true;
  if (!code && (j->sample_count || labelled))
    code = input_read_all (&j->in, j->samples, j->sample_count);
  if (!code)
    code = append_read (j); /* now: others wait for it, and the samples may be slow to come */
  if (!code)
    code = check_tree (j);
  if (!code && j->in.alphabet && classes_file (a))
    code = declare_classes (j->in.alphabet, classes_file (a));
  if (!code)
    code = add_nesting (j);
  if (!code && is_given (a, "ask"))
    code = ask_on_terminal (a, j->in.samples, &j->stopped);
  if (!code && !j->tree)
    code = suit_options (j);
  return code;
}

/* Options of --oracle have no effect without it; some have with --ask. */
static int check_asking (const arguments *a)
{
  const bool asks = is_given (a, "ask");
  for (const option *o = oracle_options; o->name; o++) {
    const bool shared = !strcmp (o->name, "answers") || !strcmp (o->name, "questions");
    if (is_given (a, o->name) && !(shared && asks))
      return complain (EXIT_USAGE, "learn: --%s needs --oracle%s", o->name, shared ? " or --ask" : "");
  }
  for (size_t i = 0; asks && i < a->operand_count; i++) {
    if (!strcmp (a->operands[i], "-"))
      return complain (EXIT_USAGE, "learn: --ask reads the answers from standard input, so samples must be files");
    if (papni_tree_is_file (a->operands[i]))
      return complain (EXIT_USAGE, "learn: --ask needs words, but %s is a tree", a->operands[i]);
    if (same_file (a->operands[i], value_of (a, "answers", NULL)))
      return complain (EXIT_USAGE, "learn: %s is an input file: writing to it would destroy it", a->operands[i]);
  }
  if (asks && same_file (value_of (a, "answers", NULL), value_of (a, "output", NULL)))
    return complain (EXIT_USAGE, "learn: --output and --answers name the same file");
  return EXIT_DONE;
}

/* Options that are about words with labels. */
static int check_machine (const job *j)
{
  static const char *const names[] = { "explain", "suspects", "ask", "nesting", "strict", "wrong", "accept", "reject" };
  for (size_t i = 0; learns_machine (j) && i < sizeof names / sizeof *names; i++)
    if (is_given (j->arguments, names[i]) && !(learns (j, "vpt") && !strcmp (names[i], "strict")))
      return complain (EXIT_USAGE, "learn: --%s is not for machines: they are learned from traces without labels",
                       names[i]);
  return EXIT_DONE;
}

/* Files that turned out to be inputs: before learning, which may take long. */
static int check_noted (const arguments *a)
{
  static const char *const names[] = { "output", "stats", "explain", "suspects" };
  int code = EXIT_DONE;
  for (size_t i = 0; !code && i < sizeof names / sizeof *names; i++)
    code = check_output (a, a->operand_count, value_of (a, names[i], NULL));
  return code;
}

static bool is_late (void *context)
{
  job *j = context;
  j->late = j->late || now () >= j->deadline;
  return j->late;
}

/* The log of merges is written by learning again with the chosen setting, which takes its
 * time. */
static int read_time_limit (job *j)
{
  double limit;
  const arguments *a = j->arguments;
  if (!is_given (a, "time-limit"))
    return EXIT_DONE;
  if (is_given (a, "explain") && learns (j, "auto"))
    return complain (EXIT_USAGE, "learn: --time-limit cannot be combined with --explain and --model auto");
  const int code = read_seconds (a, "time-limit", 0, &limit);
  j->deadline = now () + limit;
  papni_options_until (j->options, is_late, j);
  return code;
}

static int learn (const arguments *a)
{
  papni_error error;
  if (is_given (a, "oracle") && is_given (a, "ask"))
    return complain (EXIT_USAGE, "learn: --ask cannot be combined with --oracle");
  if (is_given (a, "oracle"))
    return learn_by_asking (a);
  const int refused = check_asking (a);
  if (refused)
    return refused;
  job j = { .arguments = a, .report = papni_report_new (NULL, &error), .quiet = is_given (a, "quiet") };
  int code = j.report ? read_settings (&j.options, a) : complain_error (&error);
  if (!code)
    code = check_machine (&j);
  if (!code)
    code = begin_suspects (&j);
  if (!code && is_given (a, "explain"))
    papni_report_want_story (j.report);
  if (!code)
    code = check_files (a);
  if (!code)
    code = read_time_limit (&j);
  if (!code)
    code = read_at_least (a, &j.at_least);
  const double started = now ();
  if (!code)
    code = read_operands (&j);
  if (!code)
    code = check_noted (a);
  if (!code)
    code = check_noise (&j);
  j.read_seconds = now () - started;
  if (!code)
    code = learn_model (&j);
  if (!code && j.stopped)
    code = 130;
  update_end (&j.update);
  free (j.samples);
  papni_tree_free (j.tree);
  papni_tree_free (j.appended);
  papni_model_free (j.before);
  input_free (&j.in);
  papni_options_free (j.options);
  papni_report_free (j.report);
  return code;
}

static const option options[] = {
  { "output", 'o', "MODEL", "output file (default: print the model)" },
  { "nesting", 0, "declared|auto", "find the calls and returns in the words (default: declared)" },
  { "counts", 0, NULL, "keep in the model how often accepted words take each transition, for papni score" },
  { "strict", 0, NULL, "fail if an accepted word is not well-matched" },
  { "stats", 0, "FILE", "write counts, times, memory and, for auto, the settings tried, as JSON" },
  { "json", 0, NULL, "print the statistics of --stats instead of the model" },
  { "explain", 0, "FILE", "write a log of merges, with the samples that ruled out other merges" },
  { "suspects", 0, "FILE", "list the words whose labels seem wrong, with reasons; implies --noise auto" },
  { "append", 0, "TREE", "add the words to this tree (papni tree), and learn from all of it" },
  { "at-least", 0, "N", "drop words that fewer than N words begin with, themselves included" },
  { "ask", 0, NULL, "first ask, on the terminal, about the words whose labels would tell most" },
  { "quiet", 'q', NULL, "no progress bar, no summary; only warnings and errors" },
  { NULL, 0, NULL, NULL },
};

const command learn_command = {
  .name = "learn",
  .summary = "learn a model from labelled words",
  .operands = "SAMPLES...",
  .least = 1,
  .most = (size_t) -1,
  .about = "Learns an automaton from words labelled + (accepted) or - (rejected), one per line:\n"
           "\n"
           "  + ( )\n"
           "  - ( ) )\n"
           "\n"
           "Declare the symbols that push onto the stack with --call and the symbols that pop with\n"
           "--return, or in the file itself (%call and %return lines), or let --nesting auto find them.\n"
           "Without -o the model is printed.\n"
           "The same words give the same model, in any order. Files may be compressed (.gz, .zst), and\n"
           "'-' is standard input.\n"
           "\n"
           "Rejected words are optional: without them, what never follows in the accepted words is\n"
           "assumed to be rejected (--model general --method contexts).\n"
           "\n"
           "With --lexer the words are documents. SAMPLES is then a folder of accepted documents, or one\n"
           "with subfolders pos and neg; a file with a label and a document per line; or, with\n"
           "--format list, a file with a label and a file name per line. The model file records the\n"
           "lexer.\n"
           "\n"
           "Prefix trees (papni tree) can be used instead of samples, or together with them. With\n"
           "--append, words are added to a tree, which is made if it does not exist; if the model file\n"
           "exists, the shortest words on which the new model differs from it are printed.\n"
           "\n"
           "With --oracle the words need no labels: SAMPLES are accepted texts, one per line, and a\n"
           "command decides about other texts. It is run once per text, with the text as standard input\n"
           "or in a file whose name replaces {}; exit code 0 means accepted. Calls and returns are\n"
           "inferred. With --ask, you are asked: about words on which models learned with different\n"
           "settings disagree (papni suggest), until none is left. --answers and --questions apply to both.",
  .options = { options, oracle_options, setting_options, alphabet_options, word_options, layout_options,
               label_options },
  .example = "papni learn examples/paper.txt --method rpni --focus all\n"
             "papni learn examples/paper.txt -o paper.json\n"
             "papni learn examples/oracle/sums.txt --oracle 'python3 examples/oracle/sum_oracle.py' --coprocess",
  .run = learn,
};
