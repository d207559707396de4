/* reproduce_run.c - one task: words of a language, and a model of them in each setting.
 *
 * Each model is learned in a process of its own, to measure its peak memory. Times are
 * CPU times, so runs can be parallel. */
#include "reproduce.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const setting settings[SETTINGS] = {
  [RPNI] = { "rpni", "RPNI", "dfa", "rpni", "labels", "all" },
  [PAPNI_FIRST] = { "papni-rpni", "PAPNI, RPNI", "vpa", "rpni", "states", "all" },
  [PAPNI_BEST] = { "papni-edsm", "PAPNI, EDSM", "vpa", "edsm", "states", "all" },
  [VPA_FIRST] = { "vpa-rpni", "`vpa`, RPNI", "vpa", "rpni", "states", "positive" },
  [VPA_BEST] = { "vpa-edsm", "`vpa`", "vpa", "edsm", "states", "positive" },
  [SEVPA_BEST] = { "sevpa-edsm", "`sevpa`", "sevpa", "edsm", "states", "positive" },
  [AUTO] = { "auto", "`auto`", "auto", NULL, NULL, NULL },
};

const char growth_language[] = "L12";

/* ---- figures ---- */

static double ratio (size_t part, size_t whole)
{
  return whole ? (double) part / (double) whole : 0;
}

double f1_of (const result *r)
{
  return ratio (2 * r->tp, 2 * r->tp + r->fp + r->fn);
}

double precision_of (const result *r)
{
  return ratio (r->tp, r->tp + r->fp);
}

double recall_of (const result *r)
{
  return ratio (r->tp, r->tp + r->fn);
}

/* ---- words ---- */

typedef struct words
{
  papni_model *truth;
  papni_alphabet *alphabets[3];
  papni_samples *all, *learning, *evaluation;
} words;

static papni_samples *samples_new (words *w, size_t index, papni_error *error)
{
  w->alphabets[index] = papni_alphabet_new (NULL, error);
  return w->alphabets[index] ? papni_samples_new (w->alphabets[index], error) : NULL;
}

static void words_free (words *w)
{
  papni_samples_free (w->all);
  papni_samples_free (w->learning);
  papni_samples_free (w->evaluation);
  for (size_t i = 0; i < 3; i++)
    papni_alphabet_free (w->alphabets[i]);
  papni_model_free (w->truth);
}

/* For the cost figure, all words are in `learning`. */
static bool words_make (words *w, const task *t, papni_error *error)
{
  *w = (words){ .truth = papni_language_model (t->language, NULL, error) };
  w->all = w->truth ? samples_new (w, 0, error) : NULL;
  w->learning = w->all ? samples_new (w, 1, error) : NULL;
  w->evaluation = w->learning ? samples_new (w, 2, error) : NULL;
  const papni_generation how = { .positive = t->positive,
                                 .negative = t->words - t->positive,
                                 .least = least_length (t->language),
                                 .most = most_length (t->language),
                                 .seed = t->repeat };
  if (!w->evaluation || papni_generate (w->truth, &how, w->all, NULL, error)
      || papni_split (w->all, t->growth ? 1 : .5, t->repeat, w->learning, w->evaluation, error))
    return false;
  papni_samples_free (w->all);
  w->all = NULL;
  return true;
}

size_t least_length (size_t language)
{
  return language < PAPER_ROWS ? LEAST_LENGTH : 0;
}

size_t most_length (size_t language)
{
  return language < PAPER_ROWS ? MOST_LENGTH : BEYOND_LENGTH;
}

int positive_words (size_t language, size_t *positive)
{
  papni_error error;
  papni_model *model = papni_language_model (language, NULL, &error);
  papni_counter *counter = model ? papni_counter_new (model, MOST_LENGTH, NULL, &error) : NULL;
  double exist = 0;
  for (size_t n = least_length (language); counter && n <= most_length (language); n++)
    exist += papni_counter_count (counter, n);
  const int code = counter ? EXIT_DONE : complain_error (&error);
  papni_counter_free (counter);
  papni_model_free (model);
  const paper_row *row = language < PAPER_ROWS ? &paper_rows[language] : NULL;
  const size_t wanted = row ? row->learning + row->evaluation : BEYOND_WORDS / 2;
  *positive = (double) wanted < exist ? wanted : (size_t) exist;
  return code;
}

/* ---- a setting ---- */

