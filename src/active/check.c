/* check.c - the approximate equivalence test: words on which a mistake would show.
 *
 *   - words of the hypothesis, which must be right
 *   - a transition in the middle of such a word: before a random level, access word and
 *     letter, then what followed a random place on that level
 *   - short right words with an edit, or with a part of another */
#include "active/check.h"
#include "active/probe.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum
{
  BATCH = 32,
  POOL = 200, /* accepted words to edit */
  CHECK_KINDS = 3,
  CHECK_TRIES = 30 /* per requested word */
};

typedef struct checker
{
  drawer *d;
  factor *pool;
  size_t pool_count, pool_capacity;
  clusters clusters;
} checker;

/* ---- a transition in a context ---- */

/* The beginning of the level that position i of the drawn word is on. */
static size_t level_begin (const drawer *d, size_t i)
{
  size_t depth = 0;
  for (; i; i--) {
    const papni_kind kind = kind_of (d->h, d->word[i - 1]);
    if (kind == PAPNI_RETURN)
      depth++;
    else if (kind == PAPNI_CALL && depth-- == 0)
      break;
  }
  return i;
}

static bool draft_transition (checker *c, bool *drawn)
{
  drawer *d = c->d;
  hypothesis *h = d->h;
  answers *a = &h->answers;
  if (!draw_word (d, drawn) || !*drawn)
    return !a->failed;
  const size_t i = (size_t) random_below (&d->random, d->length + 1), begin = level_begin (d, i);
  const uint32_t q = (uint32_t) random_below (&d->random, h->count);
  const known_state *state = &h->states[q];
  *drawn = state->count > 0;
  if (!*drawn)
    return true;
  size_t targets = 0;
  uint32_t target = NONE;
  for (size_t k = 0; k < state->count; k++) {
    size_t j = 0;
    while (j < k && state->steps[j].target != state->steps[k].target)
      j++;
    if (j == k && random_below (&d->random, ++targets) == 0)
      target = state->steps[k].target;
  }
  const uint32_t letter = draw_letter (d, q, target)->letter;
  draft_begin (a);
  return draft_symbols (a, d->word, begin) && draft_factor (a, state->access) && draft_letter (h, letter)
         && draft_symbols (a, d->word + i, d->length - i);
}

/* ---- edits ---- */

static bool draft_any_symbol (checker *c)
{
  const clusters *k = &c->clusters;
  papni_random *r = &c->d->random;
  if (!k->count)
    return true;
  const size_t i = (size_t) random_below (r, k->count), begin = i ? k->ends[i - 1] : 0;
  return draft_symbol (&c->d->h->answers, k->symbols[begin + random_below (r, k->ends[i] - begin)]);
}

static factor any_right (checker *c)
{
  return c->pool[random_below (&c->d->random, c->pool_count)];
}

static bool draft_edit (checker *c, bool *drawn)
{
  static const size_t lengths[] = { 1, 1, 2, 3, 5 };
  answers *a = &c->d->h->answers;
  papni_random *r = &c->d->random;
  *drawn = c->pool_count > 0;
  if (!*drawn)
    return true;
  const factor w = any_right (c), v = any_right (c);
  const uint64_t kind = random_below (r, 20);
  const size_t i = (size_t) random_below (r, w.length + 1), left = w.length - i;
  size_t j = (size_t) random_below (r, v.length + 1), k = (size_t) random_below (r, v.length + 1);
  draft_begin (a);
  bool ok = draft_factor (a, (factor){ w.begin, i });
  size_t skip = 0;
  if (kind < 6) { /* another symbol */
    skip = left > 0;
    ok = ok && draft_any_symbol (c);
  } else if (kind < 10) /* one more */
    ok = ok && draft_any_symbol (c);
  else if (kind < 14) { /* some less */
    const size_t less = lengths[random_below (r, sizeof lengths / sizeof *lengths)];
    skip = less < left ? less : left;
  } else if (kind < 17) { /* another end */
    skip = left;
    ok = ok && draft_factor (a, (factor){ v.begin + j, v.length - j });
  } else { /* a part of another */
    const size_t low = j < k ? j : k, high = j < k ? k : j;
    ok = ok && draft_factor (a, (factor){ v.begin + low, high - low });
  }
  ok = ok && draft_factor (a, (factor){ w.begin + i + skip, left - skip });
  *drawn = ok && well_matched (c->d->h, a->draft, a->draft_length);
  return ok;
}

