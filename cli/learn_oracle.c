/* learn_oracle.c - papni learn --oracle: learns by asking a command.
 *
 * Without declared symbols, samples are texts, one per line, or the files of a folder; their
 * calls and returns are found. With declared symbols or a format, they are words, and the
 * oracle is asked about their symbols with spaces between (without, if the format is
 * chars). */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

typedef struct asking_job
{
  const arguments *arguments;
  oracle oracle;
  size_t most, agree;
  papni_asked report;
  /* texts */
  papni_string *seeds;
  papni_label *labels; /* PAPNI_REJECT for documents of neg/ and texts of --wrong; others are asked about */
  size_t seed_count, seed_capacity;
  papni_text **files;
  size_t file_count;
  /* words */
  input in;
  bool chars;
  char *bytes;
  papni_string *strings;
  size_t byte_capacity, string_capacity;
} asking_job;

/* ---- options ---- */

/* How many checks must agree, so that an error of 1% would have shown: .99^n <= 1 - p. */
static int read_confidence (const arguments *a, size_t *agree)
{
  const char *text = value_of (a, "confidence", "95"), *at = text;
  size_t whole, parts = 0, digits = 10000;
  bool good = read_count (&at, &whole) && whole < 100;
  for (at += good && *at == '.'; good && *at >= '0' && *at <= '9' && digits; at++) {
    parts += digits / 10 * (size_t) (*at - '0');
    digits /= 10;
  }
  if (good && *at == '%')
    at++;
  if (!good || *at)
    return complain (EXIT_USAGE, "--confidence takes a percentage below 100, as in 95 or 99.9, got '%s'", text);
  const uint64_t allowed = 1000000 - 10000 * whole - parts; /* millionths */
  uint64_t left = 1000000000000000u;
  for (*agree = 0; left > allowed * 1000000000u && *agree < 1000000; ++*agree)
    left = left / 100 * 99;
  return EXIT_DONE;
}

static int check_settings (const arguments *a)
{
  static const char *const files[] = { "output", "answers" };
  papni_options *options = NULL;
  int code = read_settings (&options, a);
  const papni_setting *s;
  for (size_t i = 0; !code && (s = papni_setting_at (i)); i++)
    if (papni_options_is_set (options, s->name) && strcmp (s->name, "threads") != 0)
      code = complain (EXIT_USAGE, "learn: --%s cannot be combined with --oracle", s->name);
  papni_options_free (options);
  static const char *const others[] = { "explain", "stats", "json", "strict", "counts", "suspects" };
  for (size_t i = 0; !code && i < sizeof others / sizeof *others; i++)
    if (is_given (a, others[i]))
      code = complain (EXIT_USAGE, "learn: --%s cannot be combined with --oracle", others[i]);
  for (size_t i = 0; !code && i < sizeof files / sizeof *files; i++)
    code = check_output (a, 0, value_of (a, files[i], NULL));
  if (!code && same_file (value_of (a, "output", NULL), value_of (a, "answers", NULL)))
    code = complain (EXIT_USAGE, "learn: --output and --answers name the same file");
  return code;
}

/* ---- seeds that are texts ---- */

static int add_seed (asking_job *j, const char *bytes, size_t size, papni_label label)
{
  if (j->seed_count == j->seed_capacity) {
    const size_t capacity = 2 * j->seed_capacity + 16;
    papni_string *larger = realloc (j->seeds, capacity * sizeof *larger);
    j->seeds = larger ? larger : j->seeds;
    papni_label *labels = larger ? realloc (j->labels, capacity * sizeof *labels) : NULL;
    if (!labels)
      return complain (EXIT_SYSTEM, "out of memory");
    j->labels = labels;
    j->seed_capacity = capacity;
  }
  j->labels[j->seed_count] = label;
  j->seeds[j->seed_count++] = (papni_string){ bytes, size };
  return EXIT_DONE;
}

