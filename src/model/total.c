/* total.c - the total description length of a model and of words. */
#include "model/total.h"

#include "base/list.h"
#include "base/logs.h"
#include "base/watch.h"

#include <string.h>

enum
{
  RUN_WORK = 8 /* memory accesses for a symbol */
};

typedef struct totaller
{
  const papni_model *model;
  const word_list *words;
  allocator memory;
  papni_run *run;
  symbol *rank;     /* symbol of the samples -> of the model */
  uint64_t *passed; /* state -> how often */
  list path;        /* the states that the last word passed */
  watch watch;
  bool *popped;            /* state * symbols + call: is the call popped when it was made there? */
  size_t events;           /* symbols that occur in the words, and the end */
  const uint32_t *members; /* of the class of a symbol of the model; NULL: symbols are alone */
} totaller;

/* ---- what can happen in a state ---- */

static void mark_popped (const totaller *t)
{
  const papni_model *m = t->model;
  const size_t letters = m->alphabet->size;
  for (size_t i = 0; i < m->count; i++) {
    const transition *r = &m->transitions[i];
    const bool any = r->caller == PAPNI_NO_STATE;
    if (r->popped == PAPNI_NO_SYMBOL)
      continue;
    for (size_t q = any ? 0 : r->caller; q < (any ? m->states : (size_t) r->caller + 1); q++)
      t->popped[q * letters + r->popped] = true;
  }
}

/* A call that no return pops leads nowhere, and does not count. */
static bool total_is_useful (const totaller *t, const transition *r)
{
  return model_symbol_kind (t->model, r->symbol) != PAPNI_CALL
         || t->popped[r->from * t->model->alphabet->size + r->symbol];
}

static size_t possible_events (const totaller *t, papni_state q)
{
  const papni_model *m = t->model;
  size_t count = m->accepting[q];
  for (size_t i = m->first[q]; i < m->first[q + 1]; i++)
    count += total_is_useful (t, &m->transitions[i])
             && (i == m->first[q] || m->transitions[i].symbol != m->transitions[i - 1].symbol);
  return count;
}

/* The same, where a symbol counts as often as its class has members. */
static uint64_t possible_members (const totaller *t, papni_state q)
{
  const papni_model *m = t->model;
  uint64_t count = m->accepting[q];
  for (size_t i = m->first[q]; i < m->first[q + 1]; i++)
    if (total_is_useful (t, &m->transitions[i])
        && (i == m->first[q] || m->transitions[i].symbol != m->transitions[i - 1].symbol))
      count += t->members[m->transitions[i].symbol];
  return count;
}

/* The transitions whose targets are written down: a call of a sevpa once for all states. */
static size_t count_targets (const totaller *t)
{
  const papni_model *m = t->model;
  size_t count = 0;
  for (size_t i = 0; i < m->count; i++)
    count += m->transitions[i].popped == PAPNI_NO_SYMBOL && !model_enters (m, &m->transitions[i])
             && total_is_useful (t, &m->transitions[i]);
  for (size_t c = 0; m->kind == PAPNI_SEVPA && c < m->alphabet->size; c++)
    count += m->alphabet->letters[c].kind == PAPNI_CALL && model_entry (m, (symbol) c) != PAPNI_NO_STATE;
  return count;
}

/* ---- words ---- */

/* Runs a word, and says whether it is accepted. */
static status total_run (totaller *t, const symbol *word, bool *accepted, error *e)
{
  const symbol *at = word;
  papni_run_restart (t->run);
  for (; !is_end (*at); at++) {
    const status s = papni_run_step (t->run, t->rank[*at], e);
    if (s)
      return s;
  }
  *accepted = papni_run_verdict (t->run) == PAPNI_VERDICT_ACCEPT;
  return watch_spend (&t->watch, RUN_WORK * (size_t) (at - word + 1), e);
}

/* The bits of a word that is an exception. */
static uint64_t written_out (const totaller *t, size_t length)
{
  return (length + 1) * log_of (t->events) + log_of (t->words->count) + (uint64_t) ONE_BIT;
}

/* Counts the states that an accepted word passes; *rest grows by the bits of one that is
 * written out. */
static status total_word (totaller *t, const symbol *word, uint64_t *rest, error *e)
{
  size_t length = 0;
  papni_run_restart (t->run);
  t->path.count = 0;
  for (; !is_end (word[length]); length++) {
    const bool room = list_add (&t->memory, &t->path, papni_run_state (t->run));
    const status s = room ? papni_run_step (t->run, t->rank[word[length]], e) : no_memory (e);
    if (s)
      return s;
  }
  if (papni_run_verdict (t->run) != PAPNI_VERDICT_ACCEPT) {
    *rest += written_out (t, length);
    return watch_spend (&t->watch, RUN_WORK * (length + 1), e);
  }
  for (size_t i = 0; i < length; i++)
    t->passed[t->path.items[i]]++;
  t->passed[papni_run_state (t->run)]++;
  return watch_spend (&t->watch, RUN_WORK * (length + 1), e);
}

