/* reproduce_report.c - the report: the paper's figures and ours. */
#include "reproduce.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- figures ---- */

/* The mean and deviation of a figure over matching results. */
static summary summarise (const results *r, const result *like, double (*figure) (const result *))
{
  summary s = { .least = 1e300 };
  double squares = 0;
  for (size_t i = 0; i < r->count; i++) {
    const result *one = &r->all[i];
    if (one->language != like->language || one->setting != like->setting || one->growth != like->growth
        || one->words != like->words)
      continue;
    const double x = figure (one);
    s.count++;
    s.mean += x;
    squares += x * x;
    s.least = x < s.least ? x : s.least;
  }
  const double n = s.count ? (double) s.count : 1;
  s.mean /= n;
  s.deviation = sqrt (fmax (0, squares / n - s.mean * s.mean));
  return s;
}

static summary summarise_language (const results *r, size_t language, size_t which, double (*figure) (const result *))
{
  const size_t words = language < PAPER_ROWS ? WORDS : BEYOND_WORDS;
  return summarise (r, &(result){ .language = language, .setting = which, .words = words }, figure);
}

summary summarise_f1 (const results *r, size_t language, size_t which)
{
  return summarise_language (r, language, which, f1_of);
}

summary summarise_growth (const results *r, size_t words, size_t which, double (*figure) (const result *))
{
  const size_t language = papni_language_find (growth_language);
  return summarise (r, &(result){ .language = language, .setting = which, .words = words, .growth = true }, figure);
}

static double states_of (const result *r)
{
  return (double) r->states;
}

static double seconds_of (const result *r)
{
  return r->seconds;
}

static double peak_of (const result *r)
{
  return (double) r->peak / 1e6;
}

static double tree_of (const result *r)
{
  return (double) r->tree_bytes / 1e6;
}

/* ---- summary ---- */

static void write_shortly (page *p, const results *r)
{
  double furthest = 1, least = 1;
  size_t near = 0, count = 0, good = 0;
  const char *worst = "", *lowest = "";
  for (size_t l = 0; l < PAPER_ROWS; l++)
    if (r->chosen[l]) {
      const double ours = summarise_f1 (r, l, PAPNI_BEST).mean, best = summarise_f1 (r, l, VPA_BEST).mean;
      const double gain = ours - paper_rows[l].papni.mean;
      count++;
      near += gain >= -.02;
      good += best >= .99;
      worst = gain < furthest ? papni_language_name (l) : worst;
      furthest = gain < furthest ? gain : furthest;
      lowest = best < least ? papni_language_name (l) : lowest;
      least = best < least ? best : least;
    }
  if (!count)
    return;
  page_list (p, true);
  page_item (p,
             "**PAPNI as in the paper** (EDSM, `--evidence states --focus all`): on %zu of %zu languages, the mean F1 "
             "is at most .02 below the paper's; the least favourable is %s, %+.3f.",
             near, count, worst, furthest);
  if (*lowest)
    page_item (p,
               "**Our default** (`--model vpa`, with `--focus positive`): at least .99 on %zu of %zu; the lowest is "
               "%.3f, on %s.",
               good, count, least, lowest);
  else
    page_item (p, "**Our default** (`--model vpa`, with `--focus positive`): 1.000 on all %zu.", count);
  page_list (p, false);
}

/* ---- tables ---- */

/* The paper's figure and ours. */
static void figure_cell (page *p, double paper, summary here)
{
  page_cell (p, "%.3f / %.3f", paper, here.mean);
}

static void write_comparison (page *p, const results *r, size_t which, bool rpni)
{
  page_table (p, "Language|+ words|size|precision|recall|F1, paper's run|mean F1, paper|mean F1, here");
  bool first = true;
  for (size_t l = 0; l < PAPER_ROWS; l++) {
    if (!r->chosen[l])
      continue;
    if (!first)
      page_row (p);
    first = false;
    const paper_row *row = &paper_rows[l];
    const paper_result *paper = rpni ? &row->rpni : &row->papni;
    const summary f1 = summarise_f1 (r, l, which);
    size_t positive = 0;
    positive_words (l, &positive);
    page_cell (p, "%s", papni_language_name (l));
    page_cell (p, "%zu / %zu", row->learning + row->evaluation, positive);
    page_cell (p, "%u / %.1f", paper->size, summarise_language (r, l, which, states_of).mean);
    figure_cell (p, paper->precision, summarise_language (r, l, which, precision_of));
    figure_cell (p, paper->recall, summarise_language (r, l, which, recall_of));
    page_cell (p, "%.3f", paper->f1);
    page_cell (p, "%.3f ± %.3f", paper->mean, paper->deviation);
    page_cell (p, "**%.3f** ± %.3f", f1.mean, f1.deviation);
  }
  page_table_end (p);
}

