/* merge.h - the engine for prefix trees.
 *
 * Blue states are children of red ones, each the root of a subtree. A trial determines
 * what merging a blue state into a red one would meet and change, without changing
 * anything; a merge is a trial that is committed; a promotion turns a blue state red. */
#ifndef LEARN_TREE_MERGE_H
#define LEARN_TREE_MERGE_H

#include "learn/engine/engine.h"
#include "learn/engine/event_bits.h"
#include "learn/settings/settings.h"
#include "learn/tree/signature.h"
#include "learn/tree/tree.h"

/* A place in the merged tree is a node, or RED + a red state. An entry of a red state's
 * row is a blue state, or RED + a red state, or NOWHERE. A red state changes when it
 * gets a label or a child, a blue one when a label or a child in its subtree changes,
 * or its colour. */

/* The key of a blue state, or of RED + a red state, that evidence can depend on. */
static inline uint32_t state_key (uint32_t state)
{
  return is_red (state) ? (state & ~RED) << 1 : state << 1 | 1;
}

typedef struct red_state
{
  node node;
  uint8_t label;
} red_state;

typedef struct blue_state
{
  node node;
  uint32_t parent; /* the red state that leads here, by `symbol`; NOWHERE if no longer blue */
  symbol symbol;
} blue_state;

/* What merging has added to a node besides its label. The node's `first` is then the
 * number of its patch. */
typedef struct patch
{
  node first;     /* the original `first` of the node */
  node least;     /* the smallest number among the nodes merged into it */
  uint32_t edges; /* where its added edges begin */
  uint16_t count, room;
} patch;

typedef struct added_edge
{
  node child;
  symbol symbol;
} added_edge;

typedef struct trial trial;

/* The signatures of the red states, and of the blue one that is being merged. Initially all
 * zeros. */
typedef struct signatures
{
  signature *reds;
  size_t count, capacity;
  size_t next; /* to be recomputed */
  signature blue;
  node node;                 /* of the blue state */
  uint32_t blue_state, step; /* its state, and the step at which it was computed */
} signatures;

/* Where a word leads from a state. */
typedef struct word_place
{
  node node;
  uint16_t word; /* its shortlex rank */
} word_place;

/* A word, by its shortlex rank, and its label. */
typedef struct known_label
{
  uint16_t word;
  uint8_t label;
} known_label;

/* The labelled words of a blue state; NULL until they are needed. */
typedef struct blue_labels
{
  known_label *words;
  size_t count;
} blue_labels;

/* The labels of the first words, for each state. Initially all zeros. */
typedef struct known_labels
{
  size_t count;  /* of words; 0: labels are not kept */
  uint8_t *rows; /* by row and word: a label, or 0 */
  size_t row_count, row_capacity;
  uint32_t *row_of; /* by red state; NOWHERE: its labels are listed when they are needed */
  size_t red_count, red_capacity;
  blue_labels *blues; /* including former ones */
  size_t blue_count, blue_capacity;
} known_labels;

/* How often accepted words pass the nodes and the red states, for bits. */
typedef struct merge_tally
{
  uint64_t *passes; /* by node, as it is now */
  size_t size;
  size_t width; /* of a set of events, in 64-bit words */
  uint64_t *red_passes, *red_events;
  size_t red_capacity, event_capacity;
  event_bits bits;
} merge_tally;

typedef struct merger
{
  engine engine; /* must be first */
  const papni_tree *tree;
  tree_node *nodes; /* the tree's, whose labels and flags merging changes, or a copy */
  unsigned evidence;
  unsigned focus;
  size_t width;   /* of a row: the size of the stack-aware alphabet */
  uint32_t *rows; /* reds * width: the targets of a red state's symbols */
  size_t row_capacity;
  bool edges_speak;     /* labels are outputs of transitions, not of states: a Mealy machine */
  uint8_t *row_outputs; /* of transitions between red states, beside `rows`; NULL in other machines */
  size_t output_capacity;
  red_state *reds;
  size_t red_capacity;
  blue_state *blues; /* including former ones */
  size_t blue_capacity;
  patch *patches;
  size_t patch_count, patch_capacity;
  added_edge *edges;
  size_t edge_count, edge_capacity;
  trial *trials; /* one per thread, and one whose changes are committed */
  signatures signatures;
  known_labels known;
  merge_tally *tally;         /* for bits, or NULL */
  struct compatibility *test; /* of the method, besides labels, or NULL; see compatible.h */
  uint32_t failed;            /* the blue state whose trial for a merge failed last, or NOWHERE */
  unsigned failures;          /* how many of its trials have failed, one after another */
  size_t refusals;            /* merges that were checked against signatures */
  size_t own_nodes;           /* the number of nodes owned by this merger */
} merger;

