/* names.c - names to numbers. */
#include "base/names.h"

#include <string.h>

uint32_t names_enter (const allocator *a, names *n, piece text)
{
  bool fresh;
  const uint32_t new = (uint32_t) n->count;
  const size_t length = (size_t) (text.end - text.begin);
  if (n->count >= NO_NAME - 1 || !reserve (a, &n->list, &n->capacity, n->count + 1, sizeof *n->list)
      || !reserve (a, &n->text, &n->text_capacity, n->text_size + length + 1, 1))
    return NO_NAME;
  if (!n->count)
    n->key = hash_key_new (n->list);
  uint32_t *last = map_enter (a, &n->by_hash, hash_keyed (n->key, text.begin, length), new, &fresh);
  if (!last)
    return NO_NAME;
  for (uint32_t i = fresh ? NO_NAME : *last; i != NO_NAME; i = n->list[i].other)
    if (n->list[i].length == length && !memcmp (n->text + n->list[i].begin, text.begin, length))
      return i;
  n->list[n->count++] = (name){ n->text_size, length, fresh ? NO_NAME : *last };
  *last = new;
  memcpy (n->text + n->text_size, text.begin, length);
  n->text_size += length;
  return new;
}

void names_release (const allocator *a, names *n)
{
  release (a, n->text, n->text_capacity, 1);
  release (a, n->list, n->capacity, sizeof *n->list);
  map_release (a, &n->by_hash);
}
