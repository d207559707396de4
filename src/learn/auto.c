/* auto.c - chooses a setting by description length.
 *
 * Each setting learns from all words; merging is greedy, so settings that merge search. What
 * counts is the total length of the model and of the accepted words written down with it
 * (total.h); a rejected word that it accepts is an exception, and written out. These are
 * independent tasks, which threads share. What several of them need is made once: the encoded words,
 * their tree and terms (forms.h), and the length of a model that several settings have found. */
#include "learn/learn.h"

#include "base/team.h"
#include "data/distinct.h"
#include "data/encode.h"
#include "learn/contexts/learn_contexts.h"
#include "learn/forms.h"
#include "model/total.h"

#include <string.h>

enum
{
  ATTEMPTS = 10, /* settings at most */
  FORMS = 3      /* that they start from, at most */
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
  const form *form; /* what it starts from, if it merges */
  papni_model *model;
  const papni_model *weighed; /* the first of the same models */
  papni_statistics statistics;
  uint64_t described; /* with the method contexts, the length of its tests and rules */
  total_length length;
  uint64_t exceptions, bits;
  size_t accepted_wrongly;
} trial_run;

typedef struct contest
{
  allocator memory;
  const papni_samples *samples;
  const settings *options;
  encoded words; /* the well-matched words */
  encoded plain; /* without calls: all words, as they are */
  papni_statistics counts;
  form forms[FORMS];
  size_t form_count;
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
  c->right = allocate (&c->memory, samples->size, sizeof *c->right);
  c->wrong = allocate (&c->memory, samples->size, sizeof *c->wrong);
  status s = c->right && c->wrong ? encoded_init (&c->words, samples, true, &c->counts, e) : no_memory (e);
  c->accepted = (word_list){ .samples = samples, .offsets = c->right };
  if (!s) {
    if (c->words.size)
      memcpy (c->right, c->words.offsets, c->words.size * sizeof *c->right);
    c->accepted.count = c->words.size;
    s = distinct_words (samples, PAPNI_ACCEPT, c->right, &c->accepted.count, e);
  }
  if (!s)
    c->rejected = (word_list){ samples, c->wrong, list_wrong (samples, c->wrong), NULL };
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

static const encoded *auto_words (const contest *c)
{
  return c->plain.samples ? &c->plain : &c->words;
}

static settings task_settings (contest *c, const trial_run *r, team_member *member)
{
  settings s = r->settings;
  s.threads = 1;
  s.max_states = c->options->max_states;
  s.known = c->options->known;
  s.until = (until){ auto_has_enough, c };
  s.watch = (papni_watch){ team_goes_on, member };
  return s;
}

/* When time is up, what the first setting needs is still made. */
static status auto_make_form (void *context, size_t index, team_member *member)
{
  contest *c = context;
  const trial_run *r = c->runs;
  if (index && auto_has_enough (c))
    return PAPNI_OK;
  while (r->form != &c->forms[index])
    r++;
  const settings s = task_settings (c, r, member);
  return form_make (&c->forms[index], auto_words (c), &s, &member->error);
}

/* When time is up, the first setting is still tried, so that there is a model. */
static status try_setting (void *context, size_t index, team_member *member)
{
  contest *c = context;
  trial_run *r = &c->runs[index];
  if (index && (auto_has_enough (c) || (r->form && !r->form->made)))
    return PAPNI_OK;
  const settings s = task_settings (c, r, member);
  r->statistics = c->counts;
  r->described = UINT64_MAX;
  r->model = r->form ? form_learn (r->form, &s, &r->statistics, &member->error)
                     : learn_contexts (auto_words (c), &s, &r->described, &member->error);
  if (!r->model)
    return member->error.code;
  r->statistics.states = r->model->states;
  atomic_fetch_add (&c->done, 1);
  return PAPNI_OK;
}

/* Settings often find the same model: it is weighed once. */
static status auto_weigh (void *context, size_t index, team_member *member)
{
  contest *c = context;
  trial_run *r = &c->runs[index];
  const papni_watch watch = { team_goes_on, member };
  word_list accepted = c->accepted, rejected = c->rejected;
  accepted.watch = rejected.watch = &watch;
  if (!r->model || r->weighed != r->model)
    return PAPNI_OK;
  const status s = total_lengths (r->model, &accepted, &r->length, &member->error);
  return s ? s : total_exceptions (r->model, &rejected, &r->exceptions, &r->accepted_wrongly, &member->error);
}

/* ---- the choice ---- */

/* The form that a setting starts from, perhaps a new one. */
static form *auto_form (contest *c, const settings *s)
{
  size_t i = 0;
  while (i < c->form_count && !form_suits (&c->forms[i], s))
    i++;
  if (i == c->form_count)
    c->forms[c->form_count++] = form_for (s);
  return &c->forms[i];
}

/* The log of merges needs merges. */
static void auto_add_settings (contest *c, bool nested)
{
  const settings *all = nested ? nested_settings : flat_settings;
  const size_t count = nested ? ATTEMPTS : sizeof flat_settings / sizeof *flat_settings;
  for (size_t i = 0; i < count; i++) {
    const bool merges = all[i].method != METHOD_CONTEXTS;
    if (!merges && c->options->story)
      continue;
    trial_run *r = &c->runs[c->count++];
    r->settings = all[i];
    r->settings.search = merges ? SEARCH_BUDGET : 0;
    r->form = merges ? auto_form (c, &all[i]) : NULL;
  }
}

static void auto_find_same (contest *c)
{
  for (size_t i = 0; i < c->count; i++) {
    c->runs[i].weighed = c->runs[i].model;
    for (size_t k = 0; k < i && c->runs[i].weighed == c->runs[i].model; k++)
      if (c->runs[i].model && c->runs[k].model && model_is_same (c->runs[k].model, c->runs[i].model))
        c->runs[i].weighed = c->runs[k].model;
  }
}

/* A model of the method contexts may have many states, and still be described by a few tests:
 * the shorter description counts. */
static void auto_add_bits (contest *c)
{
  for (size_t i = 0; i < c->count; i++) {
    trial_run *r = &c->runs[i];
    const trial_run *same = c->runs;
    while (same->model != r->weighed)
      same++;
    r->accepted_wrongly = same->accepted_wrongly;
    r->bits =
        (r->described < same->length.model ? r->described : same->length.model) + same->length.words + same->exceptions;
  }
}

static status auto_try_all (contest *c, error *e)
{
  const bool nested = auto_has_calls (c);
  auto_add_settings (c, nested);
  if (!nested) {
    c->counts = (papni_statistics){ 0 };
    const status s = encoded_init (&c->plain, c->samples, false, &c->counts, e);
    if (s)
      return s;
  }
  status s = team_do (&c->team, c->form_count, auto_make_form, c, e);
  if (!s)
    s = team_do (&c->team, c->count, try_setting, c, e);
  if (s)
    return s;
  auto_find_same (c);
  s = team_do (&c->team, c->count, auto_weigh, c, e);
  if (!s)
    auto_add_bits (c);
  return s;
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
  for (size_t i = 0; i < c->form_count; i++)
    form_release (&c->forms[i]);
  if (c->plain.samples)
    encoded_release (&c->plain);
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