static void write_settings (page *p, const results *r, size_t from, size_t to)
{
  char columns[256] = "Language";
  for (size_t i = 0; i < SETTINGS; i++)
    snprintf (columns + strlen (columns), sizeof columns - strlen (columns), "|%s", settings[i].title);
  page_table (p, columns);
  bool first = true;
  for (size_t l = from; l < to; l++) {
    if (!r->chosen[l])
      continue;
    if (!first)
      page_row (p);
    first = false;
    page_cell (p, "%s", papni_language_name (l));
    for (size_t i = 0; i < SETTINGS; i++) {
      const summary f1 = summarise_f1 (r, l, i);
      page_cell (p, "%.3f ± %.3f", f1.mean, f1.deviation);
    }
  }
  page_table_end (p);
}

static bool any_chosen (const results *r, size_t from, size_t to)
{
  bool any = false;
  for (size_t l = from; l < to; l++)
    any = any || r->chosen[l];
  return any;
}

/* ---- cost ---- */

static line line_of (const results *r, const char *title, const char *class_name, size_t which,
                     double (*figure) (const result *))
{
  line l = { .title = title, .class_name = class_name };
  for (size_t k = 0; k < PAPER_SIZES; k++)
    l.values[k] = fmax (1e-6, summarise_growth (r, (k + 1) * GROWTH_STEP, which, figure).mean);
  return l;
}

static line paper_line (const char *title, const char *class_name, const double *values)
{
  line l = { .title = title, .class_name = class_name, .dashed = true };
  memcpy (l.values, values, sizeof l.values);
  return l;
}

/* The four lines of the settings, then the paper's two, if given. */
static char *cost_chart (const results *r, const char *title, const char *unit, double (*figure) (const result *),
                         const double *paper_rpni, const double *paper_papni)
{
  line lines[6] = { line_of (r, "RPNI, here", "rpni", RPNI, figure),
                    line_of (r, "PAPNI with RPNI, here", "first", PAPNI_FIRST, figure),
                    line_of (r, "PAPNI with EDSM, here", "papni", PAPNI_BEST, figure),
                    line_of (r, "vpa, our default", "vpa", VPA_BEST, figure) };
  size_t count = 4;
  if (paper_rpni)
    lines[count++] = paper_line ("RPNI, paper", "rpni", paper_rpni);
  if (paper_papni)
    lines[count++] = paper_line ("PAPNI, paper", "papni", paper_papni);
  return chart_growth (title, unit, lines, count);
}

/* ---- differences ---- */

/* F1 below 1, or a language that the paper's automata cannot express, whatever the F1. */
static bool falls_short (const result *r)
{
  return !r->growth && r->differ && (f1_of (r) < 1 || r->language >= PAPER_ROWS);
}

/* Is this the first result of its language and setting with this difference? */
static bool first_of_kind (const results *r, size_t index, size_t *count)
{
  const result *x = &r->all[index];
  *count = 0;
  for (size_t i = 0; i < r->count; i++) {
    const result *y = &r->all[i];
    if (!falls_short (y) || y->language != x->language || y->setting != x->setting
        || strcmp (x->differ, y->differ) != 0)
      continue;
    if (i < index)
      return false;
    ++*count;
  }
  return true;
}

/* For the paper's languages and automata, or for all others. */
static void write_differences (page *p, const results *r, bool others)
{
  page_table (p,
              "Language|Setting|runs|shortest difference|accepted by|shortest of 4 symbols or more, in the first run");
  bool first = true;
  for (size_t i = 0; i < r->count; i++) {
    const result *one = &r->all[i];
    size_t count;
    if (!falls_short (one) || (one->setting == RPNI || one->language >= PAPER_ROWS) != others
        || !first_of_kind (r, i, &count))
      continue;
    if (!first)
      page_row (p);
    first = false;
    page_cell (p, "%s", papni_language_name (one->language));
    page_cell (p, "%s", settings[one->setting].title);
    page_cell (p, "%zu", count);
    if (*one->differ)
      page_cell (p, "`%s`", one->differ);
    else
      page_cell (p, "the empty word");
    page_cell (p, "%s", one->learned ? "learned automaton" : "true automaton");
    page_cell (p, one->longer ? "`%s`" : "%s", one->longer ? one->longer : "none found");
  }
  page_table_end (p);
}

/* ---- the report ---- */

typedef struct charts
{
  char *f1, *seconds, *peak, *tree;
} charts;

static int make_charts (const results *r, const char *folder, charts *c)
{
  c->f1 = chart_f1 (r);
  if (r->chosen[papni_language_find (growth_language)]) {
    c->seconds =
        cost_chart (r, "Time to learn", "seconds of CPU time", seconds_of, paper_rpni_seconds, paper_papni_seconds);
    c->peak = cost_chart (r, "Memory of the whole process", "peak, in megabytes", peak_of, paper_rpni_memory,
                          paper_papni_memory);
    c->tree = cost_chart (r, "Memory of the prefix tree", "megabytes", tree_of, NULL, NULL);
  }
  int code = c->f1 ? write_image (folder, "f1", c->f1) : complain (EXIT_SYSTEM, "out of memory");
  if (!code && c->seconds)
    code = write_image (folder, "time", c->seconds);
  if (!code && c->peak)
    code = write_image (folder, "memory", c->peak);
  if (!code && c->tree)
    code = write_image (folder, "tree", c->tree);
  return code;
}

