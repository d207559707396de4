/* term_order.h - terms in shortlex order of their words. */
#ifndef LEARN_TERMS_TERM_ORDER_H
#define LEARN_TERMS_TERM_ORDER_H

#include "learn/terms/term.h"

/* Where a term's word stands in the sample. */
typedef struct term_piece
{
  uint64_t offset;
  uint32_t length;
} term_piece;

/* Numbers the terms in shortlex order of their words, then by module. */
status number_terms (terms *t, const term_piece *pieces, error *e);

#endif
