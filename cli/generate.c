/* generate.c - papni generate: labelled words of a language or a model. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

static int wrong_number (const char *name, const char *what, const char *text)
{
  return complain (EXIT_USAGE, "generate: --%s takes %s, got '%s'", name, what, text);
}

static int read_lengths (const arguments *a, papni_generation *how)
{
  const char *text = value_of (a, "length", is_given (a, "likely") ? "0..1000" : "0..12"), *rest = text;
  const bool right = read_count (&rest, &how->least);
  how->most = how->least;
  if (!right || (*rest && (strncmp (rest, "..", 2) != 0 || (rest += 2, !read_count (&rest, &how->most)) || *rest)))
    return wrong_number ("length", "a length or a range such as 4..50", text);
  if (how->least > how->most)
    return wrong_number ("length", "the smaller length first", text);
  return EXIT_DONE;
}

static int read_mix (const arguments *a, papni_generation *how)
{
  const char *text = value_of (a, "mix", "1,1,1"), *rest = text;
  double *const weights[] = { &how->uniform, &how->matched, &how->edits };
  bool right = true;
  for (size_t i = 0; right && i < 3; i++) {
    char *end;
    *weights[i] = strtod (rest, &end);
    right = end != rest && *weights[i] >= 0 && *weights[i] < 1e9 && *end == (i < 2 ? ',' : '\0');
    rest = end + 1;
  }
  if (!right || how->uniform + how->matched + how->edits <= 0)
    return wrong_number ("mix", "three weights, as in 1,1,1", text);
  return EXIT_DONE;
}

/* A number of words, a share (.3 or 30%), or by default half. */
static int read_positive (const arguments *a, size_t words, bool machine, papni_generation *how)
{
  const char *text = value_of (a, "positive", NULL), *rest = text;
  how->positive = machine ? words : words / 2;
  if (text && read_count (&rest, &how->positive) && !*rest) {
    if (how->positive > words)
      return complain (EXIT_USAGE, "generate: --positive %zu is more than the %zu words of -n", how->positive, words);
  } else if (text) {
    char *end;
    double share = strtod (text, &end);
    share = *end == '%' ? share / 100 : share;
    end += *end == '%';
    if (end == text || *end || !(share >= 0 && share <= 1))
      return wrong_number ("positive", "a number of words, or a share such as .3 or 30%", text);
    how->positive = (size_t) ((double) words * share + 0.5);
  }
  how->negative = words - how->positive;
  return EXIT_DONE;
}

/* Words that are drawn by probability are accepted, and repeat. */
static int check_likely (const arguments *a)
{
  static const char *const others[] = { "positive", "mix", "replace" };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (is_given (a, others[i]))
      return complain (EXIT_USAGE,
                       "generate: --%s cannot be combined with --likely, which draws accepted words, "
                       "with repetition",
                       others[i]);
  return EXIT_DONE;
}

static int read_options (const arguments *a, bool machine, papni_generation *how)
{
  const char *number = value_of (a, "number", "100"), *rest = number;
  size_t words = 0, seed = 1;
  if (!read_count (&rest, &words) || *rest)
    return wrong_number ("number", "a number of words", number);
  rest = value_of (a, "seed", "1");
  if (!read_count (&rest, &seed) || *rest)
    return wrong_number ("seed", "a number", value_of (a, "seed", NULL));
  how->seed = seed;
  how->replace = is_given (a, "replace");
  int code = read_lengths (a, how);
  if (!code && is_given (a, "likely")) {
    how->positive = words;
    return check_likely (a);
  }
  if (!code)
    code = read_mix (a, how);
  return code ? code : read_positive (a, words, machine, how);
}

/* ---- words ---- */

/* Uses all accepted words if there are fewer than requested by default. */
static int take_all (const papni_model *model, papni_generation *how)
{
  papni_error error;
  papni_counter *all = papni_counter_new (model, how->most, NULL, &error);
  if (!all)
    return complain_error (&error);
  double exist = 0;
  for (size_t n = how->least; n <= how->most; n++)
    exist += papni_counter_count (all, n);
  papni_counter_free (all);
  if ((double) how->positive > exist) {
    how->negative += how->positive - (size_t) exist;
    how->positive = (size_t) exist;
  }
  return EXIT_DONE;
}

