/* learn.c - papni learn: learns a model from samples. */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

typedef struct job
{
  const arguments *arguments;
  input in;
  const char **samples; /* the operands that are not trees */
  size_t sample_count;
  papni_tree *tree; /* of the operands that are; NULL if none is */
  papni_options *options;
  papni_report *report;
  progress progress;
  papni_watch watch;
  double read_seconds;
  bool quiet;
} job;

static const papni_statistics *counts_of (const job *j)
{
  return papni_report_statistics (j->report);
}

/* Is this the model that is asked for? */
static bool learns (const job *j, const char *model)
{
  return !strcmp (papni_options_get (j->options, "model"), model);
}

static int check_files (const arguments *a)
{
  const char *model = value_of (a, "output", NULL), *stats = value_of (a, "stats", NULL);
  const char *story = value_of (a, "explain", NULL);
  if (same_file (model, stats))
    return complain (EXIT_USAGE, "learn: --output and --stats name the same file: %s", model);
  if (same_file (story, model) || same_file (story, stats))
    return complain (EXIT_USAGE, "learn: --explain and another option name the same file: %s", story);
  for (size_t i = 0; i < a->operand_count; i++)
    if (same_file (model, a->operands[i]) || same_file (stats, a->operands[i]) || same_file (story, a->operands[i]))
      return complain (EXIT_USAGE, "learn: %s is an input file: writing to it would destroy it", a->operands[i]);
  return EXIT_DONE;
}

/* ---- words that are not well-matched ---- */

/* Lists the first accepted words that are dropped. */
static int show_dropped (const input *in, FILE *out)
{
  enum
  {
    SHOWN = 3
  };
  papni_error error;
  papni_encoder *encoder = papni_encoder_new (in->alphabet, &error);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  papni_encoding encoding;
  size_t shown = 0;
  int code = encoder ? EXIT_DONE : complain_error (&error);
  while (!code && shown < SHOWN && papni_samples_next (in->samples, &cursor, &word)) {
    if (papni_encode (encoder, word.symbols, word.length, &encoding, &error))
      code = complain_error (&error);
    else if (encoding.mismatch && word.label == PAPNI_ACCEPT) {
      shown++;
      fprintf (out, "  %s:%zu: ", word.file, word.line);
      print_mismatch (out, in->alphabet, &word, &encoding);
      fputc ('\n', out);
    }
  }
  papni_encoder_free (encoder);
  return code;
}

/* ---- words with two labels ---- */

/* Lists the words that are both accepted and rejected; returns the exit code for `error`. */
static int complain_contradictions (const job *j, const papni_error *error)
{
  enum
  {
    SHOWN = 20
  };
  papni_contradiction list[SHOWN];
  papni_error trouble;
  size_t count = 0;
  if (error->code != PAPNI_CONTRADICTION
      || papni_samples_contradictions (j->in.samples, !learns (j, "dfa"), list, SHOWN, &count, &trouble) || count < 2)
    return complain_error (error);
  complain (EXIT_CONTRADICTION, "%zu words are both accepted and rejected: remove one label of each", count);
  for (size_t i = 0; i < count && i < SHOWN; i++) {
    const papni_word *first = &list[i].first, *second = &list[i].second;
    const bool accepted = second->label == PAPNI_ACCEPT;
    fprintf (stderr, "  %s:%zu: %s here, but %s at %s:%zu\n", second->file, second->line,
             accepted ? "accepted" : "rejected", accepted ? "rejected" : "accepted", first->file, first->line);
  }
  if (count > SHOWN)
    fprintf (stderr, "  and %zu more\n", count - SHOWN);
  return EXIT_CONTRADICTION;
}

static int report_dropped (const job *j)
{
  const size_t dropped = counts_of (j)->dropped_positive;
  const bool strict = is_given (j->arguments, "strict");
  if (!dropped)
    return EXIT_DONE;
  const char *what = dropped == 1 ? "accepted word is" : "accepted words are";
  if (strict)
    complain (EXIT_INPUT, "%zu %s not well-matched:", dropped, what);
  else
    warn ("%zu %s not well-matched and dropped:", dropped, what);
  const int code = show_dropped (&j->in, stderr);
  fprintf (stderr, "  the alphabet is probably wrong: check --call, --return and --pair\n");
  return code ? code : strict ? EXIT_INPUT : EXIT_DONE;
}

