/* closure.h - the engine for terms.
 *
 * A state is a class of terms (classes.h). Merging two states merges all that follows.
 * A merge fails if an accepted class meets a rejected one; failed merges and all trials
 * are undone. A block is blue as soon as both of its parts are red. */
#ifndef LEARN_TERMS_CLOSURE_H
#define LEARN_TERMS_CLOSURE_H

#include "learn/settings/settings.h"
#include "learn/terms/classes.h"
#include "learn/terms/tallies.h"

typedef struct term_pair
{
  term one, other;
} term_pair;

typedef struct closure closure;

/* What another thread tries with. */
typedef struct trial_copy
{
  closure *closure;
} trial_copy;

struct closure
{
  engine engine; /* must be first */
  const terms *terms;
  unsigned evidence;
  unsigned focus;
  bool scored; /* evidence is kept, so what it depends on is listed, and what changes (EDSM) */
  classes classes;
  tallies tallies;  /* for bits */
  list reds, blues; /* one term each */
  list numbers;     /* of blue states: the least rank, or NO_TERM if it is not to be merged or promoted */
  term_pair *work;
  size_t work_count, work_capacity;
  size_t met, equal_labels;
  size_t trial_count;
  size_t visits;            /* classes joined in all trials */
  bool merging;             /* the joins are permanent: */
  list turned;              /* terms that became red */
  list read;                /* the keys that the last trial has read */
  uint32_t *listed, trials; /* the last trial that listed a key */
  status status;
  trial_copy *copies; /* for the other threads */
  unsigned copy_count;
  bool is_copy;
  term_pair *made; /* the merges, which the copies repeat before their next trial */
  size_t made_count, made_capacity;
  size_t repeated; /* by a copy */
};

/* Begins with the entries red. The terms must outlive the engine. */
engine *closure_new (const terms *t, const settings *options, progress *progress, error *e);

/* See engine_operations. */
papni_model *closure_model (const engine *g, error *e);
engine *closure_copy (const engine *g, progress *progress, unsigned threads, error *e);
void closure_free (engine *g);

/* The red state that a term is part of, or NOWHERE. */
uint32_t closure_red (const closure *c, term t);

papni_label closure_label (const closure *c, uint32_t red);

/* ---- blue states (closure_blues.c); false if out of memory ---- */

/* The uses of terms that became red: those whose parts are now all red become blue. */
bool closure_find_blues (closure *c);

/* Reports which blue states a merge has moved or removed. */
bool closure_note_blues (closure *c);

/* Numbers the blue states that are new, and those that a step has moved or removed. */
bool closure_number_blues (closure *c);

/* ---- what evidence depends on (closure_keys.c) ---- */

static inline size_t closure_key_count (const closure *c)
{
  return c->scored ? 3 * c->terms->size : 0;
}

/* Lists the keys that the last trial, which worked, has read. False if out of memory. */
bool closure_list_read (closure *c);

/* Note the keys that a merge, or the promotion of a class, has changed. A copy that searches
 * notes more than needed: the cost of its trials decides how far a search goes, and the same
 * budget must lead to the same model. False if out of memory. */
bool closure_note_changes (closure *c);
bool closure_note_promotion (closure *c, term class);

#endif
