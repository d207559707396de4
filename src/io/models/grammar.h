/* grammar.h - a model as a readable, unambiguous grammar.
 *
 * A rule describes what can follow in a state, up to the end of the word or the return
 * that closes the open call. Equivalent rules are joined, loops become repetitions, and
 * rules that are used once are inlined. */
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

/* An alternative of a rule: a symbol, or a call with a rule for its inside up to the
 * return; then another rule, or nothing. */
typedef struct way
{
  symbol symbol;
  uint32_t nested; /* rule, or NO_RULE */
  uint32_t then;   /* rule, or NO_RULE */
} way;

/* Joined alternatives: any of these, then that rule. */
typedef struct branch
{
  uint32_t part, then;
} branch;

typedef struct rule
{
  papni_state state;
  uint32_t exits; /* which returns close the open call; 0: no call is open */
  way *ways;
  size_t count, capacity;
  branch *branches;
  size_t branch_count, branch_capacity;
  uint32_t body; /* part */
  uint32_t class;
  symbol call; /* the rule is the inside of this call, or PAPNI_NO_SYMBOL */
  bool productive, reached, nullable, kept;
  char name[32];
} rule;

typedef struct grammar
{
  allocator memory;
  const papni_model *model;
  rule *rules; /* the kept ones form the grammar; the first is the start */
  size_t count, capacity;
  part *parts;
  size_t part_count, part_capacity;
  uint32_t *exits; /* sets of returns: size, then (state, return) pairs; 0 is the empty one */
  size_t exit_count, exit_capacity;
  map numbers; /* state << 32 | exits: rule */
  bool failed; /* out of memory */
} grammar;

/* Call grammar_release in any case. */
status grammar_begin (grammar *g, const papni_model *model, error *e);
void grammar_release (grammar *g);

/* For grammar_shape.c. */
uint32_t grammar_part (grammar *g, part_kind kind, uint32_t one, uint32_t other);
void grammar_shape (grammar *g);

#endif
