/* auto.c - chooses a setting by description length.
 *
 * Each setting learns from all words; merging is greedy, so settings that merge search. What
 * counts is the total length of the model and of the accepted words written down with it
 * (total.h); a rejected word that it accepts is an exception, and written out. These are
 * independent tasks, which threads share. */
#include "learn/learn.h"

#include "base/team.h"
#include "data/distinct.h"
#include "data/encode.h"
#include "model/total.h"

#include <string.h>

enum
{
  ATTEMPTS = 10 /* settings at most */
};

/* For words that nest. */
static const settings nested_settings[ATTEMPTS] = {
  { .model = MODEL_GENERAL, .method = METHOD_CONTEXTS },
  { .model = PAPNI_SEVPA, .method = METHOD_EDSM, .evidence = EVIDENCE_STATES, .modules = MODULES_CALL },
  { .model = PAPNI_SEVPA, .method = METHOD_EDSM, .evidence = EVIDENCE_LABELS, .modules = MODULES_CALL },
  { .model = PAPNI_SEVPA, .method = METHOD_RPNI, .evidence = EVIDENCE_STATES, .modules = MODULES_CALL },
  { .model = PAPNI_VPA, .method = METHOD_EDSM, .evidence = EVIDENCE_STATES },
  { .model = PAPNI_VPA, .method = METHOD_EDSM, .evidence = EVIDENCE_LABELS },
  { .model = PAPNI_VPA, .method = METHOD_RPNI, .evidence = EVIDENCE_STATES },
  { .model = PAPNI_SEVPA, .method = METHOD_EDSM, .evidence = EVIDENCE_STATES, .modules = MODULES_ONE },
  { .model = PAPNI_SEVPA, .method = METHOD_EDSM, .evidence = EVIDENCE_LABELS, .modules = MODULES_ONE },
  { .model = PAPNI_SEVPA, .method = METHOD_RPNI, .evidence = EVIDENCE_STATES, .modules = MODULES_ONE },
};

/* For words without calls. */
static const settings flat_settings[] = {
  { .model = PAPNI_DFA, .method = METHOD_CONTEXTS },
  { .model = PAPNI_DFA, .method = METHOD_EDSM, .evidence = EVIDENCE_STATES, .focus = FOCUS_POSITIVE },
  { .model = PAPNI_DFA, .method = METHOD_EDSM, .evidence = EVIDENCE_LABELS, .focus = FOCUS_ALL },
  { .model = PAPNI_DFA, .method = METHOD_RPNI, .evidence = EVIDENCE_STATES, .focus = FOCUS_POSITIVE },
};

typedef struct trial_run
{
  settings settings;
  papni_model *model;
  papni_statistics statistics;
  uint64_t bits;
  size_t accepted_wrongly;
} trial_run;

typedef struct contest
{
  allocator memory;
  const papni_samples *samples;
  const settings *options;
  encoded words;
  uint64_t *right, *wrong; /* offsets */
  word_list accepted, rejected;
  trial_run runs[ATTEMPTS];
  size_t count;
  atomic_size_t done;
  atomic_bool enough; /* choose among those that are learned */
  team team;
} contest;

/* ---- the words ---- */

/* All rejected words count: whether they are well-matched or not, none is to be accepted. */
static size_t list_wrong (const papni_samples *samples, uint64_t *offsets)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  size_t count = 0;
  while (papni_samples_next (samples, &cursor, &word))
    if (word.label == PAPNI_REJECT)
      offsets[count++] = (uint64_t) (word.symbols - samples->flat);
  return count;
}

static bool auto_has_calls (const contest *c)
{
  const papni_samples *samples = c->samples;
  for (size_t i = 0; i < c->accepted.count; i++)
    for (const symbol *s = samples->flat + c->right[i]; !is_end (*s); s++)
      if (samples->alphabet->letters[*s].kind == PAPNI_CALL)
        return true;
  return false;
}

static status auto_list_words (contest *c, error *e)
{
  const papni_samples *samples = c->samples;
  papni_statistics counts = { 0 };
  c->right = allocate (&c->memory, samples->size, sizeof *c->right);
  c->wrong = allocate (&c->memory, samples->size, sizeof *c->wrong);
  status s = c->right && c->wrong ? encoded_init (&c->words, samples, true, &counts, e) : no_memory (e);
  c->accepted = (word_list){ samples, c->right, 0 };
  if (!s) {
    if (c->words.size)
      memcpy (c->right, c->words.offsets, c->words.size * sizeof *c->right);
    c->accepted.count = c->words.size;
    s = distinct_words (samples, PAPNI_ACCEPT, c->right, &c->accepted.count, e);
  }
  if (!s)
    c->rejected = (word_list){ samples, c->wrong, list_wrong (samples, c->wrong) };
  return s;
}

/* ---- tasks ---- */

static bool auto_goes_on (void *context)
{
  contest *c = context;
  if (!atomic_load (&c->enough) && until_reached (&c->options->until))
    atomic_store (&c->enough, true);
  return watch_goes_on (&c->options->watch, PAPNI_PHASE_TRYING, atomic_load (&c->done), ATTEMPTS);
}

/* For the tasks, on any thread. */
static bool auto_has_enough (void *context)
{
  const contest *c = context;
  return atomic_load (&c->enough);
}

