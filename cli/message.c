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

size_t valid_utf8 (const char *text)
{
  const unsigned char *byte = (const unsigned char *) text;
  if (byte[0] < 0x80)
    return 1;
  const size_t size = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
  bool valid = byte[0] >= 0xc2 && byte[0] <= 0xf4;
  for (size_t i = 1; valid && i < size; i++)
    valid = (byte[i] & 0xc0) == 0x80;
  const bool longer = (byte[0] == 0xe0 && byte[1] < 0xa0) || (byte[0] == 0xf0 && byte[1] < 0x90);
  const bool beyond = (byte[0] == 0xed && byte[1] > 0x9f) || (byte[0] == 0xf4 && byte[1] > 0x8f);
  return valid && !longer && !beyond ? size : 0;
}

static bool is_control (const char *text)
{
  const unsigned char *byte = (const unsigned char *) text;
  return byte[0] < 0x20 || byte[0] == 0x7f || (byte[0] == 0xc2 && byte[1] < 0xa0);
}

/* Replaces control characters, except for ends of lines if they are allowed, and invalid bytes. */
static void clean (char *text, bool lines)
{
  for (size_t size; *text; text += size) {
    size = valid_utf8 (text);
    const bool good = size && (!is_control (text) || (lines && *text == '\n'));
    size += !size;
    for (size_t i = 0; !good && i < size; i++)
      text[i] = '?';
  }
}

const char *shown (const char *path)
{
  enum
  {
    BUFFERS = 4
  };
  static char texts[BUFFERS][4096];
  static size_t next;
  char *text = texts[next++ % BUFFERS];
  snprintf (text, sizeof texts[0], "%s", path);
  clean (text, false);
  return text;
}

static void say (const char *kind, const char *format, va_list arguments)
{
  char text[2048];
  vsnprintf (text, sizeof text, format, arguments);
  clean (text, true); /* file names may contain anything */
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

/* The time of an oracle ends without a signal. */
static bool is_late (papni_status status)
{
  return status == PAPNI_CANCELLED && (!signal_caught () || signal_caught () == SIGALRM);
}

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
    return is_late (status) ? EXIT_SYSTEM : 128 + signal_caught ();
  default:
    return EXIT_SYSTEM;
  }
}

int complain_error (const papni_error *error)
{
  const int code = exit_code (error->code);
  if (is_late (error->code))
    return complain (code, "stopped: the time limit is reached");
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

double now (void)
{
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
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

static void draw (progress *p, size_t done, size_t total)
{
  enum
  {
    WIDTH = 30
  };
  static const char *const names[PAPNI_PHASES] = { "encoding",  "building the tree", "merging",
                                                   "comparing", "searching",         "trying settings",
                                                   "counting",  "generating",        "asking",
                                                   "voting" };
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
  return !signal_caught ();
}

papni_watch progress_watch (progress *p)
{
  return (papni_watch){ progress_step, p };
}

papni_watch progress_begin (progress *p, bool quiet)
{
  *p = (progress){ .shown = !quiet && has_terminal () };
  p->started = now ();
  watch_signals (true);
  return progress_watch (p);
}

void progress_end (progress *p)
{
  p->seconds[p->phase] += now () - p->started;
  if (p->shown && p->drawn > 0)
    fprintf (stderr, "\r\033[K");
  watch_signals (false);
}
