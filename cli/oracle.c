/* oracle.c - a command as an oracle: its options, and what both ways to run it share. */
#include "oracle.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
  MOST_FAILURES = 10, /* in a row */
  MANY_FAILURES = 50  /* in all, if they are a quarter of the questions */
};

const option oracle_options[] = {
  { "oracle", 0, "COMMAND",
    "learn by asking a command which texts are accepted; SAMPLES are accepted texts, one per line" },
  { "coprocess", 0, NULL, "the command stays running: reads LENGTH, newline, text; writes yes or no per line" },
  { "shell", 0, NULL, "run the command with sh -c" },
  { "no-status", 0, "CODES", "exit codes that mean rejected, as in 1,4-6 (default: 1-125)" },
  { "timeout", 0, "SECONDS", "stop the command after this time; the text counts as unanswered (default: 10)" },
  { "answers", 0, "FILE", "save answers in FILE, and use those already there" },
  { "questions", 0, "N", "ask at most N questions (default: no limit)" },
  { "confidence", 0, "PERCENT", "confidence that the error is below 1% of the texts checked (default: 95)" },
  { "alphabet", 0, "CHARACTERS",
    "characters to try, in addition to those of the samples (default: a space, letters, digits)" },
  { NULL, 0, NULL, NULL },
};

papni_status oracle_error (papni_error *error, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  memset (error, 0, sizeof *error);
  error->code = PAPNI_SYSTEM;
  vsnprintf (error->message, sizeof error->message, format, arguments);
  va_end (arguments);
  return error->code;
}

papni_status oracle_failed (oracle *o, bool late, const char *problem, papni_error *error)
{
  ++*(late ? &o->timeouts : &o->failures);
  snprintf (o->problem, sizeof o->problem, "%s", problem);
  const size_t all = o->timeouts + o->failures;
  if (++o->in_a_row < MOST_FAILURES && all >= MANY_FAILURES && 4 * all > o->asked)
    return oracle_error (error, "the oracle failed on %zu questions, the last time because it %s", all, problem);
  if (o->in_a_row < MOST_FAILURES)
    return PAPNI_OK;
  return oracle_error (error, "the oracle failed %zu times in a row, the last time because it %s", o->in_a_row,
                       problem);
}

/* ---- the command ---- */

/* Splits at blanks; quotes and backslashes as in a shell, and nothing else. */
static char **split_command (const char *command)
{
  char **words = calloc (strlen (command) + 2, sizeof *words), *text = malloc (2 * strlen (command) + 2), *to = text;
  size_t count = 0;
  if (!words || !text) {
    free (words);
    free (text);
    return NULL;
  }
  words[0] = text; /* freed by this pointer, even if there is no word */
  while (*(command += strspn (command, " \t\n"))) {
    char quote = 0;
    words[count++] = to;
    for (; *command && (quote || !strchr (" \t\n", *command)); command++) {
      if (quote ? *command == quote : *command == '\'' || *command == '"')
        quote = quote ? 0 : *command;
      else {
        if (*command == '\\' && quote != '\'' && command[1])
          command++;
        *to++ = *command;
      }
    }
    *to++ = 0;
    if (quote)
      count = 0;
    if (quote)
      break;
  }
  if (!count)
    text[0] = 0;
  words[count] = NULL;
  if (!count)
    words[0] = NULL;
  if (!count)
    free (text);
  return words;
}

static int read_command (oracle *o, const arguments *a)
{
  const char *command = value_of (a, "oracle", "");
  o->hole = SIZE_MAX;
  if (is_given (a, "shell")) {
    o->words = calloc (4, sizeof *o->words);
    char *text = o->words ? malloc (strlen (command) + 16) : NULL;
    if (!text)
      return complain (EXIT_SYSTEM, "out of memory");
    memcpy (text, "sh\0-c", 6);
    memcpy (text + 6, command, strlen (command) + 1);
    o->words[0] = text;
    o->words[1] = text + 3;
    o->words[2] = text + 6;
    return EXIT_DONE;
  }
  o->words = split_command (command);
  if (!o->words)
    return complain (EXIT_SYSTEM, "out of memory");
  if (!o->words[0])
    return complain (EXIT_USAGE, "--oracle takes a command, got '%s'", command);
  for (size_t i = 0; o->words[i]; i++)
    if (!strcmp (o->words[i], "{}"))
      o->hole = i;
  if (o->stays && o->hole != SIZE_MAX)
    return complain (EXIT_USAGE, "--coprocess: the command reads texts from standard input, so {} is not possible");
  return EXIT_DONE;
}

static int read_codes (oracle *o, const char *text)
{
  const char *at = text;
  while (true) {
    size_t first, last;
    bool good = read_count (&at, &first);
    last = first;
    if (good && *at == '-') {
      at++;
      good = read_count (&at, &last);
    }
    if (!good || first < 1 || last > 255 || first > last)
      return complain (EXIT_USAGE, "--no-status takes exit codes from 1 to 255, as in 1,4-6, got '%s'", text);
    for (size_t i = first; i <= last; i++)
      o->no[i] = true;
    if (!*at)
      return EXIT_DONE;
    if (*at++ != ',')
      return complain (EXIT_USAGE, "--no-status takes exit codes from 1 to 255, as in 1,4-6, got '%s'", text);
  }
}