/* The bytes of a file, until the job ends. */
static int open_seeds (asking_job *j, const char *path, papni_text **text)
{
  papni_error error;
  papni_text **larger = realloc (j->files, (j->file_count + 1) * sizeof (papni_text *));
  if (!larger)
    return complain (EXIT_SYSTEM, "out of memory");
  j->files = larger;
  *text = papni_text_open (path, NULL, &error);
  if (!*text)
    return complain_error (&error);
  j->files[j->file_count++] = *text;
  return EXIT_DONE;
}

static int read_seed_lines (asking_job *j, const char *path, papni_label label)
{
  papni_text *text;
  int code = open_seeds (j, path, &text);
  if (code)
    return code;
  const char *at = papni_text_bytes (text), *end = at + papni_text_size (text);
  while (!code && at < end) {
    const char *line = memchr (at, '\n', (size_t) (end - at));
    code = add_seed (j, at, (size_t) ((line ? line : end) - at), label);
    at = line ? line + 1 : end;
  }
  return code;
}

static int read_seed_folder (asking_job *j, const char *path, papni_label label)
{
  papni_error error;
  papni_text *text;
  papni_documents *list = papni_documents_open (path, NULL, &error);
  int code = list ? EXIT_DONE : complain_error (&error);
  for (size_t i = 0; !code && i < papni_documents_size (list); i++) {
    const bool rejected = label == PAPNI_REJECT || papni_documents_label (list, i) == PAPNI_REJECT;
    code = open_seeds (j, papni_documents_path (list, i), &text);
    if (!code)
      code = add_seed (j, papni_text_bytes (text), papni_text_size (text), rejected ? PAPNI_REJECT : PAPNI_UNKNOWN);
  }
  papni_documents_free (list);
  return code;
}

static int read_seeds (asking_job *j, const char *path, papni_label label)
{
  return is_folder (path) ? read_seed_folder (j, path, label) : read_seed_lines (j, path, label);
}

/* Texts have no columns, labels or symbols to be left out. */
static int check_text_options (const arguments *a)
{
  const option *const tables[] = { word_options, layout_options, label_options, NULL };
  for (const option *const *t = tables; *t; t++)
    for (const option *o = *t; o->name; o++)
      if (is_given (a, o->name) && strcmp (o->name, "right") != 0 && strcmp (o->name, "wrong") != 0)
        return complain (EXIT_USAGE, "learn: --%s with --oracle needs words: add --format, or declare the symbols",
                         o->name);
  return EXIT_DONE;
}

/* The operands, and the files of --right and --wrong. */
static int read_all_seeds (asking_job *j)
{
  const arguments *a = j->arguments;
  int code = check_text_options (a);
  size_t accepted = 0;
  for (size_t i = 0; !code && i < a->operand_count; i++)
    code = read_seeds (j, a->operands[i], PAPNI_UNKNOWN);
  for (size_t i = 0; !code && i < a->option_count; i++) {
    const bool wrong = !strcmp (a->options[i].option->name, "wrong");
    if (wrong || !strcmp (a->options[i].option->name, "right"))
      code = read_seeds (j, a->options[i].value, wrong ? PAPNI_REJECT : PAPNI_UNKNOWN);
  }
  for (size_t i = 0; i < j->seed_count; i++)
    accepted += j->labels[i] != PAPNI_REJECT;
  if (!code && !accepted)
    code = complain (EXIT_INPUT, "no samples: --oracle needs at least one accepted text");
  return code;
}

static void print_note (void *context, const char *message)
{
  asking_job *j = context;
  wipe (&j->oracle.ticker);
  if (!j->oracle.quiet)
    fprintf (stderr, "%s\n", message);
}

static papni_status ask_text (void *context, const papni_string *texts, size_t count, papni_answer *answers,
                              papni_error *error)
{
  asking_job *j = context;
  return oracle_ask (&j->oracle, texts, count, answers, error);
}