static double processor_seconds (void)
{
  struct timespec time;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

/* On one thread: tasks go on side by side. */
static papni_model *learn (const papni_samples *samples, size_t index, papni_report *report, papni_error *error)
{
  const setting *s = &settings[index];
  papni_options *o = papni_options_new (NULL, error);
  papni_model *model = NULL;
  if (o && !papni_options_set (o, "model", s->model, error) && !papni_options_set (o, "method", s->method, error)
      && !papni_options_set (o, "evidence", s->evidence, error) && !papni_options_set (o, "focus", s->focus, error)
      && !papni_options_set (o, "threads", "1", error))
    model = papni_learn (samples, o, NULL, report, error);
  papni_options_free (o);
  return model;
}

static bool evaluate (const words *w, const papni_model *model, result *r, papni_error *error)
{
  papni_run *run = papni_run_new (model, error);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  translation t = { 0 };
  bool ok = run && !translate (&t, w->alphabets[2], model);
  while (ok && papni_samples_next (w->evaluation, &cursor, &word)) {
    papni_run_restart (run);
    for (size_t i = 0; ok && i < word.length; i++)
      ok = !papni_run_step (run, t.symbols[word.symbols[i]], error);
    const bool accepted = papni_run_verdict (run) == PAPNI_VERDICT_ACCEPT;
    *(word.label == PAPNI_ACCEPT ? (accepted ? &r->tp : &r->fn) : (accepted ? &r->fp : &r->tn)) += 1;
  }
  free (t.symbols);
  papni_run_free (run);
  return ok;
}

/* The symbols of the word, separated by spaces; NULL if out of memory. */
static char *text_of (const papni_alphabet *alphabet, const papni_least_word *word)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream (&text, &size);
  for (size_t i = 0; out && i < word->length; i++)
    fprintf (out, "%s%s", i ? " " : "", papni_alphabet_name (alphabet, word->symbols[i]));
  if (out)
    fclose (out);
  return text;
}

/* Finds the least difference, and the least one that is long enough to be among the
 * evaluated words, within the first MANY. */
static bool find_difference (const words *w, const papni_model *model, result *r, papni_error *error)
{
  enum
  {
    MANY = 2000,
    LONGEST = 10000
  };
  papni_least_word word;
  bool found = true, ok = true;
  papni_least *least = papni_least_new (w->truth, model, PAPNI_EITHER, NULL, error);
  for (size_t i = 0; least && ok && found && !r->longer && i < MANY; i++) {
    ok = !papni_least_next (least, LONGEST, &word, &found, error);
    found = found && ok && word.symbols;
    if (found && !i) {
      r->differ = text_of (papni_least_alphabet (least), &word);
      r->learned = word.second;
    }
    if (found && word.length >= LEAST_LENGTH)
      r->longer = text_of (papni_least_alphabet (least), &word);
  }
  papni_least_free (least);
  return least && ok;
}

/* Without held-out words, there is no evaluation. */
static bool measure (const task *t, const words *w, size_t index, FILE *out, papni_error *error)
{
  result r = { .language = t->language, .words = t->words, .setting = index, .repeat = t->repeat, .growth = t->growth };
  papni_report *report = papni_report_new (NULL, error);
  const double started = processor_seconds ();
  papni_model *model = report ? learn (w->learning, index, report, error) : NULL;
  r.seconds = processor_seconds () - started;
  r.peak = peak_memory ();
  bool ok = model;
  if (ok) {
    const papni_statistics *n = papni_report_statistics (report);
    r.learning = n->words;
    r.positive = n->positive;
    r.dropped = n->dropped_positive + n->dropped_negative;
    r.tree_nodes = n->tree_nodes;
    r.tree_bytes = n->tree_bytes;
    r.states = papni_model_states (model);
    ok = t->growth || (evaluate (w, model, &r, error) && find_difference (w, model, &r, error));
  }
  if (ok)
    write_result (&r, out);
  free (r.differ);
  free (r.longer);
  papni_model_free (model);
  papni_report_free (report);
  return ok;
}

/* Runs in a process of its own; its line goes to `out`. */
static bool measure_apart (const task *t, const words *w, size_t index, int out)
{
  const pid_t child = fork ();
  if (!child) {
    papni_error error = { 0 };
    FILE *stream = fdopen (out, "w");
    const bool ok = stream && measure (t, w, index, stream, &error) && !fclose (stream);
    if (!ok && *error.message)
      complain_error (&error);
    _exit (ok ? EXIT_DONE : EXIT_SYSTEM);
  }
  int state;
  return child > 0 && waitpid (child, &state, 0) == child && WIFEXITED (state) && !WEXITSTATUS (state);
}

