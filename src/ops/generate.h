/* generate.h - shared by the files of generate: pools of words, and a word that is being
 * edited. */
#ifndef OPS_GENERATE_H
#define OPS_GENERATE_H

#include "ops/words.h"

/* Words of a one-state model, by length. */
typedef struct pool
{
  papni_model *model;
  papni_counter *words;
  papni_run *run;
  double *left; /* [length]: rejected words that are left */
} pool;

/* All words over the alphabet for a dfa, the well-matched ones for a vpa. Release it in
 * any case; the error must not be NULL. */
status pool_init (pool *p, papni_model_kind kind, const papni_counter *accepted, const papni_generation *how,
                  const papni_watch *watch, error *e);
void pool_release (const allocator *a, pool *p, const papni_generation *how);

enum
{
  MOST_ADDED = 2 /* symbols per edit */
};

typedef struct editor
{
  const papni_model *model;
  papni_random *random;
  symbol *word;    /* with room for edits */
  size_t *partner; /* the same size: the positions of a call's return and of a return's call */
} editor;

/* Declares the model's symbols in another alphabet; `translated` receives their numbers there. */
status generate_declare (const papni_model *model, papni_alphabet *to, symbol *translated, error *e);

/* Edits the word once, at random; returns its new length. */
size_t edit_word (editor *e, size_t length);

#endif
