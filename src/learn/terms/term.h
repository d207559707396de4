/* term.h - the parses of well-matched words, every part of them once.
 *
 * A well-matched word has one parse:
 *
 *     word = ()              the empty word: the entry of a module
 *          | word a          an internal symbol
 *          | word c word r   a call, what is nested in it, its return
 *
 * so a word is a term over what comes before its last symbol or block, and what
 * is nested in that block. Equal terms are one. A module is what can be nested in
 * one call (or in any, when all share one entry); terms of different modules are
 * different, whatever their words. Terms are numbered in shortlex order of their
 * words, then by module, so the entries come first. */
#ifndef LEARN_TERMS_TERM_H
#define LEARN_TERMS_TERM_H

#include "data/encode.h"

typedef uint32_t term;
#define NO_TERM UINT32_MAX
#define MAX_TERMS ((size_t) 0x3ffffff0) /* three times that, all terms and their uses, fits into 32 bits */

typedef struct shape
{
  term before;   /* NO_TERM: an entry */
  term inside;   /* what is nested in the block; NO_TERM: an internal symbol */
  symbol symbol; /* the internal symbol, or the return with its call, by its number in the stack-aware alphabet */
  symbol module; /* the number of its entry */
  uint8_t label;
  bool positive; /* an accepted word passes here */
} shape;

typedef struct terms
{
  allocator memory;
  shape *shapes;
  size_t size, capacity;
  size_t entries; /* the first terms */
  term *entry;    /* of each call, in the order of the sample's alphabet; NO_TERM: it has none */
  size_t letters;
  const encoded *words; /* that they are the terms of */
} terms;

/* The terms of the words, which were encoded with a stack and must outlive them. */
status terms_init (terms *t, const encoded *words, unsigned modules, error *e);
void terms_release (terms *t);

/* ---- which term has these parts? ---- */

/* A hash table of terms. What is taken out must have been put in last. */
typedef struct term_slot
{
  uint32_t tag; /* 32 bits of the hash, as it was when the term was put in */
  term term;
} term_slot;

typedef struct term_table
{
  term_slot *slots;
  size_t capacity; /* a power of two, or 0 */
  size_t count;
} term_table;

/* What a term is made of, or the classes of that. */
typedef struct term_parts
{
  term before, inside;
  symbol symbol;
} term_parts;

static inline uint32_t parts_tag (term_parts p)
{
  return (uint32_t) (mix (mix ((uint64_t) p.before << 32 | p.inside) + p.symbol) >> 8);
}

static inline term class_of (const term *classes, term t)
{
  return !classes || t == NO_TERM ? t : classes[t];
}

/* The place of the term with these parts, or the free one where it would go. The
 * parts of all terms are taken for what their classes are (NULL: for themselves). */
static inline size_t term_table_place (const term_table *table, const shape *shapes, const term *classes, term_parts p,
                                       uint32_t tag)
{
  for (size_t i = tag & (table->capacity - 1);; i = (i + 1) & (table->capacity - 1)) {
    const term_slot slot = table->slots[i];
    if (slot.term == NO_TERM)
      return i;
    const shape *other = &shapes[slot.term];
    if (slot.tag == tag && other->symbol == p.symbol && class_of (classes, other->before) == p.before
        && class_of (classes, other->inside) == p.inside)
      return i;
  }
}

/* Makes the table twice as large; false for no memory. */
bool term_table_grow (const allocator *a, term_table *table);

#endif
