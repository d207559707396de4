/* draw.c - random words of a hypothesis: a random walk, then the shortest way to the
 * goal.
 *
 * In each state a target is drawn, then one of the letters that lead there, so that
 * many letters with the same effect do not hide the others. After some letters, the
 * walk takes only letters that lead closer to its goal. A block is filled by a walk of
 * its own, from the start to the state in which the block ends. */
#include "active/draw.h"
#include "base/random.h"

#include <string.h>

enum
{
  DEEPEST = 4, /* levels */
  LONG = 100   /* symbols, after which all walks take the shortest way */
};

#define UNREACHED UINT32_MAX

static bool drawer_full (drawer *d)
{
  d->h->answers.failed = no_memory (d->h->answers.e);
  return false;
}

static void forget_distances (drawer *d)
{
  const allocator *m = &d->h->memory;
  for (size_t i = 0; d->distance && i <= d->row; i++)
    release (m, d->distance[i], d->row, sizeof **d->distance);
  release (m, d->distance, d->row + 1, sizeof *d->distance);
  release (m, d->first, d->row + 1, sizeof *d->first);
  release (m, d->sources, d->source_count, sizeof *d->sources);
  release (m, d->queue, d->row, sizeof *d->queue);
  d->distance = NULL;
  d->first = NULL;
  d->sources = d->queue = NULL;
}

void drawer_release (drawer *d)
{
  forget_distances (d);
  release (&d->h->memory, d->word, d->capacity, sizeof *d->word);
}

bool drawer_put (drawer *d, const symbol *symbols, size_t length)
{
  if (!reserve (&d->h->memory, &d->word, &d->capacity, d->length + length + 1, sizeof *d->word))
    return drawer_full (d);
  if (length)
    memcpy (d->word + d->length, symbols, length * sizeof *symbols);
  d->length += length;
  return true;
}

/* ---- distances ---- */

/* Records the current transitions of the hypothesis, backwards. */
static bool begin_version (drawer *d)
{
  const hypothesis *h = d->h;
  if (d->distance && d->version == h->version)
    return true;
  forget_distances (d);
  d->version = h->version;
  d->row = h->count;
  d->source_count = 0;
  for (size_t q = 0; q < d->row; q++)
    d->source_count += h->states[q].count;
  d->distance = allocate_zeroed (&h->memory, d->row + 1, sizeof *d->distance);
  d->first = allocate_zeroed (&h->memory, d->row + 1, sizeof *d->first);
  d->sources = allocate (&h->memory, d->source_count, sizeof *d->sources);
  d->queue = allocate (&h->memory, d->row, sizeof *d->queue);
  if (!d->distance || !d->first || !d->sources || !d->queue)
    return drawer_full (d);
  for (size_t q = 0; q < d->row; q++)
    for (size_t i = 0; i < h->states[q].count; i++)
      d->first[h->states[q].steps[i].target]++;
  for (size_t q = 0, sum = 0; q <= d->row; q++) {
    const size_t count = q < d->row ? d->first[q] : 0;
    sum += count;
    d->first[q] = sum; /* the end, for now */
  }
  for (uint32_t q = (uint32_t) d->row; q-- > 0;)
    for (size_t i = 0; i < h->states[q].count; i++)
      d->sources[--d->first[h->states[q].steps[i].target]] = q;
  return true;
}

static bool at_goal (const drawer *d, uint32_t q, uint32_t goal)
{
  return goal == d->row ? d->h->states[q].accepting : q == goal;
}

/* The distance from each state to a goal; NULL if out of memory. */
static const uint32_t *distances (drawer *d, uint32_t goal)
{
  if (d->distance[goal])
    return d->distance[goal];
  size_t head = 0, tail = 0;
  uint32_t *far = d->distance[goal] = allocate (&d->h->memory, d->row, sizeof *far);
  if (!far) {
    drawer_full (d);
    return NULL;
  }
  for (uint32_t q = 0; q < d->row; q++) {
    far[q] = at_goal (d, q, goal) ? 0 : UNREACHED;
    if (!far[q])
      d->queue[tail++] = q;
  }
  while (head < tail) {
    const uint32_t q = d->queue[head++];
    for (size_t i = d->first[q]; i < d->first[q + 1]; i++)
      if (far[d->sources[i]] == UNREACHED) {
        far[d->sources[i]] = far[q] + 1;
        d->queue[tail++] = d->sources[i];
      }
  }
  return far;
}

