/* alike.h - names that look as if they belong together: brackets, tags, enter and exit. */
#ifndef DATA_ALIKE_H
#define DATA_ALIKE_H

#include "data/alphabet.h"

enum
{
  ALIKE_NAME = 200,    /* longer names are not looked at, in bytes */
  ALIKE_BRACKETS = 24, /* forms that are whole names */
  ALIKE_WORDS = 11,
  ALIKE_FORMS = ALIKE_BRACKETS + 1 + ALIKE_WORDS * 6
};

/* A call by its name, and the return that would belong to it. For brackets the forms are
 * empty; other forms have a star. */
typedef struct alike
{
  char call_form[ALIKE_NAME + 8], ret_form[ALIKE_NAME + 8];
  char partner[ALIKE_NAME + 16];
} alike;

/* The call or the return of a form that is a whole name, k below ALIKE_BRACKETS. */
const char *alike_bracket (size_t k, bool call);

/* Is the name a call of form k, below ALIKE_FORMS? */
bool alike_as_call (const char *name, size_t k, alike *a);

#endif
