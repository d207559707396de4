/* auto.c - chooses a setting by cross-validation.
 *
 * The labelled words are dealt into five folds (folds.h). Each setting learns from four
 * folds and is tested on the fifth, five times, which gives an F1 over all held-out
 * words. That is a rough measure, since one early merge can spoil a model. So all
 * settings that are not far below the best learn from all words, and search for a
 * smaller model (search.h). Its length in bits (bits.h) and the F1 decide together.
 * These are many independent tasks, which threads share. */
#include "learn/learn.h"

#include "base/team.h"
#include "learn/folds.h"
#include "model/bits.h"

#include <float.h>

enum
{
  ATTEMPTS = 9,              /* settings */
  FINAL = SEARCH_BUDGET + 1, /* about as much work as one fold */
  ALL_TASKS = ATTEMPTS * (FOLDS + FINAL)
};

/* How far below the best F1 a setting may be and still win. */
static const double near = 0.2;

/* How far above the smallest score: a few bits are not significant. */
static const double slack = 4;

static const settings candidates[ATTEMPTS] = {
  { .model = PAPNI_VPA, .method = METHOD_EDSM, .evidence = EVIDENCE_STATES },
  { .model = PAPNI_VPA, .method = METHOD_EDSM, .evidence = EVIDENCE_LABELS },
  { .model = PAPNI_VPA, .method = METHOD_RPNI, .evidence = EVIDENCE_STATES },
  { .model = PAPNI_SEVPA, .method = METHOD_EDSM, .evidence = EVIDENCE_STATES, .modules = MODULES_CALL },
  { .model = PAPNI_SEVPA, .method = METHOD_EDSM, .evidence = EVIDENCE_LABELS, .modules = MODULES_CALL },
  { .model = PAPNI_SEVPA, .method = METHOD_RPNI, .evidence = EVIDENCE_STATES, .modules = MODULES_CALL },
  { .model = PAPNI_SEVPA, .method = METHOD_EDSM, .evidence = EVIDENCE_STATES, .modules = MODULES_ONE },
  { .model = PAPNI_SEVPA, .method = METHOD_EDSM, .evidence = EVIDENCE_LABELS, .modules = MODULES_ONE },
  { .model = PAPNI_SEVPA, .method = METHOD_RPNI, .evidence = EVIDENCE_STATES, .modules = MODULES_ONE },
};

/* The preference among near ties: one module per call says most about where a word is. */
static const size_t preferred[ATTEMPTS] = { 3, 4, 5, 0, 1, 2, 6, 7, 8 };

typedef struct contest
{
  allocator memory;
  const papni_samples *samples;
  const settings *options;
  folds folds;
  papni_attempt results[ATTEMPTS][FOLDS];
  papni_attempt attempts[ATTEMPTS];
  size_t finalists[ATTEMPTS], finalist_count;
  papni_model *models[ATTEMPTS]; /* learned from all words */
  papni_statistics statistics[ATTEMPTS];
  atomic_size_t done;
  team team;
} contest;

/* ---- tasks ---- */

static bool auto_goes_on (void *context)
{
  const contest *c = context;
  return watch_goes_on (&c->options->watch, PAPNI_PHASE_TRYING, atomic_load (&c->done), ALL_TASKS);
}

static papni_model *learn_with (contest *c, size_t setting, const papni_samples *samples, unsigned search,
                                papni_statistics *statistics, team_member *member)
{
  settings options = candidates[setting];
  options.threads = 1;
  options.search = search;
  options.watch = (papni_watch){ team_goes_on, member };
  papni_model *model = learn_samples (samples, &options, statistics, &member->error);
  atomic_fetch_add (&c->done, search ? FINAL : 1);
  return model;
}

/* Runs the words of a fold. */
static status judge (const contest *c, const papni_model *model, size_t fold, papni_attempt *result, error *e)
{
  const folds *f = &c->folds;
  papni_run *run = papni_run_new (model, e);
  status s = run ? PAPNI_OK : PAPNI_MEMORY;
  for (size_t i = 0; !s && i < f->size; i++) {
    if (f->fold[i] != fold)
      continue;
    const symbol *word = c->samples->flat + f->offsets[i];
    papni_run_restart (run);
    for (; !s && !is_end (*word); word++)
      s = papni_run_step (run, (symbol) (f->rank[*word] - 1), e);
    const bool accepts = papni_run_verdict (run) == PAPNI_VERDICT_ACCEPT, right = *word == END + PAPNI_ACCEPT;
    result->true_positive += accepts && right;
    result->false_positive += accepts && !right;
    result->false_negative += !accepts && right;
    result->true_negative += !accepts && !right;
  }
  papni_run_free (run);
  return s;
}

static status try_setting (void *context, size_t index, team_member *member)
{
  contest *c = context;
  const size_t setting = index / FOLDS, fold = index % FOLDS;
  papni_model *model = learn_with (c, setting, c->folds.training[fold], 0, NULL, member);
  const status s = model ? judge (c, model, fold, &c->results[setting][fold], &member->error) : member->error.code;
  papni_model_free (model);
  return s;
}

