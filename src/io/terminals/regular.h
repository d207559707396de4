/* regular.h - automata over the scanner's atoms, and regular expressions of their languages. */
#ifndef IO_TERMINALS_REGULAR_H
#define IO_TERMINALS_REGULAR_H

#include "io/terminals/scanner.h"

/* The states are numbers; the first one is the start, and no other leads to it. */
typedef struct regular
{
  size_t states, atoms;
  const uint32_t *next; /* by state and atom, or NO_PART */
  const bool *ends;     /* by state; the start has no end, as texts are not empty */
} regular;

/* Expressions of several languages. Equal languages have the same expression. */
typedef struct regulars
{
  const scanner *scanner;
  patterns *patterns; /* in which they are made */
  map known;
  error *error;
  status failed;
} regulars;

void regulars_release (regulars *l);

/* The part of a language, 0 if it is empty, or NO_PART with `failed` set. */
uint32_t regular_part (regulars *l, const regular *of);

/* ---- internal ---- */

/* Parts of expressions, made simpler. NO_PART as an argument is the empty language. */
uint32_t regular_set (regulars *l, const bool *atoms);
uint32_t regular_choice (regulars *l, uint32_t one, uint32_t other);
uint32_t regular_sequence (regulars *l, uint32_t one, uint32_t other);
uint32_t regular_repeat (regulars *l, uint32_t one);

#endif
