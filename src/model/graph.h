/* graph.h - nodes, edges, and cycles that are drawn together. */
#ifndef MODEL_GRAPH_H
#define MODEL_GRAPH_H

#include "base/base.h"

#define NO_EDGE UINT32_MAX

typedef struct edge
{
  uint32_t to, next; /* edge of the same node, or NO_EDGE */
} edge;

typedef struct graph
{
  allocator memory;
  size_t nodes;
  uint32_t *first; /* edge of each node, or NO_EDGE */
  size_t room;     /* for nodes */
  edge *edges;
  size_t count, capacity;
} graph;

/* All of these are false for no memory; a graph must be released all the same. */
bool graph_begin (graph *g, const allocator *memory, size_t nodes);
bool graph_add_node (graph *g);
bool graph_add (graph *g, uint32_t from, uint32_t to);
void graph_release (graph *g);

/* Makes one node of those that lead to each other, and one edge of those from one node
 * to another. Writes each old node's new number; no edge leads to a larger one. */
bool graph_contract (graph *g, uint32_t *number);

#endif
