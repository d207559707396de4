/* probe_levels.c - tries whole levels: the inside of a call, or a whole word.
 *
 * A known content is tried twice in a row, with nothing or a symbol between: this finds
 * lists of which the seeds show only one item. A few unknown symbols are tried with one
 * symbol before and one after them. */
#include "active/probe.h"
#include "active/refine.h"

enum
{
  LONGEST_ITEM = 14,  /* symbols */
  UNUSED = 4,         /* the number of symbols tried, in alphabets of up to */
  SMALL_ALPHABET = 32 /* internal symbols */
};

/* A level: what precedes and follows it, and the block it makes. */
typedef struct level_place
{
  context around;
  symbol call, ret;
  bool nested;
} level_place;

typedef struct levels
{
  hypothesis *h;
  level_place *list;
  size_t count, capacity;
  clusters clusters;
} levels;

static bool levels_full (levels *l)
{
  l->h->answers.failed = no_memory (l->h->answers.e);
  return false;
}

static bool add_level (levels *l, level_place new)
{
  if (!reserve (&l->h->memory, &l->list, &l->capacity, l->count + 1, sizeof *l->list))
    return levels_full (l);
  l->list[l->count++] = new;
  return true;
}

/* Adds the level that a block makes after q, unless its call and return have one
 * already. */
static bool add_nested (levels *l, uint32_t q, const known_step *s)
{
  hypothesis *h = l->h;
  answers *a = &h->answers;
  const nesting b = h->blocks[s->letter - letters_end (h)];
  context c;
  for (size_t i = 0; i < l->count; i++)
    if (l->list[i].nested && l->list[i].call == b.call && l->list[i].ret == b.ret)
      return true;
  if (!living_context (h, s->target, &c))
    return true;
  level_place new = { .call = b.call, .ret = b.ret, .nested = true };
  draft_begin (a);
  if (!draft_factor (a, c.before) || !draft_factor (a, h->states[q].access) || !draft_symbol (a, b.call)
      || !draft_keep (a, &new.around.before))
    return false;
  draft_begin (a);
  return draft_symbol (a, b.ret) && draft_factor (a, c.after) && draft_keep (a, &new.around.after)
         && add_level (l, new);
}

static bool collect_levels (levels *l)
{
  hypothesis *h = l->h;
  if (!add_level (l, (level_place){ 0 }))
    return false;
  for (uint32_t q = 0; q < h->count; q++)
    for (size_t i = 0; i < h->states[q].count; i++)
      if (h->states[q].steps[i].letter >= letters_end (h) && !add_nested (l, q, &h->states[q].steps[i]))
        return false;
  return true;
}

/* ---- one item twice ---- */

static bool ends_level (const hypothesis *h, const level_place *l, uint32_t q)
{
  if (!l->nested)
    return h->states[q].accepting;
  for (size_t i = 0; i < h->block_count; i++) {
    const nesting b = h->blocks[i];
    if (b.state != q || b.call != l->call || b.ret != l->ret)
      continue;
    for (uint32_t p = 0; p < h->count; p++)
      if (step_target (h, p, letters_end (h) + (uint32_t) i) != NONE)
        return true;
  }
  return false;
}

/* Queues the item twice, with a symbol or (NONE) nothing between. */
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

/* Queues x s y alone on a level, for all x and y, which may be empty. */
static bool queue_around (hypothesis *h, const level_place *l, symbol s, symbol internal)
{
  answers *a = &h->answers;
  for (symbol x = 0; x <= internal; x++)
    for (symbol y = 0; y <= internal; y++) {
      uint32_t index;
      draft_begin (a);
      if (!draft_factor (a, l->around.before) || (x < internal && !draft_symbol (a, x)) || !draft_symbol (a, s)
          || (y < internal && !draft_symbol (a, y)) || !draft_factor (a, l->around.after) || !answers_queue (a, &index))
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
  for (size_t i = 0; i < count && internal <= SMALL_ALPHABET; i++)
    for (size_t j = 0; j < l->count; j++)
      if (!queue_around (h, &l->list[j], unused[i], internal))
        return false;
  return true;
}

bool probe_levels (hypothesis *h)
{
  levels l = { .h = h };
  answers *a = &h->answers;
  bool ok = clusters_find (h, &l.clusters) || levels_full (&l);
  ok = ok && collect_levels (&l);
  for (size_t i = 0; ok && i < l.count; i++)
    ok = queue_repeats (&l, &l.list[i]);
  ok = ok && queue_unused (&l);
  const size_t first = a->asked, end = a->count;
  ok = ok && answers_flush (a);
  for (size_t i = first; ok && i < end; i++)
    ok = a->list[i].answer != PAPNI_YES || refine_by (h, (uint32_t) i);
  clusters_release (h, &l.clusters);
  release (&h->memory, l.list, l.capacity, sizeof *l.list);
  return ok;
}
