/* check.c - papni check: accepts or rejects words, and says where and why. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

/* ---- one word ---- */

/* The reason in JSON, and in the message. */
const reason reasons[] = {
  [PAPNI_VERDICT_ACCEPT] = { "accepts", "" },
  [PAPNI_VERDICT_REJECTING_STATE] = { "ends-in-rejecting-state", "the word ends here, in a rejecting state" },
  [PAPNI_VERDICT_OPEN_CALLS] = { "ends-with-open-calls", "the word ends here, with open calls" },
  [PAPNI_VERDICT_NO_TRANSITION] = { "no-transition", "not allowed here" },
  [PAPNI_VERDICT_DEAD_END] = { "leads-nowhere", "no accepted word continues like this" },
  [PAPNI_VERDICT_NO_CALL] = { "no-call-to-pop", "no call is open" },
  [PAPNI_VERDICT_WRONG_CALL] = { "wrong-call", "it does not match the open call" },
  [PAPNI_VERDICT_UNKNOWN_SYMBOL] = { "unknown-symbol", "the model has no such symbol" },
};

bool could_end (const checker *c)
{
  return !papni_run_depth (c->run) && papni_model_accepting (c->model, papni_run_state (c->run));
}

void print_expected (const checker *c, size_t most)
{
  const papni_alphabet *alphabet = papni_model_alphabet (c->model);
  size_t count = 0;
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++) {
    const papni_symbol s = (papni_symbol) i;
    const bool symbol = translate_name (&c->translation, papni_alphabet_name (alphabet, s), c->model) == s;
    if (!symbol || !papni_run_expects (c->run, s) || ++count > most)
      continue;
    printf (c->json && count > 1 ? ", " : c->json ? "" : " ");
    if (c->json)
      print_json_string (stdout, papni_alphabet_name (alphabet, s));
    else
      print_name (stdout, papni_alphabet_name (alphabet, s));
  }
  if (count > most)
    printf (" ... (%zu more)", count - most);
  if (!c->json && could_end (c))
    printf (count ? " or end of input" : " end of input");
  if (!c->json && !count && !could_end (c))
    printf (" nothing");
}

void print_reject (const checker *c, const papni_alphabet *alphabet, const papni_word *word)
{
  const papni_verdict verdict = papni_run_verdict (c->run);
  const size_t read = papni_run_position (c->run) + begins_with_start (c->model, alphabet, word), position = read + 1;
  const char *symbol = read < word->length ? papni_alphabet_name (alphabet, word->symbols[read]) : NULL;
  if (c->json) {
    printf ("{\"accept\": false, \"reason\": \"%s\", \"position\": %zu, \"symbol\": ", reasons[verdict].name, position);
    if (symbol)
      print_json_string (stdout, symbol);
    else
      printf ("null");
    printf (", \"expected\": [");
    print_expected (c, (size_t) -1);
    printf ("], \"end_expected\": %s}\n", could_end (c) ? "true" : "false");
    return;
  }
  printf ("reject at %zu: ", position);
  if (symbol) {
    printf ("unexpected ");
    print_name (stdout, symbol);
    printf (": ");
  }
  printf ("%s; expected:", reasons[verdict].text);
  print_expected (c, MOST_SHOWN);
  putchar ('\n');
}

static papni_status run_word (const checker *c, const papni_word *word, papni_error *error)
{
  papni_status status = PAPNI_OK;
  papni_run_restart (c->run);
  size_t i = begins_with_start (c->model, c->alphabet, word);
  for (size_t skipped = i; !status && i < word->length && papni_run_position (c->run) + skipped == i; i++)
    status = papni_run_step (c->run, symbol_to_read (c, word->symbols[i]), error);
  return status;
}

/* Look-ahead is expensive to set up, and accepted words do not need it. */
int judge_word (checker *c, const papni_alphabet *alphabet, const papni_word *word, papni_verdict *verdict)
{
  papni_error error;
  int code = translate (&c->translation, alphabet, c->model);
  if (code)
    return code;
  c->alphabet = alphabet;
  papni_status status = run_word (c, word, &error);
  if (!status && !c->ahead && papni_run_verdict (c->run) != PAPNI_VERDICT_ACCEPT) {
    c->ahead = true;
    status = papni_run_look_ahead (c->run, &error);
    status = status ? status : run_word (c, word, &error);
  }
  if (status)
    return complain_error (&error);
  *verdict = papni_run_verdict (c->run);
  return EXIT_DONE;
}

