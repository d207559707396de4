/* random.h - random numbers that are the same on every machine.
 *
 * xoshiro256**, seeded with splitmix64 as its authors recommend. The state belongs to
 * the caller. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include "base/base.h"

static inline uint64_t random_bits (papni_random *r)
{
  uint64_t *s = r->state;
  const uint64_t product = s[1] * 5, result = (product << 7 | product >> 57) * 9, shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = s[3] << 45 | s[3] >> 19;
  return result;
}

/* A uniformly distributed number below `bound`, which is not 0. */
static inline uint64_t random_below (papni_random *r, uint64_t bound)
{
  const uint64_t uneven = -bound % bound; /* how many of the 2^64 numbers would cause a bias */
  uint64_t bits;
  do
    bits = random_bits (r);
  while (bits < uneven);
  return bits % bound;
}

/* A number in [0, 1) with 53 random bits. */
static inline double random_part (papni_random *r)
{
  return (double) (random_bits (r) >> 11) * 0x1p-53;
}

#endif
