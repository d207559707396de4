/* ask.c - papni ask: labels texts by asking a command. */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

enum
{
  BATCH = 1024
};

typedef struct labelling
{
  oracle oracle;
  papni_string texts[BATCH];
  size_t count;
  size_t right, wrong, unanswered;
} labelling;

/* Asks about the batch, and prints it. */
static int print_batch (labelling *l)
{
  papni_answer answers[BATCH];
  papni_error error = { 0 };
  for (size_t i = 0; i < l->count; i++)
    answers[i] = PAPNI_UNANSWERED;
  if (l->count && oracle_ask (&l->oracle, l->texts, l->count, answers, &error)) {
    wipe (&l->oracle.ticker);
    return complain_error (&error);
  }
  for (size_t i = 0; i < l->count; i++) {
    ++*(answers[i] == PAPNI_YES ? &l->right : answers[i] == PAPNI_NO ? &l->wrong : &l->unanswered);
    fputs (answers[i] == PAPNI_YES ? "+ " : answers[i] == PAPNI_NO ? "- " : "? ", stdout);
    fwrite (l->texts[i].bytes, 1, l->texts[i].size, stdout);
    putchar ('\n');
  }
  l->count = 0;
  fflush (stdout);
  return EXIT_DONE;
}

static int label_lines (labelling *l, const char *path)
{
  papni_error error;
  papni_text *text = papni_text_open (path, NULL, &error);
  if (!text)
    return complain_error (&error);
  const char *at = papni_text_bytes (text), *end = at + papni_text_size (text);
  int code = EXIT_DONE;
  while (!code && at < end && !ferror (stdout)) { /* otherwise nobody reads further answers */
    const char *line = memchr (at, '\n', (size_t) (end - at));
    l->texts[l->count++] = (papni_string){ at, (size_t) ((line ? line : end) - at) };
    at = line ? line + 1 : end;
    if (l->count == BATCH)
      code = print_batch (l);
  }
  if (!code)
    code = print_batch (l); /* the texts end with the file */
  papni_text_free (text);
  return code;
}

static int ask (const arguments *a)
{
  labelling *l = calloc (1, sizeof *l);
  progress silent = { 0 };
  if (!l)
    return complain (EXIT_SYSTEM, "out of memory");
  if (!is_given (a, "oracle")) {
    free (l);
    return complain (EXIT_USAGE, "ask: --oracle COMMAND is missing");
  }
  progress_begin (&silent, true);
  int code = oracle_begin (&l->oracle, a);
  for (size_t i = 0; !code && i < a->operand_count; i++)
    code = label_lines (l, a->operands[i]);
  const int closed = oracle_free (&l->oracle);
  progress_end (&silent);
  if (!code && l->unanswered)
    warn ("%zu text%s unanswered (?)%s%s", l->unanswered, l->unanswered == 1 ? " is" : "s are",
          l->oracle.problem[0] ? "; the last time, the oracle " : "", l->oracle.problem);
  if (!code && !is_given (a, "quiet")) {
    fflush (stdout);
    fprintf (stderr, "%zu accepted and %zu rejected\n", l->right, l->wrong);
  }
  free (l);
  return code ? code : closed;
}

static const option options[] = {
  { "oracle", 0, "COMMAND", "the command; exit code 0 means accepted" },
  { "coprocess", 0, NULL, "the command stays running: reads LENGTH, newline, text; writes yes or no per line" },
  { "shell", 0, NULL, "run the command with sh -c" },
  { "no-status", 0, "CODES", "exit codes that mean rejected, as in 1,4-6 (default: 1-125)" },
  { "timeout", 0, "SECONDS", "stop the command after this time (default: 10)" },
  { "time-limit", 0, "SECONDS", "stop asking after this time" },
  { "answers", 0, "FILE", "save answers in FILE, and use those already there" },
  { "threads", 'j', "N", "commands to run at the same time (default: 1)" },
  { "quiet", 'q', NULL, "no summary" },
  { NULL, 0, NULL, NULL },
};

const command ask_command = {
  .name = "ask",
  .summary = "label texts by asking a command",
  .operands = "TEXTS...",
  .least = 1,
  .most = (size_t) -1,
  .about = "Asks a command about texts, one per line, and prints each with its label: + for accepted,\n"
           "- for rejected, ? without an answer. The output can be learned from. The command is run as by\n"
           "'papni learn --oracle'.",
  .options = { options },
  .example = "papni ask examples/oracle/json.txt --oracle 'python3 examples/oracle/json_oracle.py' --coprocess",
  .run = ask,
};
