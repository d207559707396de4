/* bits.h - tables of bits, 64 in a word: sets of numbers, one for each row.
 *
 *     for (size_t i = 0; i < t.words; i++)
 *       for (uint64_t rest = bits_row (&t, r)[i]; rest; rest &= rest - 1)
 *         each number 64 * i + bits_lowest (rest) of the set */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include "base/base.h"

typedef struct bit_table
{
  uint64_t *bits;
  size_t rows, words; /* words of a row */
} bit_table;

/* All sets are empty. False if out of memory. */
static inline bool bits_init (const allocator *a, bit_table *t, size_t rows, size_t columns)
{
  const size_t words = (columns + 63) / 64;
  *t = (bit_table){ allocate_zeroed (a, rows * words, sizeof *t->bits), rows, words };
  return t->bits;
}

static inline void bits_release (const allocator *a, bit_table *t)
{
  release (a, t->bits, t->rows * t->words, sizeof *t->bits);
}

static inline uint64_t *bits_row (const bit_table *t, size_t row)
{
  return &t->bits[row * t->words];
}

static inline void bits_set (const bit_table *t, size_t row, size_t column)
{
  bits_row (t, row)[column / 64] |= (uint64_t) 1 << column % 64;
}

/* The number of ones in a word. */
static inline unsigned bits_count (uint64_t word)
{
  word -= word >> 1 & 0x5555555555555555;
  word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return (unsigned) (word * 0x0101010101010101 >> 56);
}

/* The place of the lowest one. */
static inline unsigned bits_lowest (uint64_t word)
{
  return bits_count ((word & (0 - word)) - 1);
}

#endif
