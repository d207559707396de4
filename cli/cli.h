/* cli.h - shared by the commands: option tables, messages, input and output.
 *
 * A command is a `command` with its tables; the parser, --help, the man pages and the
 * completions are generated from them. */
#ifndef CLI_H
#define CLI_H

#include <papni.h>

#include <stdio.h>

enum
{
  EXIT_DONE = 0,
  EXIT_NO = 1,            /* the answer is no */
  EXIT_USAGE = 2,         /* usage error */
  EXIT_INPUT = 3,         /* input error */
  EXIT_CONTRADICTION = 4, /* contradictory samples */
  EXIT_SYSTEM = 5         /* system error */
};

/* ---- options (options.c) ---- */

typedef struct option
{
  const char *name;     /* without its dashes; NULL ends a table */
  char letter;          /* 0: none */
  const char *argument; /* NULL: a flag; "a|b": one of these; else a placeholder for --help */
  const char *help;
} option;

typedef struct arguments arguments;

typedef struct command
{
  const char *name, *summary;
  const char *operands;     /* for the usage line */
  size_t least, most;       /* minimum and maximum number of operands */
  const char *about;        /* a paragraph or more, for --help and the man page */
  const option *options[9]; /* tables, NULL after the last */
  const char *example;      /* commands to type */
  int (*run) (const arguments *arguments);
} command;

typedef struct given
{
  const option *option;
  const char *value;
} given;

struct arguments
{
  const command *command;
  given *options;
  size_t option_count;
  const char **operands;
  size_t operand_count;
};

/* The i-th table of options of a command: its own, then limit_options; NULL after the last. */
const option *option_table (const command *c, size_t i);

/* All commands; NULL after the last. */
extern const command *const commands[];
const command *find_command (const char *name);
const command *nearest_command (const char *name); /* the closest name, or NULL */

/* The edit distance of two names: letters added, removed, changed or swapped. */
size_t distance (const char *x, size_t x_length, const char *y, size_t y_length);

/* Reads digits and advances *text; false if there are none, or too many. */
bool read_count (const char **text, size_t *number);

/* Parses the arguments and runs the command; handles --help. Returns the exit code. */
int run_command (const command *c, int count, char **words);

/* The last value of the option, or `otherwise`; whether it was given. */
const char *value_of (const arguments *arguments, const char *name, const char *otherwise);
int read_seconds (const arguments *arguments, const char *name, double otherwise, double *seconds);
bool is_given (const arguments *arguments, const char *name);

/* The index of a value among the choices of its option ("a|b": 0 or 1). */
int choice_of (const arguments *arguments, const char *name, const char *otherwise);

/* The numeric value of an option, or `otherwise`; prints an error and returns false if
 * it is not a number. */
bool number_of (const arguments *arguments, const char *name, uint64_t otherwise, uint64_t *number);

void print_help (const command *c);
void print_overview (FILE *out);

/* ---- settings of the library (settings.c) ---- */

/* A table of options, filled by settings_begin before any table is used. */
extern option setting_options[];
void settings_begin (void);

/* What an option means without a value (--search, --search=N); NULL: it needs one. */
const char *bare_value (const option *o);

/* The options that the settings on the command line make; to be freed in any case. */
int read_settings (papni_options **options, const arguments *arguments);

/* The file of --classes; NULL if it is none or auto. */
const char *classes_file (const arguments *arguments);

/* As members of a JSON object, without what the result does not depend on. */
void print_settings_json (FILE *out, const papni_options *options);

/* ---- pages generated from the tables (pages.c) ---- */

void print_man_page (const command *c); /* NULL: papni(1) */
int print_completion (const char *shell);

/* ---- messages (message.c) ---- */

#if defined(__GNUC__)
#define PRINTS(at, first) __attribute__ ((format (printf, at, first)))
#else
#define PRINTS(at, first)
#endif

