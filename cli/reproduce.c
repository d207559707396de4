/* reproduce.c - papni reproduce: repeats the paper's evaluation.
 *
 * Tasks are run by one process per core; each writes a line for every model it learns.
 * The lines are saved in a file at once, so an interrupted command can be resumed. */
#include "reproduce.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* A worker process, and the partial line it has written. */
typedef struct worker
{
  pid_t process;
  int pipe;
  char *line;
  size_t used, capacity;
} worker;

typedef struct reproduction
{
  const char *folder;
  results results;
  task *tasks;
  unsigned *wanted; /* by task: settings that remain */
  size_t task_count, next;
  size_t total, left; /* models */
  size_t done;        /* by this process */
  FILE *runs;
  worker *workers;
  size_t worker_count, busy;
  progress progress;
  double drawn;
} reproduction;

/* ---- tasks ---- */

static void add_task (reproduction *r, task t, unsigned wanted)
{
  r->wanted[r->task_count] = wanted;
  r->tasks[r->task_count++] = t;
}

static unsigned all_settings (void)
{
  return (1u << SETTINGS) - 1;
}

static int plan (reproduction *r)
{
  const size_t languages = papni_language_count (), growth = papni_language_find (growth_language);
  const unsigned repeats = r->results.repeats;
  const size_t most = languages * repeats + (size_t) PAPER_SIZES * 3;
  r->tasks = calloc (most, sizeof *r->tasks);
  r->wanted = calloc (most, sizeof *r->wanted);
  if (!r->tasks || !r->wanted)
    return complain (EXIT_SYSTEM, "out of memory");
  for (unsigned n = 1; r->results.chosen[growth] && n <= repeats && n <= 3; n++)
    for (size_t i = PAPER_SIZES; i > 0; i--) /* the longest first */
      add_task (r, (task){ growth, i * GROWTH_STEP, i * GROWTH_STEP / 2, n, true }, all_settings () & ~(1u << AUTO));
  for (size_t l = 0; l < languages; l++) {
    size_t positive;
    const int code = r->results.chosen[l] ? positive_words (l, &positive) : EXIT_DONE;
    if (code)
      return code;
    for (unsigned n = 1; r->results.chosen[l] && n <= repeats; n++)
      add_task (r, (task){ l, l < PAPER_ROWS ? WORDS : BEYOND_WORDS, positive, n, false }, all_settings ());
  }
  for (size_t i = 0; i < r->task_count; i++)
    for (unsigned rest = r->wanted[i]; rest; rest &= rest - 1)
      r->total++;
  r->left = r->total;
  return EXIT_DONE;
}

/* ---- results ---- */

/* Keeps a result of a planned task; frees any other. */
static int keep (reproduction *r, result *one)
{
  for (size_t i = 0; i < r->task_count; i++) {
    const task *t = &r->tasks[i];
    const unsigned bit = 1u << one->setting;
    if (t->language != one->language || t->words != one->words || t->repeat != one->repeat || t->growth != one->growth
        || !(r->wanted[i] & bit))
      continue;
    results *all = &r->results;
    if (all->count == all->capacity) {
      const size_t capacity = 2 * all->capacity + 64;
      result *more = realloc (all->all, capacity * sizeof *more);
      if (!more)
        return complain (EXIT_SYSTEM, "out of memory");
      all->all = more;
      all->capacity = capacity;
    }
    all->all[all->count++] = *one;
    r->wanted[i] &= ~bit;
    r->left--;
    return EXIT_DONE;
  }
  free (one->differ);
  free (one->longer);
  return EXIT_DONE;
}

static char *path_in (const char *folder, const char *name)
{
  char *path = malloc (strlen (folder) + strlen (name) + 2);
  if (path)
    sprintf (path, "%s/%s", folder, name);
  return path;
}

/* The first line identifies the runs. */
static void print_head (char *text, size_t room)
{
  snprintf (text, room, "{\"papni\": \"%s\", \"words\": %d, \"lengths\": [%d, %d]}\n", papni_version (), WORDS,
            LEAST_LENGTH, MOST_LENGTH);
}