int oracle_begin (oracle *o, const arguments *a)
{
  double limit;
  *o = (oracle){ .stays = is_given (a, "coprocess"), .jobs = 1, .quiet = is_given (a, "quiet"), .started = now () };
  o->memory.file = -1;
  int code = read_command (o, a);
  if (!code)
    code = read_codes (o, value_of (a, "no-status", "1-125"));
  if (!code)
    code = read_seconds (a, "timeout", 10, &o->timeout);
  if (!code)
    code = read_seconds (a, "time-limit", 0, &limit);
  if (!code && is_given (a, "time-limit"))
    o->deadline = o->started + limit;
  const char *jobs = value_of (a, "threads", NULL);
  if (!code && jobs) {
    char *end;
    const unsigned long number = strtoul (jobs, &end, 10);
    if (*end || end == jobs || !number || number > 256)
      code = complain (EXIT_USAGE, "-j takes a number from 1 to 256, got '%s'", jobs);
    o->jobs = (unsigned) number;
  }
  if (!code)
    code = memory_open (&o->memory, value_of (a, "answers", NULL));
  stop_patiently ();
  return code;
}

int oracle_free (oracle *o)
{
  wipe (&o->ticker);
  end_coprocesses (o);
  if (o->words)
    free (o->words[0]);
  free (o->words);
  return memory_close (&o->memory);
}

int end_oracle (long child)
{
  int status = 0;
  kill (-(pid_t) child, SIGKILL);
  while (waitpid ((pid_t) child, &status, 0) < 0 && errno == EINTR)
    continue;
  forget_helper (child);
  return status;
}

void run_oracle (const oracle *o, int in, int out, const char *path)
{
  const int nothing = open ("/dev/null", O_RDWR);
  if (nothing < 0 || dup2 (in < 0 ? nothing : in, 0) < 0 || dup2 (out < 0 ? nothing : out, 1) < 0
      || dup2 (nothing, 2) < 0)
    _exit (127);
  if (o->hole != SIZE_MAX)
    o->words[o->hole] = (char *) (uintptr_t) path;
  execvp (o->words[0], o->words);
  _exit (127);
}

/* ---- asking ---- */

/* The texts that are not remembered. */
typedef struct unknown
{
  papni_string *texts;
  papni_answer *answers;
  size_t *places;
  size_t count;
} unknown;

static bool unknown_begin (unknown *u, size_t count)
{
  u->texts = malloc ((count + 1) * sizeof *u->texts);
  u->answers = malloc ((count + 1) * sizeof *u->answers);
  u->places = malloc ((count + 1) * sizeof *u->places);
  return u->texts && u->answers && u->places;
}

static papni_status ask_unknown (oracle *o, unknown *u, papni_error *error)
{
  if (signal_caught () || (o->deadline > 0 && now () > o->deadline)) {
    oracle_error (error, "stopped");
    return error->code = PAPNI_CANCELLED;
  }
  const papni_status status = o->stays ? ask_coprocess (o, u->texts, u->count, u->answers, error)
                                       : ask_once (o, u->texts, u->count, u->answers, error);
  for (size_t i = 0; i < u->count; i++) /* answers that came before a failure are kept as well */
    if (u->answers[i] != PAPNI_UNANSWERED && memory_add (&o->memory, u->texts[i], u->answers[i] == PAPNI_YES)
        && !status)
      return oracle_error (error, "cannot remember an answer");
  o->asked += u->count;
  const double seconds = now () - o->started;
  if (!o->quiet)
    tick (&o->ticker, "%zu questions, %.0f per second", o->asked, seconds > 0 ? (double) o->asked / seconds : 0.);
  return status;
}

papni_status oracle_ask (void *context, const papni_string *texts, size_t count, papni_answer *answers,
                         papni_error *error)
{
  oracle *o = context;
  unknown u = { 0 };
  papni_status status = unknown_begin (&u, count) ? PAPNI_OK : oracle_memory (error);
  for (size_t i = 0; !status && i < count; i++) {
    const memory_entry *known = memory_find (&o->memory, texts[i]);
    if (known)
      answers[i] = known->right ? PAPNI_YES : PAPNI_NO;
    else {
      u.texts[u.count] = texts[i];
      u.answers[u.count] = PAPNI_UNANSWERED;
      u.places[u.count++] = i;
    }
  }
  if (!status && u.count)
    status = ask_unknown (o, &u, error);
  for (size_t i = 0; !status && i < u.count; i++)
    answers[u.places[i]] = u.answers[i];
  free (u.texts);
  free (u.answers);
  free (u.places);
  return status;
}
