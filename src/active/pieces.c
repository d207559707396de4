/* pieces.c - alternatives: two words that lead from one state to the same state.
 *
 * They leave the state by different letters and are the shortest ones that meet again.
 * Where only one of them is known to continue, the other is tried in its place. One of
 * them may be empty: then the other is a loop, tried in every state. */
#include "active/probe.h"
#include "active/refine.h"

#include <stdlib.h>
#include <string.h>

enum
{
  LONGEST = 14 /* symbols of a piece, on its own level */
};

/* How a state is reached in a search. */
typedef struct reached_by
{
  uint32_t from, letter; /* NONE: by the first letter */
  uint32_t length;       /* 0: not reached */
} reached_by;

typedef struct alternative
{
  factor known, tried;
} alternative;

typedef struct searcher
{
  hypothesis *h;
  uint32_t *firsts;    /* letters of the state with different targets */
  reached_by *reached; /* by first letter and state */
  size_t row, first_capacity, reached_capacity;
  uint32_t *queue;
  size_t queue_capacity;
  alternative *list;
  size_t count, capacity;
  map seen; /* alternatives by hash */
} searcher;

static bool pieces_full (searcher *s)
{
  s->h->answers.failed = no_memory (s->h->answers.e);
  return false;
}

/* A block counts as its call and its return, however long its inside is. */
static size_t letter_length (const hypothesis *h, uint32_t letter)
{
  return letter < letters_end (h) ? 1 : 2;
}

/* All states that are reachable after a letter of a state, breadth-first. */
static void search_from (searcher *s, uint32_t first, uint32_t target, reached_by *reached)
{
  const hypothesis *h = s->h;
  size_t head = 0, tail = 0;
  memset (reached, 0, s->row * sizeof *reached);
  const size_t length = letter_length (h, first);
  if (length > LONGEST)
    return;
  reached[target] = (reached_by){ NONE, first, (uint32_t) length };
  s->queue[tail++] = target;
  while (head < tail) {
    const uint32_t q = s->queue[head++];
    for (size_t i = 0; i < h->states[q].count; i++) {
      const known_step t = h->states[q].steps[i];
      const size_t more = reached[q].length + letter_length (h, t.letter);
      if (reached[t.target].length || more > LONGEST)
        continue;
      reached[t.target] = (reached_by){ q, t.letter, (uint32_t) more };
      s->queue[tail++] = t.target;
    }
  }
}

/* Writes the word to a state as a span. */
static bool piece_to (searcher *s, const reached_by *reached, uint32_t state, factor *word)
{
  uint32_t letters[LONGEST];
  size_t count = 0;
  for (uint32_t q = state; q != NONE; q = reached[q].from)
    letters[count++] = reached[q].letter;
  draft_begin (&s->h->answers);
  while (count)
    if (!draft_letter (s->h, letters[--count]))
      return false;
  return draft_keep (&s->h->answers, word);
}

static uint64_t hash_factor (const hypothesis *h, factor word)
{
  return hash_symbols (word_of (&h->answers, word), word.length);
}

static bool add_alternative (searcher *s, factor known, factor tried)
{
  bool fresh;
  const uint64_t key = mix (hash_factor (s->h, known)) * 31 + hash_factor (s->h, tried);
  if (!map_enter (&s->h->memory, &s->seen, key, 0, &fresh))
    return pieces_full (s);
  if (!fresh)
    return true;
  if (!reserve (&s->h->memory, &s->list, &s->capacity, s->count + 1, sizeof *s->list))
    return pieces_full (s);
  s->list[s->count++] = (alternative){ known, tried };
  return true;
}

/* Where two searches meet first, or NONE. */
static uint32_t meeting (const searcher *s, const reached_by *one, const reached_by *other)
{
  uint32_t best = NONE;
  for (uint32_t q = 0; q < s->row; q++)
    if (one[q].length && other[q].length
        && (best == NONE || one[q].length + other[q].length < one[best].length + other[best].length))
      best = q;
  return best;
}

static bool find_alternatives (searcher *s, uint32_t q)
{
  hypothesis *h = s->h;
  const known_state *state = &h->states[q];
  size_t count = 0;
  if (!reserve (&h->memory, &s->firsts, &s->first_capacity, state->count, sizeof *s->firsts))
    return pieces_full (s);
  for (size_t i = 0; i < state->count; i++) {
    size_t j = 0;
    while (j < count && step_target (h, q, s->firsts[j]) != state->steps[i].target)
      j++;
    if (j == count)
      s->firsts[count++] = state->steps[i].letter;
  }
  if (!reserve (&h->memory, &s->reached, &s->reached_capacity, count * s->row, sizeof *s->reached))
    return pieces_full (s);
  for (size_t i = 0; i < count; i++) {
    const reached_by *own = s->reached + i * s->row;
    search_from (s, s->firsts[i], step_target (h, q, s->firsts[i]), s->reached + i * s->row);
    factor loop, one, other;
    if (own[q].length && (!piece_to (s, own, q, &loop) || !add_alternative (s, (factor){ 0 }, loop)))
      return false;
    for (size_t j = 0; j < i; j++) {
      const reached_by *before = s->reached + j * s->row;
      const uint32_t at = meeting (s, own, before);
      if (at != NONE
          && (!piece_to (s, own, at, &one) || !piece_to (s, before, at, &other) || !add_alternative (s, one, other)
              || !add_alternative (s, other, one)))
        return false;
    }
  }
  return true;
}

/* Tries one wherever the other continues. */
static bool try_alternative (hypothesis *h, alternative alternative)
{
  answers *a = &h->answers;
  for (uint32_t q = 0, count = (uint32_t) h->count; q < count; q++) {
    context c;
    uint32_t index;
    const symbol *known = word_of (a, alternative.known), *tried = word_of (a, alternative.tried);
    const uint32_t target = hypothesis_run (h, q, known, alternative.known.length);
    if (target == NONE || hypothesis_run (h, q, tried, alternative.tried.length) != NONE
        || !living_context (h, target, &c))
      continue;
    draft_begin (a);
    if (!draft_factor (a, c.before) || !draft_factor (a, h->states[q].access) || !draft_factor (a, alternative.tried)
        || !draft_factor (a, c.after) || !answers_queue (a, &index))
      return false;
  }
  const size_t first = a->asked, end = a->count;
  if (!answers_flush (a))
    return false;
  for (size_t i = first; i < end; i++)
    if (a->list[i].answer == PAPNI_YES && !refine_by (h, (uint32_t) i))
      return false;
  return true;
}

bool probe_pieces (hypothesis *h)
{
  searcher s = { .h = h, .row = h->count };
  bool ok = reserve (&h->memory, &s.queue, &s.queue_capacity, s.row, sizeof *s.queue) || pieces_full (&s);
  for (uint32_t q = 0; ok && q < s.row; q++)
    ok = find_alternatives (&s, q);
  for (size_t i = 0; ok && i < s.count; i++)
    ok = try_alternative (h, s.list[i]);
  release (&h->memory, s.firsts, s.first_capacity, sizeof *s.firsts);
  release (&h->memory, s.reached, s.reached_capacity, sizeof *s.reached);
  release (&h->memory, s.queue, s.queue_capacity, sizeof *s.queue);
  release (&h->memory, s.list, s.capacity, sizeof *s.list);
  map_release (&h->memory, &s.seen);
  return ok;
}
