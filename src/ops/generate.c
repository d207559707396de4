/* generate.c - draws labelled words of a model.
 *
 * Accepted words are drawn from the counts of words.c. Rejected words come from pools:
 * all words, the well-matched words, and edited accepted words. The first two pools are
 * models with one state, so they can also be counted and drawn from, and it is known
 * how many rejected words of each length are left. */
#include "ops/generate.h"
#include "base/random.h"
#include "base/watch.h"
#include "data/sample.h"

#include <string.h>

enum
{
  UNIFORM,
  MATCHED,
  EDITS,
  KINDS,
  EDITS_AT_MOST = 2,
  MORE = EDITS_AT_MOST * MOST_ADDED, /* symbols */
  TRIES = 1000                       /* failed edits in a row */
};

#define MOST_TRIES 1e7

typedef struct generator
{
  allocator memory;
  const papni_model *model;
  const papni_generation *how;
  watch watch;
  papni_samples *samples;
  papni_counter *accepted;
  papni_run *run;
  double *left; /* [length]: accepted words that are left */
  pool pools[EDITS];
  double weights[KINDS];
  size_t quotas[KINDS];
  papni_random random;
  map taken;          /* hashes of the words so far */
  editor editor;      /* holds the current word */
  symbol *translated; /* model's symbol -> samples' symbol */
} generator;

static size_t lengths (const generator *g)
{
  return g->how->most + 1;
}

/* ---- words ---- */

static status accepts (papni_run *run, const symbol *word, size_t length, bool *result, error *e)
{
  papni_run_restart (run);
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < length; i++)
    s = papni_run_step (run, word[i], e);
  *result = !s && papni_run_verdict (run) == PAPNI_VERDICT_ACCEPT;
  return s;
}

static uint64_t generate_hash_word (const symbol *word, size_t length)
{
  uint64_t hash = length;
  for (size_t i = 0; i < length; i++)
    hash = mix (hash + word[i] + 1) * 0xd6e8feb86659fd93u;
  return hash;
}

/* Adds the current word, unless it was taken before. */
static status take (generator *g, size_t length, papni_label label, bool *fresh, error *e)
{
  *fresh = true;
  if (!g->how->replace && !map_enter (&g->memory, &g->taken, generate_hash_word (g->editor.word, length), 0, fresh))
    return no_memory (e);
  if (!*fresh)
    return PAPNI_OK;
  papni_samples *samples = g->samples;
  if (!samples_reserve (samples, length))
    return no_memory (e);
  for (size_t i = 0; i < length; i++)
    samples->flat[samples->used + i] = g->translated[g->editor.word[i]];
  return samples_end_word (samples, length, label, NULL, 0, e);
}

/* Draws a word of a length. */
static status draw (generator *g, papni_counter *words, size_t length, error *e)
{
  const status s = papni_counter_draw (words, length, &g->random, g->editor.word, e);
  return s ? s : watch_spend (&g->watch, 1 + length, e);
}

/* Draws a length that has words left; false if none has. */
static bool draw_length (generator *g, const double *left, size_t *length)
{
  size_t count = 0;
  for (size_t n = g->how->least; n <= g->how->most; n++)
    count += left[n] > 0;
  if (!count)
    return false;
  size_t place = (size_t) random_below (&g->random, count);
  for (*length = g->how->least; left[*length] <= 0 || place-- > 0;)
    (*length)++;
  return true;
}

static status take_accepted (generator *g, error *e)
{
  size_t length = 0;
  bool fresh = false;
  status s = PAPNI_OK;
  draw_length (g, g->left, &length); /* there are enough words, as checked before */
  while (!s && !fresh) {
    s = draw (g, g->accepted, length, e);
    if (!s)
      s = take (g, length, PAPNI_ACCEPT, &fresh, e);
  }
  if (!g->how->replace)
    g->left[length]--;
  return s;
}

/* Takes the current word if it is rejected and new, and removes it from its pools. */
static status take_rejected (generator *g, size_t length, bool *done, error *e)
{
  bool accepted, within = false;
  status s = accepts (g->run, g->editor.word, length, &accepted, e);
  *done = false;
  if (!s && !accepted)
    s = take (g, length, PAPNI_REJECT, done, e);
  for (size_t i = 0; !s && *done && !g->how->replace && i < EDITS; i++)
    if (g->pools[i].left) {
      s = accepts (g->pools[i].run, g->editor.word, length, &within, e);
      g->pools[i].left[length] -= within;
    }
  return s;
}

