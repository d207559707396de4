/* attempts.c - prints the settings that `learn --model auto` tried, as a table and as
 * JSON. */
#include "cli.h"

#include <string.h>

/* Below this F1, more samples would help. */
#define GOOD .9

static double f1 (const papni_attempt *a)
{
  const size_t twice = 2 * a->true_positive, all = twice + a->false_positive + a->false_negative;
  return all ? (double) twice / (double) all : 0;
}

const papni_attempt *chosen_attempt (const papni_report *report)
{
  const papni_attempt *a = NULL;
  for (size_t i = 0; (a = papni_report_attempt (report, i)) && !a->chosen; i++)
    ;
  return a;
}

/* The reason for the choice, and how reliable it is. */
static void print_reason (FILE *out, const papni_report *report)
{
  size_t finalists = 0, accepted = 0, rejected = 0;
  double best = 0;
  const papni_attempt *a;
  for (size_t i = 0; (a = papni_report_attempt (report, i)); i++) {
    finalists += a->states > 0;
    accepted += a->true_positive;
    rejected += a->true_negative + a->false_positive;
    best = f1 (a) > best ? f1 (a) : best;
  }
  if (!accepted)
    fprintf (out, "every F1 is 0: chosen by bits alone");
  else if (finalists == 1)
    fprintf (out, "chosen by F1 on held-out words");
  else
    fprintf (out, "chosen by bits and by F1 on held-out words");
  if (accepted && !rejected)
    fprintf (out, "; F1 is meaningless without rejected words");
  else if (accepted && best < GOOD)
    fprintf (out, "; every F1 is low: more words would help");
}

static bool is_set_to (const papni_options *o, const char *name, const char *value)
{
  return !strcmp (papni_options_get (o, name), value);
}

void print_attempts (FILE *out, const papni_report *report)
{
  const papni_attempt *a;
  fprintf (out, "  %-6s %-7s %-9s %-8s %8s %8s %6s\n", "model", "method", "evidence", "modules", "F1", "states",
           "bits");
  for (size_t i = 0; (a = papni_report_attempt (report, i)); i++) {
    const papni_options *o = a->options;
    fprintf (out, "%s%c %-6s %-7s %-9s %-8s %8.4f", a->chosen ? bold (out) : "", a->chosen ? '>' : ' ',
             papni_options_get (o, "model"), papni_options_get (o, "method"),
             is_set_to (o, "method", "edsm") ? papni_options_get (o, "evidence") : "",
             is_set_to (o, "model", "sevpa") ? papni_options_get (o, "modules") : "", f1 (a));
    if (a->states)
      fprintf (out, " %8zu %6.0f", a->states, a->bits);
    fprintf (out, "%s\n", a->chosen ? plain (out) : "");
  }
  print_reason (out, report);
  fputc ('\n', out);
}

void print_attempts_json (FILE *out, const papni_report *report)
{
  const papni_attempt *a;
  fprintf (out, ",\n  \"why\": \"");
  print_reason (out, report);
  fprintf (out, "\",\n  \"tried\": [");
  for (size_t i = 0; (a = papni_report_attempt (report, i)); i++) {
    fprintf (out, "%s\n    { ", i ? "," : "");
    print_settings_json (out, a->options);
    fprintf (out, ", \"tp\": %zu, \"fp\": %zu, \"fn\": %zu, \"tn\": %zu, \"f1\": %.6f", a->true_positive,
             a->false_positive, a->false_negative, a->true_negative, f1 (a));
    if (a->states)
      fprintf (out, ", \"states\": %zu, \"bits\": %.2f", a->states, a->bits);
    fprintf (out, ", \"chosen\": %s }", a->chosen ? "true" : "false");
  }
  fprintf (out, "\n  ]");
}
