/* encode_plain.c - words without a stack: all of them are kept, as they are.
 *
 * One pass finds where words begin, and which letters occur. Once all letters have been
 * seen, which takes a few words, it only looks for ends of words. */
#include "data/encode.h"

#include <string.h>

/* Has each letter been seen? */
static bool all_letters_seen (const symbol *seen, size_t letters)
{
  size_t i = 0;
  while (i < letters && !seen[i])
    i++;
  return i == letters;
}

/* The end of a word that begins at `at`. Four symbols are passed at a time, as long as none has the
 * highest bit, which all end marks have. */
static inline size_t plain_word_end (const symbol *flat, size_t at, size_t used)
{
  uint64_t four = 0;
  for (; at + 4 <= used; at += 4) {
    memcpy (&four, flat + at, sizeof four);
    if (four & UINT64_C (0x8000800080008000))
      break;
  }
  while (!is_end (flat[at]))
    at++;
  return at;
}

status encode_plain (encoded *words, papni_statistics *statistics, error *e)
{
  const papni_samples *samples = words->samples;
  symbol *seen = words->stack.plain;
  if (!reserve (&words->memory, &words->offsets, &words->capacity, samples->size, sizeof *words->offsets))
    return no_memory (e);
  const symbol *const flat = samples->flat;
  const size_t used = samples->used, letters = samples->alphabet->size;
  uint64_t *const offsets = words->offsets;
  size_t size = 0, accepted = 0, rejected = 0;
  for (size_t at = 0, check = 1; at < used; at++) {
    offsets[size++] = at;
    if (check)
      for (; !is_end (flat[at]); at++)
        seen[flat[at]] = 0;
    else
      at = plain_word_end (flat, at, used);
    if (size == check) /* after 1, 2, 4, 8, ... words */
      check = all_letters_seen (seen, letters) ? 0 : 2 * check;
    accepted += flat[at] == END + PAPNI_ACCEPT;
    rejected += flat[at] == END + PAPNI_REJECT;
  }
  words->size = size;
  statistics->positive += accepted;
  statistics->negative += rejected;
  words->longest = samples->longest;
  statistics->words += samples->size;
  return PAPNI_OK;
}
