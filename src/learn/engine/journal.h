/* journal.h - the decisions in order, so that they can be repeated. */
#ifndef LEARN_ENGINE_JOURNAL_H
#define LEARN_ENGINE_JOURNAL_H

#include "base/base.h"

/* A blue state was merged into a red one, or promoted (PROMOTED). */
typedef struct decision
{
  uint32_t red, blue;
} decision;

#define PROMOTED UINT32_MAX

/* All zeros is an empty journal. */
typedef struct journal
{
  decision *items;
  size_t count, capacity;
} journal;

/* False if out of memory. */
bool journal_add (const allocator *a, journal *j, decision d);
bool journal_append (const allocator *a, journal *j, const journal *more);
void journal_release (const allocator *a, journal *j);

#endif
