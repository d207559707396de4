/* hypothesis.h - the current hypothesis: states, transitions, a discrimination tree.
 *
 * A state has an access word, which is well-matched; all calls enter state 0, whose
 * access word is empty. A letter leads from a state to the next one on the same level:
 * an internal symbol, or a block (call, state, return) that stands for what may be
 * nested there. So the hypothesis is a DFA over letters, of which only some transitions
 * are known: those that an accepted word uses.
 *
 * In the discrimination tree, an inner node is a context (before, after), and a word w
 * goes to the child given by the answer to `before w after`. A leaf is a state, or
 * empty. */
#ifndef ACTIVE_HYPOTHESIS_H
#define ACTIVE_HYPOTHESIS_H

#include "active/answers.h"

#define NONE UINT32_MAX

typedef struct context
{
  factor before, after;
} context;

typedef struct asking_node
{
  context context;
  uint32_t child[2]; /* NONE: a leaf */
  uint32_t up, state;
  bool side; /* which child of `up` */
} asking_node;

/* A transition of a state. A guessed one was asked about in only one context. */
typedef struct known_step
{
  uint32_t letter, target;
  bool guess;
} known_step;

typedef struct known_state
{
  factor access;
  uint32_t leaf;
  bool accepting, lives; /* lives: its access word is accepted in the context `living` */
  context living;
  known_step *steps; /* in the order in which they became known */
  size_t count, capacity;
} known_state;

typedef struct nesting
{
  uint32_t state;
  symbol call, ret;
} nesting;

/* The position of a run: a state, and the frames of the open calls. */
typedef struct configuration
{
  uint32_t state, frame; /* NONE: no call is open */
} configuration;

typedef struct open_call
{
  uint32_t state, below;
  symbol call;
} open_call;

typedef struct hypothesis
{
  allocator memory;
  const papni_alphabet *alphabet; /* in symbol order */
  answers answers;
  asking_node *nodes;
  size_t node_count, node_capacity;
  known_state *states;
  size_t count, capacity;
  nesting *blocks; /* letter alphabet->size + i */
  size_t block_count, block_capacity;
  map block_index, step_index; /* step_index: by state and letter, the index in steps */
  uint32_t *next;              /* by state and internal symbol: the target or NONE */
  size_t next_capacity;
  size_t version;        /* incremented by every change */
  configuration *places; /* of the last trace */
  size_t place_capacity;
  open_call *frames;
  size_t frame_count, frame_capacity;
} hypothesis;

/* The memory of `h` and its answers must be set. Asks about the empty word. */
bool hypothesis_begin (hypothesis *h);
void hypothesis_release (hypothesis *h);

static inline symbol letters_end (const hypothesis *h)
{
  return (symbol) h->alphabet->size;
}

static inline papni_kind kind_of (const hypothesis *h, symbol s)
{
  return (papni_kind) h->alphabet->letters[s].kind;
}

/* ---- letters and steps ---- */

/* Lower case, upper case and digits: 1, 2 and 3; 0 for everything else. */
int symbol_class (const hypothesis *h, uint32_t letter);

bool block_letter (hypothesis *h, nesting b, uint32_t *letter);

/* Adds the text of a letter to the draft. */
bool draft_letter (hypothesis *h, uint32_t letter);

/* Sets the draft to: before, the access word of q, a letter (or NONE), after. */
bool draft_in (hypothesis *h, context c, uint32_t q, uint32_t letter);

/* The transition, or NULL. */
known_step *step_find (const hypothesis *h, uint32_t q, uint32_t letter);
bool step_add (hypothesis *h, uint32_t q, known_step s);
void step_turn (hypothesis *h, uint32_t q, known_step *s, uint32_t target);

/* The target, or NONE. */
static inline uint32_t step_target (const hypothesis *h, uint32_t q, uint32_t letter)
{
  if (letter < letters_end (h))
    return h->next[q * h->alphabet->size + letter];
  const known_step *s = step_find (h, q, letter);
  return s ? s->target : NONE;
}

/* ---- the tree ---- */

/* The state of the word access(q) letter: a new one if its leaf is empty. */
bool hypothesis_sift (hypothesis *h, uint32_t q, uint32_t letter, uint32_t *state);

/* Splits the leaf of a state: in this context, access(q) letter differs from it. */
bool hypothesis_split (hypothesis *h, uint32_t state, uint32_t q, uint32_t letter, context c);

/* A context in which its words are accepted: the nearest on its path in the tree, or
 * one found elsewhere; false: none is known. */
bool living_context (const hypothesis *h, uint32_t state, context *c);

/* ---- running words ---- */

/* Fills `places` and returns their number: length + 1 if the whole word was read. With
 * `grow`, missing transitions are found by sifting; then SIZE_MAX means that learning
 * must stop. */
size_t hypothesis_trace (hypothesis *h, uint32_t from, factor word, bool grow);

/* The state after a well-matched word, or NONE. */
uint32_t hypothesis_run (hypothesis *h, uint32_t from, const symbol *word, size_t length);

bool hypothesis_accepts (hypothesis *h, const symbol *word, size_t length);

/* Is the word well-matched? */
bool well_matched (hypothesis *h, const symbol *word, size_t length);

#endif
