/* split.c - papni split: splits samples into a learning and an evaluation set. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

/* Two samples, each with an alphabet of its own. */
typedef struct parts
{
  papni_alphabet *alphabets[2];
  papni_samples *samples[2];
} parts;

static int parts_begin (parts *p)
{
  papni_error error;
  *p = (parts){ 0 };
  for (size_t i = 0; i < 2; i++) {
    p->alphabets[i] = papni_alphabet_new (NULL, &error);
    p->samples[i] = p->alphabets[i] ? papni_samples_new (p->alphabets[i], &error) : NULL;
    if (!p->samples[i])
      return complain_error (&error);
  }
  return EXIT_DONE;
}

static void parts_free (parts *p)
{
  for (size_t i = 0; i < 2; i++) {
    papni_samples_free (p->samples[i]);
    papni_alphabet_free (p->alphabets[i]);
  }
}

static int read_options (const arguments *a, double *ratio, size_t *seed)
{
  const char *text = value_of (a, "ratio", ".5"), *rest = value_of (a, "seed", "1");
  char *end;
  *ratio = strtod (text, &end);
  if (end == text || *end || !(*ratio > 0 && *ratio < 1))
    return complain (EXIT_USAGE, "split: --ratio takes a number between 0 and 1, got '%s'", text);
  if (!read_count (&rest, seed) || *rest)
    return complain (EXIT_USAGE, "split: --seed takes a number, got '%s'", value_of (a, "seed", NULL));
  return EXIT_DONE;
}

/* Writes both files, or neither. */
static int write_parts (const parts *p, const char *const *paths)
{
  output out[2] = { { 0 }, { 0 } };
  int code = EXIT_DONE;
  for (size_t i = 0; !code && i < 2; i++)
    code = check_names (papni_samples_alphabet (p->samples[i]), paths[i]);
  for (size_t i = 0; !code && i < 2; i++)
    code = output_open (&out[i], paths[i]);
  for (size_t i = 0; !code && i < 2; i++) {
    print_samples (out[i].stream, paths[i], p->samples[i]);
    code = output_finish (&out[i]);
  }
  for (size_t i = 0; !code && i < 2; i++)
    code = output_close (&out[i]);
  for (size_t i = 0; i < 2; i++)
    output_drop (&out[i]);
  return code;
}

static void summarise (const parts *p, const char *const *paths)
{
  for (size_t i = 0; i < 2; i++) {
    size_t counts[PAPNI_ACCEPT + 1] = { 0 };
    papni_cursor cursor = { 0, 0, 0 };
    papni_word word;
    while (papni_samples_next (p->samples[i], &cursor, &word))
      counts[word.label]++;
    const size_t size = counts[PAPNI_ACCEPT] + counts[PAPNI_REJECT];
    fprintf (stderr, "%s: %zu word%s, %zu accepted and %zu rejected", shown (paths[i]), size, plural (size),
             counts[PAPNI_ACCEPT], counts[PAPNI_REJECT]);
    if (counts[PAPNI_UNKNOWN])
      fprintf (stderr, "; ignored %zu without a label", counts[PAPNI_UNKNOWN]);
    fputc ('\n', stderr);
  }
}

static int check_files (const arguments *a, const char *const *paths)
{
  if (same_file (paths[0], paths[1]))
    return complain (EXIT_USAGE, "split: --learn and --eval name the same file: %s", paths[0]);
  for (size_t i = 0; i < a->operand_count; i++)
    if (same_file (paths[0], a->operands[i]) || same_file (paths[1], a->operands[i]))
      return complain (EXIT_USAGE, "split: %s is an input file: writing to it would destroy it", a->operands[i]);
  return EXIT_DONE;
}

static int split (const arguments *a)
{
  papni_error error;
  double ratio;
  size_t seed;
  input in = { 0 };
  parts p = { 0 };
  const char *const paths[] = { value_of (a, "learn", "learn.txt"), value_of (a, "eval", "eval.txt") };
  int code = read_options (a, &ratio, &seed);
  if (!code)
    code = check_files (a, paths);
  if (!code)
    code = input_begin (&in, a, NULL);
  if (!code)
    code = input_read_all (&in, a->operands, a->operand_count);
  if (!code && papni_samples_check (in.samples, &error))
    code = complain_error (&error);
  if (!code)
    code = parts_begin (&p);
  if (!code && papni_split (in.samples, ratio, seed, p.samples[0], p.samples[1], &error))
    code = complain_error (&error);
  if (!code)
    code = write_parts (&p, paths);
  if (!code && !is_given (a, "quiet"))
    summarise (&p, paths);
  parts_free (&p);
  input_free (&in);
  return code;
}

static const option options[] = {
  { "ratio", 0, "R", "fraction of the words for learning (default: .5)" },
  { "seed", 0, "N", "random seed (default: 1)" },
  { "learn", 0, "FILE", "file for the learning set (default: learn.txt)" },
  { "eval", 0, "FILE", "file for the evaluation set (default: eval.txt)" },
  { "quiet", 'q', NULL, "no summary" },
  { NULL, 0, NULL, NULL },
};

const command split_command = {
  .name = "split",
  .summary = "split words into a learning and an evaluation set",
  .operands = "SAMPLES...",
  .least = 1,
  .most = (size_t) -1,
  .about = "Splits labelled words into two files, one to learn from and one to evaluate on. Accepted and\n"
           "rejected words are split in the same ratio, and no word is in both files. The split depends\n"
           "on the seed and on the set of words, not on their order.",
  .options = { options, alphabet_options, word_options, layout_options, label_options },
  .example = "papni generate arith -n 200 -o words.txt\npapni split words.txt --ratio .7\n"
             "papni learn learn.txt -o arith.json\npapni eval arith.json eval.txt",
  .run = split,
};
