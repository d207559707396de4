/* probe.h - looks for behaviour that no accepted word has shown yet.
 *
 * All functions return false if learning must stop. */
#ifndef ACTIVE_PROBE_H
#define ACTIVE_PROBE_H

#include "active/hypothesis.h"

/* Internal symbols of one class (lower case, upper case, digits) that behave alike
 * wherever they are known. */
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

/* Adds the living context of a state, if it is new. */
bool contexts_add (hypothesis *h, contexts *c, uint32_t state);

/* *found: the number of an accepted word with this letter after q in one of the
 * contexts, or NO_ANSWER. */
bool probe_letter (hypothesis *h, uint32_t q, uint32_t letter, const contexts *c, uint32_t *found);

bool probe_symbols (hypothesis *h);
bool probe_blocks (hypothesis *h);
bool probe_pieces (hypothesis *h);
bool probe_levels (hypothesis *h);
bool probe_steps (hypothesis *h);
bool probe_followers (hypothesis *h);

#endif
