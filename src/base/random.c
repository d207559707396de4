/* random.c - seeding the random numbers. */
#include "base/random.h"

papni_random papni_random_begin (uint64_t seed)
{
  papni_random r;
  for (size_t i = 0; i < 4; i++) {
    uint64_t z = seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    r.state[i] = z ^ (z >> 31);
  }
  return r;
}
