/* picture.c - draws DOT with Graphviz, a program of its own. */
#include "cli.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int no_graphviz (void)
{
  return complain (EXIT_SYSTEM, "drawing needs the program 'dot' of Graphviz, which is not on the PATH\n"
                                "on Debian or Ubuntu: apt-get install graphviz; on macOS: brew install graphviz\n"
                                "or use --to dot and draw it elsewhere");
}

/* In the child process: runs dot, which reads `from` and writes `to`. */
static void become_dot (const char *form, int from, int to)
{
  char flag[16];
  snprintf (flag, sizeof flag, "-T%s", form);
  if (dup2 (from, STDIN_FILENO) >= 0 && dup2 (to, STDOUT_FILENO) >= 0)
    execlp ("dot", "dot", flag, (char *) NULL);
  _exit (errno == ENOENT ? 127 : 126);
}

/* Copies everything; write errors are reported when the output is closed. */
static void copy_stream (int from, FILE *to)
{
  char bytes[1 << 14];
  for (ssize_t count; (count = read (from, bytes, sizeof bytes)) != 0;)
    if (count > 0)
      fwrite (bytes, 1, (size_t) count, to);
    else if (errno != EINTR)
      break;
}

static int dot_result (pid_t child, const char *form)
{
  int state;
  while (waitpid (child, &state, 0) < 0)
    if (errno != EINTR)
      return complain (EXIT_SYSTEM, "cannot wait for 'dot': %s", strerror (errno));
  forget_helper (child);
  if (WIFEXITED (state) && !WEXITSTATUS (state))
    return EXIT_DONE;
  if (WIFEXITED (state) && WEXITSTATUS (state) == 127)
    return no_graphviz ();
  if (WIFEXITED (state) && WEXITSTATUS (state) == 126)
    return complain (EXIT_SYSTEM, "cannot run 'dot': the file on the PATH is not executable");
  return complain (EXIT_SYSTEM, "'dot -T%s' failed: see above, or use --to dot and draw it elsewhere", form);
}

int run_dot (const char *form, FILE *from, FILE *to)
{
  int ends[2];
  fflush (stdout);
  if (pipe (ends))
    return complain (EXIT_SYSTEM, "cannot create a pipe: %s", strerror (errno));
  const pid_t child = (pid_t) start_helper (false);
  if (!child)
    become_dot (form, fileno (from), ends[1]);
  close (ends[1]);
  if (child > 0)
    copy_stream (ends[0], to);
  close (ends[0]);
  return child > 0 ? dot_result (child, form) : complain (EXIT_SYSTEM, "cannot start 'dot': %s", strerror (errno));
}
