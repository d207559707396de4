/* rpni.c - RPNI: merge the blue state with the smallest number into the first possible
 * red state, in the order in which they became red; if there is none, promote it. */
#include "learn/methods/methods.h"

#include "base/heap.h"

/* Blue states by number. A state whose number has changed also has an outdated entry,
 * which is skipped. */
static status rpni_enqueue (heap *q, const engine *g, uint32_t blue, error *e)
{
  return heap_push (&g->memory, q, g->ops->number (g, blue), blue) ? PAPNI_OK : no_memory (e);
}

/* The first red state from `red` on with which a merge may succeed. If merges are excluded, each
 * red state counts, as the work of a search depends on it. */
static uint32_t rpni_candidate (engine *g, uint32_t red, uint32_t blue, status *trouble)
{
  if (!g->limits.count)
    return g->ops->next ? g->ops->next (g, red, blue, trouble) : red;
  while (red < g->reds && engine_avoids (g, red, blue))
    red++;
  return red;
}

/* Merges or promotes a state, and enqueues blue states that are new or have a new
 * number. Promotes it, too, if the time is over. */
static status rpni_settle (engine *g, heap *q, uint32_t blue, error *e)
{
  const size_t known = g->blues;
  uint32_t red = 0;
  finding found = { .status = PAPNI_OK };
  bool merged = false;
  for (; !merged && !found.status && !progress_enough (g->progress); red += !merged) {
    red = rpni_candidate (g, red, blue, &found.status);
    if (red == g->reds || found.status)
      break;
    merged = g->ops->merge (g, red, blue, &found);
  }
  if (found.status)
    return engine_trouble (g, found.status, e);
  status s = merged ? PAPNI_OK : g->ops->promote (g, blue, e);
  if (!s && !engine_note (g, (decision){ merged ? red : PROMOTED, blue }))
    s = no_memory (e);
  for (size_t i = known; !s && i < g->blues; i++)
    s = rpni_enqueue (q, g, (uint32_t) i, e);
  for (size_t i = 0; !s && i < g->moved.count; i++)
    s = rpni_enqueue (q, g, g->moved.items[i], e);
  return s;
}

status rpni (engine *g, error *e)
{
  heap q = { 0 };
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < g->blues; i++)
    s = rpni_enqueue (&q, g, (uint32_t) i, e);
  while (!s && q.count && !engine_is_too_large (g)) {
    const heap_entry next = heap_pop (&q);
    if (!g->ops->is_blue (g, next.item) || next.key != g->ops->number (g, next.item))
      continue;
    s = engine_report (g, e);
    if (!s && progress_enough (g->progress))
      break;
    if (!s)
      s = rpni_settle (g, &q, next.item, e);
  }
  heap_release (&g->memory, &q);
  return s || !progress_enough (g->progress) ? s : engine_promote_all (g, e);
}
