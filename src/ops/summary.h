/* summary.h - what well-matched words do in a product, and their shortest lengths.
 *
 * Level 0 is where a word starts; each state that a call leads to opens a level. An
 * item (level, state) means that a well-matched word leads from the entry of the level
 * to the state, and holds the length of the shortest such word. The lengths are
 * computed with Knuth's generalization of Dijkstra's algorithm, from short to long, and
 * the computation can stop anywhere. The item with state GOAL stands for the words that
 * end in acceptance without leaving the level.
 *
 * An internal symbol or a whole call is a block. It depends only on the state, so it is
 * found once for all levels with that state; since lengths grow, the first block
 * between two states is the shortest. */
#ifndef OPS_SUMMARY_H
#define OPS_SUMMARY_H

#include "base/heap.h"
#include "base/watch.h"
#include "ops/product.h"

#define GOAL (PAPNI_NO_STATE - 1)
#define NO_ITEM UINT32_MAX
#define ENDLESS UINT64_MAX /* an infinite length, or one beyond 64 bits */

typedef struct item
{
  uint64_t length;
  uint32_t level;
  papni_state state;
  uint32_t place; /* among the settled items of its level, by length */
  uint32_t next;  /* settled item of its level, or NO_ITEM */
  uint32_t other; /* settled item of its state, or NO_ITEM */
  bool settled;   /* the length is final */
} item;

/* A call in a state, which enters a level. */
typedef struct caller
{
  papni_state state;
  uint32_t next; /* caller of the level, or NO_ITEM */
  symbol call;
} caller;

/* From one state to another, at the same level. */
typedef struct summary_block
{
  uint64_t length;
  papni_state to; /* or GOAL */
  uint32_t next;  /* block of the state, or NO_ITEM */
} summary_block;

/* A state of the product. */
typedef struct summary_state
{
  uint32_t items, blocks; /* the first, or NO_ITEM */
  bool seen;              /* its symbols have been read */
} summary_state;

typedef struct level
{
  papni_state entry;
  uint32_t first, last; /* settled items */
  uint32_t size;        /* the number of them */
  uint32_t goal;        /* the item, once settled */
  uint32_t callers;
} level;

typedef struct summary
{
  allocator memory;
  product *product;
  item *items;
  level *levels;
  caller *callers;
  summary_block *blocks;
  summary_state *states;
  heap waiting; /* items to be settled, by length */
  size_t item_count, level_count, caller_count, block_count, state_count;
  size_t item_capacity, level_capacity, caller_capacity, block_capacity, state_capacity;
  map numbers;      /* level << 32 | state: item */
  map entries;      /* state: level */
  map known_blocks; /* state << 32 | to: block */
  watch watch;
} summary;

static inline uint64_t add_lengths (uint64_t x, uint64_t y)
{
  return x > ENDLESS - y ? ENDLESS : x + y;
}

/* The caller's watch may be NULL. */
status summary_begin (summary *s, product *p, const papni_watch *caller, error *e);
void summary_release (summary *s);

/* Settles the items up to this length; with `until_goal`, stops once level 0 has
 * reached its goal. PAPNI_CANCELLED if the watch cancels. */
status summary_explore (summary *s, uint64_t length, bool until_goal, error *e);

/* Is there nothing left to explore? */
static inline bool summary_complete (const summary *s)
{
  return !s->waiting.count;
}

/* The settled item, or NO_ITEM; the level that a call to this state enters, or NO_ITEM. */
uint32_t summary_find (const summary *s, uint32_t level, papni_state q);
uint32_t summary_level (const summary *s, papni_state entry);

/* The length of the shortest accepted word of a level, if settled; otherwise ENDLESS. */
uint64_t summary_goal (const summary *s, uint32_t level);

#endif
