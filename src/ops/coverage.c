/* coverage.c - which parts of a model the accepted words of samples take, and how often:
 * where the samples are thin. Words that the model rejects do not count. */
#include "data/sample.h"
#include "model/walk.h"

#include <stdlib.h>
#include <string.h>

/* A count, and the word that made it first. */
typedef struct taken_count
{
  papni_taken taken;
  size_t first, last; /* offsets of words in the samples */
} taken_count;

typedef struct pair_count
{
  symbol call, ret;
  taken_count count;
} pair_count;

struct papni_coverage
{
  allocator memory;
  const papni_model *model;
  const papni_samples *samples;
  size_t words, rejected;
  taken_count *transitions, *symbols;
  size_t *places; /* by symbol: states in which it is read */
  pair_count *pairs;
  size_t pair_count;
  walk walk;
};

void papni_coverage_free (papni_coverage *c)
{
  if (!c)
    return;
  const allocator a = c->memory;
  release (&a, c->transitions, c->model->count, sizeof *c->transitions);
  release (&a, c->symbols, c->model->alphabet->size, sizeof *c->symbols);
  release (&a, c->places, c->model->alphabet->size, sizeof *c->places);
  release (&a, c->pairs, c->model->count, sizeof *c->pairs);
  walk_release (&c->walk);
  release (&a, c, 1, sizeof *c);
}

/* ---- making ---- */

static int by_pair (const void *left, const void *right)
{
  const pair_count *x = left, *y = right;
  const int order = compare (x->call, y->call);
  return order ? order : compare (x->ret, y->ret);
}

static status coverage_init (papni_coverage *c, error *e)
{
  const papni_model *m = c->model;
  const allocator *a = &c->memory;
  const status begun = walk_begin (&c->walk, m, c->samples->alphabet, e);
  c->transitions = allocate_zeroed (a, m->count, sizeof *c->transitions);
  c->symbols = allocate_zeroed (a, m->alphabet->size, sizeof *c->symbols);
  c->places = allocate_zeroed (a, m->alphabet->size, sizeof *c->places);
  c->pairs = allocate_zeroed (a, m->count, sizeof *c->pairs);
  if (begun || !c->transitions || !c->symbols || !c->places || !c->pairs)
    return no_memory (e);
  for (size_t i = 0; i < m->count; i++)
    if (m->transitions[i].popped != PAPNI_NO_SYMBOL)
      c->pairs[c->pair_count++] = (pair_count){ .call = m->transitions[i].popped, .ret = m->transitions[i].symbol };
  if (c->pair_count)
    c->pair_count = sort_unique (c->pairs, c->pair_count, sizeof *c->pairs, by_pair);
  return PAPNI_OK;
}

/* ---- running ---- */

static bool same_word (const papni_samples *samples, size_t one, size_t other)
{
  const symbol *x = samples->flat + one, *y = samples->flat + other;
  while (*x == *y && !is_end (*x)) {
    x++;
    y++;
  }
  return is_end (*x) && is_end (*y);
}

static void coverage_note (taken_count *t, const papni_samples *samples, size_t word)
{
  const bool fresh = !t->taken.words || t->last != word;
  if (!t->taken.words) {
    t->first = word;
    t->taken.single = true;
  } else if (fresh && t->taken.single)
    t->taken.single = same_word (samples, t->first, word);
  t->taken.times++;
  t->taken.words += fresh;
  t->last = word;
}

static void count_steps (papni_coverage *c, size_t word, size_t length)
{
  for (size_t i = 0; i < length; i++) {
    const transition *t = &c->model->transitions[c->walk.steps[i]];
    coverage_note (&c->transitions[c->walk.steps[i]], c->samples, word);
    coverage_note (&c->symbols[t->symbol], c->samples, word);
    if (t->popped == PAPNI_NO_SYMBOL)
      continue;
    const pair_count key = { .call = t->popped, .ret = t->symbol };
    pair_count *pair = bsearch (&key, c->pairs, c->pair_count, sizeof *c->pairs, by_pair);
    coverage_note (&pair->count, c->samples, word);
  }
}

static status run_words (papni_coverage *c, error *e)
{
  const papni_samples *samples = c->samples;
  status s = PAPNI_OK;
  size_t length;
  for (size_t at = 0; !s && at < samples->used; at += length + 1) {
    bool accepted;
    for (length = 0; !is_end (samples->flat[at + length]);)
      length++;
    if (samples->flat[at + length] != END + PAPNI_ACCEPT)
      continue;
    s = walk_word (&c->walk, samples->flat + at, length, &accepted, e);
    if (!s && accepted)
      count_steps (c, at, c->walk.count);
    c->words++;
    c->rejected += !accepted;
  }
  return s;
}

/* Transitions are ordered by state and symbol, so those of one place are together. */
static void count_places (papni_coverage *c)
{
  const transition *last = NULL;
  for (size_t i = 0; i < c->model->count; i++) {
    const transition *t = &c->model->transitions[i];
    if (!c->transitions[i].taken.words || (last && last->from == t->from && last->symbol == t->symbol))
      continue;
    c->places[t->symbol]++;
    last = t;
  }
}

papni_coverage *papni_coverage_new (const papni_model *model, const papni_samples *samples, papni_error *e)
{
  papni_coverage *c = allocate_zeroed (&model->memory, 1, sizeof *c);
  if (!c) {
    no_memory (e);
    return NULL;
  }
  c->memory = model->memory;
  c->model = model;
  c->samples = samples;
  if (coverage_init (c, e) || run_words (c, e)) {
    papni_coverage_free (c);
    return NULL;
  }
  count_places (c);
  return c;
}

/* ---- asking ---- */

static papni_taken taken_of (const papni_coverage *c, const taken_count *t)
{
  papni_taken taken = t->taken;
  if (taken.words)
    taken.first = samples_word_at (c->samples, t->first);
  return taken;
}

size_t papni_coverage_words (const papni_coverage *c)
{
  return c->words;
}

size_t papni_coverage_rejected (const papni_coverage *c)
{
  return c->rejected;
}

papni_taken papni_coverage_transition (const papni_coverage *c, size_t index)
{
  return taken_of (c, &c->transitions[index]);
}

papni_taken papni_coverage_symbol (const papni_coverage *c, papni_symbol s)
{
  return taken_of (c, &c->symbols[s]);
}

size_t papni_coverage_places (const papni_coverage *c, papni_symbol s)
{
  return c->places[s];
}

size_t papni_coverage_pairs (const papni_coverage *c)
{
  return c->pair_count;
}

papni_taken papni_coverage_pair (const papni_coverage *c, size_t index, papni_symbol *call, papni_symbol *ret)
{
  *call = c->pairs[index].call;
  *ret = c->pairs[index].ret;
  return taken_of (c, &c->pairs[index].count);
}