static status learn_all (void *context, size_t index, team_member *member)
{
  contest *c = context;
  const size_t setting = c->finalists[index];
  c->models[setting] = learn_with (c, setting, c->samples, SEARCH_BUDGET, &c->statistics[setting], member);
  return c->models[setting] ? PAPNI_OK : member->error.code;
}

/* ---- the choice ---- */

static void add_up (contest *c)
{
  for (size_t i = 0; i < ATTEMPTS; i++) {
    papni_attempt *sum = &c->attempts[i];
    for (size_t fold = 0; fold < FOLDS; fold++) {
      const papni_attempt *r = &c->results[i][fold];
      sum->true_positive += r->true_positive;
      sum->false_positive += r->false_positive;
      sum->false_negative += r->false_negative;
      sum->true_negative += r->true_negative;
    }
  }
}

static double f1 (const papni_attempt *a)
{
  const size_t twice = 2 * a->true_positive, all = twice + a->false_positive + a->false_negative;
  return all ? (double) twice / (double) all : 0;
}

static void find_finalists (contest *c)
{
  double best = 0;
  for (size_t i = 0; i < ATTEMPTS; i++)
    if (f1 (&c->attempts[i]) > best)
      best = f1 (&c->attempts[i]);
  for (size_t i = 0; i < ATTEMPTS; i++)
    if (f1 (&c->attempts[i]) >= best - near)
      c->finalists[c->finalist_count++] = i;
    else
      atomic_fetch_add (&c->done, FINAL);
}

/* The score, smaller is better: the bits of the model divided by the fourth power of
 * F1. If every F1 is 0, just the bits. */
static double auto_score (const papni_attempt *a, bool all_fail)
{
  const double square = f1 (a) * f1 (a);
  return all_fail ? a->bits : square > 0 ? a->bits / (square * square) : DBL_MAX;
}

static status weigh (contest *c, error *e)
{
  for (size_t i = 0; i < c->finalist_count; i++) {
    const papni_model *model = c->models[c->finalists[i]];
    papni_attempt *a = &c->attempts[c->finalists[i]];
    uint64_t bits = 0;
    const status s = model_bits (model, &bits, e);
    if (s)
      return s;
    a->states = model->states;
    a->bits = (double) bits / 65536;
  }
  return PAPNI_OK;
}

/* Among the settings whose score is near the smallest, the first in the order of
 * preference. */
static size_t auto_choose (contest *c)
{
  double least = DBL_MAX;
  bool all_fail = true;
  size_t chosen = 0;
  for (size_t i = 0; i < ATTEMPTS; i++)
    all_fail = all_fail && !c->attempts[i].true_positive;
  for (size_t i = 0; i < c->finalist_count; i++) {
    const double next = auto_score (&c->attempts[c->finalists[i]], all_fail);
    least = next < least ? next : least;
  }
  for (size_t i = 0; i < ATTEMPTS; i++) {
    chosen = preferred[i];
    if (c->models[chosen] && auto_score (&c->attempts[chosen], all_fail) <= least + slack)
      break;
  }
  c->attempts[chosen].chosen = true;
  return chosen;
}

static status hold (contest *c, error *e)
{
  const status s = team_do (&c->team, (size_t) ATTEMPTS * FOLDS, try_setting, c, e);
  if (s)
    return s;
  add_up (c);
  find_finalists (c);
  return team_do (&c->team, c->finalist_count, learn_all, c, e);
}

static status contest_begin (contest *c, error *e)
{
  const status s = team_init (&c->team, &c->memory, c->options->threads, auto_goes_on, c, e);
  return s ? s : folds_init (&c->folds, c->samples, c->team.workers, e);
}

static void contest_release (contest *c)
{
  folds_release (&c->folds);
  team_release (&c->team);
  for (size_t i = 0; i < ATTEMPTS; i++)
    papni_model_free (c->models[i]);
}

static status report_all (const contest *c, papni_report *report, size_t chosen, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < ATTEMPTS; i++) {
    settings tried = candidates[i];
    tried.search = SEARCH_BUDGET;
    s = report_attempt (report, &tried, c->attempts[i], e);
  }
  if (report)
    report->statistics = c->statistics[chosen];
  return s;
}

/* Learns again with the chosen settings, for the story. */
static status auto_tell (const contest *c, size_t chosen, error *e)
{
  settings again = candidates[chosen];
  again.threads = c->options->threads;
  again.search = SEARCH_BUDGET;
  again.watch = c->options->watch;
  again.story = c->options->story;
  papni_model *model = again.story ? learn_samples (c->samples, &again, NULL, e) : NULL;
  papni_model_free (model);
  return again.story && !model ? e->code : PAPNI_OK;
}

papni_model *learn_auto (const papni_samples *samples, const settings *options, papni_report *report, error *e)
{
  error own;
  contest c = { .memory = samples->memory, .samples = samples, .options = options };
  papni_model *model = NULL;
  e = e ? e : &own;
  if (!contest_begin (&c, e) && !hold (&c, e) && !weigh (&c, e)) {
    const size_t chosen = auto_choose (&c);
    if (!report_all (&c, report, chosen, e) && !auto_tell (&c, chosen, e)) {
      model = c.models[chosen];
      c.models[chosen] = NULL;
    }
  }
  contest_release (&c);
  return model;
}
