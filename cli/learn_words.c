/* learn_words.c - what papni learn tells about the words: those that are dropped or have two
 * labels, and declarations that are probably wrong. */
#include "learn.h"

#include <string.h>

/* ---- words that are not well-matched ---- */

/* Lists the first accepted words, or traces, that are dropped. */
static int show_dropped (const job *j, const papni_samples *samples)
{
  enum
  {
    SHOWN = 3
  };
  papni_error error;
  const papni_alphabet *alphabet = papni_samples_alphabet (samples);
  papni_encoder *encoder = papni_encoder_new (alphabet, &error);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  papni_encoding encoding;
  size_t shown = 0;
  int code = encoder ? EXIT_DONE : complain_error (&error);
  while (!code && shown < SHOWN && papni_samples_next (samples, &cursor, &word)) {
    if (papni_encode (encoder, word.symbols, word.length, &encoding, &error))
      code = complain_error (&error);
    else if (encoding.mismatch && (word.label == PAPNI_ACCEPT || learns_machine (j))) {
      shown++;
      print_broken (&j->in, alphabet, &word, &encoding);
    }
  }
  papni_encoder_free (encoder);
  return code;
}

/* What to do about accepted words that are dropped. */
static const char *advice_of (const job *j)
{
  enum
  {
    FEW = 10 /* at most one in so many: then the words are wrong rather than the declarations */
  };
  if (declares_itself (j->arguments))
    return "these documents are labelled as accepted: correct them, or move them to neg/ or label them -";
  const papni_statistics *counts = counts_of (j);
  if (!strcmp (value_of (j->arguments, "nesting", ""), "auto") || FEW * counts->dropped_positive <= counts->positive)
    return "all other accepted words are well-matched: correct these, or label them -";
  return strncmp (value_of (j->arguments, "lexer", ""), "rules:", 6) != 0
             ? "the alphabet is probably wrong: check --call, --return and --pair"
             : "the alphabet is probably wrong: check %call, %return and %pair in the rules";
}

static int report_dropped (const job *j)
{
  const size_t dropped = counts_of (j)->dropped_positive;
  const bool strict = is_given (j->arguments, "strict");
  if (!dropped || (expects_noise (j) && !strict && 2 * dropped < counts_of (j)->positive)) /* they are suspects */
    return EXIT_DONE;
  const char *words = dropped == 1 ? "accepted word is" : "accepted words are";
  const char *documents = dropped == 1 ? "accepted document is" : "accepted documents are";
  const char *what = j->in.reading.lexer ? documents : words;
  if (strict)
    complain (EXIT_INPUT, "%zu %s not well-matched:", dropped, what);
  else
    warn ("%zu %s not well-matched and dropped:", dropped, what);
  const int code = show_dropped (j, j->in.samples);
  fprintf (stderr, "  %s\n", advice_of (j));
  return code ? code : strict ? EXIT_INPUT : EXIT_DONE;
}

/* Lists the first traces that are dropped, without their outputs. */
static int show_dropped_traces (const job *j)
{
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *inputs = alphabet ? papni_samples_new (alphabet, &error) : NULL;
  const papni_status status = inputs ? papni_samples_inputs (j->in.samples, inputs, &error) : error.code;
  const int code = status ? complain_error (&error) : show_dropped (j, inputs);
  papni_samples_free (inputs);
  papni_alphabet_free (alphabet);
  return code;
}

/* Traces have no labels: + and - are inputs. */
static void report_trace_labels (const job *j)
{
  static const char *const labels[] = { "+", "-" };
  for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
    if (papni_alphabet_find (j->in.alphabet, labels[i], 1) != PAPNI_NO_SYMBOL) {
      warn ("'%s' is read as an input: traces have no labels", labels[i]);
      return;
    }
}

int report_traces (const job *j)
{
  const size_t dropped = counts_of (j)->dropped_positive;
  const bool strict = is_given (j->arguments, "strict");
  bool calls = false;
  report_trace_labels (j);
  for (size_t i = 0; i < papni_alphabet_size (j->in.alphabet); i++)
    calls |= papni_alphabet_kind (j->in.alphabet, (papni_symbol) i) == PAPNI_CALL;
  if (learns (j, "vpt") && !calls)
    warn ("no input is a call, so nothing nests: declare calls and returns (--call, --return and --pair, or %%call and "
          "%%return\nin the file), or use --model mealy");
  if (!dropped)
    return EXIT_DONE;
  const char *what = dropped == 1 ? "trace is" : "traces are";
  if (strict)
    complain (EXIT_INPUT, "%zu %s not well-matched:", dropped, what);
  else
    warn ("%zu %s not well-matched and dropped:", dropped, what);
  const int code = show_dropped_traces (j);
  fputs ("  check --call, --return and --pair, or leave out the calls that are still open at the end\n", stderr);
  return code ? code : strict ? EXIT_INPUT : EXIT_DONE;
}

int report_dropped_before (const job *j, const papni_tree *tree)
{
  const size_t dropped = papni_tree_statistics (tree)->dropped_positive;
  const bool strict = is_given (j->arguments, "strict");
  const char *words = dropped == 1 ? "word is" : "words are";
  papni_word example;
  if (!dropped || !papni_tree_dropped (tree, PAPNI_ACCEPT, &example))
    return EXIT_DONE;
  if (strict)
    complain (EXIT_INPUT, "%zu accepted %s not well-matched, such as:", dropped, words);
  else
    warn ("%zu accepted %s not well-matched and missing in the tree, such as:", dropped, words);
  fprintf (stderr, " ");
  for (size_t i = 0; i < example.length; i++)
    fprintf (stderr, " %s", shown (papni_alphabet_name (papni_tree_alphabet (tree), example.symbols[i])));
  fprintf (stderr, "\n");
  return strict ? EXIT_INPUT : EXIT_DONE;
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
  if (learns_machine (j))
    return;
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
  if (!strcmp (papni_options_get (j->options, "method"), "k-tails"))
    return;
  if (learns_by_contexts (j) || learns (j, "auto") || !strcmp (papni_options_get (j->options, "evidence"), "bits"))
    return;
  if (n->negative && !negative)
    warn ("no rejected word is well-matched: nothing prevents a merge, so the model accepts too much; add rejected "
          "words\n"
          "that are well-matched");
  if (!n->negative)
    warn ("no rejected words (-): nothing prevents a merge, so the model accepts too much; add rejected words");
}

void report_ambiguous (const job *j)
{
  const size_t count = counts_of (j)->ambiguous;
  if (count)
    warn (
        "%zu class%s of states that agree to depth k %s nondeterministic, so more states were merged: try a larger -k",
        count, count == 1 ? "" : "es", count == 1 ? "is" : "are");
}

int report_samples (const job *j)
{
  report_labels (j);
  report_unused (&j->in);
  report_flat (j);
  return report_dropped (j);
}
