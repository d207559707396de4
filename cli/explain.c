/* explain.c - papni explain: traces a word through a model, one line per step. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

/* A stack entry. */
typedef struct pushed
{
  papni_symbol call;
  papni_state made_in;
} pushed;

typedef struct explainer
{
  checker checker;
  pushed *stack; /* with room for every symbol of the word */
  size_t depth;
  int place_width, read_width;
} explainer;

static const char *name_of (const explainer *x, papni_symbol s)
{
  return papni_alphabet_name (papni_model_alphabet (x->checker.model), s);
}

static papni_kind kind_of (const explainer *x, papni_symbol s)
{
  const papni_model *model = x->checker.model;
  return papni_model_kind_of (model) == PAPNI_DFA ? PAPNI_INTERNAL
                                                  : papni_alphabet_kind (papni_model_alphabet (model), s);
}

/* Do returns of this model depend on the caller? */
static bool looks_at_callers (const explainer *x)
{
  return papni_model_kind_of (x->checker.model) >= PAPNI_SEVPA;
}

static int characters (const char *name)
{
  int count = 0;
  for (; *name; name++)
    count += *name == ' ' ? 4 : *name == '\\' ? 2 : (*name & 0xc0) != 0x80;
  return count;
}

/* Prints "( / push" and the like; returns its width. */
static int print_read (const explainer *x, papni_symbol s, const pushed *popped)
{
  const papni_kind kind = kind_of (x, s);
  print_name (stdout, name_of (x, s));
  int width = characters (name_of (x, s));
  if (kind == PAPNI_CALL)
    width += printf (" / push");
  if (kind == PAPNI_RETURN) {
    width += printf (" / pop ") + characters (name_of (x, popped->call));
    print_name (stdout, name_of (x, popped->call));
    if (looks_at_callers (x))
      width += printf (" from %u", (unsigned) popped->made_in);
  }
  return width;
}

/* The open calls, innermost last. */
static void print_stack (const explainer *x)
{
  enum
  {
    SHOWN = 8
  };
  const bool long_ones = looks_at_callers (x);
  size_t i = x->depth > SHOWN ? x->depth - SHOWN : 0;
  if (x->depth)
    printf ("  ");
  if (i)
    printf ("(%zu more) ", i);
  for (size_t first = i; i < x->depth; i++) {
    printf (i == first ? "" : long_ones ? ", " : " ");
    print_name (stdout, name_of (x, x->stack[i].call));
    if (long_ones)
      printf (" from %u", (unsigned) x->stack[i].made_in);
  }
  putchar ('\n');
}

static void print_place (const explainer *x, size_t place, papni_symbol s, const pushed *popped)
{
  printf ("%*zu  ", x->place_width, place);
  const int width = s == PAPNI_NO_SYMBOL ? 0 : print_read (x, s, popped);
  printf ("%*s  %5u", x->read_width > width ? x->read_width - width : 0, "",
          (unsigned) papni_run_state (x->checker.run));
  print_stack (x);
}

/* Reads one symbol and prints its effect; false if it cannot be read. */
static bool explain_symbol (explainer *x, papni_symbol s, int *code)
{
  papni_error error;
  papni_run *run = x->checker.run;
  const size_t before = papni_run_position (run);
  const papni_state from = papni_run_state (run);
  if (papni_run_step (run, s, &error))
    *code = complain_error (&error);
  if (*code || papni_run_position (run) == before)
    return false;
  const papni_kind kind = kind_of (x, s);
  const pushed top = kind == PAPNI_RETURN ? x->stack[--x->depth] : (pushed){ 0 };
  if (kind == PAPNI_CALL)
    x->stack[x->depth++] = (pushed){ s, from };
  print_place (x, before + 1, s, &top);
  return true;
}

