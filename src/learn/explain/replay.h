/* replay.h - classes of terms: what follows if two of them are one.
 *
 * Plain congruence closure with undo: when two terms are in one class, so are all
 * that differ in just these two parts. It stops where a right word and a wrong one
 * would be in the same class, and tells which. */
#ifndef LEARN_EXPLAIN_REPLAY_H
#define LEARN_EXPLAIN_REPLAY_H

#include "learn/terms/term.h"

typedef struct replay
{
  allocator memory;
  const shape *shapes;
  size_t size;
  term *classes;
  term *ring;                /* the next term of the class, round and round */
  term *accepted, *rejected; /* of a class: its first term with that label, or NO_TERM */
  uint32_t *weight;          /* of a class: its terms and their uses */
  uint32_t *first_use;       /* the uses of a term begin here, and end where the next one's begin */
  term *uses;
  term_table table; /* the terms by the classes of their parts */
  struct joined
  {
    term into, gone;
    term accepted, rejected; /* of `into`, before */
  } * joined;
  struct entered
  {
    size_t place;
    uint32_t tag;
    term term;
  } * entered;
  struct replay_pair
  {
    term one, other;
  } * waiting;
  size_t joined_count, joined_capacity, entered_count, entered_capacity, next, waiting_count, waiting_capacity;
} replay;

status replay_begin (replay *r, const shape *shapes, size_t size, error *e);
void replay_release (replay *r);

/* Makes two terms one. *agreed is false where that cannot be: then `accepted` and `rejected`
 * are two terms that would be one. With `keep` it stays so, otherwise nothing changes. */
status replay_join (replay *r, term one, term other, bool keep, bool *agreed, term *accepted, term *rejected, error *e);

#endif
