/* recognise.h - the built-in languages as plain code, one function each, written
 * independently of the automata.
 *
 * A word is a text with one character per symbol: for json n (number), s (string), t,
 * f, 0 (null); for xml2 a and b open, A and B close, . is text. */
#ifndef RECOGNISE_H
#define RECOGNISE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct recogniser
{
  const char *name;
  const char *symbols;      /* in the order of the model's alphabet */
  const char *calls, *ends; /* the i-th of these is closed only by the i-th of those ... */
  bool crossed;             /* ... or by any of them */
  bool (*accepts) (const char *word, size_t length);
} recogniser;

#define RECOGNISERS 17
extern const recogniser recognisers[RECOGNISERS];

#endif
