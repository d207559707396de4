/* oracle_stays.c - the command is kept running, and answers one text after the other.
 *
 * It reads the length of a text as a line, then the text, and writes yes or no as a line.
 * Texts are sent ahead, so that it never waits; several processes share a batch. One that
 * ends or does not answer is started again: the text that it was at stays unanswered. */
#include "oracle.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
  AHEAD = 64, /* texts that are sent before their answers come */
  LONGEST_LINE = 64
};

struct coprocess
{
  pid_t child;        /* 0: not running */
  int in, out;        /* its standard input and output */
  size_t sent[AHEAD]; /* questions, the oldest first */
  size_t first, waiting;
  char *bytes; /* to be written */
  size_t done, size, capacity;
  char line[LONGEST_LINE + 1];
  size_t length;
  double late;
};

static papni_status process_begin (oracle *o, struct coprocess *p, papni_error *error)
{
  int in[2], out[2];
  if (pipe (in))
    return oracle_error (error, "cannot start the oracle: %s", strerror (errno));
  if (pipe (out)) {
    close (in[0]);
    close (in[1]);
    return oracle_error (error, "cannot start the oracle: %s", strerror (errno));
  }
  const int ends[] = { in[0], in[1], out[0], out[1] };
  for (size_t i = 0; i < 4; i++)
    fcntl (ends[i], F_SETFD, FD_CLOEXEC);
  fcntl (in[1], F_SETFL, O_NONBLOCK);
  fcntl (out[0], F_SETFL, O_NONBLOCK);
  p->child = (pid_t) start_helper (true);
  if (p->child == 0)
    run_oracle (o, in[0], out[1], NULL);
  close (in[0]);
  close (out[1]);
  p->in = in[1];
  p->out = out[0];
  p->first = p->waiting = p->done = p->size = p->length = 0;
  if (p->child > 0)
    return PAPNI_OK;
  close (p->in);
  close (p->out);
  p->child = 0;
  return oracle_error (error, "cannot start the oracle: %s", strerror (errno));
}

/* Returns how it ended. */
static int process_end (struct coprocess *p)
{
  if (!p->child)
    return 0;
  close (p->in);
  close (p->out);
  const int status = end_oracle (p->child);
  p->child = 0;
  return status;
}

void end_coprocesses (oracle *o)
{
  for (unsigned i = 0; o->processes && i < o->jobs; i++) {
    process_end (&o->processes[i]);
    free (o->processes[i].bytes);
  }
  free (o->processes);
  o->processes = NULL;
}

/* A batch on its way. */
typedef struct batch
{
  oracle *o;
  const papni_string *texts;
  papni_answer *answers;
  size_t *open; /* questions that nobody works on: a stack */
  size_t open_count, left;
  papni_error *error;
} batch;

/* ---- sending ---- */

static papni_status queue_text (batch *b, struct coprocess *p, size_t question)
{
  const papni_string text = b->texts[question];
  if (p->done == p->size)
    p->done = p->size = 0;
  if (p->size + text.size + 32 > p->capacity) {
    const size_t capacity = 2 * (p->size + text.size + 32);
    char *larger = realloc (p->bytes, capacity);
    if (!larger)
      return oracle_memory (b->error);
    p->bytes = larger;
    p->capacity = capacity;
  }
  p->size += (size_t) sprintf (p->bytes + p->size, "%zu\n", text.size);
  if (text.size)
    memcpy (p->bytes + p->size, text.bytes, text.size);
  p->size += text.size;
  if (!p->waiting)
    p->late = now () + b->o->timeout;
  p->sent[(p->first + p->waiting++) % AHEAD] = question;
  return PAPNI_OK;
}

static papni_status fill (batch *b, struct coprocess *p)
{
  papni_status status = PAPNI_OK;
  if (!p->child && b->open_count)
    status = process_begin (b->o, p, b->error);
  const size_t share = (b->left + b->o->jobs - 1) / b->o->jobs, most = share < AHEAD ? share : AHEAD;
  while (!status && b->open_count && p->waiting < most)
    status = queue_text (b, p, b->open[--b->open_count]);
  return status;
}

/* ---- receiving ---- */

static papni_status take_line (batch *b, struct coprocess *p)
{
  if (p->length && p->line[p->length - 1] == '\r')
    p->length--;
  p->line[p->length] = 0;
  const bool yes = !strcmp (p->line, "yes"), no = !strcmp (p->line, "no");
  if (!p->waiting || (!yes && !no))
    return oracle_error (
        b->error, p->waiting ? "the oracle wrote '%s': expected yes or no" : "the oracle wrote '%s', but was not asked",
        p->line);
  b->answers[p->sent[p->first]] = yes ? PAPNI_YES : PAPNI_NO;
  b->left--;
  p->first = (p->first + 1) % AHEAD;
  p->waiting--;
  p->length = 0;
  p->late = now () + b->o->timeout;
  b->o->in_a_row = 0;
  return PAPNI_OK;
}

