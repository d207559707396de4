/* rest.h - how short the rest of a word can be, whatever the stack.
 *
 * Each open call is a frame, which holds for every state of its level the length of
 * the least way to acceptance: back out of the call and on through the frames below,
 * or to an end with calls open where that counts. It is found backwards over the
 * level's graph, whose edges are symbols and whole calls with their returns. */
#ifndef OPS_REST_H
#define OPS_REST_H

#include "ops/summary.h"

/* From one place of a level to another: a symbol, or a call and all up to its return. */
typedef struct rest_edge
{
  uint64_t length;
  uint32_t from, to;
} rest_edge;

typedef struct rest_graph
{
  uint32_t *items;  /* by place */
  uint64_t *ends;   /* the least way to acceptance that does not leave the level */
  rest_edge *edges; /* by `to` */
  rows into;        /* of the edges */
  size_t size, edge_count, edge_capacity;
} rest_graph;

typedef struct frame
{
  uint64_t *rest;          /* by place; NULL: not asked for yet */
  uint32_t level, below;   /* below: the frame that the call was made in */
  uint32_t caller;         /* the item that it was made at */
  uint32_t inner, sibling; /* frames of calls made in this one, each with the next */
  symbol call;
} frame;

typedef struct rest
{
  allocator memory;
  const summary *summary;
  product *product;
  rest_graph *graphs; /* of the levels; size 0: not made yet */
  size_t graph_count;
  frame *frames; /* the first is no call: the bottom of the stack */
  size_t frame_count, frame_capacity;
} rest;

/* Where a word has led to. */
typedef struct rest_place
{
  uint32_t frame, item;
} rest_place;

status rest_begin (rest *r, const summary *s, error *e);
void rest_release (rest *r);

/* The place after a symbol, and the least length from there to acceptance: ENDLESS if
 * there is none that the summary has explored. */
status rest_read (rest *r, rest_place from, symbol s, rest_place *to, uint64_t *length, error *e);

/* The least length from a place that rest_read has led to. */
status rest_of (rest *r, rest_place at, uint64_t *length, error *e);

#endif
