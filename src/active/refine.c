/* refine.c - counterexamples, by the method of Rivest and Schapire.
 *
 * Cut the word at i and replace the prefix by the access words of the states that its
 * run has reached. With nothing replaced, the answer is the oracle's; with everything
 * replaced, it is the hypothesis's. A binary search finds a symbol at which the answer
 * changes. What follows that symbol distinguishes the word of the transition from that
 * of its target. A guessed transition is sifted; otherwise its target is split. */
#include "active/refine.h"

/* The access words and calls of the open frames, from outside to inside. */
static bool draft_frames (hypothesis *h, uint32_t top)
{
  uint32_t outer = NONE, f = top;
  bool ok = true;
  while (f != NONE) { /* reverse the links */
    const uint32_t below = h->frames[f].below;
    h->frames[f].below = outer;
    outer = f;
    f = below;
  }
  while (outer != NONE) { /* and back, writing */
    const uint32_t inner = h->frames[outer].below;
    ok = ok && draft_factor (&h->answers, h->states[h->frames[outer].state].access)
         && draft_symbol (&h->answers, h->frames[outer].call);
    h->frames[outer].below = f;
    f = outer;
    outer = inner;
  }
  return ok;
}

/* The word with the first i symbols replaced. */
static bool ask_replaced (hypothesis *h, factor word, size_t i, bool *right)
{
  answers *a = &h->answers;
  const configuration at = h->places[i];
  draft_begin (a);
  return draft_frames (h, at.frame) && draft_factor (a, h->states[at.state].access)
         && draft_factor (a, (factor){ word.begin + i, word.length - i }) && answers_ask (a, right);
}

/* Finds the symbol at which the answer changes. */
static bool find_turn (hypothesis *h, factor word, bool right, size_t *at)
{
  size_t low = 0, high = word.length;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    bool answer;
    if (!ask_replaced (h, word, middle, &answer))
      return false;
    *(answer == right ? &low : &high) = middle;
  }
  *at = low;
  return true;
}

/* access(q) letter differs from its target in a context: redirects the transition, or
 * splits the target. */
static bool distinguish (hypothesis *h, uint32_t q, uint32_t letter, uint32_t target, context c)
{
  known_step *s = step_find (h, q, letter);
  if (s->guess) {
    uint32_t state;
    if (!hypothesis_sift (h, q, letter, &state))
      return false;
    s = step_find (h, q, letter);
    s->guess = false;
    h->version++;
    if (state != target) {
      step_turn (h, q, s, state);
      return true;
    }
  }
  return hypothesis_split (h, target, q, letter, c);
}

static bool refine_at (hypothesis *h, factor word, size_t at)
{
  answers *a = &h->answers;
  const symbol s = word_of (a, word)[at];
  const configuration here = h->places[at], there = h->places[at + 1];
  uint32_t q = here.state, letter = s, outside = here.frame;
  if (kind_of (h, s) == PAPNI_RETURN) {
    const open_call f = h->frames[here.frame];
    q = f.state;
    outside = f.below;
    if (!block_letter (h, (nesting){ here.state, f.call, s }, &letter))
      return false;
  }
  context c = { .after = { word.begin + at + 1, word.length - at - 1 } };
  draft_begin (a);
  return draft_frames (h, outside) && draft_keep (a, &c.before) && distinguish (h, q, letter, there.state, c);
}

bool refine_by (hypothesis *h, uint32_t index)
{
  answers *a = &h->answers;
  const factor word = a->list[index].word;
  const bool right = a->list[index].answer == PAPNI_YES;
  while (true) {
    const size_t places = hypothesis_trace (h, 0, word, right);
    size_t at;
    if (places == SIZE_MAX)
      return false;
    if (places <= word.length)
      return true; /* a rejected word that cannot be read */
    const configuration end = h->places[word.length];
    if (end.frame != NONE || h->states[end.state].accepting == right)
      return true;
    if (!find_turn (h, word, right, &at) || !refine_at (h, word, at))
      return false;
  }
}

static bool disagrees (hypothesis *h, const answer *a)
{
  return a->answer != PAPNI_UNANSWERED
         && hypothesis_accepts (h, word_of (&h->answers, a->word), a->word.length) != (a->answer == PAPNI_YES);
}

/* ---- states whose words are right in no context of the tree ---- */

/* Tries the context of position i of an accepted word. */
static bool try_living (hypothesis *h, factor word, size_t i)
{
  const uint32_t q = h->places[i].state;
  const symbol *symbols = word_of (&h->answers, word);
  size_t begin = i, depth = 0;
  for (; begin; begin--) {
    const papni_kind kind = kind_of (h, symbols[begin - 1]);
    if (kind == PAPNI_RETURN)
      depth++;
    else if (kind == PAPNI_CALL && depth-- == 0)
      break;
  }
  const context c = { { word.begin, begin }, { word.begin + i, word.length - i } };
  bool right;
  if (!draft_in (h, c, q, NONE) || !answers_ask (&h->answers, &right))
    return false;
  h->states[q].living = c;
  h->states[q].lives = right;
  return true;
}

/* Looks for contexts in accepted words. */
static bool find_living (hypothesis *h)
{
  size_t missing = 0;
  context c;
  for (uint32_t q = 0; q < h->count; q++)
    missing += !living_context (h, q, &c);
  for (size_t i = 0; missing && i < h->answers.asked; i++) {
    const factor word = h->answers.list[i].word;
    if (h->answers.list[i].answer != PAPNI_YES)
      continue;
    const size_t places = hypothesis_trace (h, 0, word, false);
    for (size_t j = 0; j < places && places <= word.length + 1; j++) {
      const uint32_t q = h->places[j].state;
      if (living_context (h, q, &c))
        continue;
      if (!try_living (h, word, j))
        return false;
      missing -= h->states[q].lives;
    }
  }
  return true;
}

bool settle (hypothesis *h)
{
  size_t version;
  do {
    version = h->version;
    for (size_t i = 0; i < h->answers.count; i++)
      if (disagrees (h, &h->answers.list[i]) && !refine_by (h, (uint32_t) i))
        return false;
    if (!h->answers.how->equivalence && !find_living (h))
      return false;
  } while (version != h->version);
  return true;
}

size_t count_disagreements (hypothesis *h)
{
  size_t count = 0;
  for (size_t i = 0; i < h->answers.asked; i++)
    count += disagrees (h, &h->answers.list[i]);
  return count;
}
