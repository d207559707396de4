/* coverage.c - papni coverage: which parts of a model the words take, and where the
 * samples are thin. */
#include "cli.h"

#include <string.h>

typedef struct thin
{
  size_t transitions, untaken, single, once; /* once: symbols in one state only */
} thin;

/* In a sevpa, a call leads to its entry from every state, whatever the words are. */
static bool is_implied (const papni_model *model, const papni_transition *t, const papni_taken *taken)
{
  return !taken->words && papni_model_kind_of (model) == PAPNI_SEVPA
         && papni_alphabet_kind (papni_model_alphabet (model), t->symbol) == PAPNI_CALL;
}

static thin count_thin (const papni_model *model, const papni_coverage *c)
{
  thin t = { .transitions = 0 };
  for (size_t i = 0; i < papni_model_transitions (model); i++) {
    const papni_taken taken = papni_coverage_transition (c, i);
    const papni_transition transition = papni_model_transition (model, i);
    if (is_implied (model, &transition, &taken))
      continue;
    t.transitions++;
    t.untaken += !taken.words;
    t.single += taken.words && taken.single;
  }
  for (size_t i = 0; papni_model_states (model) > 1 && i < papni_alphabet_size (papni_model_alphabet (model)); i++)
    t.once += papni_coverage_places (c, (papni_symbol) i) == 1;
  return t;
}

void print_thin (FILE *out, const papni_model *model, const papni_samples *samples)
{
  enum
  {
    FEW = 100 /* with fewer words, everything is thin */
  };
  papni_error error;
  papni_coverage *c = papni_coverage_new (model, samples, &error);
  if (c && papni_coverage_words (c) >= FEW) {
    const thin t = count_thin (model, c);
    if (t.single || t.untaken)
      fprintf (out, "%zu of %zu transitions rest on a single word, %zu on none: papni coverage lists them\n", t.single,
               t.transitions, t.untaken);
  }
  papni_coverage_free (c);
}

/* ---- as text ---- */

static void print_taken (const papni_taken *taken)
{
  printf ("%9zu %8zu", taken->times, taken->words);
  if (!taken->words)
    printf ("  never taken");
  else if (taken->single && taken->first.file)
    printf ("  one word: %s:%zu", taken->first.file, taken->first.line);
  else if (taken->single)
    printf ("  one word");
}

/* "2 ) pop (", from a state, or without one. */
static int print_step (const papni_alphabet *alphabet, const papni_transition *t)
{
  print_name (stdout, papni_alphabet_name (alphabet, t->symbol));
  int width = (int) strlen (papni_alphabet_name (alphabet, t->symbol));
  if (t->popped == PAPNI_NO_SYMBOL)
    return width;
  printf (" pop ");
  print_name (stdout, papni_alphabet_name (alphabet, t->popped));
  width += 5 + (int) strlen (papni_alphabet_name (alphabet, t->popped));
  return t->caller == PAPNI_NO_STATE ? width : width + printf (" from %u", (unsigned) t->caller);
}

static void print_symbols (const papni_model *model, const papni_coverage *c, bool only)
{
  static const char *const kinds[] = { "internal", "call", "return" };
  const papni_alphabet *alphabet = papni_model_alphabet (model);
  printf ("%-28s %9s %8s\n", "symbol", "times", "words");
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++) {
    const papni_symbol s = (papni_symbol) i;
    const papni_taken taken = papni_coverage_symbol (c, s);
    const size_t places = papni_coverage_places (c, s);
    const char *name = papni_alphabet_name (alphabet, s);
    if (only && taken.words && !taken.single && places > 1)
      continue;
    printf ("%-8s ", kinds[papni_alphabet_kind (alphabet, s)]);
    print_name (stdout, name);
    printf ("%*s", 20 - (int) strlen (name) > 0 ? 20 - (int) strlen (name) : 1, "");
    print_taken (&taken);
    printf (places == 1 && papni_model_states (model) > 1 ? "  in one state only\n" : "\n");
  }
}

static void print_pairs (const papni_model *model, const papni_coverage *c, bool only)
{
  if (papni_coverage_pairs (c))
    printf ("\n%-28s %9s %8s\n", "pair", "times", "words");
  for (size_t i = 0; i < papni_coverage_pairs (c); i++) {
    papni_transition t = { 0 };
    const papni_taken taken = papni_coverage_pair (c, i, &t.popped, &t.symbol);
    t.caller = PAPNI_NO_STATE;
    if (only && taken.words && !taken.single)
      continue;
    const int width = print_step (papni_model_alphabet (model), &t);
    printf ("%*s", width < 29 ? 29 - width : 1, "");
    print_taken (&taken);
    putchar ('\n');
  }
}

static void print_transitions (const papni_model *model, const papni_coverage *c, bool only)
{
  printf ("\n%-28s %9s %8s\n", "transition", "times", "words");
  for (size_t i = 0; i < papni_model_transitions (model); i++) {
    const papni_transition t = papni_model_transition (model, i);
    const papni_taken taken = papni_coverage_transition (c, i);
    if ((only && taken.words && !taken.single) || is_implied (model, &t, &taken))
      continue;
    int width = printf ("%u ", (unsigned) t.from);
    width += print_step (papni_model_alphabet (model), &t);
    width += printf (" -> %u", (unsigned) t.to);
    printf ("%*s", width < 29 ? 29 - width : 1, "");
    print_taken (&taken);
    putchar ('\n');
  }
}

