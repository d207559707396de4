/* suggest.c - papni suggest: words whose labels would tell most. */
#include "suggest.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- models from samples ---- */

/* The exit code after a signal; no message, since --ask goes on with what it has. */
static int stopped (const papni_error *error)
{
  return signal_caught () == SIGALRM ? complain_error (error) : 128 + signal_caught ();
}

/* Learns with the settings that --model auto tries; the report keeps their models. */
static int learn_all (const papni_samples *samples, const papni_watch *watch, papni_report *report, papni_model **model)
{
  papni_error error;
  papni_options *options = papni_options_new (NULL, &error);
  int code = options && !papni_options_set (options, "model", "auto", &error) ? EXIT_DONE : complain_error (&error);
  if (!code) {
    *model = papni_learn (samples, options, watch, report, &error);
    if (!*model && error.code == PAPNI_CANCELLED && signal_caught ())
      code = stopped (&error);
    else if (!*model)
      code = complain_contradictions (samples, true, &error);
  }
  papni_options_free (options);
  return code;
}

static double best_bits (const papni_report *report, size_t tried)
{
  double least = 0;
  for (size_t i = 0; i < tried; i++) {
    const double bits = papni_report_attempt (report, i)->bits;
    least = i && least < bits ? least : bits;
  }
  return least;
}

static int compare_models (const suggesting *s, const papni_model *const *models, size_t count,
                           papni_suggestions **found)
{
  papni_error error;
  papni_suggestions_free (*found);
  *found = papni_suggest (models, count, s->samples, s->most, &s->watch, &error);
  if (*found)
    return EXIT_DONE;
  return error.code == PAPNI_CANCELLED && signal_caught () ? stopped (&error) : complain_error (&error);
}

/* The models of settings that are near the best. */
static size_t near_best (const papni_report *report, const papni_model *best, const papni_model **models)
{
  const size_t tried = best ? papni_report_attempts (report) : 0;
  const double least = best_bits (report, tried);
  size_t count = 0;
  for (size_t i = 0; i < tried; i++) {
    const papni_attempt *attempt = papni_report_attempt (report, i);
    if (attempt->bits <= 2 * least)
      models[count++] = attempt->chosen ? best : attempt->model;
  }
  return count;
}

static int compare_all (suggesting *s, const papni_report *report, const papni_model *best, papni_suggestions **found)
{
  const papni_model **all = calloc (s->model_count + papni_report_attempts (report) + 1, sizeof (const void *));
  if (!all)
    return complain (EXIT_SYSTEM, "out of memory");
  for (size_t i = 0; i < s->model_count; i++)
    all[i] = s->models[i];
  const size_t count = s->model_count + near_best (report, best, all + s->model_count);
  s->single = count == 1;
  int code = compare_models (s, all, count, found);
  if (!code && s->samples && papni_suggestions_models (*found) < 2) {
    s->single = true;
    code = compare_models (s, all, 1, found);
  }
  free (all);
  return code;
}

int suggest_words (suggesting *s, papni_suggestions **found)
{
  papni_error error;
  papni_model *best = NULL;
  papni_report *report = papni_report_new (NULL, &error);
  int code = report ? EXIT_DONE : complain_error (&error);
  *found = NULL;
  if (!code && s->samples)
    code = learn_all (s->samples, &s->watch, report, &best);
  if (!code)
    code = compare_all (s, report, best, found);
  papni_model_free (best);
  papni_report_free (report);
  return code;
}

/* ---- the command ---- */

/* Does this file begin as a model does? */
static bool is_model (const char *path)
{
  char beginning[128] = "";
  FILE *file = !strcmp (path, "-") || is_folder (path) ? NULL : fopen (path, "rb");
  if (!file)
    return !access (path, F_OK) ? false : papni_language_find (path) < papni_language_count ();
  const size_t size = fread (beginning, 1, sizeof beginning - 1, file);
  fclose (file);
  beginning[size] = 0;
  return strstr (beginning, "\"papni-model\"") != NULL;
}

static void print_suggestions (const papni_suggestions *found, bool chars, bool split)
{
  const papni_alphabet *alphabet = papni_suggestions_alphabet (found);
  for (size_t i = 0; i < papni_suggestions_size (found); i++) {
    const papni_suggestion s = papni_suggestions_at (found, i);
    if (split)
      printf ("%zu of %zu\t", s.accepting, papni_suggestions_models (found));
    for (size_t k = 0; chars && k < s.length; k++)
      fputs (papni_alphabet_name (alphabet, s.symbols[k]), stdout);
    if (!chars)
      print_word (stdout, alphabet, s.symbols, s.length);
    putchar ('\n');
  }
}