static void write_results (page *p, const results *r, const charts *c)
{
  page_begin (p, "The paper, measured again");
  page_text (p,
             "In “Passive Model Learning of Visibly Deterministic Context-free Grammars”, E. Muškardin and T. "
             "Burgstaller evaluate PAPNI on 13 languages. `papni reproduce` repeats these experiments. This report "
             "compares the results of papni %s, over %u repeat%s with new words each time, with the paper's.",
             papni_version (), r->repeats, plural (r->repeats));
  write_shortly (p, r);
  if (any_chosen (r, 0, PAPER_ROWS)) {
    page_heading (p, 2, "F1 on the paper's languages");
    page_chart (p, "f1", c->f1,
                "Mean F1 on held-out words; the bars extend one standard deviation to each side. Hollow marks are the "
                "paper's figures.");
    page_heading (p, 3, "PAPNI with EDSM, as in the paper's implementation");
    write_comparison (p, r, PAPNI_BEST, false);
    page_heading (p, 3, "RPNI, without a stack");
    write_comparison (p, r, RPNI, true);
    page_text (
        p, "Where there are two figures, the first is the paper's, from the single run in its table, and the second "
           "ours, the mean of all runs. The paper's words were not published, so the two were measured on different "
           "words: a third of our rejected words are accepted words with one or two edits. That is probably why RPNI "
           "does worse here; we did not investigate. The last section describes how our words were chosen.");
    page_heading (p, 3, "All settings");
    write_settings (p, r, 0, PAPER_ROWS);
    page_text (p, "`vpa` is PAPNI with `--focus positive`: only states on paths of accepted words are learned. The "
                  "stack of a `sevpa` also holds the state in which a call was made. `auto` chooses among settings of "
                  "both by cross-validation, a search and the size of the model.");
  }
  if (any_chosen (r, PAPER_ROWS, papni_language_count ())) {
    page_heading (p, 2, "Languages that the paper's automata cannot express");
    write_settings (p, r, PAPER_ROWS, papni_language_count ());
    page_text (p, "8,000 words of up to 20 symbols. On such short words, a `vpa` with many states comes close, and "
                  "makes no mistake on `root`; the shortest words on which it does are listed below.");
  }
  if (c->seconds) {
    page_heading (p, 2, "Cost");
    page_text (p,
               "Words of %s, half of them accepted, all used for learning, up to three repeats. The vertical axes are "
               "logarithmic. Memory is measured in the same way for all: the peak of the process, including the words "
               "and the program, and the prefix tree by itself.",
               growth_language);
    page_charts (p, true);
    page_chart (p, "time", c->seconds, "Learning alone, on one core. The paper's times are from another machine.");
    page_chart (p, "memory", c->peak, "The paper does not say how its memory was measured.");
    page_chart (p, "tree", c->tree, "The prefix tree. PAPNI's tree is smaller if words are dropped.");
    page_charts (p, false);
  }
  page_heading (p, 2, "Runs with an F1 below 1");
  page_text (p, "For every run with an F1 below 1, the shortest word on which the learned and the true automaton "
                "differ (the first in symbol order if there are several), counted by setting. For the languages that "
                "the paper's automata cannot express, all runs that differ are listed, whatever their F1.");
  write_differences (p, r, false);
  page_details (p, "The same for RPNI, and for the languages that the paper's automata cannot express");
  write_differences (p, r, true);
  page_details_end (p);
}

static int write_pages (const results *r, const char *folder, const charts *c)
{
  char paths[2][4096];
  output out[2] = { { 0 }, { 0 } };
  page pages[2];
  int code = EXIT_DONE;
  for (size_t i = 0; !code && i < 2; i++) {
    snprintf (paths[i], sizeof paths[i], "%s/report.%s", folder, i ? "html" : "md");
    code = output_open (&out[i], paths[i]);
    pages[i] = (page){ out[i].stream, i == 1 };
  }
  for (size_t i = 0; !code && i < 2; i++)
    write_results (&pages[i], r, c);
  if (!code)
    code = write_automata (pages, r, folder);
  for (size_t i = 0; !code && i < 2; i++) {
    code = write_remarks (&pages[i]);
    page_end (&pages[i]);
  }
  for (size_t i = 0; i < 2; i++)
    if (code)
      output_drop (&out[i]);
    else
      code = output_close (&out[i]);
  return code;
}

int write_report (results *r, const char *folder)
{
  charts c = { 0 };
  char images[4096];
  put_in_order (r);
  snprintf (images, sizeof images, "%s/images", folder);
  if (mkdir (images, 0777) && errno != EEXIST)
    return complain (EXIT_SYSTEM, "%s: cannot create this folder: %s", images, strerror (errno));
  int code = make_charts (r, folder, &c);
  if (!code)
    code = write_pages (r, folder, &c);
  if (!code)
    code = write_csv (r, folder);
  free (c.f1);
  free (c.seconds);
  free (c.peak);
  free (c.tree);
  return code;
}
