/* input.c - reads words from files, with the alphabet and the lexer of the command line. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const option word_options[] = {
  { "format", 0, "auto|tokens|chars|abbadingo|csv|jsonl|xes|chrome|otlp|log|lines|list",
    "file format (default: auto)" },
  { "lexer", 0, "LEXER", "read documents with json, xml, xml:attributes, chars, words or rules:FILE" },
  { "skip", 0, "SYMBOLS", "leave out these symbols of the lexer, as in 'comment doctype <?*?>'" },
  { "word", 0, "COLUMN", "csv: column of the words (default: word)" },
  { "label", 0, "COLUMN", "csv: column of the labels (default: label); xes, otlp: attribute; log: group" },
  { "chars", 0, NULL, "csv: split words into characters instead of at spaces" },
  { NULL, 0, NULL, NULL },
};

/* ---- documents ---- */

enum
{
  LINES = PAPNI_FORMAT_LOG + 1,
  LIST
};

/* JSON and XML declare their own calls and returns; columns exist only in csv. */
static int refuse_options (const arguments *arguments, const char *lexer)
{
  static const char *const columns[] = { "word", "label", "chars", "case", "event", "order", "regex" };
  static const char *const kinds[] = { "call", "return", "pair", "pattern" };
  const size_t length = strcspn (lexer, ": ");
  const bool knows = (length == 4 && !strncmp (lexer, "json", 4)) || (length == 3 && !strncmp (lexer, "xml", 3));
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
    if (is_given (arguments, columns[i]))
      return complain (EXIT_USAGE, "--%s applies to tables and logs: it cannot be combined with the lexer %.*s",
                       columns[i], (int) length, lexer);
  for (size_t i = 0; knows && i < sizeof kinds / sizeof *kinds; i++)
    if (is_given (arguments, kinds[i]))
      return complain (EXIT_USAGE, "the lexer %.*s declares its own calls and returns: it cannot be combined with --%s",
                       (int) length, lexer, kinds[i]);
  return EXIT_DONE;
}

/* Is the rest of a lexer's name what --skip adds to it? */
static bool ends_with_skip (const char *rest, const char *skip)
{
  return !strncmp (rest, " skip ", 6) && !strcmp (rest + 6, skip);
}

/* Rules of different files may be equal, so two lexers from rules are not compared. */
static void warn_of_other_lexer (const arguments *arguments, const char *name, const papni_model *model)
{
  const char *own = model ? papni_alphabet_lexer (papni_model_alphabet (model)) : NULL;
  const char *skip = value_of (arguments, "skip", NULL);
  if (!own || (!strncmp (name, "rules:", 6) && !strncmp (own, "rules:", 6)))
    return;
  const size_t length = strlen (name);
  const bool same = !strncmp (name, own, length) && (skip ? ends_with_skip (own + length, skip) : !own[length]);
  if (!same)
    warn ("the model was learned with the lexer %.*s, not with %s", (int) strcspn (own, "\n"), own, name);
}

/* The lexer without the symbols of --skip. */
static papni_lexer *make_lexer (const arguments *arguments, const char *name, papni_error *error)
{
  static const char between[] = " skip ";
  const char *skip = value_of (arguments, "skip", NULL);
  if (!skip)
    return papni_lexer_new (name, NULL, error);
  char *both = malloc (strlen (name) + sizeof between + strlen (skip));
  if (!both) {
    *error = (papni_error){ .code = PAPNI_MEMORY, .message = "out of memory" };
    return NULL;
  }
  sprintf (both, "%s%s%s", name, between, skip);
  papni_lexer *lexer = papni_lexer_new (both, NULL, error);
  free (both);
  return lexer;
}

static int refuse_skip (const char *lexer)
{
  if (!lexer)
    return complain (EXIT_USAGE, "--skip leaves out symbols of a lexer: it needs --lexer");
  if (!strncmp (lexer, "rules:", 6))
    return complain (EXIT_USAGE, "--skip cannot be combined with rules: write %%skip into the rules");
  return EXIT_DONE;
}