/* A model of the method contexts may have many states, and still be described by a few tests:
 * the shorter description counts. */
static status weigh_run (const contest *c, trial_run *r, uint64_t described, error *e)
{
  total_length length;
  uint64_t exceptions = 0;
  status s = total_lengths (r->model, &c->accepted, &length, e);
  if (!s)
    s = total_exceptions (r->model, &c->rejected, &exceptions, &r->accepted_wrongly, e);
  r->bits = (described < length.model ? described : length.model) + length.words + exceptions;
  return s;
}

/* When time is up, the first setting is still tried, so that there is a model. */
static status try_setting (void *context, size_t index, team_member *member)
{
  contest *c = context;
  trial_run *r = &c->runs[index];
  settings s = r->settings;
  if (index && auto_has_enough (c))
    return PAPNI_OK;
  s.threads = 1;
  s.max_states = c->options->max_states;
  s.until = (until){ auto_has_enough, c };
  s.watch = (papni_watch){ team_goes_on, member };
  uint64_t described = UINT64_MAX;
  if (s.method == METHOD_CONTEXTS)
    r->model = learn_by_contexts (c->samples, &s, &r->statistics, &described, &member->error);
  else
    r->model = learn_samples (c->samples, &s, &r->statistics, &member->error);
  if (!r->model)
    return member->error.code;
  const status failed = weigh_run (c, r, described, &member->error);
  atomic_fetch_add (&c->done, 1);
  return failed;
}

/* ---- the choice ---- */

/* The log of merges needs merges. */
static void auto_add_settings (contest *c)
{
  const bool nested = auto_has_calls (c);
  const settings *all = nested ? nested_settings : flat_settings;
  const size_t count = nested ? ATTEMPTS : sizeof flat_settings / sizeof *flat_settings;
  for (size_t i = 0; i < count; i++) {
    const bool merges = all[i].method != METHOD_CONTEXTS;
    if (!merges && c->options->story)
      continue;
    c->runs[c->count].settings = all[i];
    c->runs[c->count++].settings.search = merges ? SEARCH_BUDGET : 0;
  }
}

static status auto_try_all (contest *c, error *e)
{
  auto_add_settings (c);
  return team_do (&c->team, c->count, try_setting, c, e);
}

/* Models with more states than allowed come last. */
static bool auto_is_better (const contest *c, const trial_run *x, const trial_run *y)
{
  const size_t most = c->options->max_states ? c->options->max_states : SIZE_MAX;
  const bool x_allowed = x->model->states <= most, y_allowed = y->model->states <= most;
  if (x_allowed != y_allowed)
    return x_allowed;
  return x_allowed ? x->bits < y->bits : x->model->states < y->model->states;
}

static size_t auto_choose (const contest *c)
{
  size_t chosen = 0;
  for (size_t i = 1; i < c->count; i++)
    if (c->runs[i].model && auto_is_better (c, &c->runs[i], &c->runs[chosen]))
      chosen = i;
  return chosen;
}

/* ---- the report ---- */

static status report_all (contest *c, papni_report *report, size_t chosen, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < c->count; i++) {
    trial_run *r = &c->runs[i];
    if (!r->model)
      continue;
    const papni_attempt attempt = { .states = r->model->states,
                                    .bits = (double) r->bits / 65536,
                                    .accepted_wrongly = r->accepted_wrongly,
                                    .chosen = i == chosen,
                                    .model = i == chosen ? NULL : r->model };
    s = report_attempt (report, &r->settings, attempt, e);
    if (!s && report && i != chosen)
      r->model = NULL; /* it belongs to the report now */
  }
  if (report)
    report->statistics = c->runs[chosen].statistics;
  return s;
}

/* Learns again with the chosen settings, for the story. */
static status auto_tell (const contest *c, size_t chosen, error *e)
{
  settings again = c->runs[chosen].settings;
  again.threads = c->options->threads;
  again.watch = c->options->watch;
  again.story = c->options->story;
  again.max_states = c->options->max_states;
  papni_model *model = again.story ? learn_samples (c->samples, &again, NULL, e) : NULL;
  papni_model_free (model);
  return again.story && !model ? e->code : PAPNI_OK;
}

static void contest_release (contest *c)
{
  team_release (&c->team);
  if (c->words.samples)
    encoded_release (&c->words);
  release (&c->memory, c->right, c->samples->size, sizeof *c->right);
  release (&c->memory, c->wrong, c->samples->size, sizeof *c->wrong);
  for (size_t i = 0; i < c->count; i++)
    papni_model_free (c->runs[i].model);
}

papni_model *learn_auto (const papni_samples *samples, const settings *options, papni_report *report, error *e)
{
  error own;
  contest c = { .memory = samples->memory, .samples = samples, .options = options };
  papni_model *model = NULL;
  e = e ? e : &own;
  if (!team_init (&c.team, &c.memory, options->threads, auto_goes_on, &c, e) && !auto_list_words (&c, e)
      && !auto_try_all (&c, e)) {
    const size_t chosen = auto_choose (&c);
    if (!report_all (&c, report, chosen, e) && !auto_tell (&c, chosen, e)) {
      model = c.runs[chosen].model;
      c.runs[chosen].model = NULL;
    }
  }
  contest_release (&c);
  return model;
}
