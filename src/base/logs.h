/* logs.h - logarithms to base 2 in integer arithmetic, so that they are the same on
 * every machine: 16 fractional bits. */
#ifndef BASE_LOGS_H
#define BASE_LOGS_H

#include "base/base.h"

enum
{
  LOG_FRACTION = 16
};

#define ONE_BIT ((int64_t) 1 << LOG_FRACTION)

/* The logarithm of x, which is not 0. */
uint64_t log_of (uint64_t x);

/* Logarithms, and logarithms of factorials, in a table that grows. Initially all zeros. */
typedef struct logs
{
  uint64_t *log, *factorial; /* of the numbers below size */
  size_t size, log_capacity, factorial_capacity;
} logs;

/* Fills the table up to n; false if out of memory. */
bool logs_fill (const allocator *a, logs *l, size_t n);
void logs_release (const allocator *a, logs *l);

/* The bits to choose k of n; both are in the table. */
static inline int64_t logs_choose (const logs *l, size_t n, size_t k)
{
  return (int64_t) l->factorial[n] - (int64_t) l->factorial[k] - (int64_t) l->factorial[n - k];
}

#endif
