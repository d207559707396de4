/* suggest_models.c - the models that are compared, and the samples that are known. */
#include "ops/suggest.h"

#include "base/watch.h"

#include <string.h>

enum
{
  MOST_CHANGES = 1000
};

/* ---- the symbols of all models ---- */

/* Models with a stack first: what a dfa declares does not matter. */
static status suggest_declare (papni_alphabet *all, const papni_model *model, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < model->alphabet->size; i++) {
    const letter *l = &model->alphabet->letters[i];
    if (papni_alphabet_find (all, l->name, l->length) == PAPNI_NO_SYMBOL)
      s = alphabet_declare (all, l->kind, l->name, l->length, (position){ 0 }, e);
  }
  return s;
}

static status suggest_alphabet (papni_suggestions *g, const papni_model *const *models, size_t count, error *e)
{
  papni_alphabet *all = papni_alphabet_new (&g->memory, e);
  status s = all ? PAPNI_OK : PAPNI_MEMORY;
  for (int stack = 1; stack >= 0; stack--)
    for (size_t i = 0; !s && i < count; i++)
      if ((models[i]->kind != PAPNI_DFA) == stack)
        s = suggest_declare (all, models[i], e);
  symbol *order = s ? NULL : alphabet_order (all);
  if (order)
    g->alphabet = alphabet_copy (all, order, e);
  if (!s && !g->alphabet)
    s = order ? PAPNI_MEMORY : no_memory (e);
  release (&g->memory, order, all ? all->size : 0, sizeof *order);
  papni_alphabet_free (all);
  return s;
}

/* ---- models ---- */

static status suggest_add_player (papni_suggestions *g, const papni_model *model, papni_model *owned, error *e)
{
  if (!reserve (&g->memory, &g->players, &g->player_capacity, g->player_count + 1, sizeof *g->players)) {
    papni_model_free (owned);
    return no_memory (e);
  }
  player *p = &g->players[g->player_count++];
  *p = (player){ .model = model, .owned = owned, .run = papni_run_new (model, e) };
  if (!p->run)
    return PAPNI_MEMORY;
  p->symbols = allocate (&g->memory, g->alphabet->size, sizeof *p->symbols);
  if (!p->symbols)
    return no_memory (e);
  for (size_t i = 0; i < g->alphabet->size; i++)
    p->symbols[i] = papni_alphabet_find (model->alphabet, g->alphabet->letters[i].name, g->alphabet->letters[i].length);
  return PAPNI_OK;
}

/* Adds the models that are one change away. */
static status suggest_add_changes (papni_suggestions *g, error *e)
{
  changes c = { g->players[0].model, 0 };
  papni_model *changed = NULL;
  status s = PAPNI_OK;
  g->changes = true;
  do {
    s = watch_report (g->caller, PAPNI_PHASE_COMPARING, 0, 0, e);
    if (!s)
      s = changes_next (&c, &changed, e);
    if (!s && changed)
      s = suggest_add_player (g, changed, changed, e);
  } while (!s && changed && g->player_count < MOST_CHANGES);
  return s;
}

status player_run (const player *p, const suggested *c, uint64_t *how, bool *accepted, error *e)
{
  status s = PAPNI_OK;
  papni_run_restart (p->run);
  for (size_t i = 0; !s && i < c->length; i++)
    s = papni_run_step (p->run, p->symbols[c->word[i]], e);
  const papni_verdict verdict = papni_run_verdict (p->run);
  const size_t read = papni_run_position (p->run);
  const symbol stop = read < c->length ? c->word[read] : PAPNI_NO_SYMBOL;
  *accepted = verdict == PAPNI_VERDICT_ACCEPT;
  *how = mix ((uint64_t) papni_run_state (p->run) << 32 | (uint64_t) stop << 8 | (uint64_t) verdict);
  return s;
}

status suggest_add_models (papni_suggestions *g, const papni_model *const *models, size_t count, error *e)
{
  status s = suggest_alphabet (g, models, count, e);
  for (size_t i = 0; !s && i < count; i++)
    s = suggest_add_player (g, models[i], NULL, e);
  return s || count > 1 ? s : suggest_add_changes (g, e);
}

/* ---- the samples ---- */

status suggest_add (papni_suggestions *g, const symbol *word, size_t length, error *e)
{
  symbol *own = allocate (&g->memory, length, sizeof *own);
  if (!own || !reserve (&g->memory, &g->list, &g->capacity, g->count + 1, sizeof *g->list)) {
    release (&g->memory, own, length, sizeof *own);
    return no_memory (e);
  }
  if (length)
    memcpy (own, word, length * sizeof *own);
  g->list[g->count++] = (suggested){ .word = own, .length = length };
  return PAPNI_OK;
}

static status suggest_take_sample (papni_suggestions *g, const papni_word *word, symbol *own, error *e)
{
  bool fresh;
  const suggested c = { .word = own, .length = word->length };
  if (word->label == PAPNI_UNKNOWN)
    return suggest_add (g, own, word->length, e);
  if (!map_enter (&g->memory, &g->known, hash_suggested (&c), 0, &fresh))
    return no_memory (e);
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < g->player_count; i++) {
    uint64_t how;
    bool accepted;
    s = player_run (&g->players[i], &c, &how, &accepted, e);
    g->players[i].mistakes += accepted != (word->label == PAPNI_ACCEPT);
  }
  return s;
}

status suggest_take_samples (papni_suggestions *g, const papni_samples *samples, error *e)
{
  papni_cursor cursor = { 0 };
  papni_word word;
  status s = PAPNI_OK;
  watch w = watch_begin (g->caller, PAPNI_PHASE_COMPARING);
  symbol *own = allocate (&g->memory, samples->longest, sizeof *own);
  if (!own)
    return no_memory (e);
  while (!s && papni_samples_next (samples, &cursor, &word)) {
    bool all = true;
    for (size_t i = 0; all && i < word.length; i++) {
      const letter *l = &samples->alphabet->letters[word.symbols[i]];
      own[i] = papni_alphabet_find (g->alphabet, l->name, l->length);
      all = own[i] != PAPNI_NO_SYMBOL;
    }
    if (all)
      s = suggest_take_sample (g, &word, own, e);
    if (!s)
      s = watch_spend (&w, (word.length + 1) * g->player_count, e);
  }
  release (&g->memory, own, samples->longest, sizeof *own);
  return s;
}
