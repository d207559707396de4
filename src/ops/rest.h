/* rest.h - the length of the shortest completion of a word, whatever the stack.
 *
 * Each open call is a frame, which holds the length of the shortest way to acceptance
 * for every state of its level: out of the call and on through the frames below, or to
 * an end with open calls if that counts. It is computed backwards over the level's
 * graph, whose edges are symbols and whole calls with their returns. */
#ifndef OPS_REST_H
#define OPS_REST_H

#include "ops/summary.h"

/* From one place of a level to another: a symbol, or a call up to its return. */
typedef struct rest_edge
{
  uint64_t length;
  uint32_t from, to;
} rest_edge;

typedef struct rest_graph
{
  uint32_t *items;  /* by place */
  uint64_t *ends;   /* the shortest way to acceptance that stays in the level */
  rest_edge *edges; /* by `to` */
  rows into;        /* of the edges */
  size_t size, edge_count, edge_capacity;
} rest_graph;

typedef struct frame
{
  uint64_t *rest;        /* by place; NULL: not computed yet */
  uint32_t level, below; /* below: the frame in which the call was made */
  uint32_t caller;       /* the item at which it was made */
  symbol call;
} frame;

typedef struct rest
{
  allocator memory;
  const summary *summary;
  product *product;
  rest_graph *graphs; /* per level; size 0: not built yet */
  size_t graph_count;
  frame *frames; /* the first is the bottom of the stack */
  size_t frame_count, frame_capacity;
  map calls; /* item << 16 | call: a number */
  map inner; /* frame << 32 | number of a call: its frame */
  watch *watch;
} rest;

/* The place after a word. */
typedef struct rest_place
{
  uint32_t frame, item;
} rest_place;

/* The summary must outlive it; its watch is used. */
status rest_begin (rest *r, summary *s, error *e);
void rest_release (rest *r);

/* The place after a symbol, and the shortest length from there to acceptance; ENDLESS
 * if the summary has found none so far. */
status rest_read (rest *r, rest_place from, symbol s, rest_place *to, uint64_t *length, error *e);

/* The shortest length from a place that rest_read has returned. */
status rest_of (rest *r, rest_place at, uint64_t *length, error *e);

#endif
