/* closure.h - the engine for terms: congruence closure with exact undo.
 *
 * A state is a class of terms. If two terms are in one class, then so are the terms
 * that differ in just these two parts: merging two states merges all that follows
 * from them. A merge fails where a label + meets a label -, or a red state another;
 * what failed is taken back, and a trial always is. Taking back costs what was
 * touched. A block is blue as soon as both of its parts are red. */
#ifndef LEARN_TERMS_CLOSURE_H
#define LEARN_TERMS_CLOSURE_H

#include "learn/engine/engine.h"
#include "learn/terms/term.h"

/* What is known of a class; it stands at the class's name, one of its terms. */
typedef struct state_class
{
  term least;      /* the smallest of its terms */
  uint32_t colour; /* RED + a red state, or a blue state, or NOWHERE */
  uint32_t weight; /* its terms and their uses */
  uint8_t label;
  bool positive; /* an accepted word passes here */
} state_class;

/* For taking back: the class `gone` joined the class `into`, which was as `before`. */
typedef struct joining
{
  term into, gone;
  state_class before;
} joining;

/* For taking back: a term was put into the table at this place. */
typedef struct insertion
{
  size_t place;
  term_slot slot;
} insertion;

typedef struct term_pair
{
  term one, other;
} term_pair;

typedef struct closure
{
  engine engine; /* must be first */
  const terms *terms;
  papni_evidence evidence;
  papni_focus focus;
  term *classes;       /* the class of each term */
  state_class *states; /* of each class */
  term *ring;          /* the next term of the same class, round and round */
  uint32_t *first_use; /* the uses of a term begin here in `uses`, and end where the next one's begin */
  term *uses;          /* the terms that it is a part of */
  size_t use_count;
  term_table table; /* the terms by the classes of their parts */
  list reds, blues; /* a term of each */
  joining *joinings;
  size_t joining_count, joining_capacity;
  insertion *insertions;
  size_t insertion_count, insertion_capacity;
  term_pair *work;
  size_t work_count, work_capacity;
  size_t met, equal_labels;
  size_t trial_count;
  size_t visits;            /* classes joined in all trials */
  bool merging;             /* what is joined stays so: */
  list turned;              /* terms that became red by it */
  list read;                /* the classes that the last trial joined */
  uint32_t *listed, trials; /* the last trial that has listed a class there */
  bool is_copy;             /* the uses are another's */
  status status;
} closure;

/* Begins with the entries red. The terms must outlive the engine. */
engine *closure_new (const terms *t, const papni_options *options, progress *progress, error *e);

/* As in engine_operations. */
papni_model *closure_model (const engine *g, error *e);
engine *closure_copy (const engine *g, progress *progress, unsigned threads);
void closure_free (engine *g);

/* The red state that a term is part of, or NOWHERE. */
uint32_t closure_red (const closure *c, term t);

papni_label closure_label (const closure *c, uint32_t red);

/* Of the terms whose parts are in the same classes, one stands for all. */
bool closure_stands_for_all (const closure *c, term t);

#endif