/* Reads the lines of an earlier run; *end is the end of the last complete line. */
static int read_lines (reproduction *r, const char *path, long *end)
{
  char *line = NULL, head[128];
  size_t room = 0, number = 0;
  int code = EXIT_DONE;
  print_head (head, sizeof head);
  for (ssize_t length; !code && (length = getline (&line, &room, r->runs)) > 0; number++) {
    result one;
    if (line[length - 1] != '\n')
      break; /* an incomplete line */
    if (number == 0 && strcmp (line, head) != 0)
      code = complain (EXIT_INPUT, "%s: not a file of runs of this version: choose another folder, or remove this file",
                       path);
    else if (number && !read_result (line, &one))
      code = complain (EXIT_INPUT, "%s:%zu: malformed run: remove this line or the file", path, number + 1);
    else if (number)
      code = keep (r, &one);
    *end = ftell (r->runs);
  }
  free (line);
  return code;
}

static int cannot (const char *path, const char *what)
{
  return complain (EXIT_SYSTEM, "%s: cannot %s: %s", path, what, strerror (errno));
}

/* Held until the command ends. */
static int lock_runs (const reproduction *r)
{
  if (!flock (fileno (r->runs), LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK)
    return EXIT_DONE; /* not every file system has locks */
  return complain (EXIT_SYSTEM,
                   "%s: in use by another papni reproduce: wait for it to finish, or choose another folder", r->folder);
}

/* Opens the file of runs and reads it. */
static int open_runs (reproduction *r)
{
  if (mkdir (r->folder, 0777) && errno != EEXIST)
    return cannot (r->folder, "create this folder");
  char *path = path_in (r->folder, "runs.jsonl"), head[128];
  if (!path)
    return complain (EXIT_SYSTEM, "out of memory");
  r->runs = fopen (path, "a+");
  if (!r->runs) {
    const int code = cannot (path, "write this file");
    free (path);
    return code;
  }
  long end = 0;
  rewind (r->runs);
  int code = lock_runs (r);
  if (!code)
    code = read_lines (r, path, &end);
  if (!code && (ftruncate (fileno (r->runs), end) || fseek (r->runs, 0, SEEK_END)))
    code = cannot (path, "write this file");
  print_head (head, sizeof head);
  if (!code && !end && (fputs (head, r->runs) < 0 || fflush (r->runs)))
    code = cannot (path, "write this file");
  free (path);
  return code;
}

/* ---- progress ---- */

static void draw (reproduction *r)
{
  enum
  {
    WIDTH = 30
  };
  const double time = now ();
  if (!r->progress.shown || time - r->drawn < 0.1)
    return;
  r->drawn = time;
  const size_t done = r->total - r->left;
  const double each = r->done ? (time - r->progress.started) / (double) r->done : 0;
  const unsigned seconds = (unsigned) (each * (double) r->left + 0.5);
  char bar[WIDTH + 1] = { 0 };
  for (size_t i = 0; i < WIDTH; i++)
    bar[i] = i * r->total < done * WIDTH ? '#' : '.';
  fprintf (stderr, "\r\033[K%s %zu of %zu models", bar, done, r->total);
  if (r->done)
    fprintf (stderr, ", %u:%02u left", seconds / 60, seconds % 60);
  fflush (stderr);
}

/* ---- workers ---- */

static int start (reproduction *r, worker *w)
{
  while (r->next < r->task_count && !r->wanted[r->next])
    r->next++;
  if (r->next == r->task_count)
    return EXIT_DONE;
  int ends[2];
  if (pipe (ends))
    return complain (EXIT_SYSTEM, "cannot create a pipe: %s", strerror (errno));
  fflush (NULL);
  w->process = fork ();
  if (!w->process) {
    signal (SIGINT, SIG_DFL);
    signal (SIGTERM, SIG_DFL);
    close (ends[0]);
    close (fileno (r->runs)); /* the lock belongs to the parent */
    do_task (&r->tasks[r->next], r->wanted[r->next], ends[1]);
  }
  close (ends[1]);
  if (w->process < 0) {
    close (ends[0]);
    return complain (EXIT_SYSTEM, "cannot start a process: %s", strerror (errno));
  }
  w->pipe = ends[0];
  w->used = 0;
  r->next++;
  r->busy++;
  return EXIT_DONE;
}

/* Saves a complete line. */
static int take_line (reproduction *r, const char *line)
{
  result one;
  if (!read_result (line, &one))
    return complain (EXIT_SYSTEM, "malformed run from a worker process: %s", line);
  if (fprintf (r->runs, "%s\n", line) < 0 || fflush (r->runs))
    return cannot (r->folder, "write the file of runs");
  r->done++;
  return keep (r, &one);
}

static int finish (reproduction *r, worker *w)
{
  int state;
  close (w->pipe);
  while (waitpid (w->process, &state, 0) < 0 && errno == EINTR)
    ;
  w->process = 0;
  r->busy--;
  if (WIFEXITED (state) && !WEXITSTATUS (state))
    return EXIT_DONE;
  return complain (EXIT_SYSTEM, "a worker process died: run the command again to resume");
}

static int receive (reproduction *r, worker *w)
{
  enum
  {
    CHUNK = 4096
  };
  if (w->capacity - w->used < CHUNK) {
    char *more = realloc (w->line, 2 * (w->capacity + CHUNK));
    if (!more)
      return complain (EXIT_SYSTEM, "out of memory");
    w->line = more;
    w->capacity = 2 * (w->capacity + CHUNK);
  }
  const ssize_t count = read (w->pipe, w->line + w->used, CHUNK - 1);
  if (count < 0)
    return errno == EINTR ? EXIT_DONE
                          : complain (EXIT_SYSTEM, "cannot read from a worker process: %s", strerror (errno));
  if (!count)
    return finish (r, w);
  w->used += (size_t) count;
  int code = EXIT_DONE;
  for (char *end; !code && (end = memchr (w->line, '\n', w->used));) {
    *end = 0;
    code = take_line (r, w->line);
    w->used -= (size_t) (end + 1 - w->line);
    memmove (w->line, end + 1, w->used);
  }
  return code;
}

static void stop_all (reproduction *r)
{
  for (size_t i = 0; i < r->worker_count; i++)
    if (r->workers[i].process) {
      kill (r->workers[i].process, SIGTERM);
      close (r->workers[i].pipe);
      waitpid (r->workers[i].process, NULL, 0);
      r->workers[i].process = 0;
    }
}

/* Starts tasks on idle workers, then reads what workers have written. */
static int turn (reproduction *r, struct pollfd *polls)
{
  int code = EXIT_DONE;
  for (size_t i = 0; !code && i < r->worker_count; i++)
    if (!r->workers[i].process)
      code = start (r, &r->workers[i]);
  if (code || !r->busy)
    return code;
  for (size_t i = 0; i < r->worker_count; i++)
    polls[i] = (struct pollfd){ r->workers[i].process ? r->workers[i].pipe : -1, POLLIN, 0 };
  if (poll (polls, (nfds_t) r->worker_count, 100) < 0)
    return errno == EINTR ? EXIT_DONE : complain (EXIT_SYSTEM, "cannot wait: %s", strerror (errno));
  for (size_t i = 0; !code && i < r->worker_count; i++)
    if (polls[i].revents)
      code = receive (r, &r->workers[i]);
  draw (r);
  return code;
}

static int work (reproduction *r)
{
  struct pollfd *polls = calloc (r->worker_count, sizeof *polls);
  r->workers = calloc (r->worker_count, sizeof *r->workers);
  int code = EXIT_DONE;
  bool stopped = false;
  if (!polls || !r->workers)
    code = complain (EXIT_SYSTEM, "out of memory");
  else
    do {
      code = turn (r, polls);
      stopped = is_interrupted ();
    } while (!code && !stopped && (r->busy || r->left));
  if (r->workers)
    stop_all (r);
  progress_end (&r->progress);
  for (size_t i = 0; r->workers && i < r->worker_count; i++)
    free (r->workers[i].line);
  free (r->workers);
  free (polls);
  if (code || !stopped)
    return code;
  papni_error error = { .code = PAPNI_CANCELLED };
  snprintf (error.message, sizeof error.message,
            "interrupted: %zu of %zu models are saved in %s; run the command again to resume", r->total - r->left,
            r->total, r->folder);
  return complain_error (&error);
}

/* ---- the command ---- */

static int read_only (const char *list, bool *chosen)
{
  char *copy = strdup (list), *rest = copy;
  if (!copy)
    return complain (EXIT_SYSTEM, "out of memory");
  int code = EXIT_DONE;
  while (rest && !code) {
    char *name = rest + strspn (rest, " "), *comma = strchr (name, ',');
    rest = comma ? comma + 1 : NULL;
    size_t length = strcspn (name, ",");
    while (length && name[length - 1] == ' ')
      length--;
    name[length] = '\0';
    const size_t language = papni_language_find (name);
    if (!*name)
      code = complain (EXIT_USAGE, "reproduce: --only takes names of languages, as in L1,odd, got '%s'", list);
    else if (language == papni_language_count ())
      code = no_language (EXIT_USAGE, name, "no such built-in language");
    else
      chosen[language] = true;
  }
  free (copy);
  return code;
}

static int read_number (const arguments *a, const char *name, const char *otherwise, size_t most, size_t *result)
{
  const char *text = value_of (a, name, otherwise), *rest = text;
  if (read_count (&rest, result) && !*rest && *result >= 1 && *result <= most)
    return EXIT_DONE;
  return complain (EXIT_USAGE, "reproduce: --%s takes a number from 1 to %zu, got '%s'", name, most, text);
}

static int read_options (const arguments *a, reproduction *r)
{
  size_t repeats = 0;
  char cores[24];
  const long count = sysconf (_SC_NPROCESSORS_ONLN);
  snprintf (cores, sizeof cores, "%ld", count > 0 ? count : 1);
  r->folder = value_of (a, "output", "reproduction");
  int code = read_number (a, "repeats", "20", 1000, &repeats);
  if (!code)
    code = read_number (a, "jobs", cores, 1024, &r->worker_count);
  r->results.repeats = (unsigned) repeats;
  for (size_t i = 0; i < papni_language_count (); i++)
    r->results.chosen[i] = !is_given (a, "only");
  if (!code && is_given (a, "only"))
    code = read_only (value_of (a, "only", NULL), r->results.chosen);
  return code;
}

static int reproduce (const arguments *a)
{
  reproduction r = { 0 };
  int code = read_options (a, &r);
  if (!code)
    code = plan (&r);
  if (!code)
    code = open_runs (&r);
  const size_t known = r.total - r.left;
  if (!code && known && !is_given (a, "quiet"))
    fprintf (stderr, "%zu of %zu models are already in %s\n", known, r.total, r.folder);
  if (!code && r.left) {
    progress_begin (&r.progress, is_given (a, "quiet"));
    code = work (&r);
  }
  if (!code)
    code = write_report (&r.results, r.folder);
  if (!code && !is_given (a, "quiet"))
    fprintf (stderr, "%zu models; the report is in %s/report.html and report.md\n", r.total, r.folder);
  if (r.runs)
    fclose (r.runs);
  for (size_t i = 0; i < r.results.count; i++) {
    free (r.results.all[i].differ);
    free (r.results.all[i].longer);
  }
  free (r.results.all);
  free (r.tasks);
  free (r.wanted);
  return code;
}

static const option options[] = {
  { "output", 'o', "FOLDER", "output folder (default: reproduction)" },
  { "repeats", 0, "N", "repeats per language, each with new words (default: 20)" },
  { "only", 0, "L3,...", "run only these languages" },
  { "jobs", 'j', "N", "number of processes (default: all cores)" },
  { "quiet", 'q', NULL, "no progress bar, no summary" },
  { NULL, 0, NULL, NULL },
};

const command reproduce_command = {
  .name = "reproduce",
  .summary = "repeat the paper's evaluation and compare the results",
  .operands = "",
  .least = 0,
  .most = 0,
  .about = "Repeats the experiments of the paper. For each language: 10,000 words of 4 to 50 symbols,\n"
           "half to learn from and half to evaluate on, RPNI and PAPNI in several settings, repeated\n"
           "with new words each time. Then the cost of learning from 5,000 to 50,000 words. The report,\n"
           "as HTML and as Markdown, compares the results with the paper's and draws the automata.\n"
           "Finished runs are saved: run an interrupted command again to resume it.",
  .options = { options },
  .example = "papni reproduce --only L1,odd --repeats 2 -o some",
  .run = reproduce,
};
