/* nesting.c - papni nesting: which symbols call and return, from the words alone. */
#include "cli.h"

#include <string.h>

enum
{
  SHOWN_NESTS = 20,
  LONGEST_NAMES = 40
};

/* ---- the table of candidates ---- */

/* The names of some symbols, or the first of them. */
static void write_names (char *out, const papni_alphabet *alphabet, const papni_symbol *symbols, size_t count)
{
  size_t used = 0;
  *out = 0;
  for (size_t i = 0; i < count; i++) {
    const char *name = papni_alphabet_name (alphabet, symbols[i]);
    const size_t length = strlen (name);
    if (used + length + 5 > LONGEST_NAMES) {
      memcpy (out + used, i ? " ..." : "...", i ? 5 : 4);
      return;
    }
    out[used] = ' ';
    memcpy (out + used + (i > 0), name, length + 1);
    used += length + (i > 0);
  }
}

static const char *reason_of (const papni_nest *n)
{
  switch (n->state) {
  case PAPNI_NEST_CHOSEN:
    return "chosen";
  case PAPNI_NEST_FLAT:
    return "never nested: needs no stack";
  case PAPNI_NEST_SHARES:
    return "shares a symbol with another";
  case PAPNI_NEST_CROSSES:
    return "crosses a chosen one";
  case PAPNI_NEST_SAVES_NOTHING:
    return "saves no bits";
  default:
    return "not tried";
  }
}

static void print_nest (const papni_alphabet *alphabet, const papni_nest *n, int widths[2])
{
  char calls[LONGEST_NAMES + 1], returns[LONGEST_NAMES + 1], bits[32] = "";
  write_names (calls, alphabet, n->symbols, n->calls);
  write_names (returns, alphabet, n->symbols + n->calls, n->size - n->calls);
  if (n->bits > 0)
    snprintf (bits, sizeof bits, "%.0f", n->bits);
  printf ("# %c %-*s  %-*s  %6zu  %6zu  %6zu  %8s  %s\n", n->state == PAPNI_NEST_CHOSEN ? '>' : ' ', widths[0], calls,
          widths[1], returns, n->depth, n->words, n->broken, bits, reason_of (n));
}

static void measure_names (const papni_alphabet *alphabet, const papni_nest *n, int widths[2])
{
  char names[2][LONGEST_NAMES + 1];
  write_names (names[0], alphabet, n->symbols, n->calls);
  write_names (names[1], alphabet, n->symbols + n->calls, n->size - n->calls);
  for (int i = 0; i < 2; i++)
    widths[i] = (int) strlen (names[i]) > widths[i] ? (int) strlen (names[i]) : widths[i];
}

static void print_nests (const papni_nesting *found, const papni_alphabet *alphabet, bool all)
{
  int widths[2] = { (int) strlen ("calls"), (int) strlen ("returns") };
  const papni_nest *n;
  size_t others = 0, count = 0;
  for (size_t i = 0; (n = papni_nesting_at (found, i)); i++)
    measure_names (alphabet, n, widths);
  if (papni_nesting_at (found, 0))
    printf ("#   %-*s  %-*s  %6s  %6s  %6s  %8s\n", widths[0], "calls", widths[1], "returns", "depth", "words",
            "breaks", "bits");
  for (size_t i = 0; (n = papni_nesting_at (found, i)); i++, count++) {
    const bool chosen = n->state == PAPNI_NEST_CHOSEN;
    others += !chosen;
    if (chosen || all || others <= SHOWN_NESTS)
      print_nest (alphabet, n, widths);
  }
  if (others > SHOWN_NESTS && !all)
    printf ("#   and %zu more (--all)\n", others - SHOWN_NESTS);
  if (!papni_nesting_is_whole (found))
    printf ("#   there are more candidates than were examined\n");
}

/* ---- as JSON ---- */

static void print_symbols_json (const papni_alphabet *alphabet, const papni_symbol *symbols, size_t count)
{
  putchar ('[');
  for (size_t i = 0; i < count; i++) {
    fputs (i ? ", " : "", stdout);
    print_json_string (stdout, papni_alphabet_name (alphabet, symbols[i]));
  }
  putchar (']');
}

static void print_json (const papni_nesting *found, const papni_alphabet *alphabet, const char *rules)
{
  static const char *const states[] = { "chosen", "flat", "shares", "crosses", "saves nothing", "untried" };
  const papni_nest *n;
  printf ("{\n  \"flat_bits\": %.2f,\n  \"bits\": %.2f,\n  \"lines\": ", papni_nesting_flat_bits (found),
          papni_nesting_bits (found));
  print_json_string (stdout, papni_nesting_lines (found));
  if (rules) {
    printf (",\n  \"rules\": ");
    print_json_string (stdout, rules);
  }
  printf (",\n  \"candidates\": [");
  for (size_t i = 0; (n = papni_nesting_at (found, i)); i++) {
    printf ("%s\n    { \"calls\": ", i ? "," : "");
    print_symbols_json (alphabet, n->symbols, n->calls);
    printf (", \"returns\": ");
    print_symbols_json (alphabet, n->symbols + n->calls, n->size - n->calls);
    printf (", \"depth\": %zu, \"words\": %zu, \"missed\": %zu, \"breaks\": %zu, \"bits\": %.2f, \"state\": \"%s\" }",
            n->depth, n->words, papni_nesting_missed (found, i), n->broken, n->bits, states[n->state]);
  }
  printf ("\n  ]\n}\n");
}

