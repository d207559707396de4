/* suggest.c - words whose labels would tell most: short words on which models disagree.
 *
 * Candidates are the least words on which two of the models differ, and the unlabelled words
 * of the samples. Of the words that all models end in the same way, the least is kept. Each
 * word separates some pairs of models; chosen is the word that separates most of the pairs
 * that no word before it does, and the least of these. If all pairs are separated, it starts
 * again.
 *
 * A single model is compared with models that are one change away from it. */
#include "ops/suggest.h"

#include "base/watch.h"

#include <stdlib.h>
#include <string.h>

enum
{
  ALL_CANDIDATES = 4096, /* of all pairs of models */
  PAIR_CANDIDATES = 1024,
  CHANGE_CANDIDATES = 2, /* of a model and a change */
  LONGEST_SUGGESTION = 1000
};

void papni_suggestions_free (papni_suggestions *s)
{
  if (!s)
    return;
  const allocator a = s->memory;
  for (size_t i = 0; i < s->player_count; i++) {
    papni_run_free (s->players[i].run);
    papni_model_free (s->players[i].owned);
    release (&a, s->players[i].symbols, s->alphabet ? s->alphabet->size : 0, sizeof (symbol));
  }
  for (size_t i = 0; i < s->count; i++)
    release (&a, s->list[i].word, s->list[i].length, sizeof (symbol));
  papni_alphabet_free (s->alphabet);
  release (&a, s->players, s->player_capacity, sizeof *s->players);
  release (&a, s->list, s->capacity, sizeof *s->list);
  release (&a, s->verdicts, s->verdict_capacity, sizeof *s->verdicts);
  release (&a, s->chosen, s->chosen_capacity, sizeof *s->chosen);
  map_release (&a, &s->known);
  map_release (&a, &s->reasons);
  release (&a, s, 1, sizeof *s);
}

/* ---- differences ---- */

/* The least words on which two models differ; *differ: is there one? */
static status compare_players (papni_suggestions *g, const player *one, const player *other, size_t most, bool *differ,
                               error *e)
{
  papni_least *least = papni_least_new (one->model, other->model, PAPNI_EITHER, g->caller, e);
  papni_least_word word = { 0 };
  status s = least ? PAPNI_OK : e->code;
  bool found = true;
  *differ = false;
  for (size_t n = 0; !s && found && n < most; n++) {
    s = papni_least_next (least, LONGEST_SUGGESTION, &word, &found, e);
    *differ = *differ || (!s && found);
    if (s || !found || !word.symbols)
      break;
    const size_t length = (size_t) word.length;
    s = suggest_add (g, word.symbols, length, e);
    for (size_t i = 0; !s && i < length; i++) {
      const letter *l = &papni_least_alphabet (least)->letters[word.symbols[i]];
      g->list[g->count - 1].word[i] = papni_alphabet_find (g->alphabet, l->name, l->length);
    }
  }
  papni_least_free (least);
  return s;
}

/* Leaves out models that are equivalent to an earlier one. */
static status suggest_drop_equal (papni_suggestions *g, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 1; !s && i < g->player_count; i++)
    for (size_t j = 0; !s && j < i && !g->players[i].out; j++) {
      bool differ = true;
      if (!g->players[j].out)
        s = compare_players (g, &g->players[j], &g->players[i], 1, &differ, e);
      g->players[i].out = !differ;
    }
  return s;
}

/* Leaves out models that misjudge more labelled words than others, if two remain; changes,
 * if they misjudge more than the model. */
static void suggest_drop_wrong (papni_suggestions *g)
{
  size_t fewest = SIZE_MAX, count = 0;
  for (size_t i = 0; i < (g->changes ? 1 : g->player_count); i++) {
    const player *p = &g->players[i];
    if (p->out || p->mistakes > fewest)
      continue;
    count = p->mistakes < fewest ? 1 : count + 1;
    fewest = p->mistakes;
  }
  for (size_t i = 0; (count > 1 || g->changes) && i < g->player_count; i++)
    g->players[i].out = g->players[i].out || g->players[i].mistakes > fewest;
}

static size_t models_left (const papni_suggestions *g)
{
  size_t count = 0;
  for (size_t i = 0; i < g->player_count; i++)
    count += !g->players[i].out;
  return count;
}

static status find_differences (papni_suggestions *g, error *e)
{
  const size_t models = models_left (g), pairs = models > 1 ? models * (models - 1) / 2 : 1;
  const size_t share = ALL_CANDIDATES / pairs, most = share < 8 ? 8 : share < PAIR_CANDIDATES ? share : PAIR_CANDIDATES;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < (g->changes ? 1 : g->player_count); i++)
    for (size_t j = i + 1; !s && j < g->player_count; j++) {
      bool differ;
      if (!g->players[i].out && !g->players[j].out)
        s = compare_players (g, &g->players[i], &g->players[j], g->changes ? CHANGE_CANDIDATES : most, &differ, e);
    }
  return s;
}

/* ---- the choice ---- */

static int compare_suggested (const void *left, const void *right)
{
  const suggested *x = left, *y = right;
  int order = compare (x->length, y->length);
  for (size_t i = 0; !order && i < x->length; i++)
    order = compare (x->word[i], y->word[i]);
  return order;
}