static int learn_texts (asking_job *j, papni_model **model)
{
  papni_error error = { 0 };
  const arguments *a = j->arguments;
  const int code = read_all_seeds (j);
  if (code)
    return code;
  papni_text_asking how = papni_default_text_asking (ask_text, j);
  how.alphabet = value_of (a, "alphabet", NULL);
  how.most = j->most;
  how.agree = j->agree;
  how.note = print_note;
  how.labels = j->labels;
  *model = papni_learn_text (j->seeds, j->seed_count, &how, &j->report, &error);
  wipe (&j->oracle.ticker);
  if (*model && j->report.rejected && j->report.rejected == j->seed_count)
    return complain (EXIT_INPUT, "the oracle rejects all samples: is it the right command?");
  return *model ? EXIT_DONE : complain_error (&error);
}

/* ---- seeds that are words ---- */

/* The symbols of a word, with spaces between unless they are characters. */
static bool put_word (asking_job *j, const papni_question *q, size_t *used, papni_string *text)
{
  const size_t begin = *used;
  for (size_t i = 0; i < q->length; i++) {
    const char *name = papni_alphabet_name (j->in.alphabet, q->symbols[i]);
    const size_t size = strlen (name);
    if (*used + size + 2 > j->byte_capacity) {
      char *larger = realloc (j->bytes, 2 * (*used + size + 2));
      if (!larger)
        return false;
      j->bytes = larger;
      j->byte_capacity = 2 * (*used + size + 2);
    }
    if (i && !j->chars)
      j->bytes[(*used)++] = ' ';
    memcpy (j->bytes + *used, name, size);
    *used += size;
  }
  *text = (papni_string){ NULL, *used - begin };
  return true;
}

static papni_status ask_word (void *context, const papni_question *questions, size_t count, papni_answer *answers,
                              papni_error *error)
{
  asking_job *j = context;
  size_t used = 0, at = 0;
  if (count > j->string_capacity) {
    papni_string *larger = realloc (j->strings, count * sizeof *larger);
    if (!larger)
      return oracle_memory (error);
    j->strings = larger;
    j->string_capacity = count;
  }
  for (size_t i = 0; i < count; i++)
    if (!put_word (j, &questions[i], &used, &j->strings[i]))
      return oracle_memory (error);
  for (size_t i = 0; i < count; i++) {
    j->strings[i].bytes = j->bytes + at;
    at += j->strings[i].size;
  }
  return oracle_ask (&j->oracle, j->strings, count, answers, error);
}

static int learn_words (asking_job *j, papni_model **model)
{
  papni_error error = { 0 };
  const arguments *a = j->arguments;
  int code = input_begin (&j->in, a, NULL);
  j->in.advice = NULL;
  j->chars = is_given (a, "format") && !strcmp (value_of (a, "format", ""), "chars");
  j->in.reading.unlabelled = !is_given (a, "format");
  if (!code)
    code = input_read_all (&j->in, a->operands, a->operand_count);
  if (code)
    return code;
  warn_of_nesting (j->in.samples, "leave out the options that declare symbols and --format: papni infers them then");
  papni_asking how = papni_default_asking (ask_word, j);
  how.most = j->most;
  how.agree = j->agree;
  *model = papni_learn_oracle (j->in.samples, &how, &j->report, &error);
  wipe (&j->oracle.ticker);
  return *model ? EXIT_DONE : complain_error (&error);
}

/* ---- results ---- */