/* "papni: ..." on standard error. `complain` returns `code`. */
int complain (int code, const char *format, ...) PRINTS (2, 3);
void warn (const char *format, ...) PRINTS (1, 2);
int complain_error (const papni_error *error); /* returns the exit code for it */

/* The same for a document that a list names on this line (0: no list). */
int complain_listed (const papni_error *error, const char *list, size_t line);

/* A file name as it may be printed: without control characters and invalid bytes. Valid
 * until the fourth call from here. */
const char *shown (const char *path);

/* The length of the UTF-8 character at `text`, 0 if it is invalid. */
size_t valid_utf8 (const char *text);

/* "s" unless count is 1. */
const char *plural (size_t count);

/* Begin and end bold text, if the stream is a terminal. */
const char *bold (FILE *out);
const char *plain (FILE *out);

/* A progress bar on the terminal, and cancellation by Ctrl-C. */
typedef struct progress
{
  bool shown;
  papni_phase phase;
  double started, drawn;        /* seconds */
  double seconds[PAPNI_PHASES]; /* per phase */
} progress;

double now (void);

/* A progress line for work without phases, shown on the terminal after one second.
 * Initially all zeros; call wipe before printing anything else. */
typedef struct ticker
{
  bool going, drawn;
  double next;
} ticker;

void tick (ticker *t, const char *format, ...) PRINTS (2, 3);
void wipe (ticker *t);

/* What the library reports to, from the beginning to the end. */
papni_watch progress_watch (progress *p);
papni_watch progress_begin (progress *p, bool quiet);
void progress_end (progress *p);

/* ---- signals and limits (signals.c) ---- */

void signals_begin (void);
void watch_signals (bool watch); /* does the library ask, with a watch? */
int signal_caught (void);        /* while it did; 0: none */
void forget_signal (void);
void obey_signal (void);                  /* ends the process if one came after the library last asked */
void stop_patiently (void);               /* there is something to save after a signal: take the time */
void allow_closed_pipes (bool allow);     /* writing to one is an error, and does not end the process */
int make_temporary (char *path);          /* mkstemp; a signal removes the file, as long as `path` is not forgotten */
void forget_temporary (const char *path); /* it is not there any more */

/* fork, for another program, or with `group` for one in a process group of its own: a signal kills it
 * (all of the group) until it is forgotten. */
long start_helper (bool group);
void forget_helper (long process); /* it has ended */

extern const option limit_options[]; /* of every command */
int begin_limits (const arguments *arguments);

/* ---- the settings that --model auto tried (attempts.c) ---- */

/* As members of a JSON object. */
void print_attempts_json (FILE *out, const papni_report *report);

/* As a table, with the reason for the choice. */
void print_attempts (FILE *out, const papni_report *report);

/* NULL where nothing was tried. */
const papni_attempt *chosen_attempt (const papni_report *report);

/* ---- input (input.c) ---- */

extern const option alphabet_options[]; /* declare symbols */
extern const option word_options[];     /* select format and lexer */
extern const option layout_options[];   /* words from events (layout.c) */
extern const option label_options[];    /* what labels mean, and files of one label (layout.c) */

typedef struct input
{
  papni_alphabet *alphabet;
  papni_samples *samples;
  const arguments *arguments;
  papni_reading reading; /* its lexer belongs to the input */
  papni_layout *layout;
  bool has_events;    /* words are made of events */
  papni_label given;  /* of the documents that are being read; PAPNI_UNKNOWN: they have their own */
  bool lines, list;   /* documents: one per line, or listed in files */
  bool traces;        /* words have outputs instead of labels */
  const char *advice; /* what to do if nothing nests although names look so; NULL: the command says it */
  bool accepts_all;   /* documents of a folder without pos and neg are accepted */
  size_t left_out;    /* files outside pos and neg */
  size_t skipped;     /* lines or events in no word */
} input;

/* Is it a Moore or Mealy machine? It may be NULL. */
bool is_machine (const papni_model *model);

/* Is it that, or a Markov chain or decision process: are its words without labels? */
bool has_traces (const papni_model *model);

