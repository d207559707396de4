/* oracle_once.c - the command is run once for each text, several at the same time.
 *
 * The text is a file: standard input, or the argument {}. A pipe that closes when the
 * child ends wakes us; children that leave others behind are waited for as well. */
#include "oracle.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct slot
{
  pid_t child; /* 0: free */
  int life;    /* closes when the child ends */
  size_t question;
  double late;         /* when the time is over */
  char path[PATH_MAX]; /* of its text; empty: none */
} slot;

static void remove_text (slot *s)
{
  if (s->path[0])
    unlink (s->path);
  forget_temporary (s->path);
  s->path[0] = 0;
}

static void slot_end (slot *s)
{
  close (s->life);
  remove_text (s);
  s->child = 0;
}

static bool write_text (int file, papni_string text)
{
  for (size_t done = 0; done < text.size;) {
    const ssize_t written = write (file, text.bytes + done, text.size - done);
    if (written < 0 && errno != EINTR)
      return false;
    done += written > 0 ? (size_t) written : 0;
  }
  return lseek (file, 0, SEEK_SET) == 0;
}

/* A file with the text, open for reading; -1: it cannot be made. */
static int text_file (const oracle *o, slot *s, papni_string text)
{
  const char *folder = getenv ("TMPDIR");
  if (!folder || !*folder || strlen (folder) > PATH_MAX - 32)
    folder = "/tmp";
  snprintf (s->path, sizeof s->path, "%s/papni-XXXXXX", folder);
  const int file = make_temporary (s->path);
  if (file < 0) {
    s->path[0] = 0;
    return -1;
  }
  fcntl (file, F_SETFD, FD_CLOEXEC);
  if (o->hole == SIZE_MAX) /* nobody needs its name */
    remove_text (s);
  if (write_text (file, text))
    return file;
  const int reason = errno;
  remove_text (s);
  close (file);
  errno = reason;
  return -1;
}

static papni_status slot_begin (oracle *o, slot *s, size_t question, papni_string text, papni_error *error)
{
  int life[2];
  *s = (slot){ .question = question };
  const int file = text_file (o, s, text);
  if (file < 0)
    return oracle_error (error, "cannot write a file for the oracle: %s", strerror (errno));
  if (pipe (life)) {
    oracle_error (error, "cannot start the oracle: %s", strerror (errno));
    remove_text (s);
    close (file);
    return error->code;
  }
  fcntl (life[0], F_SETFD, FD_CLOEXEC);
  s->late = now () + o->timeout;
  s->child = (pid_t) start_helper (true);
  if (s->child == 0)
    run_oracle (o, o->hole == SIZE_MAX ? file : -1, -1, s->path);
  if (s->child < 0)
    oracle_error (error, "cannot start the oracle: %s", strerror (errno));
  close (file);
  close (life[1]);
  s->life = life[0];
  if (s->child > 0)
    return PAPNI_OK;
  slot_end (s);
  return error->code;
}

static papni_status slot_answer (oracle *o, int status, papni_answer *answer, papni_error *error)
{
  char problem[64];
  const int code = WIFEXITED (status) ? WEXITSTATUS (status) : -1;
  if (code == 127 && !o->no[127])
    return oracle_error (error, "cannot run the oracle '%s' (exit code 127)", o->words[0]);
  if (code == 0 || (code > 0 && o->no[code])) {
    *answer = code ? PAPNI_NO : PAPNI_YES;
    o->in_a_row = 0;
    return PAPNI_OK;
  }
  if (code >= 0)
    snprintf (problem, sizeof problem, "ended with exit code %d", code);
  else
    snprintf (problem, sizeof problem, "was killed by signal %d", WTERMSIG (status));
  return oracle_failed (o, false, problem, error);
}

/* Looks whether a child has ended, or has to be. */
static papni_status slot_look (oracle *o, slot *s, papni_answer *answers, papni_error *error)
{
  int status;
  pid_t ended;
  while ((ended = waitpid (s->child, &status, WNOHANG)) < 0 && errno == EINTR)
    continue;
  if (ended == 0 && now () < s->late)
    return PAPNI_OK;
  const pid_t child = s->child;
  if (ended == 0) {
    end_oracle (child);
    slot_end (s);
    return oracle_failed (o, true, "did not answer in time", error);
  }
  kill (-child, SIGKILL); /* what it may have left behind */
  forget_helper (child);
  slot_end (s);
  return slot_answer (o, status, &answers[s->question], error);
}

static void kill_all (slot *slots, unsigned count)
{
  for (unsigned i = 0; i < count; i++)
    if (slots[i].child) {
      end_oracle (slots[i].child);
      slot_end (&slots[i]);
    }
}

/* Waits until a child ends, or a moment. */
static void wait_for_some (slot *slots, struct pollfd *ends, unsigned count)
{
  nfds_t open = 0;
  for (unsigned i = 0; i < count; i++)
    if (slots[i].child)
      ends[open++] = (struct pollfd){ .fd = slots[i].life, .events = POLLIN };
  poll (ends, open, 10);
}

papni_status ask_once (oracle *o, const papni_string *texts, size_t count, papni_answer *answers, papni_error *error)
{
  slot *slots = calloc (o->jobs, sizeof *slots);
  struct pollfd *ends = calloc (o->jobs, sizeof *ends);
  papni_status status = slots && ends ? PAPNI_OK : oracle_memory (error);
  size_t next = 0, running = 0;
  while (!status && (next < count || running)) {
    for (unsigned i = 0; !status && i < o->jobs && next < count; i++)
      if (!slots[i].child) {
        status = slot_begin (o, &slots[i], next, texts[next], error);
        next++;
      }
    if (!status)
      wait_for_some (slots, ends, o->jobs);
    running = 0;
    for (unsigned i = 0; !status && i < o->jobs; i++)
      if (slots[i].child) {
        status = slot_look (o, &slots[i], answers, error);
        running += slots[i].child != 0;
      }
    if (!status && (signal_caught () || (o->deadline > 0 && now () > o->deadline))) {
      oracle_error (error, "stopped");
      status = error->code = PAPNI_CANCELLED;
    }
  }
  if (slots)
    kill_all (slots, o->jobs);
  free (slots);
  free (ends);
  return status;
}
