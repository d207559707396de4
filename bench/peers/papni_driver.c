/* papni_driver.c - papni as the peers run: the words are read once, and learned from several
 * times in one process, so that memory is in use already. Speaks the protocol of the drivers:
 *
 *     papni_driver dfa-rpni|dfa-edsm TRAINING HELD-BACK [SECONDS]
 *
 * With SECONDS, it learns for so long, otherwise at most ten times.
 * The time is that of papni_learn, which includes the checks of the words that `papni learn`
 * counts as reading. */
#define _DEFAULT_SOURCE /* clock_gettime */
#include "driver.h"

#include <papni.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  FEWEST_RUNS = 3,
  MOST_RUNS = 10
};

#define BUDGET_SECONDS 2.0

static _Noreturn void give_up (const char *message)
{
  fprintf (stderr, "papni_driver: %s\n", message);
  exit (1);
}

static papni_samples *read_words (papni_alphabet *alphabet, const char *path)
{
  papni_error error;
  papni_samples *samples = papni_samples_new (alphabet, &error);
  if (!samples || papni_samples_read_file (samples, path, NULL, &error))
    give_up (error.message);
  return samples;
}

static papni_model *learn (const papni_samples *samples, const char *method)
{
  papni_error error;
  papni_options *options = papni_options_new (NULL, &error);
  if (!options || papni_options_set (options, "model", "dfa", &error)
      || papni_options_set (options, "method", method, &error))
    give_up (error.message);
  papni_model *model = papni_learn (samples, options, NULL, NULL, &error);
  if (!model)
    give_up (error.message);
  papni_options_free (options);
  return model;
}

static bool accepts (papni_run *run, const papni_alphabet *numbers, const papni_alphabet *alphabet, papni_word word)
{
  papni_error error;
  papni_run_restart (run);
  for (size_t i = 0; i < word.length; i++) {
    const char *name = papni_alphabet_name (alphabet, word.symbols[i]);
    if (papni_run_step (run, papni_alphabet_find (numbers, name, strlen (name)), &error))
      give_up (error.message);
  }
  return papni_run_verdict (run) == PAPNI_VERDICT_ACCEPT;
}

static void print_quality (const papni_model *model, papni_alphabet *alphabet, const char *path)
{
  papni_error error;
  papni_samples *samples = read_words (alphabet, path);
  papni_run *run = papni_run_new (model, &error);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  size_t counts[2][2] = { { 0 } }; /* by verdict and label */
  if (!run)
    give_up (error.message);
  while (papni_samples_next (samples, &cursor, &word))
    counts[accepts (run, papni_model_alphabet (model), alphabet, word)][word.label == PAPNI_ACCEPT]++;
  printf ("{\"event\": \"done\", \"tp\": %zu, \"fp\": %zu, \"fn\": %zu, \"tn\": %zu}\n", counts[1][1], counts[1][0],
          counts[0][1], counts[0][0]);
  papni_run_free (run);
  papni_samples_free (samples);
}

int main (int count, char **arguments)
{
  if (count < 4 || count > 5 || (strcmp (arguments[1], "dfa-rpni") != 0 && strcmp (arguments[1], "dfa-edsm") != 0))
    give_up ("usage: papni_driver dfa-rpni|dfa-edsm TRAINING HELD-BACK [SECONDS]");
  const double budget = count == 5 ? strtod (arguments[4], NULL) : BUDGET_SECONDS;
  const int most = count == 5 ? INT_MAX : MOST_RUNS;
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  if (!alphabet)
    give_up (error.message);
  papni_samples *samples = read_words (alphabet, arguments[2]);
  puts ("{\"event\": \"ready\"}");
  fflush (stdout);
  papni_model *model = NULL;
  double spent = 0;
  for (int run = 0; run < FEWEST_RUNS || (spent < budget && run < most); run++) {
    papni_model_free (model);
    const double begin = now ();
    model = learn (samples, arguments[1] + strlen ("dfa-"));
    const double seconds = now () - begin;
    spent += seconds;
    printf ("{\"event\": \"learned\", \"seconds\": %.6f, \"states\": %zu, \"peak_rss_bytes\": %ld}\n", seconds,
            papni_model_states (model), peak_memory ());
    fflush (stdout);
  }
  print_quality (model, alphabet, arguments[3]);
  papni_model_free (model);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  return 0;
}