enum
{
  NODE_PATCHED = 2 /* in addition to NODE_POSITIVE */
};

/* Begins with the root red. The tree must outlive the engine. `nodes` are those of the
 * tree if merging may change them, or NULL to work on a copy. */
engine *merger_new (const papni_tree *t, tree_node *nodes, const settings *options, progress *progress, error *e);

/* See engine_operations. */
papni_model *merger_model (const engine *g, error *e);
papni_model *merger_machine (const merger *m, error *e);
engine *merger_copy (const engine *g, progress *progress, unsigned threads, error *e);
void merger_free (engine *g);

/* The number of a state: the smallest of those merged into it. */
static inline node merger_number (const merger *m, node q)
{
  const tree_node *n = &m->nodes[q];
  return n->flags & NODE_PATCHED ? m->patches[n->first].least : q;
}

/* Is a merge of two states sure to fail? If not, a trial must decide. */
bool signatures_refuse (merger *m, uint32_t red, uint32_t blue, status *trouble);

/* The first red state from `red` on for which it is not, or the number of red states. */
uint32_t signatures_next (merger *m, uint32_t red, uint32_t blue, status *trouble);

/* ---- known labels ---- */

/* Finds those of the first `words` words that lead to a label from a node, the shortest first;
 * `found` has room for all words. Returns their number, which is limited. */
size_t known_find (const merger *m, node q, size_t words, word_place *found);

/* Decides how many words there are, fewer for RPNI, which seldom needs the labels of a state, and begins
 * with the root. False if out of memory. */
bool known_begin (merger *m, bool rpni);

/* After a merge, which may have added blue states, and after a promotion. False if out of memory. */
bool known_add_blues (merger *m);
bool known_promote (merger *m, uint32_t blue);

/* Lists the labels of a red state; threads may not ask for it. False if out of memory. */
bool known_list_red (merger *m, uint32_t red);

/* When a state was merged. */
void known_forget_blue (merger *m, uint32_t blue);
void known_release (merger *m);

/* Is a merge of two states sure to fail? If not, or if the labels of the red state are not listed, a
 * trial must decide. Threads may ask for different blue states at the same time. */
bool known_refuse (merger *m, uint32_t red, uint32_t blue, status *trouble);

/* ---- trials ---- */

/* A node meets a node, or RED + a red state. `owner` is the blue state whose subtree
 * has the place; NOWHERE: a red state, or a subtree that the merge would move. */
typedef struct node_pair
{
  uint32_t place;
  node node;
  uint32_t owner;
} node_pair;

/* A node becomes a child of a place that has none on this symbol. */
typedef struct addition
{
  node_pair pair;
  symbol symbol;
} addition;

/* What a place would be passed by; its events are beside it. */
typedef struct place_tally
{
  uint32_t place, owner; /* as in node_pair */
  uint64_t passes;
} place_tally;

/* A trial reads the merger and records the changes of the merge in its own table; each
 * thread can have one. */
struct trial
{
  const merger *merger;
  allocator memory;
  map changes; /* (place, symbol or what) -> child, label */
  node_pair *work;
  size_t work_count, work_capacity;
  addition *waiting; /* in a walk in order: children that are yet to be met */
  size_t waiting_count, waiting_capacity;
  size_t met, equal_labels; /* pairs that met, and those with equal labels */
  bool keeps;               /* for a merge, also keeps: */
  node_pair *joins;         /* pairs that met and change the place */
  addition *added;          /* children that are moved */
  addition *outputs;        /* of red states' transitions, which get the label of a node */
  size_t join_count, join_capacity, added_count, added_capacity, output_count, output_capacity;
  uint32_t *read; /* what the evidence depends on: the keys of red and blue states, each once */
  size_t read_count, read_capacity;
  uint32_t *read_by, number; /* by key: the last trial that depends on it; the number of this one */
  size_t key_count, key_capacity;
  place_tally *tallies; /* for bits: the places where accepted words meet */
  uint64_t *events;     /* of each of these, and room for one more */
  size_t tally_count, tally_capacity, event_capacity;
  int64_t saved; /* bits of all that met, before */
  uint32_t red, blue;
  int64_t evidence;
  bool pays;
  size_t visits;
  bool reports; /* on the caller's thread, which may call the progress callback */
  status status;
};

void trial_init (trial *t, const merger *m, bool reports, bool keeps);
void trial_release (trial *t);

/* The trials of a merger, one per thread and one more; false if out of memory. */
bool trials_init (merger *m);

/* Would the merge succeed? The evidence is in t->evidence; out of memory and
 * cancellation are in t->status. If it succeeds, the evidence stays the same until a
 * step changes a state in t->read. If not, it never will. */
bool trial_merge (trial *t, uint32_t red, uint32_t blue);

#endif