/* Is this the name of such a model? */
bool names_machine (const char *model);

/* The model that is asked for: a vpa with --outputs is a vpt. NULL: the default. */
const char *wanted_model (const arguments *a);

/* The alphabet of the command line; must be freed in any case. */
int alphabet_begin (papni_alphabet **alphabet, const arguments *arguments);

/* Declares what the options say, and the symbols of a model, which the command line and the
 * files must not contradict. */
int declare_options (papni_alphabet *alphabet, const arguments *arguments);
int declare_model (papni_alphabet *alphabet, const papni_model *model);

/* Makes an input with the alphabet of the command line (and of the model, unless it is
 * NULL), and with the lexer of one of them. Returns an exit code; call input_free in
 * any case. */
int input_begin (input *in, const arguments *arguments, const papni_model *model);
int input_read (input *in, const char *path);
int input_read_all (input *in, const char *const *paths, size_t count);
void input_free (input *in);
void report_left_out (const input *in); /* prints how many files were ignored, if any */

/* The layout of the command line; reading with it, with a label for all words or none
 * (layout.c). */
int layout_begin (input *in, const arguments *arguments);
int layout_read (input *in, const char *path, papni_label given);
bool is_log (const input *in, const char *path);

bool is_folder (const char *path);
const char *shown_name (const char *path); /* "-" is standard input */

/* Notes a file that is read besides the operands: output_open refuses to replace it. */
int note_input (const char *path);
bool is_noted (const char *path);
void forget_inputs (void); /* at the end */

/* Reads a model file, or, if there is no such file or only a folder, the built-in
 * language of that name. */
papni_model *read_model (const char *path, int *code);

/* Reports that there is no such built-in language, with suggestions (languages.c). */
int no_language (int code, const char *name, const char *what);

/* Maps the symbols of the samples to those of the model; grows with the alphabet. */
typedef struct translation
{
  papni_symbol *symbols;
  size_t size, capacity;
  bool lexed; /* #unlexed is not a symbol, even if the model has one of that name */
} translation;

int translate (translation *t, const papni_alphabet *from, const papni_model *to);
papni_symbol translate_name (const translation *t, const char *name, const papni_model *to);

/* ---- calls and returns that are not declared (nesting.c) ---- */

/* With the lexer chars, the input may get other words, with tokens of several characters. */
int find_nesting (input *in, bool quiet, papni_nesting **found);

/* Names the accepted words that are not well-matched with what was found. */
void warn_of_broken (const input *in, const papni_nesting *found);

/* Does the lexer of the command line declare calls and returns itself? */
bool declares_itself (const arguments *arguments);

/* Warns if no call or return is declared, but names look as if they nest; `advice` is what
 * to do besides declaring them. Returns whether it did. */
bool warn_of_nesting (const papni_samples *samples, const char *advice);

/* The same for the symbols of a model, before words are read. */
void warn_of_flat_model (const papni_samples *samples);

/* ---- commands with operands MODEL SAMPLES... (on_samples.c) ---- */

typedef int samples_action (const arguments *a, const input *in, papni_model **model);

/* Reads the model and the samples, calls the action, and prints how many files were ignored.
 * `accepts_all`: words without labels are accepted. */
int on_samples (const arguments *a, bool accepts_all, samples_action *action);

/* ---- words with two labels (contradictions.c) ---- */

/* Lists the words that are both accepted and rejected, those that are well-matched alone if
 * `stack`; returns the exit code for `error`. */
int complain_contradictions (const papni_samples *samples, bool stack, const papni_error *error);

/* ---- prefix trees (tree.c) ---- */

typedef struct update update; /* a file that is read and replaced (update.h) */

/* Merge a tree, or one from a file, into the tree at *all, which is NULL at first. */
int merge_tree (papni_tree **all, papni_tree *tree);
int read_tree (papni_tree **all, const char *path);
int write_tree (const papni_tree *tree, const char *path, update *update); /* which may be NULL */

