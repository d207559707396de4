/* merge.h - the red-blue engine: a prefix tree on its way to an automaton.
 *
 * Red states are final; blue ones are children of red ones, each the root of a
 * tree that is yet to be merged or promoted. A trial finds out what merging a blue
 * state into a red one would meet and change, and changes nothing; a merge is a
 * trial whose changes are made; a promotion turns a blue state red. RPNI and EDSM
 * choose among these. */
#ifndef MERGE_H
#define MERGE_H

#include "tree.h"

#include <stdatomic.h>

#define NOWHERE UINT32_MAX

/* A place in the merged tree: a node, or RED + a red state. In a red state's row
 * instead: a blue state, or RED + a red state, or NOWHERE. */
#define RED 0x80000000u

static inline bool is_red (uint32_t place)
{
  return place & RED;
}

typedef struct red_state
{
  node node;
  uint32_t changed; /* the last step that gave it a label or a child */
  uint8_t label;
} red_state;

typedef struct blue_state
{
  node node;
  uint32_t parent; /* the red state that leads here, by `symbol`; NOWHERE once it is blue no more */
  symbol symbol;
  uint32_t changed; /* the last step that changed a label or a child in its tree, or its colour */
} blue_state;

/* What merging gave a node beyond its label. The node's `first` is then the number
 * of its patch. */
typedef struct patch
{
  node first;     /* what the node's `first` was */
  node least;     /* the smallest number among the nodes merged into it */
  uint32_t edges; /* where its added edges begin */
  uint16_t count, room;
} patch;

typedef struct added_edge
{
  node child;
  symbol symbol;
} added_edge;

/* Asked now and then whether to go on. */
typedef struct control
{
  papni_progress progress;
  void *context;
  size_t total;
  atomic_bool cancelled;
} control;

typedef struct merger
{
  allocator memory;
  tree_node *nodes; /* the tree's, whose labels and flags merging changes */
  size_t size;
  papni_evidence evidence;
  papni_focus focus;
  control *control;
  size_t width;   /* of a row: the stack-aware alphabet */
  uint32_t *rows; /* reds * width: where a red state's symbols lead */
  size_t row_capacity;
  red_state *reds;
  size_t red_count, red_capacity;
  blue_state *blues; /* all that ever were */
  size_t blue_count, blue_capacity;
  patch *patches;
  size_t patch_count, patch_capacity;
  added_edge *edges;
  size_t edge_count, edge_capacity;
  uint32_t *stamped; /* what the last step changed: RED + a red state, or a blue state */
  size_t stamped_count, stamped_capacity;
  uint32_t *moved; /* blue states that the last merge gave a smaller number or an accepted word */
  size_t moved_count, moved_capacity;
  uint32_t steps; /* merges and promotions done so far */
  size_t merges;
  size_t folded; /* nodes that are merged or red */
} merger;

enum
{
  NODE_PATCHED = 2 /* beside NODE_POSITIVE */
};

/* Begins with the root red. The tree is used up: merging writes into it. */
status merger_init (merger *m, papni_tree *t, const papni_options *options, control *control, error *e);
void merger_release (merger *m);

status merger_promote (merger *m, uint32_t blue, error *e);

/* Is it still to be merged or promoted? */
bool merger_is_blue (const merger *m, uint32_t blue);

/* A state's number: the smallest of those merged into it. */
static inline node merger_number (const merger *m, node q)
{
  const tree_node *n = &m->nodes[q];
  return n->flags & NODE_PATCHED ? m->patches[n->first].least : q;
}

/* Asks the progress callback; PAPNI_CANCELLED if it says so. */
status merger_report (const merger *m, error *e);

/* ---- signatures ---- */

enum
{
  SIGNATURE_WORDS = 64
};

/* Which of the first words a state is known to accept and to reject. */
typedef struct signature
{
  uint64_t accepted, rejected;
} signature;

/* Those of the red states. All zeros is where it begins. */
typedef struct signatures
{
  signature *reds;
  size_t count, capacity;
  size_t next; /* to be made anew */
} signatures;

signature signature_of_blue (const merger *m, uint32_t blue);

/* To be done after each step; false for no memory. */
bool signatures_update (signatures *s, const merger *m);
void signatures_release (signatures *s, const merger *m);

/* Is merging two states sure to fail? If not, a trial must find out. */
static inline bool signatures_differ (signature x, signature y)
{
  return (x.accepted & y.rejected) | (x.rejected & y.accepted);
}

/* ---- trials ---- */

/* A node joins a node, or RED + a red state. `owner` is the blue state in whose tree
 * the place is; NOWHERE: a red state, or a tree that the merge would move. */
typedef struct pair
{
  uint32_t place;
  node node;
  uint32_t owner;
} pair;

/* A node becomes a child of a place that had none on this symbol. */
typedef struct addition
{
  pair pair;
  symbol symbol;
} addition;

/* A trial reads the merger and writes into its own table what the merge would
 * change; several threads can each have one. */
typedef struct trial
{
  const merger *merger;
  allocator memory;
  map changes; /* (place, symbol or what) -> child, label */
  pair *work;
  size_t work_count, work_capacity;
  size_t met, equal_labels; /* pairs that met, and those with equal labels */
  bool keeps;               /* what a merge needs to know: */
  pair *joins;              /* pairs that met and change the place */
  addition *added;          /* children that are moved over */
  size_t join_count, join_capacity, added_count, added_capacity;
  uint32_t *read; /* what the evidence depends on: RED + a red state, or a blue state */
  size_t read_count, read_capacity;
  uint32_t red, blue;
  size_t evidence;
  size_t visits;
  bool reports; /* runs on the thread that may call the progress callback */
  status status;
} trial;

void trial_init (trial *t, const merger *m, bool reports, bool keeps);
void trial_release (trial *t);

/* Would it work? The evidence is in t->evidence; no memory and cancellation are in
 * t->status. If it works, the evidence stays the same until a step changes a state
 * in t->read. If not, it never will. */
bool trial_merge (trial *t, uint32_t red, uint32_t blue);

/* Does what the last trial, which worked and keeps what is needed, has found out. */
status merger_merge (merger *m, const trial *t, error *e);

#endif
