/* models.h - seeded models of every kind, and a slow, simple run.
 *
 * A draft is a model that can still be changed: its transitions are a plain list. */
#ifndef MODELS_H
#define MODELS_H

#include "random.h"

#include <papni.h>

typedef struct draft
{
  papni_model_kind kind;
  papni_alphabet *alphabet; /* not owned */
  size_t states;
  bool *accepting;
  papni_transition *transitions;
  size_t count, room;
} draft;

/* An alphabet of the symbols a, b, ..., calls (, [, <, ... and as many returns ), ], >,
 * ...; with `paired`, each return pops only its own call. */
papni_alphabet *models_alphabet (size_t internals, size_t calls, bool paired);

/* `density` in percent: the share of possible transitions that exist. */
draft draft_random (random_source *source, papni_model_kind kind, papni_alphabet *alphabet, size_t states,
                    size_t density);
draft draft_copy (const draft *d);
draft draft_of (const papni_model *model, papni_alphabet *alphabet);
void draft_free (draft *d);
papni_model *draft_model (const draft *d);

/* These keep the language. */
void draft_rename (random_source *source, draft *d);
void draft_add_unreachable (random_source *source, draft *d);
void draft_split (random_source *source, draft *d);

/* This probably changes it: one transition leads elsewhere, or one state flips its
 * acceptance. */
void draft_disturb (random_source *source, draft *d);

/* A run by the definition: transitions are searched linearly. Words consist of symbols
 * of the model's alphabet. */
#define RUN_DEPTH 16
typedef struct slow_run
{
  papni_state state; /* PAPNI_NO_STATE: the word is rejected, whatever follows */
  size_t depth;
  papni_state callers[RUN_DEPTH];
  papni_symbol calls[RUN_DEPTH];
} slow_run;

void slow_step (const papni_model *model, slow_run *run, papni_symbol symbol);
bool slow_accepts (const papni_model *model, const slow_run *run);
bool slow_accepts_word (const papni_model *model, const papni_symbol *word, size_t length);

#endif
