/* grammar_large.h - grammars of large models, which are not for reading.
 *
 * A rule is named by numbers: what it leads from and to. Bodies are made one at a time, when
 * they are written; before that, a first pass numbers the rules and counts the alternatives. */
#ifndef IO_MODELS_GRAMMAR_LARGE_H
#define IO_MODELS_GRAMMAR_LARGE_H

#include "base/bits.h"
#include "base/list.h"
#include "io/models/grammar.h"

typedef enum large_kind
{
  LARGE_START,
  LEFT_FROM,    /* entry, state: what leads from the one to the other */
  LEFT_OPENED,  /* entry, pair: what leads to a call, and the call */
  LEFT_CLOSED,  /* pair, state: the inside of a call, and a return that leads to the state */
  RIGHT_EXIT,   /* exits, state: what can follow in the state, up to one of these returns */
  RIGHT_AFTER,  /* pair, exits: the same, after a call */
  RIGHT_BLOCK,  /* state, state: symbols and blocks that lead from the one to the other */
  RIGHT_INSIDE, /* entry, exits: the inside of a call, and its return */
  RIGHT_TO,     /* entry, state: what leads from the one to the other */
  RIGHT_LOOP    /* hub, state: what leads from the state to the hub within the hub's component */
} large_kind;

typedef struct large_rule
{
  large_kind kind;
  uint32_t one, other;
} large_rule;

/* An alternative of two rules. */
typedef struct large_join
{
  large_rule one, other;
} large_join;

/* A call and the state that it leads to. */
typedef struct call_pair
{
  symbol call;
  uint32_t entry;
  papni_state caller; /* the first one */
} call_pair;

/* Two states, and the symbols and calls that lead from the one to the other at one level. */
typedef struct level_edge
{
  papni_state from, to;
  uint32_t first; /* item; the next edge's first is the end */
} level_edge;

typedef struct level_item
{
  uint32_t exits, entry; /* of a call; exits 0: it is none */
  symbol symbol;
} level_item;

/* How the inside of a call is written. */
typedef enum inside_form
{
  BY_EXITS, /* up to one of a set of returns */
  BY_STATE, /* up to a state, and then the return */
  BY_HUB    /* the same, by hubs */
} inside_form;

enum
{
  EXITS_STATE = 1 << 29 /* plus a state: it stands for a set of returns, and nothing is read at the end */
};

struct large
{
  grammar *grammar;
  const papni_model *model;
  rule_beginning begins;
  size_t very_large; /* alternatives: then hubs are worth it, even though rules begin with rules */
  size_t most;       /* rules */

  /* Where calls lead to, and the start: see grammar_entries.c. */
  uint32_t *entry_of; /* by state, or NO_RULE */
  papni_state *entries;
  size_t entry_count;
  call_pair *pairs;
  size_t pair_count, pair_capacity;
  uint32_t *pair_of;         /* of a transition that is a call */
  map known_pairs;           /* entry << 16 | call: pair */
  bool *reached;             /* by entry and state */
  bool *opened;              /* by entry and pair: returns that name no caller can follow */
  bool *closed;              /* by pair and state */
  rows into_rows, call_rows; /* transitions by target; calls by pair */
  uint32_t *into, *calls;
  list work;

  bit_table closing; /* by state: the pairs whose returns lead to it, unless they name a caller */

  /* Left recursion: see grammar_left.c. */
  bit_table opening;                      /* by entry: pairs, as in `opened` */
  bit_table opening_known, closing_known; /* those whose rules have numbers */

  /* No left recursion: see grammar_right.c, grammar_right_vpa.c and grammar_hubs.c. */
  level_edge *edges;
  size_t edge_count, edge_capacity;
  level_item *items;
  size_t item_count, item_capacity;
  rows out_rows, in_rows; /* edges */
  uint32_t *in_edges;
  map exits_used;        /* entry << 32 | exits */
  uint32_t *exit_counts; /* of an entry: how many of these */
  map known_exits;
  bool *can; /* by number of known exits and state, and in a vpa then by pair: can it lead to one of them? */
  size_t can_capacity;
  uint64_t *seen;         /* pairs */
  inside_form *forms;     /* of the insides of calls, by entry */
  uint32_t *place, *size; /* by entry and state: the place in the order of components, and the size of a hub's component
                             there; 0: it is no hub */
  papni_state *order;     /* by entry and place */
  size_t hub_room;        /* of these three */

  large_rule *rules;
  size_t count, capacity;
  map numbers;     /* kind, one and other: rule */
  uint32_t *table; /* the same, with left recursion and in a vpa: a rule or NO_RULE */
  size_t table_size;
  uint32_t *exit_rows; /* in a vpa without left recursion, by exits: the row of the table */
  size_t exit_row_count, exit_row_room;

  /* The body that is being made. */
  uint32_t body, alternative;
  bool any, empty;
  large_join *joins; /* alternatives that are not in the body */
  size_t join_count, join_capacity;
  uint64_t alternatives; /* of all bodies that were made, or counted */
  uint64_t total;        /* of all bodies, once they are counted */
  bool counting;
};

/* ---- internal ---- */

bool large_fail (large *l); /* out of memory; false */
bool entries_begin (large *l);
void entries_release (large *l);
bool left_begin (large *l);
void left_body (large *l, large_rule r);
void left_release (large *l);
bool right_begin (large *l);
void right_body (large *l, large_rule r);
void right_release (large *l);
large_rule right_inside (const large *l, uint32_t entry, uint32_t exits);

/* By state: can it lead to these returns? By pair behind that, in a vpa. Valid until the next call. */
const bool *can_exit (large *l, uint32_t exits);
void can_reach (large *l, bool *can, papni_state q);

bool right_vpa_begin (large *l);
void right_vpa_release (large *l);
void right_vpa_can (large *l, bool *can, papni_state q);
void right_vpa_steps (large *l, uint32_t exits, papni_state p);
void right_vpa_after (large *l, uint32_t pair, uint32_t exits);

/* Decides how insides are written. */
bool hubs_begin (large *l);
void hubs_body (large *l, large_rule r);
void hubs_release (large *l);

/* What leads along an edge. */
void right_edge (large *l, const level_edge *e);

/* A body is alternatives, each a sequence of these. */
void body_symbol (large *l, symbol s);
void body_rule (large *l, large_kind kind, uint32_t one, uint32_t other);
void body_end_alternative (large *l);

/* A whole alternative: two rules. */
void body_join (large *l, large_rule one, large_rule other);

#endif