static void print_verdict (const explainer *x, const papni_alphabet *alphabet, const papni_word *word)
{
  const papni_run *run = x->checker.run;
  const papni_verdict verdict = papni_run_verdict (run);
  const size_t read = papni_run_position (run) + begins_with_start (x->checker.model, alphabet, word);
  if (verdict == PAPNI_VERDICT_ACCEPT) {
    if (is_machine (x->checker.model))
      printf ("%saccept%s: the machine has this trace\n", bold (stdout), plain (stdout));
    else
      printf ("%saccept%s: state %u accepts%s\n", bold (stdout), plain (stdout), (unsigned) papni_run_state (run),
              papni_model_kind_of (x->checker.model) == PAPNI_DFA ? "" : ", and no call is open");
    return;
  }
  printf ("%sreject%s at %zu: ", bold (stdout), plain (stdout), read + 1);
  if (read < word->length) {
    printf ("unexpected ");
    print_name (stdout, papni_alphabet_name (alphabet, word->symbols[read]));
    printf (" in state %u: ", (unsigned) papni_run_state (run));
  }
  printf ("%s\nexpected:", reasons[verdict].text);
  print_expected (&x->checker, MOST_SHOWN);
  putchar ('\n');
}

/* The width of what is read. The run is at the start, and stays there. */
static int measure_word (explainer *x, const input *in, const papni_word *word)
{
  papni_error error;
  papni_run *run = x->checker.run;
  x->read_width = 4;
  papni_run_restart (run);
  for (size_t i = begins_with_start (x->checker.model, in->alphabet, word); i < word->length; i++) {
    const papni_symbol s = symbol_to_read (&x->checker, word->symbols[i]);
    const papni_kind kind = s == PAPNI_NO_SYMBOL ? PAPNI_INTERNAL : kind_of (x, s);
    const int call = papni_run_open (run) == PAPNI_NO_SYMBOL ? 1 : characters (name_of (x, papni_run_open (run)));
    const int extra = kind == PAPNI_RETURN ? 7 + call + (looks_at_callers (x) ? 8 : 0) : kind == PAPNI_CALL ? 7 : 0;
    const char *name = s == PAPNI_NO_SYMBOL ? papni_alphabet_name (in->alphabet, word->symbols[i]) : name_of (x, s);
    const int width = characters (name) + extra;
    x->read_width = width > x->read_width && width <= 32 ? width : x->read_width;
    if (papni_run_step (run, s, &error))
      return complain_error (&error);
  }
  papni_run_restart (run);
  return EXIT_DONE;
}

static int explain_word (explainer *x, const input *in, const papni_word *word)
{
  x->checker.translation.lexed = in->reading.lexer;
  x->checker.alphabet = in->alphabet;
  int code = translate (&x->checker.translation, in->alphabet, x->checker.model);
  x->stack = malloc ((word->length + 1) * sizeof *x->stack);
  if (!x->stack)
    return complain (EXIT_SYSTEM, "out of memory");
  x->place_width = snprintf (NULL, 0, "%zu", word->length);
  if (!code)
    code = measure_word (x, in, word);
  printf ("%s%*s  %-*s  state%s%s\n", bold (stdout), x->place_width, "", x->read_width, "read",
          papni_model_kind_of (x->checker.model) == PAPNI_DFA ? "" : "  stack", plain (stdout));
  print_place (x, 0, PAPNI_NO_SYMBOL, NULL);
  for (size_t i = begins_with_start (x->checker.model, in->alphabet, word); !code && i < word->length; i++) {
    if (!explain_symbol (x, symbol_to_read (&x->checker, word->symbols[i]), &code))
      break;
  }
  if (!code)
    print_verdict (x, in->alphabet, word);
  return code;
}

/* Reads the word from the command line. */
static int read_word (input *in, const char *text)
{
  papni_error error;
  in->reading.unlabelled = true;
  if (!in->reading.format && !in->reading.lexer)
    in->reading.format = PAPNI_FORMAT_TOKENS;
  const bool empty = !text[strspn (text, " \t")];
  if (empty ? papni_samples_add (in->samples, NULL, 0, PAPNI_UNKNOWN, &error)
            : papni_samples_read (in->samples, text, strlen (text), "the word", &in->reading, &error))
    return complain_error (&error);
  if (papni_samples_size (in->samples) != 1)
    return complain (EXIT_USAGE, "explain: expected one word, got %zu", papni_samples_size (in->samples));
  return EXIT_DONE;
}