/* Takes a rejected word of the pool. *done stays false if there are none left. */
static status take_from_pool (generator *g, pool *p, bool *done, error *e)
{
  status s = PAPNI_OK;
  size_t length;
  while (!s && !*done && draw_length (g, p->left, &length)) {
    const double each = papni_counter_count (p->words, length) / p->left[length];
    const double most = each < MOST_TRIES / 64 ? 64 * each : MOST_TRIES; /* certain up to e^-64 */
    for (double tries = 0; !s && !*done && tries < most; tries++) {
      s = draw (g, p->words, length, e);
      if (!s)
        s = take_rejected (g, length, done, e);
    }
    if (!*done)
      p->left[length] = 0; /* too rare to be found */
  }
  return s;
}

/* Tries one edit first, and a second if that gives nothing new. */
static status take_edited (generator *g, const double *accepted, bool *done, error *e)
{
  status s = PAPNI_OK;
  size_t length;
  for (size_t tries = 0; !s && !*done && tries < TRIES && draw_length (g, accepted, &length); tries++) {
    s = draw (g, g->accepted, length, e);
    for (size_t edits = 0; !s && !*done && edits < EDITS_AT_MOST; edits++) {
      length = edit_word (&g->editor, length);
      if (length >= g->how->least && length <= g->how->most)
        s = take_rejected (g, length, done, e);
    }
  }
  return s;
}

/* ---- quotas ---- */

/* Distributes words among the kinds that have a weight. */
static void generate_share_out (generator *g, size_t words)
{
  double all = 0, before = 0;
  size_t given = 0;
  for (size_t k = 0; k < KINDS; k++)
    all += g->weights[k];
  for (size_t k = 0; all > 0 && k < KINDS; k++) {
    before += g->weights[k];
    const size_t upto = (size_t) ((double) words * (before / all) + 0.5);
    g->quotas[k] += upto - given;
    given = upto;
  }
}

/* Takes one rejected word, of a kind drawn by the remaining quotas. */
static status take_negative (generator *g, const double *accepted, size_t left, size_t found, error *e)
{
  bool done = false;
  status s = PAPNI_OK;
  while (!s && !done) {
    size_t kind = 0, place = (size_t) random_below (&g->random, left);
    while (place >= g->quotas[kind])
      place -= g->quotas[kind++];
    s = kind == EDITS ? take_edited (g, accepted, &done, e) : take_from_pool (g, &g->pools[kind], &done, e);
    if (done)
      g->quotas[kind]--;
    if (s || done)
      break;
    const size_t rest = g->quotas[kind];
    g->weights[kind] = 0;
    g->quotas[kind] = 0;
    generate_share_out (g, rest);
    if (g->weights[UNIFORM] + g->weights[MATCHED] + g->weights[EDITS] <= 0)
      s = fail (e, PAPNI_INPUT, "found only %zu rejected words of %zu to %zu symbols, requested %zu", found,
                g->how->least, g->how->most, g->how->negative);
  }
  return s;
}

/* ---- generation ---- */

static double sum_of (const papni_generation *how, const double *left)
{
  double sum = 0;
  for (size_t n = how->least; n <= how->most; n++)
    sum += left[n] > 0 ? left[n] : 0;
  return sum;
}

static status enough (const generator *g, const char *what, const double *left, size_t wanted, error *e)
{
  const double exist = sum_of (g->how, left);
  if (!wanted || (g->how->replace ? exist > 0 : exist >= (double) wanted))
    return PAPNI_OK;
  return fail (e, PAPNI_INPUT, "there %s only %.0f %s word%s of %zu to %zu symbols, requested %zu",
               exist == 1 ? "is" : "are", exist, what, exist == 1 ? "" : "s", g->how->least, g->how->most, wanted);
}

status generate_declare (const papni_model *model, papni_alphabet *to, symbol *translated, error *e)
{
  const papni_alphabet *from = model->alphabet;
  const position nowhere = { NULL, 0, 0 };
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < from->size; i++) {
    const letter *l = &from->letters[i];
    if (l->kind != PAPNI_INTERNAL)
      s = alphabet_declare (to, l->kind, l->name, l->length, nowhere, e);
    if (!s)
      s = alphabet_intern (to, l->name, l->length, nowhere, &translated[i], e);
  }
  return s ? s : alphabet_add_pairs (to, from, e);
}

