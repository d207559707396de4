/* grammar.h - a model as a readable, unambiguous grammar.
 *
 * A rule describes what can follow in a state, up to the end of the word or the return
 * that closes the open call. Equivalent rules are joined, loops become repetitions, and
 * rules that are used once are inlined. Where this would take too many alternatives for
 * reading, the grammar is large, and made in another way (grammar_large.h). */
#ifndef IO_MODELS_GRAMMAR_H
#define IO_MODELS_GRAMMAR_H

#include "base/rows.h"
#include "base/watch.h"
#include "io/terminals/pattern.h"
#include "model/model.h"

#define NO_RULE UINT32_MAX

/* An alternative of a rule: a symbol; or a call, a rule for its inside, and the return
 * unless the rule ends with it; or only a rule. Then another rule, or nothing. */
typedef struct way
{
  uint32_t nested; /* rule, or NO_RULE */
  uint32_t then;   /* rule, or NO_RULE */
  symbol symbol;   /* or PAPNI_NO_SYMBOL */
  symbol close;    /* the return, or PAPNI_NO_SYMBOL */
} way;

typedef enum rule_kind
{
  RULE_REST,   /* what can follow in a state */
  RULE_INSIDE, /* the same, at the beginning of a call */
  RULE_BLOCK,  /* a call, its inside, and its return */
  RULE_CHOICE  /* alternatives that occur in several places */
} rule_kind;

/* Joined alternatives: any of these, then that rule. */
typedef struct branch
{
  uint32_t part, then;
} branch;

typedef struct branches
{
  branch *list;
  size_t count, capacity;
} branches;

typedef struct rule
{
  size_t first, count; /* ways */
  papni_state state;
  uint32_t exits;    /* which returns close the open call; 0: no call is open */
  uint32_t class;    /* the first equivalent rule */
  uint32_t branches; /* where its branches are, if it is kept */
  uint32_t body;     /* part */
  uint32_t number;   /* among the rules with the same base name, from 1 */
  symbol call;       /* the call of an inside or a block, or PAPNI_NO_SYMBOL */
  rule_kind kind;
  bool productive, nullable, kept;
} rule;

/* A state that a call can return to, and by which returns. */
typedef struct comeback
{
  papni_state to;
  uint32_t exits;
} comeback;

typedef struct large large; /* grammar_large.h */

typedef struct grammar
{
  allocator memory;
  const papni_model *model;
  rule *rules; /* the kept ones form the grammar; the first is the start */
  size_t count, capacity;
  way *ways; /* of one rule after the other */
  size_t way_count, way_capacity;
  branches *branches;
  size_t branch_lists, branch_capacity;
  map branch_at; /* rule << 32 | then: the index of the branch, or NO_RULE */
  part *parts;
  size_t part_count, part_capacity;
  map numbers;       /* state << 32 | exits: rule */
  uint32_t *returns; /* transitions, by the call that they pop and by caller */
  size_t return_count;
  uint32_t *exits; /* sets of returns: see grammar_exits.c; 0 is the empty one */
  size_t exit_count, exit_capacity;
  map exits_by_hash;
  comeback *comebacks;
  size_t comeback_count, comeback_capacity;
  map comebacks_of;     /* caller << 16 | call: an element with their number, before the first of them */
  uint32_t *slots;      /* by state, while comebacks are found */
  uint32_t *base_names; /* see grammar_names.c */
  large *large_form;    /* of a large grammar, whose rules are there; only `count` is theirs */
  bool classes;         /* a class of characters stands for its members */
  bool joins_apart;     /* bodies of a large grammar are without joins, unless they may be empty: see large_joins */
  watch *watch;
  status failed; /* the error is filled */
  error *error;
} grammar;

/* What the rules of a large grammar may begin with. */
typedef enum rule_beginning
{
  SYMBOLS_FIRST, /* symbols, and blocks, which begin with one: for parsers that predict */
  RULES_FIRST,   /* if it is very large, other rules, too */
  LEFT_RECURSION /* themselves: for LR parsers and generators */
} rule_beginning;

