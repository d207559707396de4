/* forms.h - what merging starts from: the prefix tree of words, or their terms.
 *
 * Settings of the same model can start from the same form, one after the other or at the same
 * time: nobody changes it. */
#ifndef LEARN_FORMS_H
#define LEARN_FORMS_H

#include "learn/settings/settings.h"
#include "learn/terms/term.h"
#include "learn/tree/tree.h"

typedef struct form
{
  papni_model_kind model;
  unsigned modules; /* of a sevpa */
  papni_tree *tree; /* of a dfa or vpa */
  terms terms;      /* of a sevpa */
  bool made;
} form;

/* The form that the settings need, not made yet. */
form form_for (const settings *options);

/* Can these settings start from it? Evidence must not be bits: they need more. */
bool form_suits (const form *f, const settings *options);

/* Makes it, of words that were encoded for its model and must outlive it. */
status form_make (form *f, const encoded *words, const settings *options, error *e);
void form_release (form *f);

/* `counts` are those of the words, to which those of merging are added. */
papni_model *form_learn (const form *f, const settings *options, papni_statistics *counts, error *e);

#endif
