/* stack_name.h - names for the symbols of the stack-aware alphabet, as one token each.
 *
 * A call ( is written "(/push", a return ) that pops it ")/pop/(", and any other symbol
 * as it is. So a name tells what its symbol does to the stack. Spaces, backslashes and
 * whatever looks like one of these marks are escaped. */
#ifndef DATA_STACK_NAME_H
#define DATA_STACK_NAME_H

#include "data/alphabet.h"

/* Writes a name to `out`, which has room for stack_name_room bytes; returns the number of
 * bytes. `popped` is NULL unless the symbol is a return. */
size_t write_stack_name (const letter *l, const letter *popped, char *out);
size_t stack_name_room (const letter *l, const letter *popped);

/* A name, taken apart. */
typedef struct stack_name
{
  papni_kind kind;
  text_span name;   /* of the symbol, still escaped */
  text_span popped; /* for a return */
} stack_name;

stack_name read_stack_name (text_span written);

/* Writes the name without escapes to `out`, which has room for as many bytes; returns
 * the number of bytes. */
size_t unescape_name (text_span name, char *out);

#endif
