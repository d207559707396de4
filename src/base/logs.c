/* logs.c - logarithms in integers. */
#include "base/logs.h"

/* Squaring a number from 1 to 2 doubles its logarithm, which gives the next bit of it. */
uint64_t log_of (uint64_t x)
{
  unsigned whole = 0;
  while (x >> whole > 1)
    whole++;
  uint64_t m = whole > 31 ? x >> (whole - 31) : x << (31 - whole); /* with 31 fractional bits */
  uint64_t result = whole;
  for (int i = 0; i < LOG_FRACTION; i++) {
    m = m * m >> 31;
    const uint64_t bit = m >> 32;
    m >>= bit;
    result = result << 1 | bit;
  }
  return result;
}

bool logs_fill (const allocator *a, logs *l, size_t n)
{
  if (n < l->size)
    return true;
  if (!reserve (a, &l->log, &l->log_capacity, n + 1, sizeof *l->log)
      || !reserve (a, &l->factorial, &l->factorial_capacity, n + 1, sizeof *l->factorial))
    return false;
  for (size_t i = l->size; i <= n; i++) {
    l->log[i] = i ? log_of (i) : 0;
    l->factorial[i] = i ? l->factorial[i - 1] + l->log[i] : 0;
  }
  l->size = n + 1;
  return true;
}

void logs_release (const allocator *a, logs *l)
{
  release (a, l->log, l->log_capacity, sizeof *l->log);
  release (a, l->factorial, l->factorial_capacity, sizeof *l->factorial);
}