static status totaller_begin (totaller *t, const papni_model *model, const word_list *words, error *e)
{
  const papni_alphabet *from = words->samples->alphabet;
  const allocator *a = &model->memory;
  *t = (totaller){
    .model = model, .words = words, .memory = *a, .watch = watch_begin (words->watch, PAPNI_PHASE_MERGING)
  };
  t->run = papni_run_new (model, e);
  t->rank = allocate (a, from->size, sizeof *t->rank);
  t->passed = allocate_zeroed (a, model->states, sizeof *t->passed);
  t->popped = allocate_zeroed (a, model->states * model->alphabet->size, sizeof *t->popped);
  if (!t->run || !t->rank || !t->passed || !t->popped)
    return no_memory (e);
  for (size_t i = 0; i < from->size; i++)
    t->rank[i] = papni_alphabet_find (model->alphabet, from->letters[i].name, strlen (from->letters[i].name));
  return PAPNI_OK;
}

static void totaller_release (totaller *t)
{
  papni_run_free (t->run);
  list_release (&t->memory, &t->path);
  release (&t->memory, t->rank, t->words->samples->alphabet->size, sizeof *t->rank);
  release (&t->memory, t->passed, t->model->states, sizeof *t->passed);
  release (&t->memory, t->popped, t->model->states * t->model->alphabet->size, sizeof *t->popped);
}

static status total_count_events (totaller *t, error *e)
{
  const papni_samples *samples = t->words->samples;
  bool *seen = allocate_zeroed (&t->memory, samples->alphabet->size, sizeof *seen);
  if (!seen)
    return no_memory (e);
  for (size_t i = 0; i < t->words->count; i++)
    for (const symbol *s = samples->flat + t->words->offsets[i]; !is_end (*s); s++)
      seen[*s] = true;
  t->events = 1;
  for (size_t i = 0; i < samples->alphabet->size; i++)
    t->events += seen[i];
  release (&t->memory, seen, samples->alphabet->size, sizeof *seen);
  return PAPNI_OK;
}

static status total_add_states (const totaller *t, total_length *length, error *e)
{
  const papni_model *m = t->model;
  logs l = { 0 };
  if (!logs_fill (&t->memory, &l, m->alphabet->size + 1)) {
    logs_release (&t->memory, &l);
    return no_memory (e);
  }
  for (size_t q = 0; q < m->states; q++) {
    const size_t possible = possible_events (t, (papni_state) q), all = possible > t->events ? possible : t->events;
    const uint64_t members = t->members ? possible_members (t, (papni_state) q) : 0;
    const uint64_t each = t->members ? log_of (members ? members : 1) : l.log[possible ? possible : 1];
    length->model += (uint64_t) logs_choose (&l, all, possible);
    length->words += t->passed[q] * each;
  }
  logs_release (&t->memory, &l);
  length->model += count_targets (t) * log_of (m->states > 2 ? m->states : 2);
  return PAPNI_OK;
}

status total_lengths_of_classes (const papni_model *model, const word_list *words, const uint32_t *members,
                                 total_length *length, error *e)
{
  totaller t;
  *length = (total_length){ 0, 0 };
  status s = totaller_begin (&t, model, words, e);
  t.members = members;
  if (!s)
    s = total_count_events (&t, e);
  if (!s)
    mark_popped (&t);
  for (size_t i = 0; !s && i < words->count; i++)
    s = total_word (&t, words->samples->flat + words->offsets[i], &length->words, e);
  if (!s)
    s = total_add_states (&t, length, e);
  totaller_release (&t);
  return s;
}

status total_lengths (const papni_model *model, const word_list *words, total_length *length, error *e)
{
  return total_lengths_of_classes (model, words, NULL, length, e);
}

status total_bits (const papni_model *model, const word_list *words, uint64_t *bits, error *e)
{
  total_length length;
  const status s = total_lengths (model, words, &length, e);
  *bits = length.model + length.words;
  return s;
}

status total_accepted (const papni_model *model, const word_list *words, size_t *count, error *e)
{
  totaller t;
  *count = 0;
  status s = totaller_begin (&t, model, words, e);
  for (size_t i = 0; !s && i < words->count; i++) {
    bool accepted = false;
    s = total_run (&t, words->samples->flat + words->offsets[i], &accepted, e);
    *count += accepted;
  }
  totaller_release (&t);
  return s;
}

status total_exceptions (const papni_model *model, const word_list *words, uint64_t *bits, size_t *count, error *e)
{
  totaller t;
  *bits = *count = 0;
  status s = totaller_begin (&t, model, words, e);
  if (!s)
    s = total_count_events (&t, e);
  for (size_t i = 0; !s && i < words->count; i++) {
    const symbol *word = words->samples->flat + words->offsets[i];
    bool accepted = false;
    size_t length = 0;
    s = total_run (&t, word, &accepted, e);
    while (!is_end (word[length]))
      length++;
    *count += accepted;
    *bits += accepted ? written_out (&t, length) : 0;
  }
  totaller_release (&t);
  return s;
}