/* The requested lexer, or the one that the model was learned with. */
static int begin_lexer (input *in, const arguments *arguments, const papni_model *model)
{
  papni_error error;
  const int format = choice_of (arguments, "format", "auto");
  const char *name = value_of (arguments, "lexer", NULL);
  in->lines = format == LINES;
  in->list = format == LIST;
  if (is_given (arguments, "skip") && refuse_skip (name))
    return EXIT_USAGE;
  if (name && format && format < LINES)
    return complain (EXIT_USAGE, "--format %s cannot be combined with --lexer", value_of (arguments, "format", NULL));
  const bool remembered = !name && model && (!format || format >= LINES);
  if (remembered)
    name = papni_alphabet_lexer (papni_model_alphabet (model));
  if (!name && format >= LINES)
    return complain (EXIT_USAGE, "--format %s needs --lexer", value_of (arguments, "format", NULL));
  if (!name)
    return EXIT_DONE;
  const int refused = refuse_options (arguments, name);
  if (refused)
    return refused;
  if (!remembered)
    warn_of_other_lexer (arguments, name, model);
  in->reading.format = PAPNI_FORMAT_AUTO;
  if (!remembered && !strncmp (name, "rules:", 6) && note_input (name + 6))
    return EXIT_SYSTEM;
  in->reading.lexer = make_lexer (arguments, name, &error);
  if (!in->reading.lexer && remembered && error.code != PAPNI_MEMORY)
    return complain (EXIT_INPUT, "cannot create the lexer that the model was learned with: %s", error.message);
  return in->reading.lexer ? EXIT_DONE : complain_error (&error);
}

/* ---- files that are read besides the operands ---- */

typedef struct noted
{
  dev_t device;
  ino_t number;
} noted;

static struct
{
  noted *files;
  size_t count, capacity;
} inputs;

int note_input (const char *path)
{
  struct stat about;
  if (stat (path, &about) || !S_ISREG (about.st_mode))
    return EXIT_DONE;
  if (inputs.count == inputs.capacity) {
    const size_t capacity = 2 * inputs.capacity + 16;
    noted *more = realloc (inputs.files, capacity * sizeof *more);
    if (!more)
      return complain (EXIT_SYSTEM, "out of memory");
    inputs.files = more;
    inputs.capacity = capacity;
  }
  inputs.files[inputs.count++] = (noted){ about.st_dev, about.st_ino };
  return EXIT_DONE;
}

void forget_inputs (void)
{
  free (inputs.files);
}

bool is_noted (const char *path)
{
  struct stat about;
  if (!strcmp (path, "-") || stat (path, &about))
    return false;
  for (size_t i = 0; i < inputs.count; i++)
    if (inputs.files[i].device == about.st_dev && inputs.files[i].number == about.st_ino)
      return true;
  return false;
}

bool is_folder (const char *path)
{
  struct stat about;
  return strcmp (path, "-") != 0 && !stat (path, &about) && S_ISDIR (about.st_mode);
}

static int read_document (input *in, const papni_documents *documents, size_t i, const char *from)
{
  papni_error error;
  const char *path = papni_documents_path (documents, i);
  const size_t line = papni_documents_line (documents, i);
  const papni_label own = papni_documents_label (documents, i);
  papni_label label = in->given ? in->given : own;
  if (in->given && own && own != in->given)
    return complain (EXIT_INPUT, "%s: labelled %s, but given with --%s: use the %s without it", path,
                     own == PAPNI_REJECT ? "as rejected" : "as accepted", in->given == PAPNI_ACCEPT ? "right" : "wrong",
                     line ? "list" : "folder");
  if (label == PAPNI_UNKNOWN && !line && in->accepts_all)
    label = PAPNI_ACCEPT;
  if (label == PAPNI_UNKNOWN && line)
    return complain (EXIT_INPUT, "%s:%zu: %s has no label: write '+ ' or '- ' before its name", from, line, path);
  if (label == PAPNI_UNKNOWN)
    return complain (EXIT_INPUT,
                     "%s: no folder pos or neg inside: pos holds the accepted documents, neg the rejected ones", from);
  if (note_input (path))
    return EXIT_SYSTEM;
  if (papni_lexer_open (in->reading.lexer, path, &error))
    return complain_listed (&error, from, line);
  return papni_samples_add_document (in->samples, in->reading.lexer, label, &error) ? complain_error (&error)
                                                                                    : EXIT_DONE;
}