static int make_words (const arguments *a, const papni_model *model, papni_generation *how, papni_samples *samples)
{
  papni_error error;
  progress line;
  const papni_watch watch = progress_begin (&line, is_given (a, "quiet"));
  const bool likely = is_given (a, "likely");
  papni_status status = likely ? papni_generate_likely (model, how, samples, &watch, &error)
                               : papni_generate (model, how, samples, &watch, &error);
  if (status == PAPNI_INPUT && !is_given (a, "positive") && !likely) {
    const int code = take_all (model, how);
    if (code) {
      progress_end (&line);
      return code;
    }
    status = papni_generate (model, how, samples, &watch, &error);
  }
  progress_end (&line);
  return status ? complain_error (&error) : EXIT_DONE;
}

static void summarise (const papni_generation *how, const char *source, const char *path, bool traces)
{
  const size_t words = how->positive + how->negative;
  fprintf (stderr, "%zu %s%s of %s", words, traces ? "trace" : "word", plural (words), shown (source));
  if (!traces)
    fprintf (stderr, ", %zu accepted and %zu rejected", how->positive, how->negative);
  if (path && strcmp (path, "-") != 0)
    fprintf (stderr, ", written to %s", shown (path));
  fputc ('\n', stderr);
}

static int write_words (const arguments *a, const papni_model *model, papni_generation *how, input *in)
{
  output out;
  const char *path = value_of (a, "output", NULL);
  int code = make_words (a, model, how, in->samples);
  if (!code)
    code = check_names (in->alphabet, path);
  if (!code)
    code = output_open (&out, path);
  if (code)
    return code;
  fprintf (out.stream, "# papni generate %s, seed %llu\n", shown (a->operands[0]), (unsigned long long) how->seed);
  print_traces (out.stream, path, in->samples, has_traces (model) && !how->negative);
  code = output_close (&out);
  if (!code && !is_given (a, "quiet"))
    summarise (how, a->operands[0], path, has_traces (model) && !how->negative);
  return code;
}

/* ---- shortest words and covers ---- */

static const char *const drawing[] = { "number", "positive", "length", "mix", "seed", "replace", "likely" };

static int check_showing (const arguments *a)
{
  const char *what = is_given (a, "cover") ? "cover" : "shortest";
  if (is_given (a, "cover") && is_given (a, "shortest"))
    return complain (EXIT_USAGE, "generate: --cover and --shortest exclude each other");
  for (size_t i = 0; i < sizeof drawing / sizeof *drawing; i++)
    if (is_given (a, drawing[i]))
      return complain (EXIT_USAGE, "generate: --%s applies to random words: it cannot be combined with --%s",
                       drawing[i], what);
  return EXIT_DONE;
}

enum
{
  LONGEST = 1000000
};

/* Fills the samples with the shortest words, or with words that cover every transition
 * except the *useless ones. */
static int add_words (const arguments *a, const papni_model *model, papni_samples *samples, uint64_t count,
                      size_t *useless)
{
  papni_error error;
  progress line;
  const papni_watch watch = progress_begin (&line, is_given (a, "quiet"));
  const papni_status status = is_given (a, "cover")
                                  ? papni_cover (model, LONGEST, samples, useless, &watch, &error)
                                  : papni_shortest (model, (size_t) count, LONGEST, samples, &watch, &error);
  progress_end (&line);
  return status ? complain_error (&error) : EXIT_DONE;
}

/* "4 words of L1 that cover every transition except 2 that no accepted word uses" */
static void summarise_cover (size_t words, const char *source, size_t useless)
{
  fprintf (stderr, "%zu word%s of %s", words, plural (words), shown (source));
  if (!words)
    fputs (": no accepted word uses a transition", stderr);
  else
    fprintf (stderr, " that cover%s every transition", words == 1 ? "s" : "");
  if (words && useless)
    fprintf (stderr, " except %zu that no accepted word uses", useless);
}

static void summarise_least (size_t words, const char *source, uint64_t wanted)
{
  fprintf (stderr, "%zu shortest word%s of %s", words, plural (words), shown (source));
  if (words < wanted)
    fprintf (stderr, ": it accepts no %s of up to %d symbols", words ? "other word" : "word", LONGEST);
}