static status generate_prepare (generator *g, error *e)
{
  const papni_generation *how = g->how;
  const bool stack = g->model->kind != PAPNI_DFA;
  g->accepted = papni_counter_new (g->model, how->most, &g->watch.caller, e);
  g->run = g->accepted ? papni_run_new (g->model, e) : NULL;
  if (!g->run)
    return e->code;
  g->left = allocate_zeroed (&g->memory, lengths (g), sizeof *g->left);
  g->editor.word = allocate_zeroed (&g->memory, how->most + MORE, sizeof *g->editor.word);
  g->editor.partner = allocate (&g->memory, how->most + MORE, sizeof *g->editor.partner);
  g->translated = allocate (&g->memory, g->model->alphabet->size, sizeof *g->translated);
  if (!g->left || !g->editor.word || !g->editor.partner || !g->translated)
    return no_memory (e);
  for (size_t n = how->least; n <= how->most; n++)
    g->left[n] = papni_counter_count (g->accepted, n);
  status s = enough (g, "accepted", g->left, how->positive, e);
  if (!s && how->negative)
    s = pool_init (&g->pools[UNIFORM], PAPNI_DFA, g->accepted, how, &g->watch.caller, e);
  if (!s && how->negative)
    s = pool_init (&g->pools[MATCHED], stack ? PAPNI_VPA : PAPNI_DFA, g->accepted, how, &g->watch.caller, e);
  if (!s && how->negative)
    s = enough (g, "rejected", g->pools[UNIFORM].left, how->negative, e);
  return s ? s : generate_declare (g->model, g->samples->alphabet, g->translated, e);
}

static status generate (generator *g, error *e)
{
  size_t positive = g->how->positive, negative = g->how->negative;
  double *accepted = allocate (&g->memory, lengths (g), sizeof *accepted); /* the initial numbers */
  if (!accepted)
    return no_memory (e);
  memcpy (accepted, g->left, lengths (g) * sizeof *accepted);
  generate_share_out (g, negative);
  g->watch.total = positive + negative;
  status s = watch_ask (&g->watch, e);
  while (!s && positive + negative) {
    g->watch.done = g->watch.total - positive - negative;
    if (random_below (&g->random, positive + negative) < positive) {
      s = take_accepted (g, e);
      positive--;
    } else {
      s = take_negative (g, accepted, negative, g->how->negative - negative, e);
      negative--;
    }
  }
  release (&g->memory, accepted, lengths (g), sizeof *accepted);
  return s;
}

static status generate_check (const papni_model *model, const papni_generation *how, error *e)
{
  if (how->least > how->most)
    return fail (e, PAPNI_USAGE, "empty range of lengths: %zu to %zu", how->least, how->most);
  if (!(how->uniform >= 0 && how->matched >= 0 && how->edits >= 0))
    return fail (e, PAPNI_USAGE, "the weights of rejected words must not be negative");
  if (!model->alphabet->size)
    return fail (e, PAPNI_INPUT, "the model has no symbols");
  return PAPNI_OK;
}

papni_status papni_generate (const papni_model *model, const papni_generation *how, papni_samples *samples,
                             const papni_watch *caller, papni_error *e)
{
  papni_error own;
  e = e ? e : &own;
  status s = generate_check (model, how, e);
  if (s)
    return s;
  generator g = { .memory = model->memory,
                  .model = model,
                  .how = how,
                  .watch = watch_begin (caller, PAPNI_PHASE_GENERATING),
                  .samples = samples,
                  .weights = { how->uniform, how->matched, how->edits },
                  .random = papni_random_begin (how->seed) };
  g.editor = (editor){ .model = model, .random = &g.random };
  for (size_t k = 0; k < KINDS && how->uniform + how->matched + how->edits <= 0; k++)
    g.weights[k] = 1;
  const size_t used = samples->used, size = samples->size, runs = samples->run_count;
  s = generate_prepare (&g, e);
  if (!s)
    s = generate (&g, e);
  if (s) { /* undo everything */
    samples->used = used;
    samples->size = size;
    samples->run_count = runs;
  }
  map_release (&g.memory, &g.taken);
  for (size_t k = 0; k < EDITS; k++)
    pool_release (&g.memory, &g.pools[k], how);
  release (&g.memory, g.left, lengths (&g), sizeof *g.left);
  release (&g.memory, g.editor.word, how->most + MORE, sizeof *g.editor.word);
  release (&g.memory, g.editor.partner, how->most + MORE, sizeof *g.editor.partner);
  release (&g.memory, g.translated, model->alphabet->size, sizeof *g.translated);
  papni_run_free (g.run);
  papni_counter_free (g.accepted);
  return s;
}
