/* gaps.c - how long does the library work without asking its watch?
 *
 * `gaps SECONDS OPERATION FILE... [NAME=VALUE...]` runs an operation of the library on one thread, and
 * cancels it after so many seconds. Prints the seconds that it ran, the number of calls of the watch,
 * the longest time between two of them and the time from the cancellation to the end, in
 * milliseconds of processor time, and how it ended. The last file may be a second model. */
#include <papni.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct gaps
{
  double begin, last, longest, cancelled, limit;
  bool stopped;
  size_t calls;
  papni_phase phase; /* of the longest gap */
} gaps;

typedef struct job
{
  const char *files[2];
  size_t file_count;
  papni_options *options;
  papni_watch watch;
  papni_error error;
} job;

static double now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

static void pass (gaps *g, papni_phase phase)
{
  const double t = now ();
  if (t - g->last > g->longest) {
    g->longest = t - g->last;
    g->phase = phase;
  }
  g->last = t;
}

static bool watch (void *context, papni_phase phase, size_t done, size_t total)
{
  gaps *g = context;
  (void) done, (void) total;
  if (!g->stopped)
    pass (g, phase);
  g->calls++;
  if (!g->stopped && g->last - g->begin > g->limit) {
    g->stopped = true;
    g->cancelled = g->last;
  }
  return !g->stopped;
}

static void stop (const papni_error *e)
{
  fprintf (stderr, "gaps: %s\n", e->message);
  exit (1);
}

static papni_samples *read_samples (job *j)
{
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &j->error);
  papni_samples *samples = papni_samples_new (alphabet, &j->error);
  if (papni_samples_read_file (samples, j->files[0], NULL, &j->error))
    stop (&j->error);
  return samples;
}

static papni_model *read_model (job *j, const char *name)
{
  papni_model *model = papni_language_find (name) < papni_language_count ()
                           ? papni_language_model (papni_language_find (name), NULL, &j->error)
                           : papni_model_read_file (name, NULL, &j->error);
  if (!model)
    stop (&j->error);
  return model;
}

static bool ignore (void *context, const char *bytes, size_t size)
{
  (void) context, (void) bytes, (void) size;
  return true;
}

/* ---- operations ---- */

static papni_samples *samples;
static papni_model *one, *other;

static void run_learn (job *j)
{
  papni_model_free (papni_learn (samples, j->options, &j->watch, NULL, &j->error));
}

static void run_tree (job *j)
{
  papni_tree_free (papni_tree_new (samples, j->options, &j->watch, NULL, &j->error));
}

static void run_nesting (job *j)
{
  papni_nesting_free (papni_find_nesting (samples, &j->watch, &j->error));
}

static void run_minimize (job *j)
{
  papni_model_free (papni_minimize (one, &j->watch, &j->error));
}

static void run_union (job *j)
{
  papni_model_free (papni_combine (one, other, PAPNI_UNION, &j->watch, &j->error));
}

static void run_intersection (job *j)
{
  papni_model_free (papni_combine (one, other, PAPNI_INTERSECTION, &j->watch, &j->error));
}

static void run_diff (job *j)
{
  papni_least_word word;
  bool found = true;
  papni_least *least = papni_least_new (one, other, PAPNI_EITHER, &j->watch, &j->error);
  while (least && found && !papni_least_next (least, UINT64_MAX, &word, &found, &j->error))
    ;
  papni_least_free (least);
}

static papni_samples *no_samples (job *j)
{
  return papni_samples_new (papni_alphabet_new (NULL, &j->error), &j->error);
}

static void run_generate (job *j)
{
  const papni_generation how = { .positive = 1000000, .negative = 1000000, .most = 120, .seed = 1 };
  papni_generate (one, &how, no_samples (j), &j->watch, &j->error);
}

static void run_shortest (job *j)
{
  papni_shortest (one, 100000000, UINT64_MAX, no_samples (j), &j->watch, &j->error);
}

static void run_cover (job *j)
{
  papni_cover (one, UINT64_MAX, no_samples (j), NULL, &j->watch, &j->error);
}

static void run_grammar (job *j)
{
  papni_model_write_watched (one, "ebnf", (papni_writer){ ignore, NULL }, &j->watch, &j->error);
}

static void run_suggest (job *j)
{
  const papni_model *models[] = { one, other };
  papni_suggestions_free (papni_suggest (models, other ? 2 : 1, NULL, 1000, &j->watch, &j->error));
}

static const struct
{
  const char *name;
  void (*run) (job *j);
  bool learns;
} operations[] = {
  { "learn", run_learn, true },        { "tree", run_tree, true },          { "nesting", run_nesting, true },
  { "minimize", run_minimize, false }, { "union", run_union, false },       { "intersection", run_intersection, false },
  { "diff", run_diff, false },         { "generate", run_generate, false }, { "shortest", run_shortest, false },
  { "cover", run_cover, false },       { "grammar", run_grammar, false },   { "suggest", run_suggest, false },
};

static void measure (job *j, size_t operation, double limit)
{
  gaps g = { .limit = limit };
  j->watch = (papni_watch){ watch, &g };
  g.begin = g.last = now ();
  operations[operation].run (j);
  const double end = now ();
  if (!g.stopped)
    pass (&g, 0);
  printf ("%.1f %zu %.0f %.0f %s %s\n", end - g.begin, g.calls, 1000 * g.longest,
          g.stopped ? 1000 * (end - g.cancelled) : 0.0, papni_phase_name (g.phase),
          j->error.code == PAPNI_CANCELLED ? "cancelled"
          : j->error.code                  ? j->error.message
                                           : "done");
}

int main (int argc, char **argv)
{
  job j = { .file_count = 0 };
  size_t operation = 0;
  const size_t count = sizeof operations / sizeof *operations;
  while (argc > 2 && operation < count && strcmp (argv[2], operations[operation].name) != 0)
    operation++;
  if (argc < 4 || operation == count) {
    fprintf (stderr, "usage: gaps SECONDS OPERATION FILE... [NAME=VALUE...]\n");
    return 2;
  }
  j.options = papni_options_new (NULL, &j.error);
  papni_options_set (j.options, "threads", "1", &j.error);
  for (int i = 3; i < argc; i++) {
    char *value = strchr (argv[i], '=');
    if (!value && j.file_count < 2)
      j.files[j.file_count++] = argv[i];
    else if (value) {
      *value = '\0';
      if (papni_options_set (j.options, argv[i], value + 1, &j.error))
        stop (&j.error);
    }
  }
  if (operations[operation].learns)
    samples = read_samples (&j);
  else {
    one = read_model (&j, j.files[0]);
    other = j.file_count > 1 ? read_model (&j, j.files[1]) : NULL;
  }
  measure (&j, operation, atof (argv[1]));
  return 0;
}
