/* forms.c - makes the form of words that merging starts from, and learns from it. */
#include "learn/forms.h"

#include "learn/learn.h"

#include <string.h>

form form_for (const settings *options)
{
  const bool sevpa = options->model == PAPNI_SEVPA;
  return (form){ .model = (papni_model_kind) options->model, .modules = sevpa ? options->modules : 0 };
}

bool form_suits (const form *f, const settings *options)
{
  const form other = form_for (options);
  return f->model == other.model && f->modules == other.modules;
}

/* Building the tree sorts the words: a list of its own. */
static status make_form_tree (form *f, const encoded *words, const settings *options, error *e)
{
  encoded own = *words;
  workers *w = NULL;
  own.offsets = allocate (&own.memory, own.capacity, sizeof *own.offsets);
  if (own.offsets) {
    if (own.size)
      memcpy (own.offsets, words->offsets, own.size * sizeof *own.offsets);
    w = workers_new (&own.memory, 1, e);
  } else
    no_memory (e);
  f->tree = w ? tree_of_words (&own, options, w, e) : NULL;
  if (f->tree)
    f->tree->kept = own.size;
  workers_free (w);
  release (&own.memory, own.offsets, own.capacity, sizeof *own.offsets);
  return f->tree ? PAPNI_OK : e->code;
}

status form_make (form *f, const encoded *words, const settings *options, error *e)
{
  status s = watch_report (&options->watch, PAPNI_PHASE_TREE, 0, words->size, e);
  *f = form_for (options);
  if (!s)
    s = f->model == PAPNI_SEVPA ? terms_init (&f->terms, words, options, e) : make_form_tree (f, words, options, e);
  f->made = !s;
  return s;
}

void form_release (form *f)
{
  if (f->made && f->model == PAPNI_SEVPA)
    terms_release (&f->terms);
  papni_tree_free (f->tree);
  *f = (form){ .tree = NULL };
}

papni_model *form_learn (const form *f, const settings *options, papni_statistics *counts, error *e)
{
  if (f->model == PAPNI_SEVPA)
    return learn_from_terms (&f->terms, options, counts, e);
  counts->tree_nodes = f->tree->size;
  counts->tree_bytes = (f->tree->size + 1) * sizeof *f->tree->nodes;
  return learn_from_tree (f->tree, NULL, options, counts, e);
}
