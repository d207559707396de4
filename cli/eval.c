/* eval.c - papni eval: evaluates a model on labelled words. */
#include "check.h"

#include <stdlib.h>

typedef struct counts
{
  size_t tp, fp, fn, tn, unknown;
} counts;

static double ratio (size_t part, size_t whole)
{
  return whole ? (double) part / (double) whole : 0;
}

/* Prints a misjudged word: its place, its label, and why the model rejects it, or the word
 * itself. */
static void print_error (const checker *c, const papni_alphabet *alphabet, const papni_word *word)
{
  printf ("%s:%zu: labelled %c, ", shown (word->file), word->line, word->label == PAPNI_ACCEPT ? '+' : '-');
  if (word->label == PAPNI_ACCEPT) {
    print_reject (c, alphabet, word);
    return;
  }
  printf ("accepted:");
  for (size_t i = 0; i < word->length; i++) {
    putchar (' ');
    print_name (stdout, papni_alphabet_name (alphabet, word->symbols[i]));
  }
  putchar ('\n');
}

static int count_words (const input *in, checker *c, bool errors, counts *n)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  papni_verdict verdict;
  int code = EXIT_DONE;
  while (!code && papni_samples_next (in->samples, &cursor, &word)) {
    code = judge_word (c, in->alphabet, &word, &verdict);
    if (code)
      break;
    const bool accepted = verdict == PAPNI_VERDICT_ACCEPT;
    n->unknown += word.label == PAPNI_UNKNOWN;
    n->tp += word.label == PAPNI_ACCEPT && accepted;
    n->fn += word.label == PAPNI_ACCEPT && !accepted;
    n->fp += word.label == PAPNI_REJECT && accepted;
    n->tn += word.label == PAPNI_REJECT && !accepted;
    if (errors && word.label != PAPNI_UNKNOWN && accepted != (word.label == PAPNI_ACCEPT))
      print_error (c, in->alphabet, &word);
  }
  return code;
}

/* Lists the misjudged words, if asked to, before the counts. */
static int judge_words (const input *in, const papni_model *model, bool errors, counts *n)
{
  papni_error error;
  checker c = { .model = model, .ahead = !errors, .translation = { .lexed = in->reading.lexer } };
  c.run = papni_run_new (model, &error);
  const int code = c.run ? count_words (in, &c, errors, n) : complain_error (&error);
  free (c.translation.symbols);
  papni_run_free (c.run);
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

static int eval_samples (const arguments *a, const input *in, papni_model **model)
{
  counts n = { 0 };
  if (is_machine (*model))
    return eval_machine (in, *model, is_given (a, "errors"), is_given (a, "json"));
  const int code = judge_words (in, *model, is_given (a, "errors"), &n);
  if (code)
    return code;
  if (is_given (a, "errors") && n.fp + n.fn)
    putchar ('\n');
  print_counts (&n, is_given (a, "json"));
  return EXIT_DONE;
}

static int eval (const arguments *a)
{
  if (is_given (a, "errors") && is_given (a, "json"))
    return complain (EXIT_USAGE, "eval: --errors and --json cannot be combined: run eval twice");
  return on_samples (a, false, eval_samples);
}

static const option options[] = {
  { "errors", 0, NULL, "list the misclassified words, with the reason" },
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
           "that are accepted, F1 their harmonic mean; 0/0 counts as 0.\n"
           "With a Moore or Mealy machine, SAMPLES are traces without labels, and the outputs that\n"
           "the machine gets right are counted.",
  .options = { options, alphabet_options, word_options, layout_options, label_options },
  .example = "papni learn examples/paper.txt -o paper.json\npapni eval paper.json examples/paper.txt",
  .run = eval,
};
