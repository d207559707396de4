/* names.h - names to numbers. States have names that are no symbols: there may be more of
 * them than an alphabet holds. */
#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include "base/base.h"

#define NO_NAME UINT32_MAX

/* A piece of a text. */
typedef struct piece
{
  const char *begin, *end;
} piece;

typedef struct name
{
  size_t begin, length; /* in the text */
  uint32_t other;       /* a name with the same hash, or NO_NAME */
} name;

typedef struct names
{
  char *text; /* one name after the other */
  name *list;
  size_t text_size, text_capacity, count, capacity;
  hash_key key;
  map by_hash; /* the name that was entered last */
} names;

/* The number of a name, which is inserted if it is new; NO_NAME if out of memory. */
uint32_t names_enter (const allocator *a, names *n, piece text);
void names_release (const allocator *a, names *n);

#endif
