/* term.h - the parses of well-matched words, with shared parts.
 *
 * A well-matched word has one parse:
 *
 *     word = ()              the empty word: the entry of a module
 *          | word a          an internal symbol
 *          | word c word r   a call, the word inside it, its return
 *
 * So a word is a term made of the word before its last symbol or block, and the word
 * inside that block. Equal terms are shared. A module is what can be inside one call (or
 * inside any call, if all share one entry); terms of different modules are different,
 * even if their words are equal. The order of terms is the shortlex order of their words,
 * then by module; they are numbered otherwise (term_layout.h), but the entries come first, and
 * parts before the whole. */
#ifndef LEARN_TERMS_TERM_H
#define LEARN_TERMS_TERM_H

#include "data/encode.h"
#include "learn/settings/settings.h"

typedef uint32_t term;
#define NO_TERM UINT32_MAX
#define MAX_TERMS ((size_t) 0x3ffffff0) /* three times that, all terms and their uses, fits into 32 bits */

typedef struct shape
{
  term before;   /* NO_TERM: an entry */
  term inside;   /* the word inside the block; NO_TERM: an internal symbol */
  symbol symbol; /* the internal symbol, or the return paired with its call, as a number of the stack-aware alphabet */
  symbol module; /* the number of its entry */
  uint8_t label;
  bool positive; /* an accepted word passes it */
} shape;

typedef struct terms
{
  allocator memory;
  shape *shapes;
  size_t size, capacity;
  term *rank;     /* of each term in order */
  size_t entries; /* the first terms */
  term *entry;    /* of each call, in the order of the samples' alphabet; NO_TERM: none */
  size_t letters;
  uint32_t *ends; /* how often each term is an accepted word, with --count words; NULL: not counted */
  size_t end_capacity;
  const encoded *words; /* the words they come from */
} terms;

/* The terms of the words, which must be encoded with a stack and outlive the terms. */
status terms_init (terms *t, const encoded *words, const settings *options, error *e);
void terms_release (terms *t);

enum
{
  TERMS_AT_ONCE = 1024
};

/* Reports the work of a pass over all terms, at the i-th. */
static inline status terms_spend (watch *w, size_t i, error *e)
{
  return i % TERMS_AT_ONCE ? PAPNI_OK : watch_spend (w, TERMS_AT_ONCE, e);
}

/* ---- finding a term by its parts ---- */

/* The parts of a term, or their classes. */
typedef struct term_parts
{
  term before, inside;
  symbol symbol;
} term_parts;

/* A hash table of terms. Removals must be in reverse order of insertions. */
typedef struct term_slot
{
  term term; /* NO_TERM: free */
  term_parts parts;
} term_slot;

typedef struct term_table
{
  term_slot *slots;
  size_t capacity, count;
  size_t most; /* terms in these slots */
} term_table;

enum
{
  NEAR_SLOTS = 4,
  NEAR_STRIDE = 2 /* between those of neighbours */
};

static inline uint32_t parts_hash (term_parts p)
{
  return (uint32_t) (mix (mix ((uint64_t) p.before << 32 | p.inside) + p.symbol) >> 8);
}

static inline bool equal_parts (term_parts p, term_parts q)
{
  return p.before == q.before && p.inside == q.inside && p.symbol == q.symbol;
}

/* Is it free, or the term with these parts? */
static inline bool ends_search (const term_slot *slot, term_parts p)
{
  return slot->term == NO_TERM || equal_parts (slot->parts, p);
}

/* The position of the term with these parts, or the free one where it belongs: next to what
 * comes after the neighbours of `before` or, if there is no room, anywhere. */
static inline size_t term_table_place (const term_table *table, term_parts p)
{
  size_t i = (size_t) p.before * NEAR_STRIDE;
  if (i + NEAR_SLOTS <= table->capacity)
    for (const size_t end = i + NEAR_SLOTS; i < end; i++)
      if (ends_search (&table->slots[i], p))
        return i;
  i = (size_t) ((uint64_t) parts_hash (p) * table->capacity >> 32);
  while (!ends_search (&table->slots[i], p))
    i = i + 1 < table->capacity ? i + 1 : 0;
  return i;
}

/* Makes room for so many terms; false if out of memory. */
bool term_table_reserve (const allocator *a, term_table *table, size_t count);

#endif