/* How a grammar may be. */
typedef struct grammar_options
{
  rule_beginning begins;
  bool drawn;        /* a large grammar is refused */
  size_t most;       /* alternatives of one that is not large; 0: as many as one would read, or draw */
  size_t most_rules; /* of a large one; 0: as many as memory should hold */
  bool classes;      /* the first member of a class of characters stands for all */
} grammar_options;

/* The watch may be NULL. Call grammar_release in any case. */
status grammar_begin (grammar *g, const papni_model *model, grammar_options how, watch *w, error *e);
void grammar_release (grammar *g);

/* The body of a rule: a part, or NO_PART if the rule is not kept. In a large grammar it is valid until the next call.
 */
uint32_t grammar_body (grammar *g, uint32_t rule);

enum
{
  GRAMMAR_NAME = 40
};

/* A rule's name. */
void grammar_name (const grammar *g, uint32_t rule, char name[GRAMMAR_NAME]);

/* ---- internal ---- */

/* Both return false if something has failed. */
bool grammar_room (grammar *g, void *array, size_t *capacity, size_t wanted, size_t item);
bool grammar_spend (grammar *g, size_t work);

/* The states that a call can return to, in the order of the returns. */
bool exits_begin (grammar *g);
const comeback *exits_comebacks (grammar *g, papni_state caller, symbol call, size_t *count);

/* The number of returns of a state in a set. *first points to the first one; the next is two elements on. */
size_t exits_in (const grammar *g, uint32_t exits, papni_state q, const uint32_t **first);

/* All returns in a set: pairs of state and return. */
const uint32_t *exits_pairs (const grammar *g, uint32_t exits, size_t *count);

/* The returns that pop a call of one caller: numbers of transitions. */
const uint32_t *exits_named (const grammar *g, papni_state caller, symbol call, size_t *count);

/* The only return in a set, or PAPNI_NO_SYMBOL. Rules leave it to the alternative with the call. */
symbol exits_only (const grammar *g, uint32_t exits);

/* Removes alternatives that derive no word, and joins equivalent rules. */
void grammar_reduce (grammar *g);

/* Makes rules of blocks, and of alternatives that occur in several places. */
void grammar_group (grammar *g);

/* NO_RULE if there is no memory. */
uint32_t grammar_add_rule (grammar *g, rule r);
void grammar_add_way (grammar *g, uint32_t to, way w);

/* A repeated part and what follows it: (a b)* a becomes a (b a)*. */
uint32_t grammar_loop (grammar *g, uint32_t loop, uint32_t then);

/* a+ for a and a*; NO_RULE if they are not. */
uint32_t grammar_plus (grammar *g, uint32_t one, uint32_t other);

uint32_t grammar_part (grammar *g, part_kind kind, uint32_t one, uint32_t other);
void grammar_shape (grammar *g);
void grammar_number_names (grammar *g);

/* A grammar with too many alternatives for reading, at least `most`: see grammar_large.h. */
void large_begin (grammar *g, const grammar_options *how, size_t most);
void large_release (grammar *g);

/* A rule's name, with this character between its numbers. Returns its length. */
size_t large_name (const large *l, uint32_t rule, char between, char name[GRAMMAR_NAME]);

/* How an alternative of two rules is written: what stands around and between their names. */
typedef struct join_form
{
  const char *before, *middle, *after;
  char in_names; /* between the numbers */
} join_form;

enum
{
  JOIN_TEXT = 2 * GRAMMAR_NAME + 20
};

/* Alternatives of two rules, which stand behind the others: most of a vpa's. Their number in the last body, and the
 * text of each, without a 0 at its end. Returns its length. */
size_t large_joins (const large *l);
size_t large_join_text (const large *l, size_t i, const join_form *how, char text[JOIN_TEXT]);

bool large_is_nullable (const large *l, uint32_t rule);

#endif