/* Runs a word on all models; *keep: they disagree, in a way that is new. */
static status suggest_judge (papni_suggestions *g, suggested *c, bool *keep, error *e)
{
  uint64_t reason = 0;
  const size_t models = models_left (g);
  *keep = false;
  if (map_find (&g->known, hash_suggested (c)))
    return PAPNI_OK;
  c->verdicts = g->verdict_count;
  if (!reserve (&g->memory, &g->verdicts, &g->verdict_capacity, c->verdicts + g->player_count, sizeof *g->verdicts))
    return no_memory (e);
  for (size_t i = 0; i < g->player_count; i++) {
    uint64_t how = 0;
    bool accepted = false;
    const status s = g->players[i].out ? PAPNI_OK : player_run (&g->players[i], c, &how, &accepted, e);
    if (s)
      return s;
    g->verdicts[c->verdicts + i] = accepted;
    c->accepting += accepted;
    reason = mix (reason * 31 + (g->changes ? accepted : how));
  }
  if (c->accepting && c->accepting < models && !map_enter (&g->memory, &g->reasons, reason, 0, keep))
    return no_memory (e);
  g->verdict_count += *keep ? g->player_count : 0;
  return PAPNI_OK;
}

static status suggest_judge_all (papni_suggestions *g, error *e)
{
  size_t kept = 0;
  status s = PAPNI_OK;
  if (g->count)
    qsort (g->list, g->count, sizeof *g->list, compare_suggested);
  for (size_t i = 0; i < g->count; i++) {
    bool keep = false;
    if (!s)
      s = watch_report (g->caller, PAPNI_PHASE_COMPARING, 0, 0, e);
    if (!s)
      s = suggest_judge (g, &g->list[i], &keep, e);
    if (keep)
      g->list[kept++] = g->list[i];
    else
      release (&g->memory, g->list[i].word, g->list[i].length, sizeof (symbol));
  }
  g->count = kept;
  return s;
}

/* Counts the pairs that a word separates and that are marked as open, or closes them. */
static size_t suggest_separates (const papni_suggestions *g, const suggested *c, bool *open, bool close)
{
  const size_t count = g->player_count;
  const bool *v = g->verdicts + c->verdicts;
  size_t pairs = 0;
  for (size_t i = 0; i < (g->changes ? 1 : count); i++)
    for (size_t j = i + 1; j < count; j++)
      if (!g->players[i].out && !g->players[j].out && v[i] != v[j] && open[i * count + j]) {
        pairs++;
        open[i * count + j] = !close;
      }
  return pairs;
}

static status suggest_choose (papni_suggestions *g, size_t most, error *e)
{
  const size_t rows = g->changes ? 1 : g->player_count, all = rows * g->player_count;
  bool *open = allocate (&g->memory, all, sizeof *open);
  if (!open)
    return no_memory (e);
  memset (open, true, all);
  most = most < g->count ? most : g->count;
  if (!reserve (&g->memory, &g->chosen, &g->chosen_capacity, most, sizeof *g->chosen)) {
    release (&g->memory, open, all, sizeof *open);
    return no_memory (e);
  }
  status s = PAPNI_OK;
  while (!s && g->chosen_count < most) {
    size_t best = 0, score = 0;
    s = watch_report (g->caller, PAPNI_PHASE_COMPARING, 0, 0, e);
    for (size_t i = 0; i < g->count; i++) {
      const size_t pairs = g->list[i].chosen ? 0 : suggest_separates (g, &g->list[i], open, false);
      best = pairs > score ? i : best;
      score = pairs > score ? pairs : score;
    }
    if (!score) {
      memset (open, true, all);
      continue;
    }
    suggest_separates (g, &g->list[best], open, true);
    g->list[best].chosen = true;
    g->chosen[g->chosen_count++] = best;
  }
  release (&g->memory, open, all, sizeof *open);
  return s;
}

/* ---- all ---- */

static status suggest (papni_suggestions *g, const papni_model *const *models, size_t count,
                       const papni_samples *samples, error *e)
{
  status s = suggest_add_models (g, models, count, e);
  if (!s && !g->changes)
    s = suggest_drop_equal (g, e);
  if (!s && samples)
    s = suggest_take_samples (g, samples, e);
  suggest_drop_wrong (g);
  if (!s)
    s = find_differences (g, e);
  return s ? s : suggest_judge_all (g, e);
}

papni_suggestions *papni_suggest (const papni_model *const *models, size_t count, const papni_samples *samples,
                                  size_t most, const papni_watch *caller, papni_error *e)
{
  error own;
  e = e ? e : &own;
  if (!count) {
    fail (e, PAPNI_USAGE, "no models to compare");
    return NULL;
  }
  const allocator memory = models[0]->memory;
  papni_suggestions *g = allocate_zeroed (&memory, 1, sizeof *g);
  if (!g) {
    no_memory (e);
    return NULL;
  }
  g->memory = memory;
  g->caller = caller;
  if (!suggest (g, models, count, samples, e) && !suggest_choose (g, most, e))
    return g;
  papni_suggestions_free (g);
  return NULL;
}

size_t papni_suggestions_size (const papni_suggestions *g)
{
  return g->chosen_count;
}

size_t papni_suggestions_models (const papni_suggestions *g)
{
  return models_left (g);
}

const papni_alphabet *papni_suggestions_alphabet (const papni_suggestions *g)
{
  return g->alphabet;
}

papni_suggestion papni_suggestions_at (const papni_suggestions *g, size_t index)
{
  const suggested *c = &g->list[g->chosen[index]];
  return (papni_suggestion){ c->word, c->length, c->accepting };
}
