/* rename.h - an alphabet with other names. */
#ifndef OPS_RENAME_H
#define OPS_RENAME_H

#include "data/alphabet.h"

/* The alphabet, in symbol order, in which symbol k has the name names[k], or its old
 * name if that is NULL. Several symbols may get the same name. It has no lexer. NULL if
 * a name would have two kinds, or if out of memory. */
papni_alphabet *rename_alphabet (const papni_alphabet *from, const char *const *names, error *e);

#endif
