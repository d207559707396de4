/* words.h - counts the accepted words of each length, and draws them at random.
 *
 * A nonempty well-matched word from one state to another ends in an internal symbol, or
 * in a block: a call, a well-matched word, and the return that pops the call. So the
 * numbers of words of length n from an origin (the start, or a state that a call leads
 * to) to every state follow from those of shorter words, and the same sums, in reverse,
 * draw a word from its end to its beginning.
 *
 * Counts exceed every integer type, so they are doubles. Those of length n are scaled
 * by 2^(-shift n), where `shift` is half the bits of a symbol, so that neither the
 * largest nor the smallest count of the allowed lengths leaves the range of a double.
 * The factors are powers of two and all terms are positive: counts below 2^53 are
 * exact, and each term of a sum adds at most half a unit in the last place, in total
 * less than 10^-12 of the count. */
#ifndef OPS_WORDS_H
#define OPS_WORDS_H

#include "model/model.h"

#define NONE UINT32_MAX

/* A possible end: an internal symbol read in `from`. */
typedef struct step
{
  papni_state from;
  symbol symbol;
} step;

/* One way to make a block: a call, the states around the inner word, a return. */
typedef struct word_way
{
  uint32_t origin;   /* of the inner word */
  papni_state inner; /* where it ends */
  symbol call, ret;
  uint32_t next; /* way of the same block, or NONE */
} word_way;

/* All blocks that lead from one state to another. */
typedef struct block
{
  papni_state from, to;
  uint32_t ways; /* the first */
  uint32_t next; /* block to the same state, or NONE */
} block;

/* A part of a word to be drawn: from an origin to a state. */
typedef struct draw_task
{
  size_t place, length;
  uint32_t origin;
  papni_state to;
} draw_task;

struct papni_counter
{
  allocator memory;
  const papni_model *model;
  size_t longest;
  int shift;
  double step_scale, pair_scale; /* 2^-shift and its square */
  uint32_t *origin_of;           /* state -> origin, or NONE */
  papni_state *origins;
  size_t origin_count;
  double *counts; /* [origin][state][length] */
  size_t *pushes; /* call transitions */
  rows by_origin; /* of these, by target */
  step *steps;
  rows into; /* of the steps, by target */
  block *blocks;
  size_t block_count, block_capacity;
  uint32_t *first_block; /* into each state, or NONE */
  map block_of;          /* from << 32 | to */
  word_way *ways;
  size_t way_count, way_capacity;
  double *block_counts; /* [block][length] */
  draw_task *tasks;
};

static inline double *counts_of (const papni_counter *w, size_t origin, papni_state q)
{
  return w->counts + (origin * w->model->states + q) * (w->longest + 1);
}

static inline double *counts_of_block (const papni_counter *w, size_t index)
{
  return w->block_counts + index * (w->longest + 1);
}

/* The scaled number of accepted words of a length. */
double scaled_count (const papni_counter *w, size_t length);

#endif
