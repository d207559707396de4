/* message.c - errors, warnings and progress on standard error. */
#include "cli.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- messages ---- */

static bool coloured (FILE *out)
{
  const char *no_color = getenv ("NO_COLOR"), *terminal = getenv ("TERM");
  return isatty (fileno (out)) && !(no_color && *no_color) && !(terminal && !strcmp (terminal, "dumb"));
}

const char *bold (FILE *out)
{
  return coloured (out) ? "\033[1m" : "";
}

const char *plain (FILE *out)
{
  return coloured (out) ? "\033[0m" : "";
}

const char *plural (size_t count)
{
  return count == 1 ? "" : "s";
}

/* Can a progress line be shown? Then it must be erased before other output. */
static bool has_terminal (void)
{
  const char *terminal = getenv ("TERM");
  return isatty (STDERR_FILENO) && !(terminal && !strcmp (terminal, "dumb"));
}

static void say (const char *kind, const char *format, va_list arguments)
{
  char text[2048];
  vsnprintf (text, sizeof text, format, arguments);
  for (char *c = text; *c; c++) /* file names may contain anything */
    if ((unsigned char) *c < 0x20 && *c != '\n')
      *c = '?';
  fflush (stdout);
  fprintf (stderr, "%s%spapni:%s %s%s\n", has_terminal () ? "\r\033[K" : "", bold (stderr), plain (stderr), kind, text);
}

int complain (int code, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  say ("", format, arguments);
  va_end (arguments);
  return code;
}

void warn (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  say ("warning: ", format, arguments);
  va_end (arguments);
}

static volatile sig_atomic_t interrupted; /* the signal, or 0 */

static int exit_code (papni_status status)
{
  switch (status) {
  case PAPNI_OK:
    return EXIT_DONE;
  case PAPNI_USAGE:
    return EXIT_USAGE;
  case PAPNI_INPUT:
  case PAPNI_FILE:
    return EXIT_INPUT;
  case PAPNI_CONTRADICTION:
    return EXIT_CONTRADICTION;
  case PAPNI_CANCELLED:
    return 128 + interrupted;
  default:
    return EXIT_SYSTEM;
  }
}

int complain_error (const papni_error *error)
{
  const int code = exit_code (error->code);
  if (error->file[0] && error->line)
    return complain (code, "%s:%zu:%zu: %s", error->file, error->line, error->column, error->message);
  if (error->file[0])
    return complain (code, "%s: %s", error->file, error->message);
  return complain (code, "%s", error->message);
}

int complain_listed (const papni_error *error, const char *list, size_t line)
{
  if (!line || !error->file[0])
    return complain_error (error);
  return complain (exit_code (error->code), "%s:%zu: %s: %s", list, line, error->file, error->message);
}

/* ---- progress ---- */

static void interrupt (int signal_number)
{
  interrupted = signal_number;
}

double now (void)
{
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

void catch_signal (int number, void (*handler) (int))
{
  struct sigaction action;
  if (sigaction (number, NULL, &action) || action.sa_handler == SIG_IGN)
    return;
  memset (&action, 0, sizeof action);
  action.sa_handler = handler;
  sigemptyset (&action.sa_mask);
  sigaction (number, &action, NULL);
}

void tick (ticker *t, const char *format, ...)
{
  const double time = now ();
  if (!t->going) {
    t->going = true;
    t->next = has_terminal () ? time + 1 : HUGE_VAL;
  }
  if (time < t->next)
    return;
  va_list arguments;
  va_start (arguments, format);
  fprintf (stderr, "\r\033[K");
  vfprintf (stderr, format, arguments);
  va_end (arguments);
  fflush (stderr);
  t->drawn = true;
  t->next = time + 0.1;
}

void wipe (ticker *t)
{
  if (t->drawn)
    fprintf (stderr, "\r\033[K");
  t->drawn = false;
}

/* During a run, Ctrl-C requests cancellation. */
static void catch_interrupts (void (*handler) (int))
{
  catch_signal (SIGINT, handler);
  catch_signal (SIGTERM, handler);
}

static void draw (progress *p, size_t done, size_t total)
{
  enum
  {
    WIDTH = 30
  };
  static const char *const names[PAPNI_PHASES] = { "encoding",  "building the tree", "merging",  "comparing",
                                                   "searching", "trying settings",   "counting", "generating" };
  const double part = total ? (double) done / (double) total : 0;
  char bar[WIDTH + 1];
  for (int i = 0; i < WIDTH; i++)
    bar[i] = i < (int) (part * WIDTH) ? '#' : '.';
  bar[WIDTH] = 0;
  if (done && total)
    fprintf (stderr, "\r\033[K%-18s %s %3.0f %%", names[p->phase], bar, 100 * part);
  else
    fprintf (stderr, "\r\033[K%s ...", names[p->phase]);
  fflush (stderr);
}

bool is_interrupted (void)
{
  return interrupted;
}

void forget_interrupt (void)
{
  interrupted = 0;
}

static bool progress_step (void *context, papni_phase phase, size_t done, size_t total)
{
  progress *p = context;
  const double time = now ();
  if (phase != p->phase) {
    p->seconds[p->phase] += time - p->started;
    p->phase = phase;
    p->started = time;
  }
  if (p->shown && time - p->drawn > 0.1) {
    p->drawn = time;
    draw (p, done, total);
  }
  return !interrupted;
}

papni_watch progress_watch (progress *p)
{
  return (papni_watch){ progress_step, p };
}

papni_watch progress_begin (progress *p, bool quiet)
{
  *p = (progress){ .shown = !quiet && has_terminal () };
  p->started = now ();
  catch_interrupts (interrupt);
  return progress_watch (p);
}

void progress_end (progress *p)
{
  p->seconds[p->phase] += now () - p->started;
  if (p->shown && p->drawn > 0)
    fprintf (stderr, "\r\033[K");
  catch_interrupts (SIG_DFL);
}
