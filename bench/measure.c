/* measure.c - runs a command and measures it, as JSON.
 *
 * The peak memory of a program includes that of the process that started it, so this
 * small program starts it. A mapped file counts as memory once it is read, so the
 * memory without files is sampled every few milliseconds. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Not in POSIX, but in every libc that has /proc. */
extern pid_t wait4 (pid_t, int *, int, struct rusage *);

static double now (void)
{
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

static double seconds (struct timeval time)
{
  return (double) time.tv_sec + 1e-6 * (double) time.tv_usec;
}

/* Kilobytes of memory that belong to no file, 0 if the process has ended. */
static long anonymous (pid_t child)
{
  char name[64], line[256];
  long size = 0;
  snprintf (name, sizeof name, "/proc/%ld/status", (long) child);
  FILE *file = fopen (name, "r");
  if (!file)
    return 0;
  while (fgets (line, sizeof line, file))
    if (strncmp (line, "RssAnon:", 8) == 0)
      size = strtol (line + 8, NULL, 10);
  fclose (file);
  return size;
}

int main (int argc, char **argv)
{
  if (argc < 4) {
    fputs ("usage: measure RESULT LIMIT COMMAND...\n"
           "Runs the command, ends it after LIMIT seconds, and writes RESULT.\n",
           stderr);
    return 2;
  }
  sigset_t ended;
  sigemptyset (&ended);
  sigaddset (&ended, SIGCHLD);
  sigprocmask (SIG_BLOCK, &ended, NULL);

  const double limit = strtod (argv[2], NULL), start = now ();
  const pid_t child = fork ();
  if (child == 0) {
    sigprocmask (SIG_UNBLOCK, &ended, NULL);
    execvp (argv[3], argv + 3);
    fprintf (stderr, "measure: %s: %s\n", argv[3], strerror (errno));
    _exit (127);
  }
  if (child < 0) {
    perror ("measure");
    return 1;
  }

  long peak = 0;
  int stopped = 0;
  const struct timespec pause = { 0, 5000000 };
  while (sigtimedwait (&ended, NULL, &pause) < 0) {
    const long size = anonymous (child);
    if (size > peak)
      peak = size;
    if (!stopped && now () - start > limit)
      stopped = kill (child, SIGKILL) == 0;
  }
  const double elapsed = now () - start;
  int status;
  struct rusage usage;
  wait4 (child, &status, 0, &usage);

  FILE *result = fopen (argv[1], "w");
  if (!result) {
    perror (argv[1]);
    return 1;
  }
  fprintf (result,
           "{\"seconds\": %.6f, \"user_seconds\": %.6f, \"system_seconds\": %.6f, \"peak_rss_bytes\": %ld, "
           "\"peak_anonymous_bytes\": %ld, \"stopped\": %s, \"exit\": %d}\n",
           elapsed, seconds (usage.ru_utime), seconds (usage.ru_stime), usage.ru_maxrss * 1024, peak * 1024,
           stopped ? "true" : "false", WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status));
  return fclose (result) != 0;
}
