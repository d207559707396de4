/* rename.h - an alphabet with other names. */
#ifndef OPS_RENAME_H
#define OPS_RENAME_H

#include "data/alphabet.h"

/* The alphabet, in symbol order, in which symbol k is called names[k], or as before where
 * that is NULL. Several may get one name. It has no lexer. NULL where a name would be two
 * things, or for no memory. */
papni_alphabet *rename_alphabet (const papni_alphabet *from, const char *const *names, error *e);

#endif
