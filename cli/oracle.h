/* oracle.h - a command as an oracle: run once for each text, or kept running.
 *
 * No shell sees the command or a text, unless --shell asks for it. */
#ifndef ORACLE_H
#define ORACLE_H

#include "cli.h"

extern const option oracle_options[];

/* ---- answers that are known (answers.c) ---- */

typedef struct memory_entry
{
  char *text; /* NULL: empty slot */
  size_t size;
  bool right;
  bool used; /* in this run: asked again, it goes to the oracle */
} memory_entry;

typedef struct memory
{
  memory_entry *entries;
  size_t count, capacity;
  int file; /* to append to, or -1 */
  const char *path;
  double synced;
} memory;

/* Reads the answers of a file and opens it to add more; NULL: none. */
int memory_open (memory *m, const char *path);
const memory_entry *memory_find (memory *m, papni_string text);

/* Remembers an answer, and appends it to the file. */
int memory_add (memory *m, papni_string text, bool right);
int memory_close (memory *m);

/* ---- running the command ---- */

typedef struct oracle
{
  char **words;  /* of the command, NULL after the last */
  size_t hole;   /* the word that is {}, or SIZE_MAX: texts go to standard input */
  bool stays;    /* a coprocess */
  unsigned jobs; /* at the same time */
  double timeout, deadline;
  bool no[256];      /* exit codes that mean no */
  size_t timeouts;   /* answers that did not come in time */
  size_t failures;   /* ... because the command was killed or crashed */
  size_t in_a_row;   /* of both, since the last answer */
  char problem[512]; /* of the last failure */
  struct coprocess *processes;
  memory memory;
  ticker ticker;
  size_t asked;
  double started;
  bool quiet;
} oracle;

/* From the options of the command line; oracle_free in any case. */
int oracle_begin (oracle *o, const arguments *arguments);
int oracle_free (oracle *o);

/* A papni_text_oracle; the context is the oracle. */
papni_status oracle_ask (void *context, const papni_string *texts, size_t count, papni_answer *answers,
                         papni_error *error);

/* The two ways to run it (oracle_once.c, oracle_stays.c): both fill in the answers. */
papni_status ask_once (oracle *o, const papni_string *texts, size_t count, papni_answer *answers, papni_error *error);
papni_status ask_coprocess (oracle *o, const papni_string *texts, size_t count, papni_answer *answers,
                            papni_error *error);
void end_coprocesses (oracle *o);

/* Kills the command and all that it started; returns how it ended. */
int end_oracle (long child);

/* In the child: runs the command with these streams; does not return. `path` replaces {}. */
void run_oracle (const oracle *o, int in, int out, const char *path);

/* Notes that an answer did not come; an error when too many have failed in a row. */
papni_status oracle_failed (oracle *o, bool late, const char *problem, papni_error *error);
papni_status oracle_error (papni_error *error, const char *format, ...) PRINTS (2, 3);

static inline papni_status oracle_memory (papni_error *error)
{
  oracle_error (error, "out of memory");
  return PAPNI_SYSTEM; /* which an analyzer can see */
}

/* What was asked, and what went wrong (learn_oracle.c). */
int learn_by_asking (const arguments *arguments);

#endif
