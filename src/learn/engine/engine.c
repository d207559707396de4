/* engine.c - the common part of the engines. */
#include "learn/engine/engine.h"

bool engine_copy_common (engine *g, const engine *from, progress *progress, unsigned threads)
{
  *g = (engine){ .ops = from->ops,
                 .memory = from->memory,
                 .progress = progress,
                 .threads = threads,
                 .reds = from->reds,
                 .blues = from->blues,
                 .steps = from->steps,
                 .promoted = NOWHERE,
                 .merges = from->merges,
                 .folded = from->folded,
                 .total = from->total,
                 .searching = true };
  g->limits.most_wanted = from->limits.most_wanted;
  return list_copy (&g->memory, &g->changed_at, &from->changed_at)
         && limits_copy (&g->memory, &g->limits, &from->limits);
}

void engine_release_common (engine *g)
{
  workers_free (g->workers);
  list_release (&g->memory, &g->changed_at);
  list_release (&g->memory, &g->changed);
  list_release (&g->memory, &g->moved);
  list_release (&g->memory, &g->gone);
  list_release (&g->memory, &g->heirs);
  limits_release (&g->memory, &g->limits);
}

status engine_start_threads (engine *g, error *e)
{
  if (!g->workers)
    g->workers = workers_new (&g->memory, g->threads, e);
  return g->workers ? PAPNI_OK : no_memory (e);
}

void engine_begin_step (engine *g)
{
  g->steps++;
  g->changed.count = g->moved.count = g->gone.count = g->heirs.count = 0;
  g->promoted = NOWHERE;
}

bool engine_add_keys (engine *g, size_t count)
{
  while (g->changed_at.count < count)
    if (!list_add (&g->memory, &g->changed_at, 0))
      return false;
  return true;
}

bool engine_note_change (engine *g, uint32_t key)
{
  if (g->changed_at.items[key] == g->steps)
    return true;
  g->changed_at.items[key] = g->steps;
  return list_add (&g->memory, &g->changed, key);
}

named_merge engine_name_merge (const engine *g, uint32_t red, uint32_t blue)
{
  return (named_merge){ g->ops->name (g, RED | red), g->ops->name (g, blue) };
}

bool engine_avoids (const engine *g, uint32_t red, uint32_t blue)
{
  return g->limits.count && limits_avoids (&g->limits, engine_name_merge (g, red, blue));
}

bool engine_note (const engine *g, decision d)
{
  return !g->journal || journal_add (&g->memory, g->journal, d);
}

status engine_decide (engine *g, decision d, error *e)
{
  finding found;
  if (!engine_note (g, d))
    return no_memory (e);
  if (d.red == PROMOTED)
    return g->ops->promote (g, d.blue, e);
  g->ops->merge (g, d.red, d.blue, &found); /* it can only fail for memory or cancellation */
  return found.status ? engine_trouble (g, found.status, e) : PAPNI_OK;
}

status engine_follow (engine *g, const journal *j, size_t first, size_t end, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = first; !s && i < end; i++)
    s = engine_decide (g, j->items[i], e);
  return s;
}

status engine_promote_all (engine *g, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < g->blues; i++)
    if (g->ops->is_blue (g, (uint32_t) i)) {
      s = engine_report (g, e);
      if (!s)
        s = engine_decide (g, (decision){ PROMOTED, (uint32_t) i }, e);
    }
  return s;
}

watch engine_watch (const engine *g, const progress *progress)
{
  watch w = watch_begin (&progress->watch, PAPNI_PHASE_MERGING);
  w.done = g->folded;
  w.total = g->total;
  return w;
}

status engine_report (const engine *g, error *e)
{
  return progress_report (g->progress, PAPNI_PHASE_MERGING, g->folded, g->total, e);
}

status engine_trouble (const engine *g, status s, error *e)
{
  return s == PAPNI_MEMORY ? no_memory (e) : engine_report (g, e);
}