static void report_trouble (const asking_job *j)
{
  const papni_asked *r = &j->report;
  if (r->rejected)
    warn ("the oracle rejects %zu of the samples", r->rejected);
  if (r->dropped)
    warn ("%zu sample%s not well-matched and dropped", r->dropped, r->dropped == 1 ? " is" : "s are");
  if (j->oracle.timeouts)
    warn ("%zu question%s not answered in time", j->oracle.timeouts, j->oracle.timeouts == 1 ? " was" : "s were");
  if (j->oracle.failures)
    warn ("the oracle failed on %zu question%s; the last time, it %s", j->oracle.failures, plural (j->oracle.failures),
          j->oracle.problem);
  if (r->contradictions)
    warn ("the oracle changed its answer on %zu of %zu questions that were asked again", r->contradictions,
          r->questions[PAPNI_ASK_AGAIN]);
  if (!r->complete)
    warn ("stopped early: this is the model so far%s",
          r->disagreements ? ", and it does not agree with all answers" : "");
  if (r->disagreements)
    warn ("the model disagrees with %zu answers", r->disagreements);
}

static void summarise_questions (const asking_job *j, const papni_model *model, const char *path)
{
  static const char *const purposes[] = { "tokens", "samples",     "symbols", "blocks",
                                          "pieces", "transitions", "checks",  "repeated" };
  const papni_asked *r = &j->report;
  size_t total = 0, listed = 0;
  for (size_t i = 0; i < PAPNI_PURPOSES; i++)
    total += r->questions[i];
  fprintf (stderr, "%zu question%s: ", total, plural (total));
  for (size_t i = 0; i < PAPNI_PURPOSES; i++)
    if (r->questions[i])
      fprintf (stderr, "%s%s %zu", listed++ ? ", " : "", purposes[i], r->questions[i]);
  fputc ('\n', stderr);
  if (r->complete && r->questions[PAPNI_ASK_CHECK] >= j->agree)
    fprintf (stderr,
             "the last %zu checks agreed: less than 1%% of such texts are misclassified, with %s%% confidence\n",
             j->agree, value_of (j->arguments, "confidence", "95"));
  if (r->guesses)
    fprintf (stderr, "%zu of %zu transitions rest on a single answer\n", r->guesses, r->transitions);
  const size_t states = papni_model_states (model), transitions = papni_model_transitions (model);
  fprintf (stderr, "%zu state%s and %zu transition%s", states, plural (states), transitions, plural (transitions));
  if (path)
    fprintf (stderr, ", written to %s", strcmp (path, "-") ? shown (path) : "standard output");
  else
    fprintf (stderr, "; save the model with -o FILE");
  fputc ('\n', stderr);
}

static int finish (asking_job *j, const papni_model *model)
{
  const char *path = value_of (j->arguments, "output", NULL);
  const int code = write_model (model, path);
  if (code)
    return code;
  fflush (stdout);
  report_trouble (j);
  if (!j->oracle.quiet)
    summarise_questions (j, model, path);
  return signal_caught () ? 128 + signal_caught () : EXIT_DONE;
}

int learn_by_asking (const arguments *a)
{
  asking_job j = { .arguments = a };
  uint64_t most;
  papni_model *model = NULL;
  progress silent = { 0 };
  static const char *const declared[] = { "call", "return", "pair", "pattern", "internal", "lexer", "format" };
  bool words = false;
  for (size_t i = 0; i < sizeof declared / sizeof *declared; i++)
    words = words || is_given (a, declared[i]);
  if (!number_of (a, "questions", 0, &most))
    return EXIT_USAGE;
  j.most = (size_t) most;
  int code = check_settings (a);
  if (!code)
    code = read_confidence (a, &j.agree);
  if (code)
    return code;
  progress_begin (&silent, true); /* for Ctrl-C */
  code = oracle_begin (&j.oracle, a);
  if (!code)
    code = words ? learn_words (&j, &model) : learn_texts (&j, &model);
  const int closed = oracle_free (&j.oracle);
  if (!code && model)
    code = finish (&j, model);
  progress_end (&silent);
  papni_model_free (model);
  if (words)
    input_free (&j.in);
  for (size_t i = 0; i < j.file_count; i++)
    papni_text_free (j.files[i]);
  free (j.files);
  free (j.seeds);
  free (j.labels);
  free (j.bytes);
  free (j.strings);
  return code ? code : closed;
}
