/* scanner.h - the terminals as one deterministic automaton.
 *
 * Characters that no terminal tells apart form an atom. A terminal ends where the
 * automaton stops; whether it ends may depend on the character that follows. */
#ifndef IO_TERMINALS_SCANNER_H
#define IO_TERMINALS_SCANNER_H

#include "base/list.h"
#include "io/terminals/terminals.h"

enum
{
  SCANNER_STOPS,
  SCANNER_START
};

typedef struct scanner
{
  const terminals *terminals;
  uint32_t *bounds; /* of an atom: its first character; the last bound is beyond all characters */
  size_t atoms, bound_capacity;
  uint32_t *next; /* by state and atom */
  size_t states, next_capacity;
  uint32_t *ends; /* by state and atom that follows, or the end (the last column): terminal + 1, or 0 */
  size_t ends_capacity;
  bool *first;    /* by terminal and atom: can it begin a text of the terminal? */
  bool *stolen;   /* by terminal: some of its texts are also those of an earlier one, which takes them */
  list stolen_at; /* pairs: a state and a terminal that could end there, but an earlier one does */
} scanner;

/* Call scanner_release in any case. */
status scanner_begin (scanner *s, const terminals *t, error *e);
void scanner_release (scanner *s);

size_t scanner_atom (const scanner *s, uint32_t character);

#endif
