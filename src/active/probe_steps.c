/* probe_steps.c - checks whether a transition leads to the right state, on every level.
 *
 * A transition from q to t means that access(q) letter and access(t) have the same
 * continuations. The shortest words from t to the states that can end a level are
 * appended to access(q) letter, and asked on every level. Of the letters of one class
 * that lead from q to t, one represents all. */
#include "active/levels.h"
#include "active/refine.h"

enum
{
  FARTHEST = 14, /* letters to the end of a level */
  MOST_ENDS = 8,
  MOST_LEVELS = 8
};

typedef struct stepper
{
  hypothesis *h;
  levels levels;
  uint32_t ends[MOST_ENDS];
  size_t end_count;
  uint32_t *from, *letter, *queue; /* of a search, by state */
  size_t row;
} stepper;

static void find_ends (stepper *s)
{
  for (uint32_t q = 0; q < s->h->count && s->end_count < MOST_ENDS; q++) {
    bool ends = false;
    for (size_t i = 0; i < s->levels.count && !ends; i++)
      ends = ends_level (s->h, &s->levels.list[i], q);
    if (ends)
      s->ends[s->end_count++] = q;
  }
}

/* The shortest ways from a state to all others. */
static void search_ways (stepper *s, uint32_t start)
{
  const hypothesis *h = s->h;
  size_t head = 0, tail = 0;
  for (size_t q = 0; q < s->row; q++)
    s->from[q] = s->letter[q] = NONE;
  s->from[start] = start;
  s->queue[tail++] = start;
  while (head < tail) {
    const uint32_t q = s->queue[head++];
    for (size_t i = 0; i < h->states[q].count; i++) {
      const known_step t = h->states[q].steps[i];
      if (s->from[t.target] != NONE)
        continue;
      s->from[t.target] = q;
      s->letter[t.target] = t.letter;
      s->queue[tail++] = t.target;
    }
  }
}

/* The word from the start of a search to a state; *found is false if there is none. */
static bool way_to (stepper *s, uint32_t q, factor *way, bool *found)
{
  uint32_t letters[FARTHEST];
  size_t count = 0;
  *found = s->from[q] != NONE;
  while (*found && s->letter[q] != NONE) {
    *found = count < FARTHEST;
    if (*found)
      letters[count++] = s->letter[q];
    q = s->from[q];
  }
  if (!*found)
    return true;
  draft_begin (&s->h->answers);
  while (count)
    if (!draft_letter (s->h, letters[--count]))
      return false;
  return draft_keep (&s->h->answers, way);
}

/* Is this the first of the letters of its class from q to its target? */
static bool speaks (const hypothesis *h, uint32_t q, size_t index)
{
  const known_step own = h->states[q].steps[index];
  const int class = symbol_class (h, own.letter);
  for (size_t i = 0; class && i < index; i++)
    if (h->states[q].steps[i].target == own.target && symbol_class (h, h->states[q].steps[i].letter) == class)
      return false;
  return true;
}

static bool queue_step (stepper *s, uint32_t q, uint32_t letter, factor way)
{
  answers *a = &s->h->answers;
  for (size_t i = 0; i < s->levels.count && i < MOST_LEVELS; i++) {
    const context around = s->levels.list[i].around;
    uint32_t index;
    draft_begin (a);
    if (!draft_factor (a, around.before) || !draft_factor (a, s->h->states[q].access) || !draft_letter (s->h, letter)
        || !draft_factor (a, way) || !draft_factor (a, around.after) || !answers_queue (a, &index))
      return false;
  }
  return true;
}

/* All transitions to a state. */
static bool queue_steps_to (stepper *s, uint32_t target)
{
  hypothesis *h = s->h;
  search_ways (s, target);
  for (size_t e = 0; e < s->end_count; e++) {
    factor way;
    bool found;
    if (!way_to (s, s->ends[e], &way, &found))
      return false;
    for (uint32_t q = 0; found && q < s->row; q++)
      for (size_t i = 0; i < h->states[q].count; i++)
        if (h->states[q].steps[i].target == target && speaks (h, q, i)
            && !queue_step (s, q, h->states[q].steps[i].letter, way))
          return false;
  }
  return true;
}

bool probe_steps (hypothesis *h)
{
  stepper s = { .h = h, .levels = { .h = h }, .row = h->count };
  answers *a = &h->answers;
  s.from = allocate (&h->memory, s.row, sizeof *s.from);
  s.letter = allocate (&h->memory, s.row, sizeof *s.letter);
  s.queue = allocate (&h->memory, s.row, sizeof *s.queue);
  bool ok = s.from && s.letter && s.queue;
  if (!ok)
    a->failed = no_memory (a->e);
  ok = ok && levels_find (&s.levels);
  if (ok)
    find_ends (&s);
  for (uint32_t q = 0; ok && q < s.row; q++)
    ok = queue_steps_to (&s, q);
  ok = ok && answers_flush (a);
  levels_release (&s.levels);
  release (&h->memory, s.from, s.row, sizeof *s.from);
  release (&h->memory, s.letter, s.row, sizeof *s.letter);
  release (&h->memory, s.queue, s.row, sizeof *s.queue);
  return ok;
}