/* ---- right words ---- */

typedef struct ranked
{
  factor word;
  size_t index;
} ranked;

static int shorter_first (const void *left, const void *right)
{
  const ranked *x = left, *y = right;
  const int order = compare (x->word.length, y->word.length);
  return order ? order : compare (x->index, y->index);
}

/* The shortest accepted words. */
static bool fill_pool (checker *c)
{
  const hypothesis *h = c->d->h;
  const answers *a = &h->answers;
  size_t count = 0;
  ranked *all = allocate (&h->memory, a->count, sizeof *all);
  for (size_t i = 0; all && i < a->count; i++)
    if (a->list[i].answer == PAPNI_YES)
      all[count++] = (ranked){ a->list[i].word, i };
  if (count)
    qsort (all, count, sizeof *all, shorter_first);
  c->pool_count = count < POOL ? count : POOL;
  const bool ok = all && reserve (&h->memory, &c->pool, &c->pool_capacity, c->pool_count + 1, sizeof *c->pool);
  for (size_t i = 0; ok && i < c->pool_count; i++)
    c->pool[i] = all[i].word;
  release (&h->memory, all, a->count, sizeof *all);
  return ok;
}

/* ---- the test ---- */

static bool draft_word (checker *c, size_t kind, bool *drawn)
{
  if (kind == 1)
    return draft_transition (c, drawn);
  if (kind == 2)
    return draft_edit (c, drawn);
  if (!draw_word (c->d, drawn))
    return false;
  draft_begin (&c->d->h->answers);
  return draft_symbols (&c->d->h->answers, c->d->word, c->d->length);
}

/* A batch of new words; *found: the first one on which hypothesis and oracle differ. */
static bool check_batch (checker *c, size_t wanted, size_t *tries, uint32_t *found)
{
  hypothesis *h = c->d->h;
  answers *a = &h->answers;
  const size_t first = a->count;
  while (a->count - first < wanted && *tries) {
    bool drawn;
    uint32_t index;
    if (!draft_word (c, --*tries % CHECK_KINDS, &drawn) || (drawn && !answers_queue (a, &index)))
      return false;
  }
  const size_t end = a->count;
  if (!answers_flush (a))
    return false;
  for (size_t i = first; *found == NO_ANSWER && i < end; i++) {
    const answer *b = &a->list[i];
    if (b->answer != PAPNI_UNANSWERED
        && hypothesis_accepts (h, word_of (a, b->word), b->word.length) != (b->answer == PAPNI_YES))
      *found = (uint32_t) i;
  }
  return true;
}

bool check_words (drawer *d, size_t agree, uint32_t *found)
{
  hypothesis *h = d->h;
  checker c = { .d = d };
  bool ok = clusters_find (h, &c.clusters) && fill_pool (&c);
  if (!ok)
    h->answers.failed = no_memory (h->answers.e);
  *found = NO_ANSWER;
  const size_t end = h->answers.count + agree;
  size_t tries = CHECK_TRIES * agree;
  while (ok && *found == NO_ANSWER && h->answers.count < end && tries) {
    const size_t left = end - h->answers.count;
    ok = check_batch (&c, left < BATCH ? left : BATCH, &tries, found);
  }
  clusters_release (h, &c.clusters);
  release (&h->memory, c.pool, c.pool_capacity, sizeof *c.pool);
  return ok;
}
