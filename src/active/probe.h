/* probe.h - looking for what no right word has shown yet.
 *
 * All return false when learning has to stop. */
#ifndef ACTIVE_PROBE_H
#define ACTIVE_PROBE_H

#include "active/hypothesis.h"

/* Internal symbols that are of one kind (lower case, upper case, digits) and do the same
 * wherever it is known. */
typedef struct clusters
{
  symbol *symbols; /* cluster by cluster */
  size_t *ends;
  size_t count, size;
} clusters;

bool clusters_find (const hypothesis *h, clusters *c);
void clusters_release (const hypothesis *h, clusters *c);

/* A growing set of contexts. */
typedef struct contexts
{
  context *list;
  size_t count, capacity;
} contexts;

/* Adds the living context of a state, if it has one that is new. */
bool contexts_add (hypothesis *h, contexts *c, uint32_t state);

/* *found: the number of a right word that has this letter after q, in one of the
 * contexts, or NO_ANSWER. */
bool probe_letter (hypothesis *h, uint32_t q, uint32_t letter, const contexts *c, uint32_t *found);

bool probe_symbols (hypothesis *h);
bool probe_blocks (hypothesis *h);
bool probe_pieces (hypothesis *h);
bool probe_levels (hypothesis *h);

#endif
