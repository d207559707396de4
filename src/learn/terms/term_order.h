/* term_order.h - sorts terms in shortlex order of their words. */
#ifndef LEARN_TERMS_TERM_ORDER_H
#define LEARN_TERMS_TERM_ORDER_H

#include "base/watch.h"
#include "learn/terms/term.h"

/* Where the word of a term occurs in the samples. */
typedef struct term_piece
{
  uint64_t offset;
  uint32_t length;
} term_piece;

/* Lists the terms in shortlex order of their words, then by module. */
status sort_terms (const terms *t, const term_piece *pieces, unsigned threads, term *ranked, watch *w, error *e);

#endif
