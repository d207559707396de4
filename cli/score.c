/* score.c - papni score: how likely words are, by the counts of a model. */
#include "check.h"

#include <math.h>
#include <stdlib.h>

typedef struct score
{
  size_t words, rejected, symbols;
  double bits;
} score;

static double per (double bits, size_t symbols)
{
  return symbols ? bits / (double) symbols : 0;
}

/* The bits of a word; infinite if the model rejects it. */
static papni_status word_bits (const checker *c, const papni_word *word, double *bits, papni_error *error)
{
  papni_status status = PAPNI_OK;
  *bits = 0;
  papni_run_restart (c->run);
  const size_t first = begins_with_start (c->model, c->alphabet, word);
  for (size_t i = first; !status && i < word->length && *bits < (double) INFINITY; i++) {
    const papni_symbol s = c->translation.symbols[word->symbols[i]];
    *bits += papni_run_bits (c->run, s);
    status = papni_run_step (c->run, s, error);
  }
  if (*bits < (double) INFINITY)
    *bits += papni_run_end_bits (c->run);
  return status;
}

/* "samples.txt:3: 12.34 bits, 2.06 per symbol: ( 1 )", or "rejected". */
static void print_word_score (const papni_alphabet *alphabet, const papni_word *word, double bits)
{
  printf ("%s:%zu: ", shown (word->file), word->line);
  if (bits < (double) INFINITY)
    printf ("%.2f bits, %.2f per symbol:", bits, per (bits, word->length + 1));
  else
    printf ("rejected:");
  for (size_t i = 0; i < word->length; i++) {
    putchar (' ');
    print_name (stdout, papni_alphabet_name (alphabet, word->symbols[i]));
  }
  putchar ('\n');
}

static int score_words (const input *in, checker *c, bool list, score *n)
{
  papni_error error;
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  int code = translate (&c->translation, in->alphabet, c->model);
  while (!code && papni_samples_next (in->samples, &cursor, &word)) {
    double bits;
    if (word.label != PAPNI_ACCEPT)
      continue;
    if (word_bits (c, &word, &bits, &error))
      return complain_error (&error);
    if (list)
      print_word_score (in->alphabet, &word, bits);
    n->words++;
    if (bits < (double) INFINITY) {
      n->symbols += word.length + 1;
      n->bits += bits;
    } else
      n->rejected++;
  }
  return code;
}

static void print_score (const score *n, bool json)
{
  const size_t scored = n->words - n->rejected;
  const double symbol = per (n->bits, n->symbols), perplexity = exp2 (symbol);
  if (json) {
    printf ("{\"words\": %zu, \"rejected\": %zu, \"symbols\": %zu, \"bits\": %.4f, \"bits_per_symbol\": %.6f, "
            "\"bits_per_word\": %.6f, \"perplexity\": %.6f}\n",
            n->words, n->rejected, n->symbols, n->bits, symbol, per (n->bits, scored), perplexity);
    return;
  }
  printf ("%zu word%s", scored, plural (scored));
  if (n->rejected)
    printf (", and %zu that the model rejects", n->rejected);
  printf ("\n%.4f bits per symbol   %.2f bits per word   perplexity %.4f\n", symbol, per (n->bits, scored), perplexity);
}

static int score_all (const arguments *a, const input *in, papni_model **model)
{
  papni_error error;
  score n = { 0 };
  checker c = { .model = *model, .alphabet = in->alphabet, .translation = { .lexed = in->reading.lexer } };
  if (!papni_model_has_counts (*model))
    return complain (EXIT_INPUT, "%s: the model has no counts: learn it with --counts, or use papni count",
                     shown (a->operands[0]));
  c.run = papni_run_new (*model, &error);
  int code = c.run ? score_words (in, &c, is_given (a, "words"), &n) : complain_error (&error);
  if (!code && !n.words)
    code = complain (EXIT_INPUT, "no accepted words to score: words without labels are read with --right FILE");
  if (!code && is_given (a, "words"))
    putchar ('\n');
  if (!code)
    print_score (&n, is_given (a, "json"));
  free (c.translation.symbols);
  papni_run_free (c.run);
  return code ? code : n.rejected ? EXIT_NO : EXIT_DONE;
}

static int run_score (const arguments *a)
{
  if (is_given (a, "words") && is_given (a, "json"))
    return complain (EXIT_USAGE, "score: --words and --json cannot be combined");
  return on_samples (a, true, score_all);
}

static const option options[] = {
  { "words", 0, NULL, "list the bits of each word" },
  { "json", 0, NULL, "print one JSON object" },
  { NULL, 0, NULL, NULL },
};

const command score_command = {
  .name = "score",
  .summary = "compute how likely words are: bits per symbol, perplexity",
  .operands = "MODEL SAMPLES...",
  .least = 2,
  .most = (size_t) -1,
  .about = "Computes the probability of the accepted words of samples, by the counts of a model (papni\n"
           "count): the bits of a word are the negative logarithm of its probability, to base 2. Prints\n"
           "the bits per symbol, where the end of a word counts as a symbol, the bits per word, and the\n"
           "perplexity, 2 to the power of the bits per symbol. Words that the model rejects have no\n"
           "probability: they are counted separately, and the exit code is 1. Rejected words of the\n"
           "samples are ignored; words without labels are read with --right FILE.",
  .options = { options, alphabet_options, word_options, layout_options, label_options },
  .example = "papni learn examples/arith.txt --counts -o arith.json\npapni score arith.json examples/arith.txt",
  .run = run_score,
};