/* Warns if calls or returns are declared but no word contains one: the words are
 * probably split wrongly. */
static void report_unused (const input *in)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  const papni_alphabet *alphabet = in->alphabet;
  const char *name = NULL;
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++)
    if (!name && papni_alphabet_kind (alphabet, (papni_symbol) i) != PAPNI_INTERNAL)
      name = papni_alphabet_name (alphabet, (papni_symbol) i);
  while (name && papni_samples_next (in->samples, &cursor, &word))
    for (size_t i = 0; name && i < word.length; i++)
      if (papni_alphabet_kind (alphabet, word.symbols[i]) != PAPNI_INTERNAL)
        name = NULL;
  if (name && in->reading.lexer)
    warn ("no document contains '%s' or any other declared call or return: papni encode shows the symbols that the\n"
          "lexer produces",
          name);
  else if (name)
    warn ("no word contains '%s' or any other declared call or return: symbols are separated by spaces unless the\n"
          "format is chars (--format chars)",
          name);
}

/* Warns if no symbol of the documents is a call: declarations are probably missing. */
static void report_flat (const job *j)
{
  const papni_alphabet *alphabet = j->in.alphabet;
  if (!j->in.reading.lexer || learns (j, "dfa"))
    return;
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++)
    if (papni_alphabet_kind (alphabet, (papni_symbol) i) == PAPNI_CALL)
      return;
  warn (
      "no symbol is a call, so nothing nests: declare calls and returns (%%call, %%return or %%pair in the rules, or\n"
      "--call, --return and --pair), or use --model dfa");
}

/* Is the model learned by description length, for which rejected words are not needed? */
static bool learns_by_contexts (const job *j)
{
  return !strcmp (papni_options_get (j->options, "method"), "contexts");
}

static void report_labels (const job *j)
{
  const papni_statistics *n = counts_of (j);
  const size_t positive = n->positive - n->dropped_positive, negative = n->negative - n->dropped_negative;
  if (!n->positive && !n->negative) {
    warn ("no word has a label: the model rejects everything");
    return;
  }
  if (n->positive && !positive) {
    warn ("no accepted word is well-matched: the model rejects everything");
    return;
  }
  if (!positive) {
    warn ("no accepted words (+): the model rejects everything");
    return;
  }
  if (learns_by_contexts (j) || learns (j, "auto"))
    return;
  if (n->negative && !negative)
    warn ("no rejected word is well-matched: nothing prevents a merge, so the model accepts too much; add rejected "
          "words\n"
          "that are well-matched");
  if (!n->negative)
    warn ("no rejected words (-): nothing prevents a merge, so the model accepts too much; add rejected words");
}

/* ---- results ---- */

/* Linux reports this process alone; getrusage includes the parent before exec. */
static size_t peak_memory (void)
{
  size_t kilobytes = 0;
  char line[256];
  FILE *status = fopen ("/proc/self/status", "r");
  while (status && !kilobytes && fgets (line, sizeof line, status))
    if (!strncmp (line, "VmHWM:", 6))
      kilobytes = strtoul (line + 6, NULL, 10);
  if (status)
    fclose (status);
  struct rusage usage;
  if (!kilobytes && !getrusage (RUSAGE_SELF, &usage))
    kilobytes = (size_t) usage.ru_maxrss;
  return 1024 * kilobytes;
}

static double learn_seconds (const progress *p)
{
  return p->seconds[PAPNI_PHASE_MERGING] + p->seconds[PAPNI_PHASE_SEARCHING] + p->seconds[PAPNI_PHASE_TRYING];
}