static int read_documents (input *in, const char *path)
{
  papni_error error;
  papni_documents *documents = papni_documents_open (path, NULL, &error);
  const size_t count = documents ? papni_documents_size (documents) : 0;
  ticker t = { 0 };
  int code = documents ? EXIT_DONE : complain_error (&error);
  for (size_t i = 0; !code && i < count; i++) {
    tick (&t, "reading %s, document %zu of %zu", path, i + 1, count);
    code = read_document (in, documents, i, shown_name (path));
  }
  in->left_out += documents ? papni_documents_ignored (documents) : 0;
  wipe (&t);
  papni_documents_free (documents);
  return code;
}

/* ---- reading ---- */

const char *shown_name (const char *path)
{
  return strcmp (path, "-") ? path : "standard input";
}

int input_begin (input *in, const arguments *arguments, const papni_model *model)
{
  papni_error error;
  const bool chain = !strcmp (value_of (arguments, "method", ""), "alergia");
  const char *given = wanted_model (arguments), *wanted = given ? given : chain ? "mc" : "";
  *in = (input){ .reading = { .format = (papni_format) choice_of (arguments, "format", "auto"),
                              .chars = is_given (arguments, "chars"),
                              .word_column = value_of (arguments, "word", NULL),
                              .label_column = value_of (arguments, "label", NULL) },
                 .arguments = arguments,
                 .advice = "see what papni nesting finds",
                 .has_events =
                     is_given (arguments, "case") || is_given (arguments, "event") || is_given (arguments, "regex") };
  in->alphabet = papni_alphabet_new (NULL, &error);
  in->samples = in->alphabet ? papni_samples_new (in->alphabet, &error) : NULL;
  if (!in->samples)
    return complain_error (&error);
  in->traces = has_traces (model) || names_machine (wanted);
  int code = begin_lexer (in, arguments, model);
  if (!code)
    code = layout_begin (in, arguments);
  if (!code && model && papni_model_kind_of (model) != PAPNI_DFA)
    code = declare_model (in->alphabet, model);
  if (!code && model) {
    if (!in->traces)
      warn_of_flat_model (in->samples);
    in->advice = NULL;
  }
  return code ? code : declare_options (in->alphabet, arguments);
}

int input_read (input *in, const char *path)
{
  papni_error error;
  if (in->reading.lexer && (in->list || is_folder (path)))
    return read_documents (in, path);
  if (in->traces)
    return layout_read (in, path, PAPNI_ACCEPT);
  if (!in->reading.unlabelled || is_log (in, path))
    return layout_read (in, path, in->reading.unlabelled ? PAPNI_ACCEPT : PAPNI_UNKNOWN);
  return papni_samples_read_file (in->samples, path, &in->reading, &error) ? complain_error (&error) : EXIT_DONE;
}

/* A file or folder without labels: every word has this one. A file is one document,
 * unless it lists them or has one per line. */
static int read_given (input *in, const char *path, papni_label label)
{
  papni_error error;
  int code = EXIT_DONE;
  in->given = label;
  if (!in->reading.lexer || (in->lines && !is_folder (path)))
    code = layout_read (in, path, label);
  else if (in->list || is_folder (path))
    code = read_documents (in, path);
  else if (papni_lexer_open (in->reading.lexer, path, &error)
           || papni_samples_add_document (in->samples, in->reading.lexer, label, &error))
    code = complain_error (&error);
  in->given = PAPNI_UNKNOWN;
  return code;
}

