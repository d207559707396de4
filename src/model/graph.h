/* graph.h - directed graphs whose cycles are contracted. */
#ifndef MODEL_GRAPH_H
#define MODEL_GRAPH_H

#include "base/base.h"

#define NO_EDGE UINT32_MAX

typedef struct edge
{
  uint32_t to, next; /* next: edge of the same node, or NO_EDGE */
} edge;

typedef struct graph
{
  allocator memory;
  size_t nodes;
  uint32_t *first; /* edge of each node, or NO_EDGE */
  size_t room;     /* capacity for nodes */
  edge *edges;
  size_t count, capacity;
} graph;

/* These return false if out of memory; the graph must be released in any case. */
bool graph_begin (graph *g, const allocator *memory, size_t nodes);
bool graph_add_node (graph *g);
bool graph_add (graph *g, uint32_t from, uint32_t to);
void graph_release (graph *g);

/* Contracts each strongly connected component to one node and removes duplicate edges.
 * Writes the new number of each old node; no edge leads to a larger number. */
bool graph_contract (graph *g, uint32_t *number);

#endif
