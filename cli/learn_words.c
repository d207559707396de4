/* learn_words.c - what papni learn tells about the words: those that are dropped or have two
 * labels, and declarations that are probably wrong. */
#include "learn.h"

#include <string.h>

/* ---- words that are not well-matched ---- */

/* Lists the first accepted words that are dropped. */
static int show_dropped (const input *in, FILE *out)
{
  enum
  {
    SHOWN = 3
  };
  papni_error error;
  papni_encoder *encoder = papni_encoder_new (in->alphabet, &error);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  papni_encoding encoding;
  size_t listed = 0;
  int code = encoder ? EXIT_DONE : complain_error (&error);
  while (!code && listed < SHOWN && papni_samples_next (in->samples, &cursor, &word)) {
    if (papni_encode (encoder, word.symbols, word.length, &encoding, &error))
      code = complain_error (&error);
    else if (encoding.mismatch && word.label == PAPNI_ACCEPT) {
      listed++;
      fprintf (out, "  %s:%zu: ", shown (word.file), word.line);
      print_mismatch (out, in->alphabet, &word, &encoding);
      fputc ('\n', out);
    }
  }
  papni_encoder_free (encoder);
  return code;
}

/* ---- words with two labels ---- */

int complain_contradictions (const job *j, const papni_error *error)
{
  enum
  {
    SHOWN = 20
  };
  papni_contradiction list[SHOWN];
  papni_error trouble;
  size_t count = 0;
  if (error->code != PAPNI_CONTRADICTION
      || papni_samples_contradictions (j->in.samples, !learns (j, "dfa"), list, SHOWN, &count, &trouble) || count < 2)
    return complain_error (error);
  complain (EXIT_CONTRADICTION, "%zu words are both accepted and rejected: remove one label of each", count);
  for (size_t i = 0; i < count && i < SHOWN; i++) {
    const papni_word *first = &list[i].first, *second = &list[i].second;
    const bool accepted = second->label == PAPNI_ACCEPT;
    fprintf (stderr, "  %s:%zu: %s here, but %s at %s:%zu\n", shown (second->file), second->line,
             accepted ? "accepted" : "rejected", accepted ? "rejected" : "accepted", shown (first->file), first->line);
  }
  if (count > SHOWN)
    fprintf (stderr, "  and %zu more\n", count - SHOWN);
  return EXIT_CONTRADICTION;
}

static int report_dropped (const job *j)
{
  const size_t dropped = counts_of (j)->dropped_positive;
  const bool strict = is_given (j->arguments, "strict");
  if (!dropped)
    return EXIT_DONE;
  const char *what = dropped == 1 ? "accepted word is" : "accepted words are";
  if (strict)
    complain (EXIT_INPUT, "%zu %s not well-matched:", dropped, what);
  else
    warn ("%zu %s not well-matched and dropped:", dropped, what);
  const int code = show_dropped (&j->in, stderr);
  fprintf (stderr, "  the alphabet is probably wrong: check --call, --return and --pair\n");
  return code ? code : strict ? EXIT_INPUT : EXIT_DONE;
}

/* Warns if calls or returns are declared but no word contains one: the words are
 * probably split wrongly. */
static void report_unused (const input *in)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  const papni_alphabet *alphabet = in->alphabet;
  const char *name = NULL;
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++)
    if (!name && papni_alphabet_kind (alphabet, (papni_symbol) i) != PAPNI_INTERNAL)
      name = papni_alphabet_name (alphabet, (papni_symbol) i);
  while (name && papni_samples_next (in->samples, &cursor, &word))
    for (size_t i = 0; name && i < word.length; i++)
      if (papni_alphabet_kind (alphabet, word.symbols[i]) != PAPNI_INTERNAL)
        name = NULL;
  if (name && in->reading.lexer)
    warn ("no document contains '%s' or any other declared call or return: papni encode shows the symbols that the\n"
          "lexer produces",
          name);
  else if (name)
    warn ("no word contains '%s' or any other declared call or return: symbols are separated by spaces unless the\n"
          "format is chars (--format chars)",
          name);
}

/* Warns if nothing nests although names or a lexer suggest it: declarations are probably
 * missing. */
static void report_flat (const job *j)
{
  const papni_alphabet *alphabet = j->in.alphabet;
  const bool chosen = is_given (j->arguments, "model") && learns (j, "dfa");
  const bool searched = !strcmp (value_of (j->arguments, "nesting", ""), "auto");
  if (chosen || searched || declares_itself (j->arguments)
      || warn_of_nesting (j->in.samples, "let papni find them with --nesting auto"))
    return;
  if (!j->in.reading.lexer || learns (j, "dfa"))
    return;
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++)
    if (papni_alphabet_kind (alphabet, (papni_symbol) i) == PAPNI_CALL)
      return;
  warn (
      "no symbol is a call, so nothing nests: declare calls and returns (%%call, %%return or %%pair in the rules, or\n"
      "--call, --return and --pair), or use --model dfa");
}

void report_labels (const job *j)
{
  const papni_statistics *n = counts_of (j);
  const size_t positive = n->positive - n->dropped_positive, negative = n->negative - n->dropped_negative;
  if (!n->positive && !n->negative) {
    warn ("no word has a label: the model rejects everything");
    return;
  }
  if (n->positive && !positive) {
    warn ("no accepted word is well-matched: the model rejects everything");
    return;
  }
  if (!positive) {
    warn ("no accepted words (+): the model rejects everything");
    return;
  }
  if (learns_by_contexts (j) || learns (j, "auto"))
    return;
  if (n->negative && !negative)
    warn ("no rejected word is well-matched: nothing prevents a merge, so the model accepts too much; add rejected "
          "words\n"
          "that are well-matched");
  if (!n->negative)
    warn ("no rejected words (-): nothing prevents a merge, so the model accepts too much; add rejected words");
}

int report_samples (const job *j)
{
  report_labels (j);
  report_unused (&j->in);
  report_flat (j);
  return report_dropped (j);
}
