/* generate.h - what generate.c and generate_edit.c share: a word that is being edited. */
#ifndef OPS_GENERATE_H
#define OPS_GENERATE_H

#include "model/model.h"

enum
{
  MOST_ADDED = 2 /* symbols, by one edit */
};

typedef struct editor
{
  const papni_model *model;
  papni_random *random;
  symbol *word;    /* with room for what edits add */
  size_t *partner; /* room for as much: the place of a call's return and of a return's call */
} editor;

/* Edits the word once, at random; returns its new length. */
size_t edit_word (editor *e, size_t length);

#endif
