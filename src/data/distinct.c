/* distinct.c - the different words with a label: equal words have equal hashes, and are
 * compared. */
#include "data/distinct.h"

#include <string.h>

typedef struct distinct
{
  const papni_samples *samples;
  const uint64_t *kept; /* offsets */
  size_t count;
  hash_key key;
  map last;         /* hash -> 1 + the last kept word that has it */
  uint32_t *before; /* kept word -> the one before it with the same hash, as above */
} distinct;

/* Is it a word that was kept? If not, it is the next one; *room is false if out of memory. */
static bool distinct_knows (distinct *d, uint64_t offset, size_t length, bool *room)
{
  const symbol *word = d->samples->flat + offset;
  bool fresh;
  const uint64_t hash = hash_keyed (d->key, (const char *) word, length * sizeof *word);
  uint32_t *last = map_enter (&d->samples->memory, &d->last, hash, 0, &fresh);
  *room = last;
  for (uint32_t i = last ? *last : 0; i; i = d->before[i - 1])
    if (!memcmp (d->samples->flat + d->kept[i - 1], word, (length + 1) * sizeof *word))
      return true;
  if (last) {
    d->before[d->count++] = *last;
    *last = (uint32_t) d->count;
  }
  return false;
}

status distinct_words (const papni_samples *samples, papni_label label, uint64_t *offsets, size_t *count, error *e)
{
  const allocator *a = &samples->memory;
  distinct d = { .samples = samples, .kept = offsets, .before = allocate (a, *count, sizeof *d.before) };
  bool room = d.before;
  d.key = hash_key_new (d.before);
  for (size_t i = 0; room && i < *count; i++) {
    const symbol *word = samples->flat + offsets[i];
    size_t length = 0;
    while (!is_end (word[length]))
      length++;
    const size_t next = d.count;
    if (word[length] == END + label && !distinct_knows (&d, offsets[i], length, &room))
      offsets[next] = offsets[i];
  }
  map_release (a, &d.last);
  release (a, d.before, *count, sizeof *d.before);
  *count = d.count;
  return room ? PAPNI_OK : no_memory (e);
}
