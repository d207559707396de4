/* encode.c - papni encode: the words as the learner of a vpa sees them. */
#include "cli.h"

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
  printf (" (%s:%zu)", word->file, word->line);
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

static int encode (const arguments *a)
{
  input in;
  papni_error error;
  int code = input_begin (&in, a, NULL);
  if (!code)
    code = input_read_all (&in, a->operands, a->operand_count);
  if (!code && papni_samples_check (in.samples, &error))
    code = complain_error (&error);
  if (!code)
    code = encode_all (&in, is_given (a, "dropped"));
  input_free (&in);
  return code;
}

static const option options[] = {
  { "dropped", 0, NULL, "print only the dropped words" },
  { NULL, 0, NULL, NULL },
};

const command encode_command = {
  .name = "encode",
  .summary = "show words over the stack-aware alphabet, and which words are dropped",
  .operands = "SAMPLES...",
  .least = 1,
  .most = (size_t) -1,
  .about = "Prints each word as the learner of a vpa sees it: its label, a tab, and its symbols, each\n"
           "return with the call that it pops. A word that is not well-matched is dropped before\n"
           "learning; it is shown as '-', with the word, the reason, and its file and line.",
  .options = { options, alphabet_options, word_options },
  .example = "papni encode examples/paper.txt",
  .run = encode,
};
