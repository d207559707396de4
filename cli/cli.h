/* cli.h - what the commands share: option tables, messages, input and output.
 *
 * A command is one `command` with its tables; the parser, --help, the man pages
 * and the completions all come from them. */
#ifndef CLI_H
#define CLI_H

#include <papni.h>

#include <stdio.h>

enum
{
  EXIT_DONE = 0,
  EXIT_NO = 1,            /* the answer is no */
  EXIT_USAGE = 2,         /* wrong usage */
  EXIT_INPUT = 3,         /* bad input */
  EXIT_CONTRADICTION = 4, /* the samples contradict each other */
  EXIT_SYSTEM = 5         /* the system refused */
};

/* ---- options (options.c) ---- */

typedef struct option
{
  const char *name;     /* without its dashes; NULL ends a table */
  char letter;          /* 0: none */
  const char *argument; /* NULL: a flag; "a|b": one of these; else a word for --help */
  const char *help;
} option;

typedef struct arguments arguments;

typedef struct command
{
  const char *name, *summary;
  const char *operands;     /* for the usage line */
  size_t least, most;       /* how many there may be */
  const char *about;        /* a paragraph or more, for --help and the man page */
  const option *options[4]; /* tables, NULL after the last */
  const char *example;      /* lines to type */
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

/* Every command there is; NULL after the last. */
extern const command *const commands[];
const command *find_command (const char *name);
const command *nearest_command (const char *name); /* probably meant; NULL: none */

/* How many letters must be added, removed, changed or swapped to make one name the other. */
size_t distance (const char *x, size_t x_length, const char *y, size_t y_length);

/* Reads digits, and goes behind them; false where there are none, or too many. */
bool read_count (const char **text, size_t *number);

/* Parses and runs; --help is dealt with here. Returns the exit code. */
int run_command (const command *c, int count, char **words);

/* The option's last value, or `otherwise`; whether it was given at all. */
const char *value_of (const arguments *arguments, const char *name, const char *otherwise);
bool is_given (const arguments *arguments, const char *name);

/* The place of a value among the choices of its option ("a|b": 0 or 1). */
int choice_of (const arguments *arguments, const char *name, const char *otherwise);

/* The number that an option has, or `otherwise`; false, and a complaint, for anything else. */
bool number_of (const arguments *arguments, const char *name, uint64_t otherwise, uint64_t *number);

void print_help (const command *c);
void print_overview (FILE *out);

/* ---- pages made from the tables (pages.c) ---- */

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

/* The same, of a document that a list names in this line (0: no list). */
int complain_listed (const papni_error *error, const char *list, size_t line);

/* "s" where there is not just one. */
const char *plural (size_t count);

/* Starts and ends a part of a line that is drawn in bold where that can be. */
const char *bold (FILE *out);
const char *plain (FILE *out);

/* A progress line on the terminal, and stopping by Ctrl-C. */
typedef struct progress
{
  bool shown;
  papni_phase phase;
  double started, drawn;            /* seconds */
  double seconds[PAPNI_TRYING + 1]; /* in each phase */
} progress;

/* Sets a handler, unless who started us wants the signal ignored. */
void catch_signal (int number, void (*handler) (int));

double now (void);
/* A line for what has no phases: it is drawn on the terminal once a second has gone
 * by. All zero to begin with; wipe it before anything else is printed. */
typedef struct ticker
{
  bool going, drawn;
  double next;
} ticker;

void tick (ticker *t, const char *format, ...) PRINTS (2, 3);
void wipe (ticker *t);

void progress_begin (progress *p, bool quiet);
bool progress_step (void *p, papni_phase phase, size_t done, size_t total);
void progress_end (progress *p);

/* ---- what --model auto has tried (attempts.c) ---- */

/* As members of a JSON object. */
void print_setting_json (FILE *out, const papni_options *options);
void print_attempts_json (FILE *out, const papni_attempt *attempts);

/* As a table, with the reason for the choice. */
void print_attempts (FILE *out, const papni_attempt *attempts);
const papni_attempt *chosen_attempt (const papni_attempt *attempts);

/* ---- input (input.c) ---- */

extern const option alphabet_options[]; /* what symbols are */
extern const option word_options[];     /* how words are written */

typedef struct input
{
  papni_alphabet *alphabet;
  papni_samples *samples;
  papni_reading reading; /* its lexer is the input's own */
  bool lines, list;      /* documents: one a line, or listed in files */
  size_t left_out;       /* files beside the folders pos and neg */
} input;

/* The alphabet of the command line alone; to be freed in any case. */
int alphabet_begin (papni_alphabet **alphabet, const arguments *arguments);

/* Makes an input with the alphabet of the command line (and of the model, if it is
 * not NULL), and with the lexer of one of them. Returns an exit code; input_free in
 * any case. */
int input_begin (input *in, const arguments *arguments, const papni_model *model);
int input_read (input *in, const char *path);
int input_read_all (input *in, const char *const *paths, size_t count);
void input_free (input *in);
void report_left_out (const input *in); /* how many files, if any */

bool is_folder (const char *path);
const char *shown_name (const char *path); /* "-" is standard input */

/* From a file, or where there is none, or only a folder, a built-in language of that name. */
papni_model *read_model (const char *path, int *code);

/* Says that a name is not that of a built-in language, and which are like it (languages.c). */
int no_language (int code, const char *name, const char *what);

/* The model's numbers for the samples' symbols, grown as the alphabet grows. */
typedef struct translation
{
  papni_symbol *symbols;
  size_t size, capacity;
  bool lexed; /* what did not lex is no symbol, even if the model has one of its name */
} translation;

int translate (translation *t, const papni_alphabet *from, const papni_model *to);
papni_symbol translate_name (const translation *t, const char *name, const papni_model *to);

/* ---- output (output.c) ---- */

/* A file that is written whole or not at all; "-" or NULL is standard output. */
typedef struct output
{
  const char *path;
  char *target, *temporary;
  FILE *stream;
} output;

int output_open (output *out, const char *path);
int output_finish (output *out); /* is all of it written? */
papni_writer output_writer (const output *out);
int output_close (output *out); /* puts the file in its place */
void output_drop (output *out); /* leaves the old one where it is */

/* Would writing to this file destroy that one? */
bool same_file (const char *x, const char *y);

/* Refuses to write to a file that is read: one of the operands from the `first` on. */
int check_output (const arguments *arguments, size_t first, const char *path);

papni_writer stream_writer (FILE *stream);

void print_name (FILE *out, const char *name);
void print_word (FILE *out, const papni_alphabet *alphabet, const papni_symbol *symbols, size_t length);
void print_json_string (FILE *out, const char *text);
int finish_stdout (int code);

/* ---- words to be read again (samples.c) ---- */

/* In the format tokens, or jsonl where the path ends in .jsonl. Not every name fits: ask
 * check_names first, which says why not and returns an exit code. */
bool is_jsonl (const char *path);
int check_names (const papni_alphabet *alphabet, const char *path);
void print_declarations (FILE *out, const papni_alphabet *alphabet);
void print_labelled (FILE *out, const char *path, const papni_alphabet *alphabet, const papni_word *word);

/* The alphabet, and those with a label. */
void print_samples (FILE *out, const char *path, const papni_samples *samples);

/* ---- models ---- */

/* Says which symbols one of two models lacks, or takes for something else (alphabets.c). */
void compare_alphabets (const char *const names[2], papni_model *const models[2]);

void print_model (FILE *out, const papni_model *model); /* show.c */

/* Writes a model file; without a path, prints the model (minimize.c). */
int write_model (const papni_model *model, const char *path);

/* The smallest model with the same words, with a progress line (minimize.c). */
papni_model *minimise_watched (const papni_model *model, bool quiet, int *code);

/* Runs Graphviz on a model: form "svg", "png" or "pdf" (export.c). */
int draw_model (const papni_model *model, const char *form, FILE *to);

size_t peak_memory (void); /* in bytes, of this process (learn.c) */

/* "symbol 3, ), pops nothing: no call is open" (encode.c) */
void print_mismatch (FILE *out, const papni_alphabet *alphabet, const papni_word *word, const papni_encoding *encoding);

#endif
