/* merge_tally.h - what accepted words do next at the places of a merged tree, and how many
 * bits a merge saves (--evidence bits).
 *
 * How many bits a place takes depends on how often accepted words pass it and on how many
 * different events follow (event_bits.h). The events of a node are the symbols of its
 * children that an accepted word passes, and the end of a word if it is accepted. Red
 * states keep theirs. A trial adds up what would meet at each place. */
#ifndef LEARN_TREE_MERGE_TALLY_H
#define LEARN_TREE_MERGE_TALLY_H

#include "learn/tree/merge.h"

/* Counts the passes of the tree's nodes, by the setting `count`. False if out of memory. */
bool merge_tally_init (merger *m, unsigned count);
bool merge_tally_copy (merger *m, const merger *from);
void merge_tally_release (merger *m);

/* A node becomes the next red state. False if out of memory. */
bool merge_tally_add_red (merger *m, node q);

/* In a trial, a node that an accepted word passes joins a place. `at` is the number of the
 * place's tally in the trial, `fresh` if it is new. False if out of memory. */
bool trial_tally (trial *t, const merger *m, node_pair p, uint32_t at, bool fresh);

/* The bits that the trial would save. */
int64_t trial_saved (const trial *t, const merger *m);

/* Writes the tallies of a trial that is a merge. False if out of memory. */
bool merge_tally_apply (merger *m, const trial *t);

#endif
