/* auto.c - which setting suits these words? Asked of the words themselves.
 *
 * The words with a label are dealt into five folds, accepted and rejected ones each
 * in shortlex order, so that the order of the sample does not matter. Each setting
 * learns from four folds and is tried on the fifth, five times, which gives an F1 over
 * all held-back words. That is a rough measure: one early merge can spoil a model. So
 * all settings that are not far below the best learn from all words, and search for a
 * smaller model (search.h). How many bits that one takes to write down (bits.h) and the
 * F1 decide together. All of this is many independent tasks, which threads share. */
#include "base/rows.h"
#include "base/workers.h"
#include "data/sample.h"
#include "learn/tree/sort.h"
#include "model/bits.h"

#include <float.h>
#include <stdatomic.h>

enum
{
  FOLDS = 5,
  FINAL = PAPNI_SEARCH + 1, /* as much work as one fold, perhaps */
  ALL_TASKS = PAPNI_ATTEMPTS * (FOLDS + FINAL)
};

/* How far below the best F1 a setting can be, and still win. */
static const double near = 0.2;

/* And how far above the least score. Few bits more or less say little. */
static const double slack = 4;

static const papni_options settings[PAPNI_ATTEMPTS] = {
  { .model = PAPNI_VPA, .method = PAPNI_EDSM, .evidence = PAPNI_STATES },
  { .model = PAPNI_VPA, .method = PAPNI_EDSM, .evidence = PAPNI_LABELS },
  { .model = PAPNI_VPA, .method = PAPNI_RPNI, .evidence = PAPNI_STATES },
  { .model = PAPNI_SEVPA, .method = PAPNI_EDSM, .evidence = PAPNI_STATES, .modules = PAPNI_MODULES_CALL },
  { .model = PAPNI_SEVPA, .method = PAPNI_EDSM, .evidence = PAPNI_LABELS, .modules = PAPNI_MODULES_CALL },
  { .model = PAPNI_SEVPA, .method = PAPNI_RPNI, .evidence = PAPNI_STATES, .modules = PAPNI_MODULES_CALL },
  { .model = PAPNI_SEVPA, .method = PAPNI_EDSM, .evidence = PAPNI_STATES, .modules = PAPNI_MODULES_ONE },
  { .model = PAPNI_SEVPA, .method = PAPNI_EDSM, .evidence = PAPNI_LABELS, .modules = PAPNI_MODULES_ONE },
  { .model = PAPNI_SEVPA, .method = PAPNI_RPNI, .evidence = PAPNI_STATES, .modules = PAPNI_MODULES_ONE },
};

/* Where scores do not: a sevpa with modules says most about where a word is. */
static const size_t preferred[PAPNI_ATTEMPTS] = { 3, 4, 5, 0, 1, 2, 6, 7, 8 };

typedef struct contest
{
  allocator memory;
  const papni_samples *samples;
  const papni_options *options;
  symbol *rank;      /* of each symbol, from 1; an end mark's is 0 */
  uint64_t *offsets; /* of the labelled words, each once, in shortlex order */
  uint8_t *folds;    /* of these */
  size_t size;
  papni_samples *training[FOLDS]; /* all words but those of that fold */
  papni_attempt results[PAPNI_ATTEMPTS][FOLDS];
  papni_attempt attempts[PAPNI_ATTEMPTS];
  size_t finalists[PAPNI_ATTEMPTS], finalist_count;
  papni_model *models[PAPNI_ATTEMPTS]; /* of all words, by these */
  papni_statistics statistics[PAPNI_ATTEMPTS];
  atomic_size_t done;
  atomic_bool stopped; /* something went wrong, or the caller wants no more */
  error *errors;       /* of each thread */
  unsigned threads;
  workers *workers;
} contest;

/* ---- the words in order ---- */

static size_t length_at (const contest *c, uint64_t offset)
{
  const symbol *word = c->samples->flat + offset;
  size_t length = 0;
  while (!is_end (word[length]))
    length++;
  return length;
}

static bool same_word (const contest *c, uint64_t one, uint64_t other)
{
  const symbol *x = c->samples->flat + one, *y = c->samples->flat + other;
  for (; *x == *y && !is_end (*x); x++)
    y++;
  return is_end (*x) && is_end (*y);
}

/* Lists the words that have a label, each once, in lexicographic order. */
static status list_words (contest *c, error *e)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  size_t kept = 0;
  while (papni_samples_next (c->samples, &cursor, &word))
    if (word.label)
      c->offsets[c->size++] = (uint64_t) (word.symbols - c->samples->flat);
  const papni_samples *all = c->samples;
  const unsorted words = { c->offsets, c->size, all->flat, all->used, c->rank, all->alphabet->size };
  const status s = sort_words (&words, c->workers, &c->memory, e);
  for (size_t i = 0; !s && i < c->size; i++)
    if (!kept || !same_word (c, c->offsets[kept - 1], c->offsets[i]))
      c->offsets[kept++] = c->offsets[i];
  c->size = kept;
  return s;
}

