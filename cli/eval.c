/* eval.c - papni eval: evaluates a model on labelled words. */
#include "cli.h"

#include <stdlib.h>

typedef struct counts
{
  size_t tp, fp, fn, tn, unknown;
} counts;

static double ratio (size_t part, size_t whole)
{
  return whole ? (double) part / (double) whole : 0;
}

static int count_words (const input *in, const papni_model *model, counts *n)
{
  papni_error error;
  translation t = { .lexed = in->reading.lexer };
  papni_run *run = papni_run_new (model, &error);
  if (!run)
    return complain_error (&error);
  int code = translate (&t, in->alphabet, model);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  while (!code && papni_samples_next (in->samples, &cursor, &word)) {
    papni_run_restart (run);
    for (size_t i = 0; !code && i < word.length; i++)
      if (papni_run_step (run, t.symbols[word.symbols[i]], &error))
        code = complain_error (&error);
    const bool accepted = papni_run_verdict (run) == PAPNI_VERDICT_ACCEPT;
    n->unknown += word.label == PAPNI_UNKNOWN;
    n->tp += word.label == PAPNI_ACCEPT && accepted;
    n->fn += word.label == PAPNI_ACCEPT && !accepted;
    n->fp += word.label == PAPNI_REJECT && accepted;
    n->tn += word.label == PAPNI_REJECT && !accepted;
  }
  free (t.symbols);
  papni_run_free (run);
  return code;
}

static void print_counts (const counts *n, bool json)
{
  const double precision = ratio (n->tp, n->tp + n->fp), recall = ratio (n->tp, n->tp + n->fn);
  const double f1 = ratio (2 * n->tp, 2 * n->tp + n->fp + n->fn);
  const double accuracy = ratio (n->tp + n->tn, n->tp + n->fp + n->fn + n->tn);
  if (json) {
    printf ("{\"tp\": %zu, \"fp\": %zu, \"fn\": %zu, \"tn\": %zu, \"precision\": %.6f, \"recall\": %.6f, "
            "\"f1\": %.6f, \"accuracy\": %.6f}\n",
            n->tp, n->fp, n->fn, n->tn, precision, recall, f1, accuracy);
    return;
  }
  printf ("%12s %12s %12s\n", "", "accepted", "rejected");
  printf ("%12s %12zu %12zu\n", "labelled +", n->tp, n->fn);
  printf ("%12s %12zu %12zu\n\n", "labelled -", n->fp, n->tn);
  printf ("precision %.4f   recall %.4f   F1 %.4f   accuracy %.4f\n", precision, recall, f1, accuracy);
  if (n->unknown)
    printf ("ignored %zu word%s without a label\n", n->unknown, plural (n->unknown));
}

static int eval (const arguments *a)
{
  int code;
  input in = { 0 };
  counts n = { 0 };
  papni_model *model = read_model (a->operands[0], &code);
  if (!code)
    code = input_begin (&in, a, model);
  if (!code)
    code = input_read_all (&in, a->operands + 1, a->operand_count - 1);
  if (!code)
    code = count_words (&in, model, &n);
  if (!code)
    print_counts (&n, is_given (a, "json"));
  if (!code)
    report_left_out (&in);
  input_free (&in);
  papni_model_free (model);
  return code;
}

static const option options[] = {
  { "json", 0, NULL, "print one JSON object" },
  { NULL, 0, NULL, NULL },
};

const command eval_command = {
  .name = "eval",
  .summary = "evaluate a model on labelled words",
  .operands = "MODEL SAMPLES...",
  .least = 2,
  .most = (size_t) -1,
  .about = "Runs labelled words through a model and compares the results with the labels. Precision is\n"
           "the fraction of accepted words that are labelled +, recall the fraction of words labelled +\n"
           "that are accepted, F1 their harmonic mean; 0/0 counts as 0.",
  .options = { options, alphabet_options, word_options },
  .example = "papni learn examples/paper.txt -o paper.json\npapni eval paper.json examples/paper.txt",
  .run = eval,
};
