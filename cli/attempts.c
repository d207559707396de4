/* attempts.c - prints the settings that `learn --model auto` tried, as a table and as
 * JSON. */
#include "cli.h"

/* Below this F1, more samples would help. */
#define GOOD .9

static const char *method_name (papni_method m)
{
  return m == PAPNI_EDSM ? "edsm" : "rpni";
}

static const char *evidence_name (papni_evidence e)
{
  return e == PAPNI_STATES ? "states" : "labels";
}

static const char *modules_name (papni_modules m)
{
  return m == PAPNI_MODULES_CALL ? "call" : "one";
}

static double f1 (const papni_attempt *a)
{
  const size_t twice = 2 * a->true_positive, all = twice + a->false_positive + a->false_negative;
  return all ? (double) twice / (double) all : 0;
}

void print_setting_json (FILE *out, const papni_options *o)
{
  fprintf (out, "\"model\": \"%s\", \"method\": \"%s\", \"evidence\": \"%s\", \"focus\": \"%s\"",
           papni_model_kind_name (o->model), method_name (o->method), evidence_name (o->evidence),
           o->focus == PAPNI_POSITIVE ? "positive" : "all");
  if (o->model == PAPNI_SEVPA)
    fprintf (out, ", \"modules\": \"%s\"", modules_name (o->modules));
}

const papni_attempt *chosen_attempt (const papni_attempt *attempts)
{
  size_t i = 0;
  while (!attempts[i].chosen)
    i++;
  return &attempts[i];
}

/* The reason for the choice, and how reliable it is. */
static void print_reason (FILE *out, const papni_attempt *attempts)
{
  size_t finalists = 0, accepted = 0, rejected = 0;
  double best = 0;
  for (size_t i = 0; i < PAPNI_ATTEMPTS; i++) {
    const papni_attempt *a = &attempts[i];
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

void print_attempts (FILE *out, const papni_attempt *attempts)
{
  fprintf (out, "  %-6s %-7s %-9s %-8s %8s %8s %6s\n", "model", "method", "evidence", "modules", "F1", "states",
           "bits");
  for (size_t i = 0; i < PAPNI_ATTEMPTS; i++) {
    const papni_attempt *a = &attempts[i];
    const papni_options *o = &a->options;
    fprintf (out, "%s%c %-6s %-7s %-9s %-8s %8.4f", a->chosen ? bold (out) : "", a->chosen ? '>' : ' ',
             papni_model_kind_name (o->model), method_name (o->method),
             o->method == PAPNI_EDSM ? evidence_name (o->evidence) : "",
             o->model == PAPNI_SEVPA ? modules_name (o->modules) : "", f1 (a));
    if (a->states)
      fprintf (out, " %8zu %6.0f", a->states, a->bits);
    fprintf (out, "%s\n", a->chosen ? plain (out) : "");
  }
  print_reason (out, attempts);
  fputc ('\n', out);
}

void print_attempts_json (FILE *out, const papni_attempt *attempts)
{
  fprintf (out, ",\n  \"why\": \"");
  print_reason (out, attempts);
  fprintf (out, "\",\n  \"tried\": [");
  for (size_t i = 0; i < PAPNI_ATTEMPTS; i++) {
    const papni_attempt *a = &attempts[i];
    fprintf (out, "%s\n    { ", i ? "," : "");
    print_setting_json (out, &a->options);
    fprintf (out, ", \"tp\": %zu, \"fp\": %zu, \"fn\": %zu, \"tn\": %zu, \"f1\": %.6f", a->true_positive,
             a->false_positive, a->false_negative, a->true_negative, f1 (a));
    if (a->states)
      fprintf (out, ", \"states\": %zu, \"bits\": %.2f", a->states, a->bits);
    fprintf (out, ", \"chosen\": %s }", a->chosen ? "true" : "false");
  }
  fprintf (out, "\n  ]");
}
