/* random.h - numbers that look random, the same on every machine.
 *
 * xoshiro256**, begun with splitmix64, as its authors advise: fast, and good in
 * every test that counts here. The state is the caller's. */
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

/* A number below `bound`, which is not 0; all are as likely as each other. */
static inline uint64_t random_below (papni_random *r, uint64_t bound)
{
  const uint64_t uneven = -bound % bound; /* so many of the 2^64 numbers are left over */
  uint64_t bits;
  do
    bits = random_bits (r);
  while (bits < uneven);
  return bits % bound;
}

/* From 0 up to 1, which it never is; 53 bits. */
static inline double random_part (papni_random *r)
{
  return (double) (random_bits (r) >> 11) * 0x1p-53;
}

#endif
