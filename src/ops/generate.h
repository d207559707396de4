/* generate.h - shared by the files of generate: a word that is being edited, and the
 * model of all words. */
#ifndef OPS_GENERATE_H
#define OPS_GENERATE_H

#include "model/model.h"

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

/* Edits the word once, at random; returns its new length. */
size_t edit_word (editor *e, size_t length);

/* A model with one state in which every symbol can be read, and every return pops every
 * call that it may: a dfa accepts all words, the others all well-matched words. */
papni_model *all_words (const papni_model *model, papni_model_kind kind, error *e);

#endif
