/* text_model.h - a model whose symbols can be written one after the other.
 *
 * Symbols without a text, such as what is not a token, are left out. A symbol of the new
 * model also says which of its texts may stand there, and whether blanks must or must not
 * stand before it: so symbols that would run into each other are kept apart. The name of such
 * a symbol has spaces before it. */
#ifndef IO_MODELS_TEXT_MODEL_H
#define IO_MODELS_TEXT_MODEL_H

#include "io/terminals/munch.h"
#include "model/model.h"

typedef enum blank_form
{
  BLANKS_MAY,
  BLANKS_MUST,
  BLANKS_MUST_NOT
} blank_form;

typedef struct text_symbol
{
  symbol from;    /* of the model */
  uint32_t part;  /* its texts; 0: all of them */
  uint32_t blank; /* the first of the blanks before it */
  blank_form form;
  bool whole; /* `blank` is all that stands before it */
} text_symbol;

typedef struct texts
{
  papni_model *model;
  papni_alphabet *alphabet; /* its symbols, */
  text_symbol *symbols;     /* and what they mean */
  size_t count, capacity;
  uint32_t blank; /* part of a blank that may stand anywhere; 0: there is none */
  uint32_t last;  /* of one that may stand at the end of a text, but not anywhere; 0: likewise */
  bool usual;     /* blanks may stand before all symbols, and these may be any */
  bool required;  /* blanks must stand before some */
} texts;

/* Without a munch, the reader has a scanner, and no symbols are kept apart. Call texts_release in any case. */
status texts_begin (texts *t, const papni_model *model, const scanner *s, munch *m, error *e);
void texts_release (texts *t);

#endif