/* A stable sort by length makes it shortlex. */
static status sort_by_length (contest *c, error *e)
{
  const allocator *a = &c->memory;
  size_t longest = 0;
  for (size_t i = 0; i < c->size; i++) {
    const size_t length = length_at (c, c->offsets[i]);
    longest = length > longest ? length : longest;
  }
  rows lengths;
  uint64_t *sorted = allocate (a, c->samples->size, sizeof *sorted);
  const bool room = rows_init (a, &lengths, longest + 1) && sorted;
  for (size_t i = 0; room && i < c->size; i++)
    rows_count (&lengths, length_at (c, c->offsets[i]));
  if (room)
    rows_begin (&lengths);
  for (size_t i = 0; room && i < c->size; i++)
    sorted[rows_place (&lengths, length_at (c, c->offsets[i]))] = c->offsets[i];
  rows_release (a, &lengths);
  release (a, room ? c->offsets : sorted, c->samples->size, sizeof *sorted);
  if (!room)
    return no_memory (e);
  c->offsets = sorted;
  return PAPNI_OK;
}

/* ---- the folds ---- */

static papni_label auto_label_at (const contest *c, uint64_t offset)
{
  return (papni_label) (c->samples->flat[offset + length_at (c, offset)] - END);
}

static void deal (contest *c)
{
  size_t dealt[PAPNI_ACCEPT + 1] = { 0 };
  for (size_t i = 0; i < c->size; i++)
    c->folds[i] = (uint8_t) (dealt[auto_label_at (c, c->offsets[i])]++ % FOLDS);
}

static status auto_add_word (papni_samples *to, const contest *c, uint64_t offset, error *e)
{
  const size_t length = length_at (c, offset);
  if (!samples_reserve (to, length))
    return no_memory (e);
  for (size_t i = 0; i < length; i++)
    to->flat[to->used + i] = c->samples->flat[offset + i];
  return samples_end_word (to, length, auto_label_at (c, offset), NULL, 0, e);
}

static status gather (contest *c, error *e)
{
  status s = PAPNI_OK;
  for (size_t fold = 0; !s && fold < FOLDS; fold++) {
    c->training[fold] = papni_samples_new (c->samples->alphabet, e);
    s = c->training[fold] ? PAPNI_OK : PAPNI_MEMORY;
    for (size_t i = 0; !s && i < c->size; i++)
      if (c->folds[i] != fold)
        s = auto_add_word (c->training[fold], c, c->offsets[i], e);
  }
  return s;
}

static status auto_prepare (contest *c, error *e)
{
  const papni_alphabet *alphabet = c->samples->alphabet;
  symbol *order = alphabet_order (alphabet);
  c->rank = allocate_zeroed (&c->memory, 0x10000, sizeof *c->rank);
  c->offsets = allocate (&c->memory, c->samples->size, sizeof *c->offsets);
  c->folds = allocate (&c->memory, c->samples->size, sizeof *c->folds);
  c->errors = allocate_zeroed (&c->memory, c->threads, sizeof *c->errors);
  c->workers = workers_new (&c->memory, c->threads, e);
  status s = order && c->rank && c->offsets && c->folds && c->errors && c->workers ? PAPNI_OK : no_memory (e);
  for (size_t i = 0; !s && i < alphabet->size; i++)
    c->rank[order[i]] = (symbol) (i + 1);
  release (&c->memory, order, alphabet->size, sizeof *order);
  if (!s)
    s = list_words (c, e);
  if (!s)
    s = sort_by_length (c, e);
  if (s)
    return s;
  deal (c);
  return gather (c, e);
}

/* ---- tasks ---- */

/* What a thread that learns asks now and then. The first is the caller's own. */
typedef struct asker
{
  contest *contest;
  unsigned thread;
} asker;

static bool auto_go_on (void *context, papni_phase phase, size_t done, size_t total)
{
  const asker *a = context;
  contest *c = a->contest;
  const papni_options *o = c->options;
  (void) phase, (void) done, (void) total;
  if (a->thread == 0 && o->progress && !o->progress (o->context, PAPNI_TRYING, atomic_load (&c->done), ALL_TASKS))
    atomic_store (&c->stopped, true);
  return !atomic_load (&c->stopped);
}

static papni_model *learn_with (contest *c, size_t setting, const papni_samples *samples, unsigned search,
                                papni_statistics *statistics, unsigned thread)
{
  asker a = { c, thread };
  papni_options options = settings[setting];
  options.focus = PAPNI_POSITIVE;
  options.search = search;
  options.progress = auto_go_on;
  options.context = &a;
  papni_model *model = papni_learn (samples, &options, statistics, &c->errors[thread]);
  if (!model)
    atomic_store (&c->stopped, true);
  atomic_fetch_add (&c->done, search ? FINAL : 1);
  return model;
}

