/* terminals.h - what the symbols of a model look like in a text.
 *
 * Made from the lexer that the model's file records. At each place the longest terminal
 * is the next one, and among equally long ones the first in the list. */
#ifndef IO_TERMINALS_TERMINALS_H
#define IO_TERMINALS_TERMINALS_H

#include "data/alphabet.h"
#include "io/terminals/pattern.h"

typedef struct terminal
{
  char *name;    /* of the symbol, or of the lexer's rule */
  char *literal; /* the only text that it matches; NULL: there are several */
  uint32_t part;
  uint32_t bar;  /* no character of this set may follow; 0: any may */
  symbol symbol; /* PAPNI_NO_SYMBOL: not a symbol of the model */
  bool skipped;
} terminal;

typedef struct terminals
{
  patterns patterns;
  terminal *list;
  size_t count, capacity;
  bool characters; /* of the lexer chars */
  bool xml;        /* of the lexer xml: a numeric reference may be to no character, as &#0; */
  bool generates;  /* for generators: references are only to characters */
} terminals;

/* Fails if the lexer has something that a grammar cannot express. Call terminals_release in any case. */
status terminals_begin (terminals *t, const papni_alphabet *alphabet, bool generates, error *e);
void terminals_release (terminals *t);

/* The first terminal of a symbol, or NULL: it has no text. */
const terminal *terminal_of (const terminals *t, symbol s);

/* ---- internal ---- */

/* Adds a terminal; takes NO_PART as a sign of no memory. */
status terminals_add (terminals *t, const char *name, size_t length, uint32_t part, error *e);
status terminals_add_rules (terminals *t, const papni_alphabet *alphabet, const char *text, error *e);
status terminals_add_xml (terminals *t, const papni_alphabet *alphabet, error *e);

/* Adds what a lexer leaves out, whose name may have a star. */
status terminals_skip_xml (terminals *t, text_span name, error *e);

#endif
