/* coverage.c - which parts of a model the accepted words of samples take, and how often:
 * where the samples are thin. Words that the model rejects do not count. */
#include "data/sample.h"
#include "model/walk.h"

#include <stdlib.h>
#include <string.h>

/* A count, and where in the samples the first and the last word that it counts are. */
typedef struct taken_count
{
  papni_taken taken;
  size_t first, last;
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

static void coverage_note (taken_count *t, const papni_samples *samples, const papni_word *word)
{
  const size_t at = (size_t) (word->symbols - samples->flat);
  const bool fresh = !t->taken.words || t->last != at;
  if (!t->taken.words) {
    t->taken.first = *word;
    t->first = at;
    t->taken.single = true;
  } else if (fresh && t->taken.single)
    t->taken.single = same_word (samples, t->first, at);
  t->taken.times++;
  t->taken.words += fresh;
  t->last = at;
}

static void count_steps (papni_coverage *c, const papni_word *word)
{
  for (size_t i = 0; i < c->walk.count; i++) {
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
  status s = PAPNI_OK;
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  while (!s && papni_samples_next (c->samples, &cursor, &word)) {
    bool accepted;
    if (word.label != PAPNI_ACCEPT)
      continue;
    s = walk_word (&c->walk, word.symbols, word.length, &accepted, e);
    if (!s && accepted)
      count_steps (c, &word);
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

/* The samples may have been moved since: words have been added. */
static papni_taken taken_of (const papni_coverage *c, const taken_count *t)
{
  papni_taken taken = t->taken;
  if (taken.words)
    taken.first.symbols = c->samples->flat + t->first;
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
