/* summary.h - what well-matched words do in a product, and how short they can be.
 *
 * Level 0 is where a word starts; each state that a call leads to opens a level of
 * its own. An item (level, state) says that a well-matched word leads from the
 * level's entry to the state, and how long the least such word is: Knuth's
 * generalisation of Dijkstra's algorithm, which goes from short to long and can
 * stop anywhere. The item whose state is GOAL stands for the words that end in
 * acceptance and do not leave the level.
 *
 * What an internal symbol or a whole call leads to is a block. It depends on the state
 * alone, so it is found once for all levels that the state is in; since lengths grow,
 * the first block between two states is the least. */
#ifndef OPS_SUMMARY_H
#define OPS_SUMMARY_H

#include "base/heap.h"
#include "base/watch.h"
#include "ops/product.h"

#define GOAL (PAPNI_NO_STATE - 1)
#define NO_ITEM UINT32_MAX
#define ENDLESS UINT64_MAX /* a length that is not finite, or too long for a number */

typedef struct item
{
  uint64_t length;
  uint32_t level;
  papni_state state;
  uint32_t place; /* among the settled items of its level, by length */
  uint32_t next;  /* settled item of its level, or NO_ITEM */
  uint32_t other; /* settled item of its state, or NO_ITEM */
  bool settled;   /* the length is known to be the least */
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

/* What is known of a state of the product. */
typedef struct summary_state
{
  uint32_t items, blocks; /* the first, or NO_ITEM */
  bool seen;              /* its symbols have been read */
} summary_state;

typedef struct level
{
  papni_state entry;
  uint32_t first, last; /* settled items */
  uint32_t size;        /* how many */
  uint32_t goal;        /* the item, once it is settled */
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

/* Settles the items of up to this length; with `until_goal`, stops once level 0 has reached
 * its goal. PAPNI_CANCELLED if the watch says so. */
status summary_explore (summary *s, uint64_t length, bool until_goal, error *e);

/* Is there nothing left to explore? */
static inline bool summary_complete (const summary *s)
{
  return !s->waiting.count;
}

/* The settled item, or NO_ITEM; the level that a call to this state enters, or NO_ITEM. */
uint32_t summary_find (const summary *s, uint32_t level, papni_state q);
uint32_t summary_level (const summary *s, papni_state entry);

/* The length of what level 0 accepts first, if that is settled; otherwise ENDLESS. */
uint64_t summary_goal (const summary *s, uint32_t level);

#endif