static void print_coverage (const papni_model *model, const papni_coverage *c, bool only)
{
  const thin t = count_thin (model, c);
  const size_t words = papni_coverage_words (c);
  print_symbols (model, c, only);
  print_pairs (model, c, only);
  print_transitions (model, c, only);
  printf ("\n%zu accepted word%s", words, plural (words));
  if (papni_coverage_rejected (c))
    printf (", of which the model rejects %zu", papni_coverage_rejected (c));
  printf ("\n%zu of %zu transition%s taken, %zu by a single word; %zu symbol%s in one state only\n",
          t.transitions - t.untaken, t.transitions, plural (t.transitions), t.single, t.once, plural (t.once));
}

/* ---- as JSON ---- */

static void print_taken_json (const papni_taken *taken)
{
  printf ("\"times\": %zu, \"words\": %zu, \"single\": %s", taken->times, taken->words,
          taken->single ? "true" : "false");
}

static void print_member (const char *key, const papni_alphabet *alphabet, papni_symbol s)
{
  printf ("\"%s\": ", key);
  if (s == PAPNI_NO_SYMBOL)
    printf ("null");
  else
    print_json_string (stdout, papni_alphabet_name (alphabet, s));
  printf (", ");
}

static void print_coverage_json (const papni_model *model, const papni_coverage *c)
{
  const papni_alphabet *alphabet = papni_model_alphabet (model);
  printf ("{\"words\": %zu, \"rejected\": %zu,\n \"symbols\": [", papni_coverage_words (c),
          papni_coverage_rejected (c));
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++) {
    const papni_taken taken = papni_coverage_symbol (c, (papni_symbol) i);
    printf (i ? ",\n  {" : "\n  {");
    print_member ("symbol", alphabet, (papni_symbol) i);
    print_taken_json (&taken);
    printf (", \"states\": %zu}", papni_coverage_places (c, (papni_symbol) i));
  }
  printf ("],\n \"pairs\": [");
  for (size_t i = 0; i < papni_coverage_pairs (c); i++) {
    papni_symbol call, ret;
    const papni_taken taken = papni_coverage_pair (c, i, &call, &ret);
    printf (i ? ",\n  {" : "\n  {");
    print_member ("call", alphabet, call);
    print_member ("return", alphabet, ret);
    print_taken_json (&taken);
    printf ("}");
  }
  printf ("],\n \"transitions\": [");
  for (size_t i = 0; i < papni_model_transitions (model); i++) {
    const papni_transition t = papni_model_transition (model, i);
    const papni_taken taken = papni_coverage_transition (c, i);
    printf (i ? ",\n  {\"from\": %u, " : "\n  {\"from\": %u, ", (unsigned) t.from);
    print_member ("symbol", alphabet, t.symbol);
    print_member ("popped", alphabet, t.popped);
    printf ("\"to\": %u, ", (unsigned) t.to);
    print_taken_json (&taken);
    printf ("}");
  }
  printf ("]}\n");
}

/* ---- the command ---- */

static int cover_samples (const arguments *a, const input *in, papni_model **model)
{
  papni_error error;
  papni_coverage *c = papni_coverage_new (*model, in->samples, &error);
  if (!c)
    return complain_error (&error);
  if (is_given (a, "json"))
    print_coverage_json (*model, c);
  else
    print_coverage (*model, c, is_given (a, "thin"));
  papni_coverage_free (c);
  return EXIT_DONE;
}

static int coverage (const arguments *a)
{
  if (is_given (a, "thin") && is_given (a, "json"))
    return complain (EXIT_USAGE, "coverage: --thin and --json cannot be combined");
  return on_samples (a, true, cover_samples);
}

static const option options[] = {
  { "thin", 0, NULL, "list only what no word or a single word takes, and symbols read in one state only" },
  { "json", 0, NULL, "print one JSON object" },
  { NULL, 0, NULL, NULL },
};

const command coverage_command = {
  .name = "coverage",
  .summary = "show which parts of a model the words take, and where the samples are thin",
  .operands = "MODEL SAMPLES...",
  .least = 2,
  .most = (size_t) -1,
  .about = "Runs the accepted words of samples through a model, and counts how often they take each\n"
           "symbol, each pair of a call and a return, and each transition, and how many words do. What\n"
           "no word or only one word takes is where the samples are thin: one wrong label there changes\n"
           "the model. Words that the model rejects do not count. A symbol that is read in one state\n"
           "only may be missing in other places. In a sevpa, a call leads to one state from everywhere:\n"
           "calls that no word takes are left out.",
  .options = { options, alphabet_options, word_options, layout_options, label_options },
  .example = "papni learn examples/arith.txt -o arith.json\npapni coverage arith.json examples/arith.txt",
  .run = coverage,
};
