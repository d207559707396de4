/* signature.h - which of the first 64 words in shortlex order a state is known to accept
 * and to reject, one bit per word.
 *
 * If one state accepts what another rejects, they cannot be merged. Merging only adds labels
 * and children, so a signature stays valid, but may become incomplete. */
#ifndef LEARN_TREE_SIGNATURE_H
#define LEARN_TREE_SIGNATURE_H

#include "base/base.h"

enum
{
  SIGNATURE_WORDS = 64
};

enum
{
  REJECTED = PAPNI_REJECT - 1,
  ACCEPTED = PAPNI_ACCEPT - 1
};

typedef struct signature
{
  uint64_t words[2]; /* rejected, accepted */
} signature;

static inline bool signatures_differ (const signature *x, const signature *y)
{
  return (x->words[ACCEPTED] & y->words[REJECTED]) | (x->words[REJECTED] & y->words[ACCEPTED]);
}

/* If word i has length l, word i after symbol a is number i + (a + 1) * width ^ l. These are the
 * words of one length: `count` of them, from number `first` on. */
static ALWAYS_INLINE uint64_t words_of_length_after (uint64_t words, size_t first, size_t count, size_t a)
{
  const size_t by = count * (a + 1);
  return first + by < SIGNATURE_WORDS ? (words & (((uint64_t) 1 << count) - 1) << first) << by : 0;
}

/* Written out for two symbols (without the last word) and for four, for which it has to be fast. */
static ALWAYS_INLINE uint64_t words_after (uint64_t words, size_t a, size_t width)
{
  uint64_t found = 0;
  if (width == 2)
    return words_of_length_after (words, 0, 1, a) | words_of_length_after (words, 1, 2, a)
           | words_of_length_after (words, 3, 4, a) | words_of_length_after (words, 7, 8, a)
           | words_of_length_after (words, 15, 16, a);
  if (width == 4)
    return words_of_length_after (words, 0, 1, a) | words_of_length_after (words, 1, 4, a)
           | words_of_length_after (words, 5, 16, a);
  for (size_t first = 0, count = 1; first + count < SIGNATURE_WORDS; first += count, count *= width)
    found |= words_of_length_after (words, first, count, a);
  return found;
}

/* Adds what is known of the words that begin with symbol a: `after` is the signature of the state
 * it leads to. */
static ALWAYS_INLINE void signature_extend (signature *s, const signature *after, size_t a, size_t width)
{
  for (size_t i = 0; i < 2; i++)
    s->words[i] |= words_after (after->words[i], a, width);
}

#endif