/* ---- unlikely words ---- */

void print_unusual (const unusual *u)
{
  printf ("unusual at %zu: ", u->position);
  if (u->symbol)
    print_name (stdout, u->symbol);
  else
    printf ("the end");
  printf (" takes %.1f bits", u->bits);
}

void print_unusual_json (const unusual *u)
{
  printf (", \"unusual\": {\"position\": %zu, \"symbol\": ", u->position);
  if (u->symbol)
    print_json_string (stdout, u->symbol);
  else
    printf ("null");
  printf (", \"bits\": %.4f}", u->bits);
}

/* Runs an accepted word again, for the first step with too many bits. */
static papni_status find_unusual (const checker *c, const papni_alphabet *alphabet, const papni_word *word,
                                  unusual *found, papni_error *error)
{
  papni_status status = PAPNI_OK;
  *found = (unusual){ 0, NULL, 0 };
  papni_run_restart (c->run);
  for (size_t i = begins_with_start (c->model, alphabet, word); !status && i <= word->length; i++) {
    const papni_symbol s = i < word->length ? c->translation.symbols[word->symbols[i]] : PAPNI_NO_SYMBOL;
    const double bits = i < word->length ? papni_run_bits (c->run, s) : papni_run_end_bits (c->run);
    if (bits >= c->unusual) {
      *found = (unusual){ i + 1, i < word->length ? papni_alphabet_name (alphabet, word->symbols[i]) : NULL, bits };
      break;
    }
    if (i < word->length)
      status = papni_run_step (c->run, s, error);
  }
  return status;
}

static int print_accepted (checker *c, const papni_alphabet *alphabet, const papni_word *word)
{
  papni_error error;
  unusual found = { 0, NULL, 0 };
  if (c->unusual > 0 && find_unusual (c, alphabet, word, &found, &error))
    return complain_error (&error);
  printf (c->json ? "{\"accept\": true" : "accept");
  if (found.position && c->json)
    print_unusual_json (&found);
  else if (found.position) {
    printf (", ");
    print_unusual (&found);
  }
  puts (c->json ? "}" : "");
  c->unusual_words += found.position > 0;
  return EXIT_DONE;
}

static int check_word (checker *c, const papni_alphabet *alphabet, const papni_word *word)
{
  papni_verdict verdict;
  const int code = judge_word (c, alphabet, word, &verdict);
  if (code)
    return code;
  c->words++;
  if (verdict == PAPNI_VERDICT_ACCEPT && is_machine (c->model) && c->unusual <= 0)
    return print_outputs (c, word);
  if (verdict == PAPNI_VERDICT_ACCEPT)
    return print_accepted (c, alphabet, word);
  print_reject (c, alphabet, word);
  c->rejected++;
  return EXIT_DONE;
}

/* ---- many words ---- */

static int check_samples (checker *c, const input *in)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  int code = EXIT_DONE;
  while (!code && papni_samples_next (in->samples, &cursor, &word))
    code = check_word (c, in->alphabet, &word);
  return code;
}

/* Forgets the words that were checked. */
static int begin_samples (input *in)
{
  papni_error error;
  papni_samples_free (in->samples);
  in->samples = papni_samples_new (in->alphabet, &error);
  return in->samples ? EXIT_DONE : complain_error (&error);
}

static int check_line (checker *c, input *in, const char *line, size_t length, size_t number)
{
  papni_error error;
  const int code = begin_samples (in);
  if (code)
    return code;
  if (papni_samples_read (in->samples, line, length, "standard input", &in->reading, &error)) {
    error.line = number;
    return complain_error (&error);
  }
  return finish_stdout (check_samples (c, in));
}

/* Standard input is checked line by line, as it arrives. */
static int check_stream (checker *c, input *in)
{
  char *line = NULL;
  size_t room = 0, number = 0;
  ssize_t length;
  int code = EXIT_DONE;
  while (!code && (length = getline (&line, &room, stdin)) >= 0)
    code = check_line (c, in, line, (size_t) length, ++number);
  free (line);
  return code;
}

static int check_all (checker *c, input *in, const char *path)
{
  const bool by_line = in->reading.format <= PAPNI_FORMAT_CHARS;
  in->reading.unlabelled = true;
  if (in->reading.lexer)
    return check_documents (c, in, path);
  if (!strcmp (path, "-") && by_line)
    return check_stream (c, in);
  int code = begin_samples (in);
  if (!code)
    code = input_read (in, path);
  return code ? code : check_samples (c, in);
}

