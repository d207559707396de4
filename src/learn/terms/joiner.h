/* joiner.h - joins classes of terms and all that follows, to be kept or undone.
 *
 * A merge fails if an accepted class meets a rejected one. Joining writes, so every thread
 * that tries merges has a joiner of its own (closure_threads.c). Joiners that have made the
 * same decisions in the same order are equal: classes have the same names and colours. */
#ifndef LEARN_TERMS_JOINER_H
#define LEARN_TERMS_JOINER_H

#include "learn/settings/settings.h"
#include "learn/terms/classes.h"
#include "learn/terms/tallies.h"

typedef struct term_pair
{
  term one, other;
} term_pair;

typedef struct joiner
{
  const terms *terms;
  unsigned evidence;
  bool scored; /* evidence is kept, so what it depends on is listed (EDSM) */
  classes classes;
  tallies tallies; /* for bits */
  term_pair *work;
  size_t work_count, work_capacity;
  size_t met, equal_labels; /* in the last trial: classes that were joined, and those of them with a label */
  size_t trial_count;
  size_t visits;            /* classes joined in all trials */
  uint32_t reds, blues;     /* how many states have become red and blue */
  list turned;              /* terms that the last step turned red, */
  list found;               /* and one of each state that became blue by that */
  list read;                /* the keys that the last trial has read */
  uint32_t *listed, trials; /* the last trial that listed a key */
  status status;            /* why the last trial could not be finished */
  const engine *engine;     /* to report to; NULL: not the caller's thread, */
  const papni_watch *watch; /* which has this one to ask whether to go on */
} joiner;

/* One that must be initialized before anything else, or freed. NULL if out of memory. */
joiner *joiner_new (const terms *t);

/* The entries are red. The terms must outlive it; must be freed in any case. */
status joiner_init (joiner *j, const terms *t, const settings *options, watch *w, error *e);

/* A copy with nothing to undo, and nobody to report to. The original must outlive it; must be freed
 * in any case. */
status joiner_copy (joiner *j, const joiner *from, watch *w, error *e);

/* NULL is a no-op. */
void joiner_free (joiner *j);

/* Joins a red and a blue term and all that follows, to be undone or kept; false on a conflict.
 * With `turns`, lists the terms that turn red, as a merge that is to be kept needs. */
bool joiner_try (joiner *j, term_pair p, bool turns, finding *found);
void joiner_undo (joiner *j);
void joiner_keep (joiner *j);

/* The uses of terms that the last trial turned red: those whose parts are now all red become
 * blue. False if out of memory. */
bool joiner_find_blues (joiner *j);

/* Turns the state of a term red, and finds the blue ones. False if out of memory. */
bool joiner_promote (joiner *j, term t);

/* ---- what evidence depends on (joiner_keys.c) ---- */

static inline size_t joiner_key_count (const joiner *j)
{
  return j->scored ? 3 * j->terms->size : 0;
}

/* Lists the keys that the last trial, which worked, has read. False if out of memory. */
bool joiner_list_read (joiner *j);

/* Note the keys that a merge, or the promotion of a class, has changed. A copy that searches
 * notes more than needed: the cost of its trials decides how far a search goes, and the same
 * budget must lead to the same model. False if out of memory. */
bool joiner_note_changes (const joiner *j, engine *g);
bool joiner_note_promotion (const joiner *j, engine *g, term class);

#endif