/* ---- broken words ---- */

void warn_of_broken (const input *in, const papni_nesting *found)
{
  enum
  {
    SHOWN = 10
  };
  papni_word word;
  papni_encoding encoding;
  size_t count = 0;
  while (papni_nesting_broken (found, count, &word, &encoding))
    count++;
  if (!count)
    return;
  warn ("%zu accepted %s not well-matched with these calls and returns:", count, count == 1 ? "word is" : "words are");
  for (size_t i = 0; i < SHOWN && papni_nesting_broken (found, i, &word, &encoding); i++)
    print_broken (in, in->alphabet, &word, &encoding);
  if (count > SHOWN)
    fprintf (stderr, "  and %zu more\n", count - SHOWN);
  fprintf (stderr, "  correct %s, or label %s -\n", count == 1 ? "it" : "them", count == 1 ? "it" : "them");
}

/* ---- the command ---- */

/* The rules of a lexer that was made for tokens, or NULL. */
static const char *rules_made (const input *in, const char *lexer)
{
  const char *own = papni_alphabet_lexer (in->alphabet);
  const bool made = lexer && own && !strcmp (lexer, "chars") && !strncmp (own, "rules:\n", 7);
  return made ? own + 7 : NULL;
}

/* Does a chosen call or return have a space in its name? */
static bool has_spaces (const papni_nesting *found, const papni_alphabet *alphabet)
{
  const papni_nest *n;
  for (size_t i = 0; (n = papni_nesting_at (found, i)); i++)
    for (size_t k = 0; n->state == PAPNI_NEST_CHOSEN && k < n->size; k++)
      if (strchr (papni_alphabet_name (alphabet, n->symbols[k]), ' '))
        return true;
  return false;
}

/* What to do with the lines. */
static const char *where_to (const char *lexer, bool made, bool spaces)
{
  if (spaces)
    return "use --nesting auto, as names with spaces cannot be declared in lines such as these";
  if (!lexer)
    return "put these lines at the top of the file";
  if (made)
    return "save this as a file of rules, and use --lexer rules:FILE";
  return strncmp (lexer, "rules", 5) != 0 ? "use these as options, as in --pair 'CALL RETURN'"
                                          : "put these lines into the rules";
}

static void print_found (const papni_nesting *found, const input *in, const arguments *a)
{
  const char *lexer = value_of (a, "lexer", NULL), *rules = rules_made (in, lexer);
  const char *lines = papni_nesting_lines (found);
  if (is_given (a, "json")) {
    print_json (found, in->alphabet, rules);
    return;
  }
  if (!is_given (a, "quiet")) {
    print_nests (found, in->alphabet, is_given (a, "all"));
    if (*lines)
      printf ("# %.0f bits instead of %.0f without nesting; %s:\n", papni_nesting_bits (found),
              papni_nesting_flat_bits (found), where_to (lexer, rules, has_spaces (found, in->alphabet)));
    else
      printf ("# nothing nests: %.0f bits without nesting, and no candidate takes fewer\n",
              papni_nesting_flat_bits (found));
  }
  fputs (rules ? rules : lines, stdout);
}

/* If tokens of several characters nest, the words are read with them. */
static papni_status find_tokens (input *in, const papni_watch *watch, papni_nesting **found, papni_error *error)
{
  papni_samples *tokens;
  papni_nesting *nesting;
  const papni_status status = papni_find_tokens (in->samples, *found, watch, &tokens, &nesting, error);
  if (status || !tokens)
    return status;
  papni_nesting_free (*found);
  papni_samples_free (in->samples);
  papni_alphabet_free (in->alphabet);
  in->samples = tokens;
  in->alphabet = papni_samples_alphabet (tokens);
  *found = nesting;
  return PAPNI_OK;
}

int find_nesting (input *in, bool quiet, papni_nesting **found)
{
  papni_error error;
  progress p = { 0 };
  papni_watch watch = progress_begin (&p, quiet);
  const bool characters = !strcmp (value_of (in->arguments, "lexer", ""), "chars");
  *found = papni_find_nesting (in->samples, &watch, &error);
  const bool done = *found && (!characters || !find_tokens (in, &watch, found, &error));
  progress_end (&p);
  return done ? EXIT_DONE : complain_error (&error);
}

bool declares_itself (const arguments *a)
{
  const char *lexer = value_of (a, "lexer", "");
  return !strncmp (lexer, "json", 4) || !strncmp (lexer, "xml", 3);
}