/* ---- walking ---- */

typedef struct walk_level
{
  uint32_t state, goal;
  size_t steps;   /* taken so far */
  symbol closing; /* the return that ends this level */
} walk_level;

const known_step *draw_letter (drawer *d, uint32_t q, uint32_t target)
{
  enum
  {
    CLASSES = 4
  };
  const known_state *state = &d->h->states[q];
  size_t groups = 0, members[CLASSES] = { 0 };
  const known_step *chosen[CLASSES] = { 0 }, *result = NULL;
  for (size_t i = 0; i < state->count; i++) {
    const known_step *s = &state->steps[i];
    const int class = symbol_class (d->h, s->letter);
    if (s->target != target)
      continue;
    if (class && random_below (&d->random, ++members[class]) == 0)
      chosen[class] = s;
    if (!class && random_below (&d->random, ++groups) == 0)
      result = s;
  }
  for (size_t class = 1; class < CLASSES; class ++)
    if (chosen[class] && random_below (&d->random, ++groups) == 0)
      result = chosen[class];
  return result;
}

/* A letter to continue with: to one of the targets, or, with `home`, closer to the
 * goal. */
static const known_step *choose_step (drawer *d, const walk_level *l, const uint32_t *far, bool home)
{
  const known_state *q = &d->h->states[l->state];
  size_t targets = 0;
  for (size_t i = 0; i < q->count; i++) {
    const uint32_t t = q->steps[i].target;
    size_t j = 0;
    while (j < targets && d->queue[j] != t)
      j++;
    if (j == targets && far[t] != UNREACHED && (!home || far[t] < far[l->state]))
      d->queue[targets++] = t;
  }
  return targets ? draw_letter (d, l->state, d->queue[random_below (&d->random, targets)]) : NULL;
}

/* Takes a step; a block may open a level. */
static bool take_step (drawer *d, walk_level *levels, size_t *depth, size_t deepest, const known_step *s)
{
  hypothesis *h = d->h;
  walk_level *l = &levels[*depth];
  l->state = s->target;
  l->steps++;
  if (s->letter < letters_end (h))
    return drawer_put (d, &(symbol){ (symbol) s->letter }, 1);
  const nesting b = h->blocks[s->letter - letters_end (h)];
  if (!drawer_put (d, &b.call, 1))
    return false;
  if (*depth < deepest && d->length < LONG) {
    const uint32_t *far = distances (d, b.state);
    if (!far)
      return false;
    if (far[0] != UNREACHED) {
      levels[++*depth] = (walk_level){ 0, b.state, 0, b.ret };
      return true;
    }
  }
  return drawer_put (d, word_of (&h->answers, h->states[b.state].access), h->states[b.state].access.length)
         && drawer_put (d, &b.ret, 1);
}

bool draw_word (drawer *d, bool *drawn)
{
  walk_level levels[DEEPEST + 1];
  size_t depth = 0;
  d->length = 0;
  *drawn = false;
  if (!begin_version (d))
    return false;
  const size_t deepest = (size_t) random_below (&d->random, DEEPEST),
               roaming = (size_t) 2 << random_below (&d->random, 5);
  levels[0] = (walk_level){ 0, (uint32_t) d->row, 0, 0 };
  const uint32_t *far = distances (d, levels[0].goal);
  if (!far)
    return false;
  if (far[0] == UNREACHED)
    return true;
  while (true) {
    walk_level *l = &levels[depth];
    far = distances (d, l->goal);
    if (!far)
      return false;
    const bool home = l->steps > roaming || d->length > LONG, there = at_goal (d, l->state, l->goal);
    const known_step *s = there && (home || random_below (&d->random, 3) == 0) ? NULL : choose_step (d, l, far, home);
    if (s) {
      if (!take_step (d, levels, &depth, deepest, s))
        return false;
    } else if (!depth) {
      *drawn = true;
      return true;
    } else if (!drawer_put (d, &levels[depth--].closing, 1))
      return false;
  }
}
