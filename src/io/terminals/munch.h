/* munch.h - what may follow what in a text, if the lexer always takes the longest match.
 *
 * After a text, the scanner may be on its way to a longer one: a pending match, which what
 * follows must not complete. Pending matches are nodes, and a set of them says what may
 * follow. What can go on for any number of characters before it is complete counts as
 * complete at once: it is kept apart by blanks. */
#ifndef IO_TERMINALS_MUNCH_H
#define IO_TERMINALS_MUNCH_H

#include "base/list.h"
#include "base/rows.h"
#include "io/terminals/regular.h"

enum
{
  NOTHING_PENDING /* the empty set, as at the beginning of a text */
};

/* Texts of a symbol that may follow, all with the same pending matches after them. */
typedef struct text_outcome
{
  uint32_t set;  /* of pending matches */
  uint32_t part; /* 0: all texts of the symbol */
} text_outcome;

typedef struct text_outcomes
{
  uint32_t first, count;
} text_outcomes;

typedef struct munch
{
  const scanner *scanner;
  regulars regulars;
  size_t subjects;   /* the symbols, then the skipped terminals */
  uint32_t *subject; /* by terminal; NO_PART: it is not in the model */
  rows end_rows;     /* by subject: states in which its texts end */
  uint32_t *end_states;
  rows back_rows; /* by state: those that lead to it */
  uint32_t *back;
  size_t end_count, back_count;
  uint32_t *node_of; /* by state: a node, or what the next character leads to (munch.c) */
  list steps;        /* by node and atom: the same */
  map known_steps;
  list sets, set_at; /* of a set: the number of its nodes, and the nodes; where that is */
  map known_sets;
  list absorbing;    /* by set: see munch_absorbs */
  list tied;         /* by set: see munch_tied */
  bool *skipped;     /* atoms in skipped texts */
  uint32_t *reaches; /* by state: the last call in which it could lead to an end */
  uint32_t call;
  text_outcome *outcomes;
  size_t outcome_count, outcome_capacity;
  text_outcomes *followed;
  size_t follow_count, follow_capacity;
  map known_follows; /* set << 32 | subject: followed */
} munch;

/* Patterns are those of the scanner's terminals. Call munch_release in any case. */
status munch_begin (munch *m, const scanner *s, patterns *p, size_t symbols, error *e);
void munch_release (munch *m);

/* How texts of a symbol or of a skipped terminal can follow: the i-th text_outcome. False: there are no more, or
 * something failed. */
bool munch_outcome (munch *m, uint32_t set, uint32_t subject, size_t i, text_outcome *own);

/* Are skipped characters part of the text before the set, so that they may stand there although none are skipped? */
bool munch_absorbs (munch *m, uint32_t set);

/* Skipped texts that may follow, and after which any symbol may. 0: there are none. */
uint32_t munch_blank (munch *m, uint32_t set);

/* Skipped texts that may follow, and after which only some symbols may: the i-th, as a part that is not 0, and the set
 * after it. False: there are no more, or something failed. */
bool munch_tied (munch *m, uint32_t set, size_t i, text_outcome *own);

/* Blanks, the first of which is given. */
uint32_t munch_blanks (munch *m, uint32_t first, uint32_t others);

/* Skipped texts that nothing but the end, some symbols, or other skipped texts, may follow. 0: there are none. */
uint32_t munch_last (munch *m);

/* ---- internal ---- */

enum
{
  STEP_GONE,     /* no match is pending any more */
  STEP_COMPLETE, /* a longer match is complete */
  FIRST_NODE
};

uint32_t munch_step (munch *m, uint32_t set, size_t atom); /* a set, or NO_PART: a longer match is complete */

/* The set after a text that ends in a state, if the pending matches before it have led to `set`. */
uint32_t munch_set_after (munch *m, uint32_t set, size_t state, uint32_t subject);
void munch_note_skipped (munch *m, uint32_t subject); /* its characters */
bool munch_full (munch *m);

#endif