void do_task (const task *t, unsigned wanted, int out)
{
  papni_error error = { 0 };
  words w;
  bool ok = words_make (&w, t, &error);
  if (!ok)
    complain_error (&error);
  for (size_t i = 0; ok && i < SETTINGS; i++)
    if (wanted >> i & 1)
      ok = measure_apart (t, &w, i, out);
  words_free (&w);
  _exit (ok ? EXIT_DONE : EXIT_SYSTEM);
}

papni_model *learn_first (const task *t, size_t index, int *code)
{
  papni_error error;
  words w;
  papni_model *model = NULL;
  if (words_make (&w, t, &error))
    model = learn (w.learning, index, NULL, &error);
  words_free (&w);
  *code = model ? EXIT_DONE : complain_error (&error);
  return model;
}

/* ---- lines ---- */

static void write_text (const char *text, FILE *out)
{
  if (text)
    print_json_string (out, text);
  else
    fprintf (out, "null");
}

void write_result (const result *r, FILE *out)
{
  fprintf (out,
           "{\"language\": \"%s\", \"words\": %zu, \"repeat\": %u, \"growth\": %s, \"setting\": \"%s\", "
           "\"learning\": %zu, \"positive\": %zu, \"dropped\": %zu, \"tree_nodes\": %zu, \"tree_bytes\": %zu, "
           "\"states\": %zu, \"tp\": %zu, \"fp\": %zu, \"fn\": %zu, \"tn\": %zu, \"precision\": %.6f, "
           "\"recall\": %.6f, \"f1\": %.6f, \"seconds\": %.6f, \"peak_rss_bytes\": %zu, \"differ\": ",
           papni_language_name (r->language), r->words, r->repeat, r->growth ? "true" : "false",
           settings[r->setting].name, r->learning, r->positive, r->dropped, r->tree_nodes, r->tree_bytes, r->states,
           r->tp, r->fp, r->fn, r->tn, precision_of (r), recall_of (r), f1_of (r), r->seconds, r->peak);
  write_text (r->differ, out);
  fprintf (out, ", \"differ_longer\": ");
  write_text (r->longer, out);
  fprintf (out, ", \"accepted_by\": %s}\n", r->differ ? (r->learned ? "\"learned\"" : "\"truth\"") : "null");
}

/* The text after "name": in a line, or NULL. */
static const char *value (const char *line, const char *name)
{
  char key[32];
  snprintf (key, sizeof key, "\"%s\": ", name);
  const char *at = strstr (line, key);
  return at ? at + strlen (key) : NULL;
}

static bool number (const char *line, const char *name, size_t *result)
{
  const char *at = value (line, name);
  return at && read_count (&at, result);
}

/* Copies a quoted value; the built-in symbols need no escapes. */
static char *text (const char *line, const char *name)
{
  const char *at = value (line, name);
  const char *end = at && *at == '"' ? strchr (at + 1, '"') : NULL;
  return end ? strndup (at + 1, (size_t) (end - at - 1)) : NULL;
}

static size_t find_setting (const char *name)
{
  size_t i = 0;
  while (name && i < SETTINGS && strcmp (settings[i].name, name) != 0)
    i++;
  return name ? i : SETTINGS;
}

bool read_result (const char *line, result *r)
{
  size_t repeat = 0;
  *r = (result){ 0 };
  char *language = text (line, "language"), *name = text (line, "setting");
  r->language = language ? papni_language_find (language) : papni_language_count ();
  r->setting = find_setting (name);
  free (language);
  free (name);
  const char *seconds = value (line, "seconds"), *growth = value (line, "growth"), *by = value (line, "accepted_by");
  const bool whole = line[0] == '{' && r->language < papni_language_count () && r->setting < SETTINGS && seconds
                     && growth && by && number (line, "words", &r->words) && number (line, "repeat", &repeat)
                     && number (line, "learning", &r->learning) && number (line, "positive", &r->positive)
                     && number (line, "dropped", &r->dropped) && number (line, "tree_nodes", &r->tree_nodes)
                     && number (line, "tree_bytes", &r->tree_bytes) && number (line, "states", &r->states)
                     && number (line, "tp", &r->tp) && number (line, "fp", &r->fp) && number (line, "fn", &r->fn)
                     && number (line, "tn", &r->tn) && number (line, "peak_rss_bytes", &r->peak);
  if (!whole)
    return false;
  r->repeat = (unsigned) repeat;
  r->growth = *growth == 't';
  r->seconds = strtod (seconds, NULL);
  r->differ = text (line, "differ");
  r->longer = text (line, "differ_longer");
  r->learned = !strncmp (by, "\"learned\"", 9);
  return true;
}
