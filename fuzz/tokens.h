/* tokens.h - a document in pieces. */
#ifndef TOKENS_H
#define TOKENS_H

#include "support.h"

/* The tokens do not depend on the sizes of the pieces, some of which `how` selects. */
void must_be_same_in_pieces (papni_lexer *lexer, const uint8_t *bytes, size_t size, uint8_t how);

#endif