/* Runs the words of a fold. */
static void judge (contest *c, const papni_model *model, size_t fold, papni_attempt *result, error *e)
{
  papni_run *run = papni_run_new (model, e);
  status s = run ? PAPNI_OK : PAPNI_MEMORY;
  for (size_t i = 0; !s && i < c->size; i++) {
    if (c->folds[i] != fold)
      continue;
    const symbol *word = c->samples->flat + c->offsets[i];
    papni_run_restart (run);
    for (; !s && !is_end (*word); word++)
      s = papni_run_step (run, (symbol) (c->rank[*word] - 1), e);
    const bool accepts = papni_run_verdict (run) == PAPNI_ACCEPTS, right = *word == END + PAPNI_ACCEPT;
    result->true_positive += accepts && right;
    result->false_positive += accepts && !right;
    result->false_negative += !accepts && right;
    result->true_negative += !accepts && !right;
  }
  papni_run_free (run);
  if (s)
    atomic_store (&c->stopped, true);
}

static void try_setting (void *context, size_t index, unsigned thread)
{
  contest *c = context;
  const size_t setting = index / FOLDS, fold = index % FOLDS;
  if (atomic_load (&c->stopped))
    return;
  papni_model *model = learn_with (c, setting, c->training[fold], 0, NULL, thread);
  if (model)
    judge (c, model, fold, &c->results[setting][fold], &c->errors[thread]);
  papni_model_free (model);
}

static void learn_all (void *context, size_t index, unsigned thread)
{
  contest *c = context;
  const size_t setting = c->finalists[index];
  if (!atomic_load (&c->stopped))
    c->models[setting] = learn_with (c, setting, c->samples, PAPNI_SEARCH, &c->statistics[setting], thread);
}

/* ---- the choice ---- */

static void add_up (contest *c)
{
  for (size_t i = 0; i < PAPNI_ATTEMPTS; i++) {
    papni_attempt *sum = &c->attempts[i];
    sum->options = settings[i];
    sum->options.focus = PAPNI_POSITIVE;
    sum->options.search = PAPNI_SEARCH;
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
  for (size_t i = 0; i < PAPNI_ATTEMPTS; i++)
    if (f1 (&c->attempts[i]) > best)
      best = f1 (&c->attempts[i]);
  for (size_t i = 0; i < PAPNI_ATTEMPTS; i++)
    if (f1 (&c->attempts[i]) >= best - near)
      c->finalists[c->finalist_count++] = i;
    else
      atomic_fetch_add (&c->done, FINAL);
}

/* How much is held against it: the bits of its model over the fourth power of its F1.
 * Where nothing was accepted that should be, by no setting, bits alone decide. */
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

/* Of those whose score is hardly above the least, the first in the order of preference. */
static size_t auto_choose (contest *c)
{
  double least = DBL_MAX;
  bool all_fail = true;
  size_t chosen = 0;
  for (size_t i = 0; i < PAPNI_ATTEMPTS; i++)
    all_fail = all_fail && !c->attempts[i].true_positive;
  for (size_t i = 0; i < c->finalist_count; i++) {
    const double next = auto_score (&c->attempts[c->finalists[i]], all_fail);
    least = next < least ? next : least;
  }
  for (size_t i = 0; i < PAPNI_ATTEMPTS; i++) {
    chosen = preferred[i];
    if (c->models[chosen] && auto_score (&c->attempts[chosen], all_fail) <= least + slack)
      break;
  }
  c->attempts[chosen].chosen = true;
  return chosen;
}

static void auto_watch (void *context)
{
  asker first = { context, 0 };
  auto_go_on (&first, PAPNI_TRYING, 0, 0);
}

static status hold (contest *c, error *e)
{
  workers_watch (c->workers, auto_watch, c);
  workers_do (c->workers, (size_t) PAPNI_ATTEMPTS * FOLDS, try_setting, c);
  if (!atomic_load (&c->stopped)) {
    add_up (c);
    find_finalists (c);
    workers_do (c->workers, c->finalist_count, learn_all, c);
  }
  return atomic_load (&c->stopped) ? workers_trouble (c->errors, c->threads, e) : PAPNI_OK;
}

static void contest_release (contest *c)
{
  const allocator *a = &c->memory;
  workers_free (c->workers);
  release (a, c->rank, 0x10000, sizeof *c->rank);
  release (a, c->offsets, c->samples->size, sizeof *c->offsets);
  release (a, c->folds, c->samples->size, sizeof *c->folds);
  release (a, c->errors, c->threads, sizeof *c->errors);
  for (size_t i = 0; i < FOLDS; i++)
    papni_samples_free (c->training[i]);
  for (size_t i = 0; i < PAPNI_ATTEMPTS; i++)
    papni_model_free (c->models[i]);
}

papni_model *papni_learn_auto (const papni_samples *samples, const papni_options *options, papni_attempt *attempts,
                               papni_statistics *statistics, papni_error *e)
{
  contest c = { .memory = samples->memory,
                .samples = samples,
                .options = options,
                .threads = options->threads ? options->threads : 1 };
  papni_model *model = NULL;
  if (!papni_samples_check (samples, e) && !auto_prepare (&c, e) && !hold (&c, e) && !weigh (&c, e)) {
    const size_t chosen = auto_choose (&c);
    model = c.models[chosen];
    c.models[chosen] = NULL;
    if (statistics)
      *statistics = c.statistics[chosen];
    for (size_t i = 0; attempts && i < PAPNI_ATTEMPTS; i++)
      attempts[i] = c.attempts[i];
  }
  contest_release (&c);
  return model;
}
