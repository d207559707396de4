/* encode.h - words over the stack-aware alphabet.
 *
 * Each return of a well-matched word is paired with the call it pops. The pair depends
 * only on the word up to the return. */
#ifndef DATA_ENCODE_H
#define DATA_ENCODE_H

#include "data/sample.h"

struct papni_encoder
{
  allocator memory;
  const papni_alphabet *alphabet;
  uint8_t *kinds; /* of each symbol */
  size_t letters;
  symbol *popped; /* popped[i]: the call that symbol i pops, or PAPNI_NO_SYMBOL */
  uint32_t *open; /* open[i]: 1 + the position of the innermost open call after i symbols, or 0 */
  size_t popped_capacity, open_capacity;
};

/* The stack-aware alphabet: the symbols and pairs that occur in the samples, in symbol
 * order. */
typedef struct stack_symbol
{
  symbol symbol, popped;
} stack_symbol;

typedef struct stack_alphabet
{
  stack_symbol *symbols;
  size_t size;
  symbol *plain; /* symbol -> number, if it pops nothing */
  map pairs;     /* pair_key (return, call) -> number */
  size_t letters;
  symbol *table; /* for small alphabets, the same as a table: symbol * letters + what it pops, or 0 */
} stack_alphabet;

enum
{
  TABLE_LETTERS = 256 /* maximum for tables of pairs */
};

static inline symbol stack_number (const stack_alphabet *stack, symbol s, symbol popped)
{
  if (stack->table)
    return stack->table[s * stack->letters + (popped == PAPNI_NO_SYMBOL ? 0 : popped)];
  return popped == PAPNI_NO_SYMBOL ? stack->plain[s] : (symbol) *map_find (&stack->pairs, pair_key (s, popped));
}

/* The samples that can be learned from. */
typedef struct encoded
{
  allocator memory;
  const papni_samples *samples;
  papni_encoder *encoder; /* NULL: no stack, the words are used as they are */
  stack_alphabet stack;
  symbol *order;     /* from alphabet_order */
  uint64_t *offsets; /* the offset of each word in samples->flat */
  size_t size, capacity;
  size_t longest;    /* word */
  size_t dropped[2]; /* the offsets of the least words that were dropped, rejected and accepted, or NO_OFFSET */
} encoded;

#define NO_OFFSET ((size_t) -1)

/* Finds the well-matched words (without a stack, all words) and their stack-aware
 * symbols, and counts them. */
status encoded_init (encoded *words, const papni_samples *samples, bool with_stack, papni_statistics *statistics,
                     error *e);
void encoded_release (encoded *words);

/* The part of it for words without a stack. Letters that occur get 0 in words->stack.plain. */
status encode_plain (encoded *words, papni_statistics *statistics, error *e);

#endif
