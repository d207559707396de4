/* encode.c - papni encode: the words as the learner of a vpa sees them, to read or as samples
 * for other programs. */
#include "cli.h"

#include <string.h>

void print_mismatch (FILE *out, const papni_alphabet *alphabet, const papni_word *word, const papni_encoding *encoding)
{
  fprintf (out, "symbol %zu, ", encoding->at + 1);
  print_name (out, papni_alphabet_name (alphabet, word->symbols[encoding->at]));
  switch (encoding->mismatch) {
  case PAPNI_MISMATCH_NO_CALL:
    fprintf (out, ", has no call to pop");
    break;
  case PAPNI_MISMATCH_WRONG_CALL:
    fprintf (out, ", is not paired with the open call ");
    print_name (out, papni_alphabet_name (alphabet, encoding->open));
    break;
  default:
    fprintf (out, ", is never closed");
  }
}

/* As in the paper's table: "(, ) pop (". */
static void print_encoded (const papni_alphabet *alphabet, const papni_word *word, const papni_encoding *encoding)
{
  for (size_t i = 0; i < word->length; i++) {
    printf (i ? ", " : "");
    print_name (stdout, papni_alphabet_name (alphabet, word->symbols[i]));
    if (encoding->popped[i] == PAPNI_NO_SYMBOL)
      continue;
    printf (" pop ");
    print_name (stdout, papni_alphabet_name (alphabet, encoding->popped[i]));
  }
}

/* "-", the word, and what is wrong with it. */
static void print_dropped (const papni_alphabet *alphabet, const papni_word *word, const papni_encoding *encoding)
{
  enum
  {
    SHOWN = 40
  };
  printf ("-\t");
  for (size_t i = 0; i < word->length && i < SHOWN; i++) {
    printf (i ? " " : "");
    print_name (stdout, papni_alphabet_name (alphabet, word->symbols[i]));
  }
  printf (word->length > SHOWN ? " ...\t" : "\t");
  print_mismatch (stdout, alphabet, word, encoding);
  printf (" (%s:%zu)", shown (word->file), word->line);
}

static void print_row (const papni_alphabet *alphabet, const papni_word *word, const papni_encoding *encoding)
{
  printf ("%c\t", word->label == PAPNI_ACCEPT ? '+' : word->label == PAPNI_REJECT ? '-' : '?');
  if (encoding->mismatch)
    print_dropped (alphabet, word, encoding);
  else
    print_encoded (alphabet, word, encoding);
  putchar ('\n');
}

static int encode_all (const input *in, bool dropped_only)
{
  papni_error error;
  papni_encoder *encoder = papni_encoder_new (in->alphabet, &error);
  if (!encoder)
    return complain_error (&error);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  papni_encoding encoding;
  int code = EXIT_DONE;
  while (!code && papni_samples_next (in->samples, &cursor, &word)) {
    if (papni_encode (encoder, word.symbols, word.length, &encoding, &error))
      code = complain_error (&error);
    else if (encoding.mismatch || !dropped_only)
      print_row (in->alphabet, &word, &encoding);
  }
  papni_encoder_free (encoder);
  return code;
}

/* ---- samples for other programs ---- */

static void print_abbadingo (FILE *out, const papni_samples *samples)
{
  const papni_alphabet *alphabet = papni_samples_alphabet (samples);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  fprintf (out, "%zu %zu\n", papni_samples_size (samples), papni_alphabet_size (alphabet));
  while (papni_samples_next (samples, &cursor, &word)) {
    fprintf (out, "%s %zu", word.label == PAPNI_ACCEPT ? "1" : word.label == PAPNI_REJECT ? "0" : "-1", word.length);
    for (size_t i = 0; i < word.length; i++)
      fprintf (out, " %s", papni_alphabet_name (alphabet, word.symbols[i]));
    fputc ('\n', out);
  }
}

static int write_encoded (const papni_samples *samples, const char *to, const char *path)
{
  output out;
  const int code = output_open (&out, path);
  if (code)
    return code;
  if (!strcmp (to, "abbadingo"))
    print_abbadingo (out.stream, samples);
  else
    print_samples (out.stream, !strcmp (to, "jsonl") ? "x.jsonl" : "", samples);
  return output_close (&out);
}

static int encode_to (const input *in, const arguments *a)
{
  papni_error error;
  const char *path = value_of (a, "output", NULL);
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *encoded = alphabet ? papni_samples_new (alphabet, &error) : NULL;
  size_t dropped = 0;
  int code =
      encoded && !papni_samples_encode (in->samples, encoded, &dropped, &error) ? EXIT_DONE : complain_error (&error);
  if (!code)
    code = write_encoded (encoded, value_of (a, "to", NULL), path);
  if (!code && !is_given (a, "quiet"))
    fprintf (stderr, "%zu word%s over %zu stack-aware symbol%s; %zu not well-matched, dropped\n",
             papni_samples_size (encoded), plural (papni_samples_size (encoded)), papni_alphabet_size (alphabet),
             plural (papni_alphabet_size (alphabet)), dropped);
  papni_samples_free (encoded);
  papni_alphabet_free (alphabet);
  return code;
}

/* ---- the command ---- */

static int encode (const arguments *a)
{
  input in = { 0 };
  papni_error error;
  const char *const needs_to[] = { "output", "quiet" };
  for (size_t i = 0; i < sizeof needs_to / sizeof *needs_to; i++)
    if (is_given (a, needs_to[i]) && !is_given (a, "to"))
      return complain (EXIT_USAGE, "encode: --%s needs --to", needs_to[i]);
  if (is_given (a, "to") && is_given (a, "dropped"))
    return complain (EXIT_USAGE, "encode: --to and --dropped exclude each other");
  int code = check_output (a, 0, value_of (a, "output", NULL));
  if (!code)
    code = input_begin (&in, a, NULL);
  if (!code)
    code = input_read_all (&in, a->operands, a->operand_count);
  if (!code && papni_samples_check (in.samples, &error))
    code = complain_error (&error);
  if (!code)
    code = is_given (a, "to") ? encode_to (&in, a) : encode_all (&in, is_given (a, "dropped"));
  if (!code && !is_given (a, "quiet"))
    report_left_out (&in);
  input_free (&in);
  return code;
}

static const option options[] = {
  { "dropped", 0, NULL, "print only the dropped words" },
  { "to", 0, "tokens|jsonl|abbadingo", "write samples over the stack-aware alphabet in this format" },
  { "output", 'o', "FILE", "with --to: output file (default: standard output)" },
  { "quiet", 'q', NULL, "with --to: no summary" },
  { NULL, 0, NULL, NULL },
};

const command encode_command = {
  .name = "encode",
  .summary = "show or write words over the stack-aware alphabet, and which words are dropped",
  .operands = "SAMPLES...",
  .least = 1,
  .most = (size_t) -1,
  .about = "Prints each word as the learner of a vpa sees it: its label, a tab, and its symbols, each\n"
           "return with the call that it pops. A word that is not well-matched is dropped before\n"
           "learning; it is shown as '-', with the word, the reason, and its file and line.\n"
           "\n"
           "With --to, writes samples from which any learner of regular languages can learn: a call\n"
           "( becomes the symbol (/push, and a return ) that pops it becomes )/pop/(. The automaton\n"
           "that was learned becomes a vpa with papni import --stack.",
  .options = { options, alphabet_options, word_options, layout_options, label_options },
  .example = "papni encode examples/paper.txt\n"
             "papni encode examples/paper.txt --to abbadingo -o encoded.txt",
  .run = encode,
};
