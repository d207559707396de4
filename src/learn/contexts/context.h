/* context.h - positions in words, described by features of what precedes them.
 *
 * A level is the inside of a call, or the whole word; a closed block is one symbol of
 * its level. Positions with equal features form one context. How often each event (a
 * symbol, or the end of the word) follows a context is all that is learned from.
 * docs/definitions.md lists the features. */
#ifndef LEARN_CONTEXTS_CONTEXT_H
#define LEARN_CONTEXTS_CONTEXT_H

#include "base/list.h"
#include "base/logs.h"
#include "base/records.h"
#include "base/rows.h"
#include "base/watch.h"
#include "data/encode.h"

/* Features with many values. After them come one-bit features: BITS + y * symbols + x:
 * x was seen at this level since the last y (y = 0: at all), and then: x is in the
 * block that was just closed. */
enum
{
  FEATURE_LAST,        /* the last symbol at this level */
  FEATURE_LAST_2,      /* the one before it */
  FEATURE_LAST_3,      /* the one before that */
  FEATURE_FIRST,       /* the first symbol at this level */
  FEATURE_CALL,        /* the call that opened this level */
  FEATURE_BEFORE,      /* the symbol before that call, at its level */
  FEATURE_BEFORE_2,    /* the one before it */
  FEATURE_INNER_LAST,  /* the last symbol in the block that was just closed */
  FEATURE_INNER_FIRST, /* the first */
  FEATURE_OUTER,       /* the nearest symbol before the call, at its level or further out */
  FEATURE_BITS
};

/* Values of features: no block was just closed; the level has no such symbol yet; from there
 * on 1 + a symbol. */
enum
{
  VALUE_NONE,
  VALUE_START
};

typedef struct event_count
{
  uint32_t event, count;
} event_count;

typedef struct context_table
{
  allocator memory;
  const encoded *words;
  size_t symbols;     /* numbered from 1, in symbol order: internal symbols, calls, blocks */
  size_t events;      /* internal symbols, calls, returns; the last one is the end */
  uint32_t *plain;    /* symbol of the alphabet -> its number, 0 if it does not occur */
  uint32_t *block;    /* stack-aware symbol -> its number if it is a block */
  uint32_t *stack_of; /* the inverse */
  uint32_t *event;    /* symbol of the alphabet -> its event */
  uint32_t *letter;   /* event -> symbol of the alphabet */
  uint64_t *offsets;  /* of the accepted words, without duplicates */
  size_t word_count;
  size_t since_rows;  /* y of the one-bit features: all symbols, only 0, or none */
  size_t since_words; /* of 32 bits */
  size_t inner_words;
  uint32_t *set, *clear; /* the effect of a symbol on these bits */
  records all;           /* the contexts: features, bits since, bits inside */
  rows follow;           /* context -> what follows it */
  event_count *counts;
  size_t count_total;
  size_t features; /* the number that a test chooses from */
  logs logs;
} context_table;

/* Of the accepted words, without duplicates. */
status contexts_init (context_table *c, const encoded *words, const papni_watch *watch, error *e);
void contexts_release (context_table *c);

/* The effect of a symbol on the stack; none without a stack. */
static inline papni_kind contexts_kind (const context_table *c, symbol s)
{
  return c->words->encoder ? (papni_kind) c->words->samples->alphabet->letters[s].kind : PAPNI_INTERNAL;
}

static inline size_t contexts_width (const context_table *c)
{
  return FEATURE_BITS + c->since_words + c->inner_words;
}

/* The first feature about symbols inside a block. */
static inline size_t contexts_first_inner (const context_table *c)
{
  return FEATURE_BITS + c->since_rows * c->symbols;
}

static inline bool is_set (const uint32_t *bits, size_t i)
{
  return bits[i / 32] >> (i % 32) & 1;
}

/* The value of any feature; 0 or 1 for one-bit features. */
static inline uint32_t context_value (const context_table *c, const uint32_t *v, size_t feature)
{
  if (feature < FEATURE_BITS)
    return v[feature];
  const size_t inner = contexts_first_inner (c);
  return feature < inner ? is_set (v + FEATURE_BITS, feature - FEATURE_BITS)
                         : is_set (v + FEATURE_BITS + c->since_words, feature - inner);
}

/* The context at the start, and those after a symbol, a call and a block: `out` must not be
 * one of the others. `inside` is the context before the return. */
void context_begin (const context_table *c, uint32_t *out);
void context_push (const context_table *c, const uint32_t *v, uint32_t symbol, uint32_t *out);
void context_enter (const context_table *c, const uint32_t *v, uint32_t call, uint32_t *out);
void context_leave (const context_table *c, const uint32_t *caller, uint32_t block, const uint32_t *inside,
                    uint32_t *out);

#endif