/* --at-least N: removes the words that fewer words begin with; N is 0 if it is not given. */
int read_at_least (const arguments *arguments, size_t *least);
int prune_tree (papni_tree **tree, size_t least);

/* ---- output (output.c) ---- */

/* A file that is written completely or not at all; "-" or NULL is standard output. */
typedef struct output
{
  const char *path;
  char *target, *temporary;
  FILE *stream;
  update *update; /* the file was read before, and must not have changed; NULL: replaced in any case */
} output;

int output_open (output *out, const char *path);
int output_finish (output *out); /* flushes, and reports errors */
papni_writer output_writer (const output *out);
int output_close (output *out); /* replaces the old file */
void output_drop (output *out); /* keeps the old file */

/* After a function of the library has written to the output, with its status: flushes, and reports
 * errors. 0 only if it succeeded. */
int output_written (output *out, papni_status status, const papni_error *error);

/* The same, then replaces the old file; keeps it after an error. */
int output_replace (output *out, papni_status status, const papni_error *error);

/* The full name of a file that may not exist yet, through links; NULL if out of memory or
 * if there is no such folder. */
char *full_name (const char *path);

/* Would writing to one file overwrite the other? */
bool same_file (const char *x, const char *y);

/* Refuses to write to an input file: one of the operands from `first` on, or a noted one. */
int check_output (const arguments *arguments, size_t first, const char *path);

papni_writer stream_writer (FILE *stream);

void print_name (FILE *out, const char *name);
void print_word (FILE *out, const papni_alphabet *alphabet, const papni_symbol *symbols, size_t length);
void print_json_string (FILE *out, const char *text);
int finish_stdout (int code);

/* ---- pictures (picture.c) ---- */

/* Runs `dot -Tform` on a file and copies its output. */
int run_dot (const char *form, FILE *from, FILE *to);

/* ---- writing samples (samples.c) ---- */

/* In the format tokens, or jsonl if the path ends in .jsonl. Call check_names first: it
 * reports names that the format does not allow, and returns an exit code. */
bool is_jsonl (const char *path);
int check_names (const papni_alphabet *alphabet, const char *path);
void print_declarations (FILE *out, const papni_alphabet *alphabet);
void print_labelled (FILE *out, const char *path, const papni_alphabet *alphabet, const papni_word *word);

/* The alphabet and the labelled words. */
void print_samples (FILE *out, const char *path, const papni_samples *samples);

/* The same, or without labels: the traces of a machine. */
void print_traces (FILE *out, const char *path, const papni_samples *samples, bool traces);

/* ---- models ---- */

/* Warns about symbols that one of two models lacks or declares differently
 * (alphabets.c). */
void compare_alphabets (const char *const names[2], papni_model *const models[2]);

void print_model (FILE *out, const papni_model *model); /* show.c */

/* One line about what rests on a single word, if there is any; only for a hundred words or
 * more (coverage.c). */
void print_thin (FILE *out, const papni_model *model, const papni_samples *samples);

/* Writes a model file; without a path, prints the model (minimize.c). */
int write_model (const papni_model *model, const char *path);

/* Replaces a model by one with the counts of the words, and warns about accepted words that it
 * rejects (count.c). */
int count_model (papni_model **model, const papni_samples *samples);

/* Minimizes a model with a progress bar (minimize.c). */
papni_model *minimise_watched (const papni_model *model, bool quiet, int *code);

/* Prints where a word is not well-matched, and why: "  FILE:LINE:COLUMN: symbol 3, ), has no
 * call to pop" on standard error. The column is left out if the file cannot be read again
 * (places.c). */
void print_broken (const input *in, const papni_alphabet *alphabet, const papni_word *word,
                   const papni_encoding *encoding);

/* "symbol 3, ), has no call to pop" (encode.c) */
void print_mismatch (FILE *out, const papni_alphabet *alphabet, const papni_word *word, const papni_encoding *encoding);

#endif