static int show_model (const arguments *a, const papni_model *model, input *in)
{
  output out;
  const char *path = value_of (a, "output", NULL);
  const bool covers = is_given (a, "cover");
  size_t useless = 0;
  uint64_t count;
  if (!number_of (a, "shortest", 0, &count))
    return EXIT_USAGE;
  int code = add_words (a, model, in->samples, count, &useless);
  if (!code)
    code = check_names (in->alphabet, path);
  if (!code)
    code = output_open (&out, path);
  if (code)
    return code;
  fprintf (out.stream, "# papni generate %s, %s\n", shown (a->operands[0]),
           covers ? "words that cover every transition that accepted words use" : "the shortest words");
  print_traces (out.stream, path, in->samples, has_traces (model));
  code = output_close (&out);
  if (code || is_given (a, "quiet"))
    return code;
  if (covers)
    summarise_cover (papni_samples_size (in->samples), a->operands[0], useless);
  else
    summarise_least (papni_samples_size (in->samples), a->operands[0], count);
  const bool file = path && strcmp (path, "-") != 0;
  fprintf (stderr, "%s%s\n", file ? ", written to " : "", file ? shown (path) : "");
  return code;
}

static int generate (const arguments *a)
{
  const bool shows = is_given (a, "cover") || is_given (a, "shortest");
  int code = check_output (a, 0, value_of (a, "output", NULL));
  if (code)
    return code;
  papni_error error;
  papni_generation how = { 0 };
  input in = { 0 };
  papni_model *model = read_model (a->operands[0], &code);
  if (!code)
    code = shows ? check_showing (a) : read_options (a, has_traces (model), &how);
  if (!code) {
    in.alphabet = papni_alphabet_new (NULL, &error);
    in.samples = in.alphabet ? papni_samples_new (in.alphabet, &error) : NULL;
    code = !in.samples ? complain_error (&error)
           : shows     ? show_model (a, model, &in)
                       : write_words (a, model, &how, &in);
  }
  input_free (&in);
  papni_model_free (model);
  return code;
}

static const option options[] = {
  { "number", 'n', "N", "number of words (default: 100)" },
  { "positive", 0, "N", "number of accepted words, or their share: .3, 30% (default: half, or all that exist)" },
  { "length", 0, "A..B", "number of symbols per word, at most 1000, less for large alphabets (default: 0..12)" },
  { "mix", 0, "U,M,E", "weights of the rejected words: uniform, well-matched, edited accepted words (default: 1,1,1)" },
  { "seed", 0, "N", "random seed (default: 1)" },
  { "replace", 0, NULL, "draw with replacement: words may repeat" },
  { "likely", 0, NULL, "accepted words, drawn by the probabilities of the model's counts (default length: 0..1000)" },
  { "shortest", 0, "N", "instead, the N shortest accepted words; ties in symbol order" },
  { "cover", 0, NULL, "instead, accepted words that together use every transition that any accepted word uses" },
  { "output", 'o', "FILE", "output file (default: standard output); jsonl if it ends in .jsonl, else tokens" },
  { "quiet", 'q', NULL, "no summary" },
  { NULL, 0, NULL, NULL },
};

const command generate_command = {
  .name = "generate",
  .summary = "generate labelled words of a language or a model",
  .operands = "LANGUAGE|MODEL",
  .least = 1,
  .most = 1,
  .about = "Writes words that a built-in language or a model accepts (+) and words that it rejects (-),\n"
           "to learn from. The length of an accepted word is drawn from the lengths in the range that\n"
           "still have unused words, then the word uniformly from all accepted words of that length.\n"
           "Rejected words are drawn uniformly from all words, or from the well-matched words, or are\n"
           "accepted words with one or two edits that keep them well-matched. Words do not repeat\n"
           "unless --replace is given. The same seed gives the same words on every machine.\n"
           "\n"
           "With --likely, accepted words are drawn by the counts of a model (papni count): in each state,\n"
           "what comes next is drawn as often as the counted words did it.",
  .options = { options },
  .example = "papni generate L1 -n 6 --length 2..8\npapni generate json -n 1000 --positive 30% -o json.txt",
  .run = generate,
};