static void write_stats (const job *j, FILE *out)
{
  const papni_statistics *n = counts_of (j);
  fprintf (out,
           "{\n  \"words\": %zu,\n  \"positive\": %zu,\n  \"negative\": %zu,\n  \"dropped_positive\": %zu,\n"
           "  \"dropped_negative\": %zu,\n  \"tree_nodes\": %zu,\n  \"tree_bytes\": %zu,\n  \"states\": %zu,\n  "
           "\"merges\": %zu,\n"
           "  \"read_seconds\": %.6f,\n  \"tree_seconds\": %.6f,\n  \"learn_seconds\": %.6f,\n"
           "  \"peak_rss_bytes\": %zu,\n  ",
           n->words, n->positive, n->negative, n->dropped_positive, n->dropped_negative, n->tree_nodes, n->tree_bytes,
           n->states, n->merges, j->read_seconds + j->progress.seconds[PAPNI_PHASE_ENCODING],
           j->progress.seconds[PAPNI_PHASE_TREE], learn_seconds (&j->progress), peak_memory ());
  const papni_attempt *chosen = chosen_attempt (j->report);
  print_settings_json (out, chosen ? chosen->options : j->options);
  if (chosen)
    print_attempts_json (out, j->report);
  fprintf (out, "\n}\n");
}

