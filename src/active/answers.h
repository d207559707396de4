/* answers.h - all words that were asked, with their answers.
 *
 * A question is built in a draft. Asking looks it up first; unknown ones are queued,
 * and the queue goes to the oracle as one batch, so that independent questions can be
 * answered in parallel. Words are numbered in the order in which they were first asked. */
#ifndef ACTIVE_ANSWERS_H
#define ACTIVE_ANSWERS_H

#include "data/alphabet.h"

/* A word in the pool of symbols. */
typedef struct factor
{
  size_t begin, length;
} factor;

typedef struct answer
{
  factor word;
  uint32_t next;  /* with the same hash, or NO_ANSWER */
  uint8_t answer; /* a papni_answer */
  bool given;     /* by a label: never asked */
} answer;

#define NO_ANSWER UINT32_MAX

typedef struct answers
{
  allocator memory;
  const papni_asking *how;
  papni_asked *report;
  error *e;
  status failed; /* PAPNI_CANCELLED: no more questions; what was learned counts */
  papni_purpose purpose;
  papni_random random; /* for repeats */
  symbol *pool;
  size_t used, pool_capacity;
  answer *list;
  size_t count, capacity;
  size_t asked; /* the first one without an answer of the oracle */
  map index;    /* by hash */
  symbol *draft;
  size_t draft_length, draft_capacity;
  const symbol *outside; /* the caller's number of each symbol */
  symbol *batch;         /* a batch in the oracle's form */
  size_t batch_capacity;
  papni_question *questions;
  size_t question_capacity;
  papni_answer *replies;
  size_t reply_capacity;
} answers;

void answers_release (answers *a);

static inline const symbol *word_of (const answers *a, factor word)
{
  return a->pool + word.begin;
}

/* ---- drafts: false if out of memory ---- */

void draft_begin (answers *a);
bool draft_factor (answers *a, factor part);
bool draft_symbols (answers *a, const symbol *symbols, size_t length);

static inline bool draft_symbol (answers *a, symbol s)
{
  return draft_symbols (a, &s, 1);
}

/* The draft as a word of the pool. */
bool draft_keep (answers *a, factor *word);

/* ---- asking: false if learning must stop ---- */

/* Queues the draft, unless its answer is known; *index is its number. */
bool answers_queue (answers *a, uint32_t *index);

/* Asks all queued questions. */
bool answers_flush (answers *a);

/* Is the draft accepted? */
bool answers_ask (answers *a, bool *right);

/* Records a known answer to the draft, unless it has one. */
bool answers_enter (answers *a, papni_answer reply);

/* Its number, or NO_ANSWER. */
uint32_t answers_find (const answers *a, const symbol *symbols, size_t length);

#endif