static void summarise (const papni_suggestions *found, const suggesting *s)
{
  const size_t words = papni_suggestions_size (found), models = papni_suggestions_models (found);
  fflush (stdout);
  if (!words && s->most)
    fprintf (stderr, s->samples ? "nothing to suggest: all settings learn the same model, and the samples support it\n"
                                : "nothing to suggest: the models are equivalent\n");
  else if (s->single)
    fprintf (stderr, "%zu word%s that would show a wrong state or transition\n", words, plural (words));
  else
    fprintf (stderr, "%zu word%s on which %zu models disagree\n", words, plural (words), models);
}

/* Reads models to s->models, and the other operands as samples. */
static int read_operands (suggesting *s, const arguments *a, input *in, const char **paths)
{
  size_t path_count = 0;
  int code = EXIT_DONE;
  for (size_t i = 0; !code && i < a->operand_count; i++)
    if (!is_model (a->operands[i]))
      paths[path_count++] = a->operands[i];
    else {
      s->models[s->model_count] = read_model (a->operands[i], &code);
      s->model_count += !code;
    }
  if (code || !path_count)
    return code;
  code = input_begin (in, a, s->model_count ? s->models[0] : NULL);
  in->accepts_all = true;
  s->samples = in->samples;
  return code ? code : input_read_all (in, paths, path_count);
}

static int print_words (suggesting *s, const arguments *a)
{
  papni_suggestions *found = NULL;
  progress line;
  const bool quiet = is_given (a, "quiet");
  s->watch = progress_begin (&line, quiet);
  const int code = suggest_words (s, &found);
  progress_end (&line);
  if (!code)
    print_suggestions (found, !strcmp (value_of (a, "format", ""), "chars"), is_given (a, "split"));
  if (!code && !quiet)
    summarise (found, s);
  papni_suggestions_free (found);
  return code;
}

static int suggest (const arguments *a)
{
  suggesting s = { .models = calloc (a->operand_count, sizeof (papni_model *)) };
  const char **paths = calloc (a->operand_count, sizeof *paths);
  input in = { 0 };
  uint64_t count = 0;
  if (!s.models || !paths) {
    free (s.models);
    free (paths);
    return complain (EXIT_SYSTEM, "out of memory");
  }
  int code = number_of (a, "number", 10, &count) ? EXIT_DONE : EXIT_USAGE;
  s.most = (size_t) count;
  if (!code)
    code = read_operands (&s, a, &in, paths);
  if (!code)
    code = print_words (&s, a);
  for (size_t i = 0; i < s.model_count; i++)
    papni_model_free (s.models[i]);
  input_free (&in);
  free (s.models);
  free (paths);
  return code;
}

static const option options[] = {
  { "number", 'n', "N", "print at most N words (default: 10)" },
  { "split", 0, NULL, "print how many of the models accept each word" },
  { "quiet", 'q', NULL, "no progress bar, no summary" },
  { NULL, 0, NULL, NULL },
};

const command suggest_command = {
  .name = "suggest",
  .summary = "print the words whose labels would tell most",
  .operands = "MODEL|SAMPLES...",
  .least = 1,
  .most = (size_t) -1,
  .about = "Prints short words on which models disagree, one per line. Their labels show which of the\n"
           "models are wrong. The models are those given and, if there are samples, those that the\n"
           "settings of 'papni learn --model auto' learn from them. Models that misjudge more samples than\n"
           "others are left out, and so are settings that take more than twice the bits of the best.\n"
           "\n"
           "The first word divides the models most evenly; each further word separates the most of those\n"
           "that are not separated yet. If there is only one model, or all are equivalent, it is compared\n"
           "with models that differ from it in one state or transition, or in what follows a transition,\n"
           "unless samples rule them out.\n"
           "\n"
           "'papni learn --ask' asks about such words on the terminal, 'papni ask' asks a command.",
  .options = { options, alphabet_options, word_options, layout_options, label_options },
  .example = "papni suggest examples/paper.txt --split\n"
             "papni suggest L9 L4 -n 3\n"
             "papni suggest arith -n 3",
  .run = suggest,
};
