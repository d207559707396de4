/* suggest.h - models that are compared, and words on which they disagree. */
#ifndef OPS_SUGGEST_H
#define OPS_SUGGEST_H

#include "data/sample.h"
#include "model/model.h"

/* A model and what is needed to run words on it. */
typedef struct player
{
  const papni_model *model;
  papni_model *owned; /* a change */
  papni_run *run;
  symbol *symbols; /* its number of each symbol */
  size_t mistakes; /* labelled words that it misjudges */
  bool out;
} player;

typedef struct suggested
{
  symbol *word; /* its own */
  size_t length;
  size_t verdicts; /* where they begin, one for each model */
  size_t accepting;
  bool chosen;
} suggested;

struct papni_suggestions
{
  allocator memory;
  papni_alphabet *alphabet;
  player *players;
  size_t player_count, player_capacity;
  bool changes; /* of the first model */
  suggested *list;
  size_t count, capacity;
  bool *verdicts;
  size_t verdict_count, verdict_capacity;
  size_t *chosen;
  size_t chosen_count, chosen_capacity;
  const papni_watch *caller;
  map known;   /* hashes of labelled words */
  map reasons; /* how the models end, for the candidates kept */
};

/* ---- the models (suggest_models.c) ---- */

/* Adds the models; a single one together with those that are one change away. */
status suggest_add_models (papni_suggestions *g, const papni_model *const *models, size_t count, error *e);

/* Runs a word. *how tells how it ended. */
status player_run (const player *p, const suggested *c, uint64_t *how, bool *accepted, error *e);

/* Labelled words are known, and show which models are wrong; others become candidates. */
status suggest_take_samples (papni_suggestions *g, const papni_samples *samples, error *e);

/* The word is copied. */
status suggest_add (papni_suggestions *g, const symbol *word, size_t length, error *e);

static inline uint64_t hash_suggested (const suggested *c)
{
  return hash_bytes (c->length ? (const char *) c->word : "", c->length * sizeof *c->word);
}

/* ---- changes (suggest_changes.c) ---- */

typedef struct changes
{
  const papni_model *model;
  size_t next;
} changes;

/* The next model; *changed is NULL after the last. */
status changes_next (changes *c, papni_model **changed, error *e);

#endif
