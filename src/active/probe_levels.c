/* probe_levels.c - whole levels: what may stand between a call and its return, or alone.
 *
 * What is known to stand there is tried twice, with nothing or a symbol between: so lists
 * are found of which the seeds show one item only. A few symbols that nothing is known of
 * are tried with one symbol before and one after them. */
#include "active/levels.h"
#include "active/probe.h"
#include "active/refine.h"

enum
{
  LONGEST_ITEM = 14,  /* symbols */
  UNUSED = 4,         /* so many symbols are tried, in alphabets of up to */
  SMALL_ALPHABET = 32 /* internal symbols */
};

/* ---- one item twice ---- */

/* Queues the item twice, with a symbol between or, NONE, with nothing. */
static bool queue_twice (hypothesis *h, const level_place *l, factor item, uint32_t between)
{
  answers *a = &h->answers;
  uint32_t index;
  draft_begin (a);
  return draft_factor (a, l->around.before) && draft_factor (a, item)
         && (between == NONE || draft_symbol (a, (symbol) between)) && draft_factor (a, item)
         && draft_factor (a, l->around.after) && answers_queue (a, &index);
}

static bool queue_repeats (levels *l, const level_place *level)
{
  hypothesis *h = l->h;
  for (uint32_t q = 1; q < h->count; q++) {
    const factor item = h->states[q].access;
    if (item.length > LONGEST_ITEM || !ends_level (h, level, q))
      continue;
    if (!queue_twice (h, level, item, NONE))
      return false;
    for (size_t i = 0; i < l->clusters.count; i++)
      if (!queue_twice (h, level, item, l->clusters.symbols[i ? l->clusters.ends[i - 1] : 0]))
        return false;
  }
  return true;
}

/* ---- symbols of which nothing is known ---- */

static bool is_unused (const hypothesis *h, symbol s)
{
  for (uint32_t q = 0; q < h->count; q++)
    if (step_target (h, q, s) != NONE)
      return false;
  return true;
}

/* Symbols that are tried before and after them: of a cluster that is known, the first. */
typedef struct neighbours
{
  symbol list[SMALL_ALPHABET];
  size_t count;
} neighbours;

static void find_neighbours (const levels *l, neighbours *n)
{
  for (size_t i = 0; i < l->clusters.count; i++)
    for (size_t k = i ? l->clusters.ends[i - 1] : 0, first = k; k < l->clusters.ends[i]; k++)
      if (k == first || is_unused (l->h, l->clusters.symbols[k]))
        n->list[n->count++] = l->clusters.symbols[k];
}

/* Queues x s y alone on a level, for all x and y, which may be nothing. */
static bool queue_around (hypothesis *h, const level_place *l, symbol s, const neighbours *n)
{
  answers *a = &h->answers;
  for (size_t x = 0; x <= n->count; x++)
    for (size_t y = 0; y <= n->count; y++) {
      uint32_t index;
      draft_begin (a);
      if (!draft_factor (a, l->around.before) || (x < n->count && !draft_symbol (a, n->list[x])) || !draft_symbol (a, s)
          || (y < n->count && !draft_symbol (a, n->list[y])) || !draft_factor (a, l->around.after)
          || !answers_queue (a, &index))
        return false;
    }
  return true;
}

static bool queue_unused (levels *l)
{
  hypothesis *h = l->h;
  symbol internal = 0, unused[UNUSED];
  size_t count = 0;
  while (internal < h->alphabet->size && kind_of (h, internal) == PAPNI_INTERNAL) {
    if (is_unused (h, internal) && count < UNUSED)
      unused[count++] = internal;
    internal++;
  }
  neighbours n = { .count = 0 };
  if (internal > SMALL_ALPHABET)
    return true;
  find_neighbours (l, &n);
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < l->count; j++)
      if (!queue_around (h, &l->list[j], unused[i], &n))
        return false;
  return true;
}

bool probe_levels (hypothesis *h)
{
  levels l = { .h = h };
  answers *a = &h->answers;
  bool ok = levels_find (&l);
  for (size_t i = 0; ok && i < l.count; i++)
    ok = queue_repeats (&l, &l.list[i]);
  ok = ok && queue_unused (&l);
  const size_t first = a->asked, end = a->count;
  ok = ok && answers_flush (a);
  for (size_t i = first; ok && i < end; i++)
    ok = a->list[i].answer != PAPNI_YES || refine_by (h, (uint32_t) i);
  levels_release (&l);
  return ok;
}