/* Warns about symbols that are probably a mistake: a label, or a whole word instead of
 * characters. */
static void hint (const checker *c, const input *in)
{
  const papni_alphabet *alphabet = papni_model_alphabet (c->model);
  bool only_characters = in->reading.format <= PAPNI_FORMAT_TOKENS;
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++)
    only_characters &= strlen (papni_alphabet_name (alphabet, (papni_symbol) i)) == 1;
  for (size_t i = 0; i < c->translation.size; i++) {
    const char *name = papni_alphabet_name (in->alphabet, (papni_symbol) i);
    if (c->translation.symbols[i] != PAPNI_NO_SYMBOL || has_traces (c->model))
      continue;
    if (!strcmp (name, "+") || !strcmp (name, "-")) {
      warn ("'%s' is read as a symbol: papni check takes words without labels; papni eval takes labelled words", name);
      return;
    }
    if (only_characters && strlen (name) > 1) {
      warn ("'%s' is read as one symbol: separate symbols by spaces, or use --format chars", name);
      return;
    }
  }
}

/* The bits of --unusual. */
static int read_unusual (checker *c, const arguments *a)
{
  const char *text = value_of (a, "unusual", "");
  char *end;
  c->unusual = strtod (text, &end);
  if (end == text || *end || !(c->unusual > 0 && c->unusual < 1e6))
    return complain (EXIT_USAGE, "check: --unusual takes a number of bits, such as 8, got '%s'", text);
  if (!papni_model_has_counts (c->model))
    return complain (EXIT_INPUT, "%s: the model has no counts: learn it with --counts, or use papni count",
                     shown (a->operands[0]));
  return EXIT_DONE;
}

static int check (const arguments *a)
{
  int code;
  papni_error error;
  input in = { 0 };
  checker c = { .json = is_given (a, "json") };
  papni_model *model = read_model (a->operands[0], &code);
  c.model = model;
  if (!code && is_given (a, "unusual"))
    code = read_unusual (&c, a);
  if (!code && !(c.run = papni_run_new (model, &error)))
    code = complain_error (&error);
  if (!code)
    code = input_begin (&in, a, model);
  const char *path = a->operand_count > 1 ? a->operands[1] : "-";
  if (!code)
    code = check_all (&c, &in, path);
  for (size_t i = 2; !code && i < a->operand_count; i++)
    code = check_all (&c, &in, a->operands[i]);
  if (!code && !c.words)
    code = complain (EXIT_INPUT, "%s: no words to check: expected one word per line; a blank line is the empty word",
                     shown_name (path));
  if (!code && !in.reading.lexer)
    hint (&c, &in);
  if (!code)
    report_left_out (&in);
  free (c.translation.symbols);
  papni_run_free (c.run);
  input_free (&in);
  papni_model_free (model);
  return code ? code : c.rejected || c.unusual_words ? EXIT_NO : EXIT_DONE;
}

static const option options[] = {
  { "unusual", 0, "BITS", "report accepted words with a step of BITS or more, by the model's counts" },
  { "json", 0, NULL, "print one JSON object per word" },
  { NULL, 0, NULL, NULL },
};

const command check_command = {
  .name = "check",
  .summary = "accept or reject words, and say why",
  .operands = "MODEL [WORDS...]",
  .least = 1,
  .most = (size_t) -1,
  .about = "Reads words without labels, one per line, from WORDS or standard input. A blank line is the\n"
           "empty word. Prints one line per word: 'accept', or 'reject' with the position, the symbol\n"
           "and what was expected there. The exit code is 1 if any word is rejected.\n"
           "\n"
           "With --lexer, or with a model that was learned with a lexer, WORDS are documents, folders of\n"
           "documents, or standard input. With --format list, WORDS are files that list one document\n"
           "per line; with --format lines, files with one document per line. Documents are read in\n"
           "chunks, so they can be of any size. A rejection gives the line and the column in bytes.\n"
           "\n"
           "With --unusual BITS, an accepted word is reported if a symbol in it, or its end, has a\n"
           "probability of at most 1 in 2^BITS at its place, with the position of the first such symbol.\n"
           "The exit code is then 1, too. The model needs counts (papni count).",
  .options = { options, alphabet_options, word_options, layout_options },
  .example = "papni learn examples/paper.txt --method rpni --focus all -o paper.json\n"
             "echo '( ( ) )' | papni check paper.json\n"
             "echo '( ) )' | papni check paper.json",
  .run = check,
};