/* Reads a file: a document if there is a lexer, otherwise one word per line. */
static int read_words (input *in, const char *path)
{
  papni_error error;
  in->reading.unlabelled = true;
  const bool document = in->reading.lexer && !in->lines;
  const papni_status status = document ? papni_lexer_open (in->reading.lexer, path, &error)
                                       : papni_samples_read_file (in->samples, path, &in->reading, &error);
  if (status || (document && papni_samples_add_document (in->samples, in->reading.lexer, PAPNI_UNKNOWN, &error)))
    return complain_error (&error);
  if (!papni_samples_size (in->samples))
    return complain (EXIT_INPUT, "%s: no words", shown_name (path));
  return EXIT_DONE;
}

/* Explains all words that were read; *accepted says whether all are accepted. */
static int explain_words (explainer *x, const input *in, bool *accepted)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  int code = EXIT_DONE;
  *accepted = true;
  while (!code && papni_samples_next (in->samples, &cursor, &word)) {
    if (papni_samples_size (in->samples) > 1)
      printf ("%s%s:%zu:\n", cursor.word > 1 ? "\n" : "", word.file, word.line);
    free (x->stack);
    x->stack = NULL;
    x->depth = 0;
    code = explain_word (x, in, &word);
    *accepted = *accepted && papni_run_verdict (x->checker.run) == PAPNI_VERDICT_ACCEPT;
  }
  return code;
}

static int explain (const arguments *a)
{
  int code;
  bool accepted = false;
  papni_error error;
  const char *path = value_of (a, "file", NULL);
  if (!path == (a->operand_count < 2))
    return complain (EXIT_USAGE, path ? "explain: --file and WORD cannot be combined"
                                      : "explain: no word: give it as an argument, or a file with --file FILE");
  input in = { 0 };
  explainer x = { 0 };
  papni_model *model = read_model (a->operands[0], &code);
  x.checker.model = model;
  if (!code && (!(x.checker.run = papni_run_new (model, &error)) || papni_run_look_ahead (x.checker.run, &error)))
    code = complain_error (&error);
  if (!code)
    code = input_begin (&in, a, model);
  if (!code)
    code = path ? read_words (&in, path) : read_word (&in, a->operands[1]);
  if (!code)
    code = explain_words (&x, &in, &accepted);
  free (x.stack);
  free (x.checker.translation.symbols);
  papni_run_free (x.checker.run);
  input_free (&in);
  papni_model_free (model);
  return code ? code : accepted ? EXIT_DONE : EXIT_NO;
}

static const option options[] = {
  { "file", 0, "FILE", "the words of a file instead, one per line, or a document; '-' is standard input" },
  { NULL, 0, NULL, NULL },
};

const command explain_command = {
  .name = "explain",
  .summary = "trace a word through a model, step by step",
  .operands = "MODEL [WORD]",
  .least = 1,
  .most = 2,
  .about = "Prints one line per symbol of WORD: its effect on the stack, the next state, and the open\n"
           "calls, innermost last. The last lines say why the word is accepted, or where and why it is\n"
           "rejected and what was expected. WORD is a single argument: its symbols are separated by\n"
           "spaces, or written without spaces with --format chars. An empty argument is the empty word.\n"
           "--file reads the words from a file; with a lexer, the file is a document.\n"
           "The exit code is 1 if the word is rejected.",
  .options = { options, alphabet_options, word_options },
  .example = "papni explain arith '( 1 + 1 )'\n"
             "papni explain json '[ number , ]'\n"
             "echo '( 1 + )' | papni explain arith --file -",
  .run = explain,
};