/* It has ended or takes too long: its oldest text stays unanswered, the others go to the next. */
static papni_status give_up (batch *b, struct coprocess *p, bool late)
{
  char problem[64] = "did not answer in time";
  const int status = process_end (p);
  if (!late && WIFEXITED (status) && WEXITSTATUS (status) == 127)
    return oracle_error (b->error, "cannot run the oracle '%s' (exit code 127)", b->o->words[0]);
  if (!late && WIFSIGNALED (status) && WTERMSIG (status) != SIGKILL)
    snprintf (problem, sizeof problem, "was killed by signal %d", WTERMSIG (status));
  else if (!late)
    snprintf (problem, sizeof problem, "ended without an answer");
  for (; p->waiting > 1; p->waiting--)
    b->open[b->open_count++] = p->sent[(p->first + p->waiting - 1) % AHEAD];
  b->left -= p->waiting;
  p->waiting = 0;
  return oracle_failed (b->o, late, problem, b->error);
}

static papni_status read_lines (batch *b, struct coprocess *p)
{
  char bytes[4096];
  const ssize_t size = read (p->out, bytes, sizeof bytes);
  if (size < 0 && (errno == EAGAIN || errno == EINTR))
    return PAPNI_OK;
  if (size <= 0)
    return give_up (b, p, false);
  papni_status status = PAPNI_OK;
  for (ssize_t i = 0; !status && i < size; i++)
    if (bytes[i] == '\n')
      status = take_line (b, p);
    else if (p->length == LONGEST_LINE)
      status =
          oracle_error (b->error, "the oracle wrote a line of more than %d bytes: expected yes or no", LONGEST_LINE);
    else
      p->line[p->length++] = bytes[i];
  return status;
}

/* ---- a batch ---- */

static papni_status serve (batch *b, struct coprocess *p, short events)
{
  papni_status status = PAPNI_OK;
  if (p->child && (events & POLLIN || events & POLLHUP))
    status = read_lines (b, p);
  if (!status && p->child && p->done < p->size) {
    const ssize_t written = write (p->in, p->bytes + p->done, p->size - p->done);
    if (written > 0)
      p->done += (size_t) written;
  }
  if (!status && p->child && p->waiting && now () > p->late)
    status = give_up (b, p, true);
  return status;
}

static papni_status wait_and_serve (batch *b, struct pollfd *ends)
{
  oracle *o = b->o;
  papni_status status = PAPNI_OK;
  for (unsigned i = 0; i < o->jobs; i++) {
    const struct coprocess *p = &o->processes[i];
    ends[2 * (size_t) i] = (struct pollfd){ .fd = p->child ? p->out : -1, .events = POLLIN };
    ends[2 * (size_t) i + 1] = (struct pollfd){ .fd = p->child && p->done < p->size ? p->in : -1, .events = POLLOUT };
  }
  poll (ends, 2 * (nfds_t) o->jobs, 100);
  for (unsigned i = 0; !status && i < o->jobs; i++)
    status = serve (b, &o->processes[i], ends[2 * (size_t) i].revents);
  if (!status && (signal_caught () || (o->deadline > 0 && now () > o->deadline))) {
    oracle_error (b->error, "stopped");
    status = b->error->code = PAPNI_CANCELLED;
  }
  return status;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): a batch fills the answers */
papni_status ask_coprocess (oracle *o, const papni_string *texts, size_t count, papni_answer *answers,
                            papni_error *error)
{
  batch b = { o, texts, answers, malloc ((count + 1) * sizeof *b.open), count, count, error };
  struct pollfd *ends = calloc (2 * (size_t) o->jobs, sizeof *ends);
  if (!o->processes)
    o->processes = calloc (o->jobs, sizeof *o->processes);
  papni_status status = b.open && ends && o->processes ? PAPNI_OK : oracle_memory (error);
  for (size_t i = 0; !status && i < count; i++)
    b.open[i] = count - 1 - i;
  allow_closed_pipes (true); /* a coprocess may end at any time */
  while (!status && b.left) {
    for (unsigned i = 0; !status && i < o->jobs; i++)
      status = fill (&b, &o->processes[i]);
    if (!status)
      status = wait_and_serve (&b, ends);
  }
  allow_closed_pipes (false);
  if (status)
    end_coprocesses (o);
  free (b.open);
  free (ends);
  return status;
}