/* With one of --accept and --reject: how the values of labels were taken. */
static void report_labels_taken (const input *in)
{
  const arguments *a = in->arguments;
  papni_label label;
  const char *value;
  if (is_given (a, "accept") == is_given (a, "reject") || is_given (a, "quiet") || !in->layout)
    return;
  for (papni_label wanted = PAPNI_ACCEPT;; wanted = PAPNI_REJECT) {
    size_t listed = 0;
    for (size_t i = 0; (value = papni_layout_label (in->layout, i, &label)); i++)
      if (label == wanted)
        fprintf (stderr, "%s%s",
                 listed++                 ? ", "
                 : wanted == PAPNI_ACCEPT ? "accepted labels: "
                                          : "rejected labels: ",
                 shown (value));
    if (!listed)
      fprintf (stderr, wanted == PAPNI_ACCEPT ? "accepted labels: none" : "rejected labels: none");
    fputs (wanted == PAPNI_ACCEPT ? "; " : "\n", stderr);
    if (wanted == PAPNI_REJECT)
      return;
  }
}

/* Files of one label have no others. */
static int refuse_labels (const input *in, size_t paths)
{
  static const char *const names[] = { "label", "accept", "reject" };
  const arguments *a = in->arguments;
  const char *side = is_given (a, "right") ? "right" : is_given (a, "wrong") ? "wrong" : NULL;
  for (size_t i = 0; side && !paths && i < sizeof names / sizeof *names; i++)
    if (is_given (a, names[i]))
      return complain (EXIT_USAGE, "--%s says what labels mean, but --%s ignores them: give the file without --%s",
                       names[i], side, side);
  return EXIT_DONE;
}

/* Words without labels that all begin with + or - probably have labels. */
static void warn_of_labels (const input *in, const char *path, const char *option, size_t before)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  const size_t all = papni_samples_size (in->samples);
  for (size_t i = 0; papni_samples_next (in->samples, &cursor, &word); i++) {
    if (i < before)
      continue;
    const char *first = word.length ? papni_alphabet_name (in->alphabet, word.symbols[0]) : "";
    if (strcmp (first, "+") != 0 && strcmp (first, "-") != 0)
      return;
  }
  if (all > before)
    warn ("%s: every word begins with + or -, which is read as a symbol: if these are labels, give the file\n"
          "without --%s",
          shown_name (path), option);
}

int input_read_all (input *in, const char *const *paths, size_t count)
{
  const arguments *a = in->arguments;
  int code = refuse_labels (in, count);
  const char *last = count ? paths[count - 1] : NULL;
  for (size_t i = 0; !code && i < count; i++)
    code = input_read (in, paths[i]);
  for (size_t i = 0; !code && i < a->option_count; i++) {
    const bool right = !strcmp (a->options[i].option->name, "right");
    if (right || !strcmp (a->options[i].option->name, "wrong")) {
      const size_t before = papni_samples_size (in->samples);
      last = a->options[i].value;
      code = read_given (in, last, right ? PAPNI_ACCEPT : PAPNI_REJECT);
      if (!code && !in->reading.lexer)
        warn_of_labels (in, last, a->options[i].option->name, before);
    }
  }
  if (!code && !papni_samples_size (in->samples))
    code = complain (EXIT_INPUT, "%s: no words", last ? shown_name (last) : "");
  if (!code)
    report_labels_taken (in);
  if (!code && in->advice && !in->traces)
    warn_of_nesting (in->samples, in->advice);
  return code;
}

void report_left_out (const input *in)
{
  if (in->left_out)
    complain (EXIT_DONE, "ignored %zu file%s outside pos/ and neg/", in->left_out, plural (in->left_out));
  if (in->skipped)
    complain (EXIT_DONE, "ignored %zu line%s or event%s outside of any word", in->skipped, plural (in->skipped),
              plural (in->skipped));
}

void input_free (input *in)
{
  papni_samples_free (in->samples);
  papni_alphabet_free (in->alphabet);
  papni_layout_free (in->layout);
  papni_lexer_free (in->reading.lexer);
}
