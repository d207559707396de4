/* attempts.c - prints the settings that `learn --model auto` tried, as a table and as
 * JSON. */
#include "cli.h"

#include <string.h>

const papni_attempt *chosen_attempt (const papni_report *report)
{
  const papni_attempt *a = NULL;
  for (size_t i = 0; (a = papni_report_attempt (report, i)) && !a->chosen; i++)
    ;
  return a;
}

static void print_reason (FILE *out, const papni_report *report)
{
  const papni_attempt *chosen = chosen_attempt (report);
  fprintf (out, "chosen by total bits of model and accepted words");
  if (chosen && chosen->accepted_wrongly)
    fprintf (out, "; accepts %zu rejected word%s", chosen->accepted_wrongly, plural (chosen->accepted_wrongly));
}

static bool is_set_to (const papni_options *o, const char *name, const char *value)
{
  return !strcmp (papni_options_get (o, name), value);
}

void print_attempts (FILE *out, const papni_report *report)
{
  const papni_attempt *a;
  fprintf (out, "  %-8s %-9s %-9s %-8s %8s %9s\n", "model", "method", "evidence", "modules", "states", "bits");
  for (size_t i = 0; (a = papni_report_attempt (report, i)); i++) {
    const papni_options *o = a->options;
    fprintf (out, "%s%c %-8s %-9s %-9s %-8s %8zu %9.0f", a->chosen ? bold (out) : "", a->chosen ? '>' : ' ',
             papni_options_get (o, "model"), papni_options_get (o, "method"),
             is_set_to (o, "method", "edsm") ? papni_options_get (o, "evidence") : "",
             is_set_to (o, "model", "sevpa") ? papni_options_get (o, "modules") : "", a->states, a->bits);
    if (a->accepted_wrongly)
      fprintf (out, "  accepts %zu rejected word%s", a->accepted_wrongly, plural (a->accepted_wrongly));
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
    fprintf (out, ", \"states\": %zu, \"bits\": %.2f, \"accepted_wrongly\": %zu", a->states, a->bits,
             a->accepted_wrongly);
    fprintf (out, ", \"chosen\": %s }", a->chosen ? "true" : "false");
  }
  fprintf (out, "\n  ]");
}
