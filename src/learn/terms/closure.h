/* closure.h - the engine for terms.
 *
 * A state is a class of terms (classes.h). Merging two states merges all that follows
 * (joiner.h); failed merges and all trials are undone. A block is blue as soon as both of
 * its parts are red. */
#ifndef LEARN_TERMS_CLOSURE_H
#define LEARN_TERMS_CLOSURE_H

#include "learn/settings/settings.h"
#include "learn/terms/joiner.h"

typedef struct crew crew;

typedef struct closure
{
  engine engine; /* must be first */
  const terms *terms;
  unsigned focus;
  joiner *joiner;   /* of the caller's thread */
  list reds, blues; /* one term each */
  list numbers;     /* of blue states: the least rank, or NO_TERM if it is not to be merged or promoted */
  crew *crew;       /* the other threads, or NULL */
  bool is_joined;   /* the joiner has already joined what is to be merged next; the result: */
  finding joined;
} closure;

/* Begins with the entries red. The terms and options must outlive the engine. */
engine *closure_new (const terms *t, const settings *options, progress *progress, error *e);

/* See engine_operations. */
papni_model *closure_model (const engine *g, error *e);
engine *closure_copy (const engine *g, progress *progress, unsigned threads, error *e);
void closure_free (engine *g);

/* The red state that a term is part of, or NOWHERE. */
uint32_t closure_red (const closure *c, term t);

papni_label closure_label (const closure *c, uint32_t red);

/* The terms of a red and a blue state. */
static inline term_pair closure_terms (const closure *c, uint32_t red, uint32_t blue)
{
  return (term_pair){ c->reds.items[red], c->blues.items[blue] };
}

/* ---- blue states (closure_blues.c); false if out of memory ---- */

/* Takes over the states that a step has turned blue. */
bool closure_take_blues (closure *c);

/* Reports which blue states a merge has moved or removed. */
bool closure_note_blues (closure *c);

/* Numbers the blue states that are new, and those that a step has moved or removed. */
bool closure_number_blues (closure *c);

/* ---- several threads (closure_threads.c) ---- */

/* A round in which threads look for the first red state that a blue one can be merged with. */
typedef struct closure_round
{
  closure *closure;
  uint32_t first, blue;
  _Atomic uint32_t works; /* the first so far, or the number of red states */
} closure_round;

/* Adds the data of so many threads, without starting them. */
status closure_add_crew (closure *c, const settings *options, unsigned threads, error *e);

/* Starts them: each begins to make its joiner. */
status closure_start_crew (closure *c, error *e);
void closure_end_crew (closure *c);

/* Prepares a thread for tasks: makes its joiner, and repeats the decisions. False if it takes no part. */
bool closure_follow (void *crew, unsigned thread);

/* The joiner of a thread that is prepared. */
joiner *closure_joiner_of (const closure *c, unsigned thread);

/* Tells the other threads a decision: a red and a blue term that are merged or, with NO_TERM, a
 * blue term that is promoted. False if out of memory. */
bool closure_tell (const closure *c, term_pair decision);

/* A task of a round: red state first + `index`. Each thread takes them in ascending order. If the time is
 * over, does nothing. */
void closure_try_next (void *round, size_t index, unsigned thread);

/* The thread that has joined the first one leaves its joiner to the caller. */
void closure_end_round (closure_round *r, status *trouble);

/* See engine_operations. */
uint32_t closure_next (engine *g, uint32_t red, uint32_t blue, status *trouble);

#endif