/* A word of one symbol that has brackets in its name was probably meant to be split. */
static bool warn_of_whole_words (const papni_samples *samples)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  const papni_alphabet *alphabet = papni_samples_alphabet (samples);
  const char *example = NULL;
  while (papni_samples_next (samples, &cursor, &word)) {
    if (word.length > 1)
      return false;
    const char *name = word.length ? papni_alphabet_name (alphabet, word.symbols[0]) : "";
    const char *open = strpbrk (name, "([{");
    if (open && strpbrk (open, ")]}") && !example)
      example = name;
  }
  if (example)
    warn ("every word is a single symbol, such as '%s': symbols are separated by spaces; use --format chars (in the "
          "file:\n%%format chars) if each character is a symbol",
          shown (example));
  return example;
}

bool warn_of_nesting (const papni_samples *samples, const char *advice)
{
  papni_symbol call, ret;
  char pattern[PAPNI_PATTERN_SIZE];
  const papni_alphabet *alphabet = papni_samples_alphabet (samples);
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++)
    if (papni_alphabet_kind (alphabet, (papni_symbol) i) != PAPNI_INTERNAL)
      return false;
  if (!papni_looks_nested (samples, &call, &ret))
    return warn_of_whole_words (samples);
  const char *one = papni_alphabet_name (alphabet, call), *other = papni_alphabet_name (alphabet, ret);
  if (strchr (one, ' ') || strchr (other, ' '))
    warn (
        "nothing nests: no call or return is declared, but there are '%s' and '%s': use --nesting auto, as names with\n"
        "spaces cannot be declared",
        one, other);
  else if (papni_looks_like_pattern (samples, pattern))
    warn ("nothing nests: no call or return is declared, but there are '%s' and '%s', and others like them: declare\n"
          "them with --pattern '%s' (in the file: %%pattern %s), or %s",
          one, other, pattern, pattern, advice);
  else
    warn (
        "nothing nests: no call or return is declared, but there are '%s' and '%s': declare them with --pair '%s %s'\n"
        "(in the file: %%pair %s %s), or %s",
        one, other, one, other, one, other, advice);
  return true;
}

void warn_of_flat_model (const papni_samples *samples)
{
  papni_symbol call, ret;
  char pattern[PAPNI_PATTERN_SIZE];
  const papni_alphabet *alphabet = papni_samples_alphabet (samples);
  if (!papni_looks_nested (samples, &call, &ret))
    return;
  const char *one = papni_alphabet_name (alphabet, call), *other = papni_alphabet_name (alphabet, ret);
  const bool many = papni_looks_like_pattern (samples, pattern);
  if (strchr (one, ' ') || strchr (other, ' '))
    warn ("nothing nests: the model has no calls or returns, but there are '%s' and '%s': learn it with --nesting auto",
          one, other);
  else
    warn ("nothing nests: the model has no calls or returns, but there are '%s' and '%s': learn it with %s '%s%s%s',\n"
          "or with --nesting auto",
          one, other, many ? "--pattern" : "--pair", many ? pattern : one, many ? "" : " ", many ? "" : other);
}

static int nesting (const arguments *a)
{
  input in = { 0 };
  papni_nesting *found = NULL;
  if (declares_itself (a))
    return complain (EXIT_USAGE, "nesting: the lexer %s declares its own calls and returns: there is nothing to find",
                     value_of (a, "lexer", ""));
  int code = input_begin (&in, a, NULL);
  in.accepts_all = true;
  in.advice = NULL;
  if (!code)
    code = input_read_all (&in, a->operands, a->operand_count);
  if (!code)
    code = find_nesting (&in, is_given (a, "quiet"), &found);
  if (!code) {
    print_found (found, &in, a);
    warn_of_broken (&in, found);
    code = *papni_nesting_lines (found) ? EXIT_DONE : EXIT_NO;
  }
  papni_nesting_free (found);
  input_free (&in);
  return code;
}

static const option options[] = {
  { "all", 0, NULL, "list all candidates, not the first twenty that were not chosen" },
  { "json", 0, NULL, "print one JSON object" },
  { "quiet", 'q', NULL, "print only the lines for the file" },
  { NULL, 0, NULL, NULL },
};

const command nesting_command = {
  .name = "nesting",
  .summary = "find out which symbols call and return",
  .operands = "SAMPLES...",
  .least = 1,
  .most = (size_t) -1,
  .about = "Finds the symbols that open something (calls) and those that close it (returns) from the\n"
           "words alone, and prints the lines that declare them. A candidate is a set of calls and\n"
           "returns under which every accepted word is well-matched, or all but a few: these are named,\n"
           "with the reason. Candidates are chosen if they nest and if what is learned with them\n"
           "describes the words in fewer bits. Rejected words are optional. How symbols are declared\n"
           "does not matter. With --lexer chars, calls and returns\n"
           "may be texts of several characters, such as <a> and </a>: the output is then the rules of a\n"
           "lexer that reads them.\n"
           "\n"
           "For each candidate: how deep it nests, how many accepted words have it, how many rejected\n"
           "words it breaks, and the bits with it and those chosen before it. These lines are comments,\n"
           "so that the output can be put before the words as it is. The exit code is 1 if nothing\n"
           "nests. 'papni learn --nesting auto' does the same before it learns.",
  .options = { options, word_options, layout_options, label_options },
  .example = "papni generate json -n 500 -o json.txt\npapni nesting json.txt",
  .run = nesting,
};
