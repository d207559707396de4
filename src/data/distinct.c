/* distinct.c - the different words with a label: equal words have equal hashes, and are
 * compared. */
#include "data/distinct.h"

#include <string.h>

typedef struct distinct
{
  const papni_samples *samples;
  map last;         /* hash -> 1 + the last kept word that has it */
  uint32_t *before; /* kept word -> the one before it with the same hash, as above */
  uint64_t *out;
  size_t kept;
} distinct;

static bool distinct_add (distinct *d, uint64_t offset, size_t length)
{
  const symbol *word = d->samples->flat + offset;
  bool fresh;
  uint32_t *last =
      map_enter (&d->samples->memory, &d->last, hash_bytes ((const char *) word, length * sizeof *word), 0, &fresh);
  if (!last)
    return false;
  for (uint32_t i = *last; i; i = d->before[i - 1])
    if (!memcmp (d->samples->flat + d->out[i - 1], word, (length + 1) * sizeof *word))
      return true;
  d->before[d->kept] = *last;
  d->out[d->kept++] = offset;
  *last = (uint32_t) d->kept;
  return true;
}

status distinct_words (const papni_samples *samples, const uint64_t *offsets, size_t count, papni_label label,
                       uint64_t *out, size_t *kept, error *e)
{
  const allocator *a = &samples->memory;
  distinct d = { .samples = samples, .before = allocate (a, count, sizeof *d.before), .out = out };
  bool room = d.before;
  for (size_t i = 0; room && i < count; i++) {
    const symbol *word = samples->flat + offsets[i];
    size_t length = 0;
    while (!is_end (word[length]))
      length++;
    if (word[length] == END + label)
      room = distinct_add (&d, offsets[i], length);
  }
  *kept = d.kept;
  map_release (a, &d.last);
  release (a, d.before, count, sizeof *d.before);
  return room ? PAPNI_OK : no_memory (e);
}
