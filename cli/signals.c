/* signals.c - one way to be interrupted.
 *
 * While the library works with a watch, the first signal asks it to stop (the watch returns
 * false), and the command ends with a message. If it has not stopped after a second, for a
 * second signal, for one that is not a request to stop (such as SIGQUIT), and at any other
 * time, the process ends at once. If the library finishes without asking again, the process
 * ends before it writes the result. Either way nothing is left behind: the handler knows all
 * temporary files and all programs that were started (oracles, dot), and ends them first.
 *
 * A closed pipe ends the process quietly. A file that exceeds the size limit is an error
 * like a full disk. --time-limit is a signal as well. */
#include "cli.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

enum
{
  MOST_HELPERS = 256 + 1,             /* at a time: oracles, dot */
  MOST_TEMPORARIES = MOST_HELPERS + 4 /* a text for each, outputs */
};

static char *volatile temporaries[MOST_TEMPORARIES];
static volatile pid_t helpers[MOST_HELPERS]; /* as for kill: a group is negative; 0: none */
static volatile sig_atomic_t interrupted, watching, patient;

static const int caught[] = { SIGINT,  SIGTERM, SIGHUP,  SIGPIPE,   SIGALRM, SIGQUIT,
                              SIGXCPU, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF };

/* ---- what must not be left behind ---- */

/* Between making something and noting it, signals wait. */
static void hold_signals (bool hold)
{
  static sigset_t before;
  sigset_t all;
  sigfillset (&all);
  if (hold)
    sigprocmask (SIG_BLOCK, &all, &before);
  else
    sigprocmask (SIG_SETMASK, &before, NULL);
}

int make_temporary (char *path)
{
  size_t i = 0;
  hold_signals (true);
  const int file = mkstemp (path);
  while (i + 1 < MOST_TEMPORARIES && temporaries[i])
    i++;
  if (file >= 0)
    temporaries[i] = path;
  hold_signals (false);
  return file;
}

void forget_temporary (const char *path)
{
  for (size_t i = 0; path && i < MOST_TEMPORARIES; i++)
    if (temporaries[i] == path)
      temporaries[i] = NULL;
}

long start_helper (bool group)
{
  size_t i = 0;
  hold_signals (true);
  const pid_t child = fork ();
  if (child >= 0 && group)
    setpgid (child, child); /* both do it: nobody knows which is first */
  if (!child) {
    for (size_t s = 0; s < sizeof caught / sizeof *caught; s++)
      signal (caught[s], SIG_DFL);
    signal (SIGXFSZ, SIG_DFL);
  }
  while (i + 1 < MOST_HELPERS && helpers[i])
    i++;
  if (child > 0)
    helpers[i] = group ? -child : child;
  hold_signals (false);
  return child;
}

void forget_helper (long process)
{
  for (size_t i = 0; i < MOST_HELPERS; i++)
    if (helpers[i] == (pid_t) process || helpers[i] == -(pid_t) process)
      helpers[i] = 0;
}

static void clear_away (void)
{
  for (size_t i = 0; i < MOST_HELPERS; i++)
    if (helpers[i])
      kill (helpers[i], SIGKILL);
  for (size_t i = 0; i < MOST_TEMPORARIES; i++)
    if (temporaries[i])
      unlink (temporaries[i]);
}

/* ---- signals ---- */

static void leave (int number)
{
  static const char late[] = "papni: stopped: the time limit is reached\n";
  clear_away ();
  if (number == SIGALRM) {
    const ssize_t ignored = write (STDERR_FILENO, late, sizeof late - 1);
    (void) ignored;
    _exit (EXIT_SYSTEM);
  }
  signal (number, SIG_DFL);
  raise (number);
}

static void handle (int number)
{
  const bool asks = number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGALRM;
  if (watching && !interrupted && asks) {
    interrupted = number;
    if (!patient)
      alarm (1);
  } else
    leave (number == SIGALRM && interrupted ? interrupted : number);
}

/* Leaves signals alone that are ignored, as nohup does. */
static void catch_signal (int number)
{
  struct sigaction action;
  if (sigaction (number, NULL, &action) || action.sa_handler == SIG_IGN)
    return;
  memset (&action, 0, sizeof action);
  action.sa_handler = handle;
  sigemptyset (&action.sa_mask);
  sigaction (number, &action, NULL);
}

void signals_begin (void)
{
  for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
    catch_signal (caught[i]);
  signal (SIGXFSZ, SIG_IGN);
}

void allow_closed_pipes (bool allow)
{
  static struct sigaction before;
  struct sigaction action;
  memset (&action, 0, sizeof action);
  action.sa_handler = SIG_IGN;
  sigemptyset (&action.sa_mask);
  if (allow)
    sigaction (SIGPIPE, &action, &before);
  else
    sigaction (SIGPIPE, &before, NULL);
}

void watch_signals (bool watch)
{
  if (watch && interrupted) /* one that came just after the library had finished */
    leave (interrupted);
  watching = watch; /* the alarm stays on: what follows may take long, too */
}

void obey_signal (void)
{
  if (interrupted && !patient)
    leave (interrupted);
}

void stop_patiently (void)
{
  patient = true;
}

int signal_caught (void)
{
  return interrupted;
}

void forget_signal (void)
{
  interrupted = 0;
}

/* ---- limits ---- */

const option limit_options[] = {
  { "memory", 0, "SIZE", "use at most this much memory, as in 500M or 4G; beyond it, fail with exit code 5" },
  { "time-limit", 0, "SECONDS", "stop after this time, with exit code 5 (learn: with the best model so far)" },
  { NULL, 0, NULL, NULL },
};

static int limit_memory (const char *text)
{
  static const char units[] = "KMGT";
  const char *rest = text;
  size_t size = 0;
  const bool digits = read_count (&rest, &size);
  const char *unit = *rest ? strchr (units, *rest) : NULL;
  struct rlimit limit;
  for (const char *u = units; unit && u <= unit; u++)
    size = size > SIZE_MAX / 1024 ? SIZE_MAX : 1024 * size;
  if (!digits || !size || (*rest && (!unit || rest[1])))
    return complain (EXIT_USAGE, "--memory takes a size such as 500M or 4G, got '%s'", text);
  if (!getrlimit (RLIMIT_AS, &limit)) {
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || (rlim_t) size < limit.rlim_max ? (rlim_t) size : limit.rlim_max;
    if (!setrlimit (RLIMIT_AS, &limit))
      return EXIT_DONE;
  }
  return complain (EXIT_SYSTEM, "this system does not limit memory");
}

static int limit_time (const char *text)
{
  const char *rest = text;
  size_t seconds = 0;
  if (!read_count (&rest, &seconds) || *rest || !seconds || seconds > 1000000000)
    return complain (EXIT_USAGE, "--time-limit takes a number of seconds, got '%s'", text);
  alarm ((unsigned) seconds);
  return EXIT_DONE;
}

int begin_limits (const arguments *a)
{
  const char *memory = value_of (a, "memory", NULL), *seconds = value_of (a, "time-limit", NULL);
  int code = memory ? limit_memory (memory) : EXIT_DONE;
  if (!code && seconds && strcmp (a->command->name, "learn") != 0 && !is_given (a, "oracle"))
    code = limit_time (seconds);
  return code;
}
