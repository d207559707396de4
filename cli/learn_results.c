/* learn_results.c - statistics and summary of papni learn. */
#include "learn.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

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
  return p->seconds[PAPNI_PHASE_MERGING] + p->seconds[PAPNI_PHASE_SEARCHING] + p->seconds[PAPNI_PHASE_TRYING]
         + p->seconds[PAPNI_PHASE_VOTING];
}

void write_stats (const job *j, FILE *out)
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
  if (expects_noise (j))
    fprintf (out, "\"suspects\": %zu,\n  ", n->suspects);
  if (j->at_least)
    fprintf (out, "\"pruned\": %zu,\n  ", n->pruned);
  const papni_attempt *chosen = chosen_attempt (j->report);
  print_settings_json (out, chosen ? chosen->options : j->options);
  if (chosen)
    print_attempts_json (out, j->report);
  fprintf (out, "\n}\n");
}

void summarise (const job *j, const papni_model *model, const char *path)
{
  const papni_statistics *n = counts_of (j);
  const size_t dropped = n->dropped_positive + n->dropped_negative;
  const size_t states = papni_model_states (model), transitions = papni_model_transitions (model);
  if (learns_machine (j))
    fprintf (stderr, "%zu trace%s", n->words, plural (n->words));
  else
    fprintf (stderr, "%zu word%s, %zu accepted and %zu rejected", n->words, plural (n->words), n->positive,
             n->negative);
  if (!learns_machine (j) && n->words > n->positive + n->negative)
    fprintf (stderr, ", %zu without a label", n->words - n->positive - n->negative);
  if (dropped)
    fprintf (stderr, "; %zu not well-matched, dropped", dropped);
  if (n->pruned)
    fprintf (stderr, "; %zu rare, pruned", n->pruned);
  if (j->in.left_out)
    fprintf (stderr, "; ignored %zu file%s outside pos/ and neg/", j->in.left_out, plural (j->in.left_out));
  if (j->in.skipped)
    fprintf (stderr, "; ignored %zu line%s or event%s outside of any word", j->in.skipped, plural (j->in.skipped),
             plural (j->in.skipped));
  if (expects_noise (j))
    fprintf (stderr, "\n%zu label%s seem%s wrong%s", n->suspects, plural (n->suspects), n->suspects == 1 ? "s" : "",
             n->suspects && !is_given (j->arguments, "suspects") ? ": --suspects FILE lists them" : "");
  if (learns_by_contexts (j) && n->positive && !n->negative)
    fprintf (stderr, "\nno rejected words: what never follows in the accepted words is assumed to be rejected");
  fprintf (stderr, "\n%zu state%s and %zu transition%s", states, plural (states), transitions, plural (transitions));
  if (path)
    fprintf (stderr, ", written to %s", strcmp (path, "-") ? shown (path) : "standard output");
  else
    fprintf (stderr, "; save the model with -o FILE");
  fputc ('\n', stderr);
  if (j->in.samples && !j->tree && !learns_machine (j))
    print_thin (stderr, model, j->in.samples);
}
