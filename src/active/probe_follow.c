/* probe_follow.c - tries what follows a letter elsewhere.
 *
 * If a letter leads to different states from two others, and a symbol can follow it in one
 * place, then it is tried in the other: X6 is accepted, and so is [f|X, so [f|X6 is asked
 * about. The target of the letter may be another state's, in which no such symbol can be read:
 * no other phase would ask. Of the letters of one class that lead from one state to another,
 * one represents all. */
#include "active/probe.h"
#include "active/refine.h"

/* A symbol that can follow a letter, and where it leads to then. */
typedef struct follower
{
  uint32_t letter, symbol, target;
} follower;

typedef struct followers
{
  follower *list;
  size_t count, capacity;
} followers;

static bool represents (const hypothesis *h, uint32_t q, size_t index)
{
  const known_step own = h->states[q].steps[index];
  const int class = symbol_class (h, own.letter);
  for (size_t i = 0; class && i < index; i++)
    if (h->states[q].steps[i].target == own.target && symbol_class (h, h->states[q].steps[i].letter) == class)
      return false;
  return true;
}

static bool add_follower (hypothesis *h, followers *f, follower new)
{
  if (!reserve (&h->memory, &f->list, &f->capacity, f->count + 1, sizeof *f->list)) {
    h->answers.failed = no_memory (h->answers.e);
    return false;
  }
  f->list[f->count++] = new;
  return true;
}

static int compare_followers (const void *left, const void *right)
{
  const follower *x = left, *y = right;
  const int order = compare (x->letter, y->letter), other = compare (x->symbol, y->symbol);
  return order ? order : other ? other : compare (x->target, y->target);
}

/* All pairs of a letter and an internal symbol after it. */
static bool find_followers (hypothesis *h, followers *f)
{
  for (uint32_t q = 0; q < h->count; q++)
    for (size_t i = 0; i < h->states[q].count; i++) {
      const known_step s = h->states[q].steps[i];
      const known_state *t = &h->states[s.target];
      for (size_t k = 0; k < t->count; k++)
        if (t->steps[k].letter < letters_end (h) && represents (h, s.target, k)
            && !add_follower (h, f, (follower){ s.letter, t->steps[k].letter, t->steps[k].target }))
          return false;
    }
  if (f->count)
    f->count = sort_unique (f->list, f->count, sizeof *f->list, compare_followers);
  return true;
}

static bool queue_follower (hypothesis *h, uint32_t q, const follower *f, context c)
{
  answers *a = &h->answers;
  uint32_t index;
  draft_begin (a);
  return draft_factor (a, c.before) && draft_factor (a, h->states[q].access) && draft_letter (h, f->letter)
         && draft_symbol (a, (symbol) f->symbol) && draft_factor (a, c.after) && answers_queue (a, &index);
}

/* Also if it leads to a state from which nothing is known to be accepted. */
static bool is_missing (const hypothesis *h, uint32_t q, uint32_t letter)
{
  context c;
  const uint32_t target = step_target (h, q, letter);
  return target == NONE || !living_context (h, target, &c);
}

/* In the context of a state, also on the level of q. */
static bool queue_in_context_of (hypothesis *h, uint32_t q, const follower *f, uint32_t state)
{
  context c, own;
  if (!living_context (h, state, &c))
    return true;
  if (!queue_follower (h, q, f, c))
    return false;
  return !living_context (h, q, &own) || queue_follower (h, q, f, (context){ own.before, c.after });
}

/* The followers of the letter of a transition, where its target has none. */
static bool queue_followers (hypothesis *h, const followers *f, uint32_t q, known_step s)
{
  size_t low = 0, high = f->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (f->list[middle].letter < s.letter)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < f->count && f->list[low].letter == s.letter; low++) {
    if (is_missing (h, s.target, f->list[low].symbol)
        && (!queue_in_context_of (h, q, &f->list[low], s.target)
            || !queue_in_context_of (h, q, &f->list[low], f->list[low].target)))
      return false;
  }
  return true;
}

/* Answers that the hypothesis does not agree with change it when it settles. */
bool probe_followers (hypothesis *h)
{
  followers f = { 0 };
  bool ok = find_followers (h, &f);
  for (uint32_t q = 0; ok && q < h->count; q++)
    for (size_t i = 0; ok && i < h->states[q].count; i++)
      if (represents (h, q, i))
        ok = queue_followers (h, &f, q, h->states[q].steps[i]);
  ok = ok && answers_flush (&h->answers);
  release (&h->memory, f.list, f.capacity, sizeof *f.list);
  return ok;
}
