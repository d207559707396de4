/* grammar.h - a model as a grammar that people can read.
 *
 * A rule stands for what can follow in a state, up to the end of the word or to the
 * return that closes the call around it. Rules that say the same are one, what only
 * leads back to itself becomes a repetition, and a rule that is used once is put in its
 * place. No word has two parses. */
#ifndef IO_MODELS_GRAMMAR_H
#define IO_MODELS_GRAMMAR_H

#include "model/model.h"

#define NO_RULE UINT32_MAX

typedef enum part_kind
{
  PART_EMPTY,
  PART_SYMBOL,   /* one */
  PART_RULE,     /* one */
  PART_SEQUENCE, /* one, then other */
  PART_CHOICE,   /* one or other */
  PART_REPEAT    /* one, any number of times */
} part_kind;

typedef struct part
{
  part_kind kind;
  uint32_t one, other; /* parts, or a symbol, or a rule */
} part;

/* A way on from a rule: a symbol, or a call with a rule for all up to its return; then
 * another rule, or nothing. */
typedef struct way
{
  symbol symbol;
  uint32_t nested; /* rule, or NO_RULE */
  uint32_t then;   /* rule, or NO_RULE */
} way;

/* The same once ways are joined: any of these, then that rule. */
typedef struct branch
{
  uint32_t part, then;
} branch;

typedef struct rule
{
  papni_state state;
  uint32_t exits; /* which returns close the call around; 0: none is open */
  way *ways;
  size_t count, capacity;
  branch *branches;
  size_t branch_count, branch_capacity;
  uint32_t body; /* part */
  uint32_t class;
  symbol call; /* it is what stands inside of this call, or PAPNI_NO_SYMBOL */
  bool productive, reached, nullable, kept;
  char name[32];
} rule;

typedef struct grammar
{
  allocator memory;
  const papni_model *model;
  rule *rules; /* those that are kept make the grammar; the first is the start */
  size_t count, capacity;
  part *parts;
  size_t part_count, part_capacity;
  uint32_t *exits; /* sets of returns: size, then (state, return) pairs; 0 is the empty one */
  size_t exit_count, exit_capacity;
  map numbers; /* state << 32 | exits: rule */
  bool failed; /* out of memory */
} grammar;

/* grammar_release in any case. */
status grammar_begin (grammar *g, const papni_model *model, error *e);
void grammar_release (grammar *g);

/* For grammar_shape.c. */
uint32_t grammar_part (grammar *g, part_kind kind, uint32_t one, uint32_t other);
void grammar_shape (grammar *g);

#endif