static void summarise (const job *j, const papni_model *model, const char *path)
{
  const papni_statistics *n = counts_of (j);
  const size_t dropped = n->dropped_positive + n->dropped_negative;
  const size_t states = papni_model_states (model), transitions = papni_model_transitions (model);
  fprintf (stderr, "%zu word%s, %zu accepted and %zu rejected", n->words, plural (n->words), n->positive, n->negative);
  if (n->words > n->positive + n->negative)
    fprintf (stderr, ", %zu without a label", n->words - n->positive - n->negative);
  if (dropped)
    fprintf (stderr, "; %zu not well-matched, dropped", dropped);
  if (j->in.left_out)
    fprintf (stderr, "; ignored %zu file%s outside pos/ and neg/", j->in.left_out, plural (j->in.left_out));
  if (learns_by_contexts (j) && n->positive && !n->negative)
    fprintf (stderr, "\nno rejected words: what never follows in the accepted words is assumed to be rejected");
  fprintf (stderr, "\n%zu state%s and %zu transition%s", states, plural (states), transitions, plural (transitions));
  if (path)
    fprintf (stderr, ", written to %s", strcmp (path, "-") ? path : "standard output");
  else
    fprintf (stderr, "; save the model with -o FILE");
  fputc ('\n', stderr);
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
    code = status && status != PAPNI_SYSTEM ? complain_error (&error) : output_finish (&model_file);
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

static int report_samples (const job *j)
{
  report_labels (j);
  report_unused (&j->in);
  report_flat (j);
  return report_dropped (j);
}

/* Frees the samples as soon as the tree is built, because only the tree is needed from
 * then on. */
static int build_tree (job *j, papni_tree **tree)
{
  papni_error error;
  *tree = papni_tree_new (j->in.samples, j->options, &j->watch, j->report, &error);
  const int code = *tree ? report_samples (j) : complain_contradictions (j, &error);
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

static int learn_tree (job *j, papni_model **model)
{
  papni_error error;
  papni_tree *tree = NULL;
  const bool trees = j->tree;
  int code = j->sample_count ? build_tree (j, &tree) : EXIT_DONE;
  if (!code && trees)
    code = add_trees (j, &tree);
  if (code) {
    papni_tree_free (tree);
    return code;
  }
  *model = papni_tree_learn_and_free (tree, j->options, &j->watch, j->report, &error);
  if (*model && trees)
    report_labels (j);
  return *model ? EXIT_DONE : complain_error (&error);
}

/* Learns a sevpa, or with --model auto. */
static int learn_words (job *j, papni_model **model)
{
  papni_error error;
  *model = papni_learn (j->in.samples, j->options, &j->watch, j->report, &error);
  return *model ? report_samples (j) : complain_contradictions (j, &error);
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
  if (!status || status == PAPNI_SYSTEM)
    return output_close (&out);
  output_drop (&out);
  return complain_error (&error);
}

static int learn_model (job *j)
{
  papni_model *model = NULL;
  j->watch = progress_begin (&j->progress, j->quiet);
  const bool tree = (learns (j, "dfa") || learns (j, "vpa")) && !learns_by_contexts (j);
  int code = tree ? learn_tree (j, &model) : learn_words (j, &model);
  progress_end (&j->progress);
  if (!code)
    code = write_story (j);
  if (!code)
    code = hand_over (j, model);
  papni_model_free (model);
  return code;
}

/* A tree has its own alphabet. */
static int refuse_reading_options (const arguments *a)
{
  const option *const tables[] = { alphabet_options, word_options };
  for (size_t i = 0; i < 2; i++)
    for (const option *o = tables[i]; o->name; o++)
      if (is_given (a, o->name))
        return complain (EXIT_USAGE, "learn: --%s has no effect on a tree: use it with papni tree build", o->name);
  return EXIT_DONE;
}

/* Without --model, the trees say what is learned. */
static int choose_model (job *j)
{
  papni_error error;
  const char *kind = papni_model_kind_name (papni_tree_kind_of (j->tree));
  if (!is_given (j->arguments, "model"))
    return papni_options_set (j->options, "model", kind, &error) ? complain_error (&error) : EXIT_DONE;
  if (!learns (j, kind))
    return complain (EXIT_USAGE, "learn: the tree was built for --model %s, not for %s", kind,
                     papni_options_get (j->options, "model"));
  return EXIT_DONE;
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
  j->samples = calloc (a->operand_count, sizeof *j->samples);
  if (!j->samples)
    return complain (EXIT_SYSTEM, "out of memory");
  for (size_t i = 0; !code && i < a->operand_count; i++)
    if (papni_tree_is_file (a->operands[i]))
      code = read_tree (&j->tree, a->operands[i]);
    else
      j->samples[j->sample_count++] = a->operands[i];
  if (!code && j->tree)
    code = choose_model (j);
  if (!code && !j->sample_count)
    code = refuse_reading_options (a);
  if (!code && j->sample_count)
    code = input_begin (&j->in, a, NULL);
  j->in.accepts_all = true;
  if (!code && j->sample_count)
    code = input_read_all (&j->in, j->samples, j->sample_count);
  if (!code && !j->tree)
    code = suit_options (j);
  return code;
}

static int learn (const arguments *a)
{
  papni_error error;
  if (is_given (a, "oracle"))
    return learn_by_asking (a);
  for (const option *o = oracle_options; o->name; o++)
    if (is_given (a, o->name))
      return complain (EXIT_USAGE, "learn: --%s needs --oracle", o->name);
  job j = { .arguments = a, .report = papni_report_new (NULL, &error), .quiet = is_given (a, "quiet") };
  int code = j.report ? read_settings (&j.options, a) : complain_error (&error);
  if (!code && is_given (a, "explain"))
    papni_report_want_story (j.report);
  if (!code)
    code = check_files (a);
  const double started = now ();
  if (!code)
    code = read_operands (&j);
  j.read_seconds = now () - started;
  if (!code)
    code = learn_model (&j);
  free (j.samples);
  papni_tree_free (j.tree);
  input_free (&j.in);
  papni_options_free (j.options);
  papni_report_free (j.report);
  return code;
}

static const option options[] = {
  { "output", 'o', "MODEL", "output file (default: print the model)" },
  { "strict", 0, NULL, "fail if an accepted word is not well-matched" },
  { "stats", 0, "FILE", "write counts, times, memory and, for auto, the settings tried, as JSON" },
  { "json", 0, NULL, "print the statistics of --stats instead of the model" },
  { "explain", 0, "FILE", "write a log of merges, with the samples that ruled out other merges" },
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
           "--return, or in the file itself (%call and %return lines). Without -o the model is printed.\n"
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
           "Prefix trees (papni tree) can be used instead of samples, or together with them.\n"
           "\n"
           "With --oracle the words need no labels: SAMPLES are accepted texts, one per line, and a\n"
           "command decides about other texts. It is run once per text, with the text as standard input\n"
           "or in a file whose name replaces {}; exit code 0 means accepted. Calls and returns are\n"
           "inferred.",
  .options = { options, oracle_options, setting_options, alphabet_options, word_options },
  .example = "papni learn examples/paper.txt --method rpni --focus all\n"
             "papni learn examples/paper.txt -o paper.json\n"
             "papni learn examples/oracle/sums.txt --oracle 'python3 examples/oracle/sum_oracle.py' --coprocess",
  .run = learn,
};
