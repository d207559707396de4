/* front.c - the books that every engine keeps in the same way. */
#include "learn/front/front.h"

bool front_copy (front *f, const front *from, control *control, unsigned threads)
{
  *f = (front){ .engine = from->engine,
                .memory = from->memory,
                .control = control,
                .threads = threads,
                .reds = from->reds,
                .blues = from->blues,
                .steps = from->steps,
                .merges = from->merges,
                .folded = from->folded,
                .total = from->total };
  return list_copy (&f->memory, &f->changed_at, &from->changed_at)
         && list_copy (&f->memory, &f->detours, &from->detours);
}

void front_release (front *f)
{
  list_release (&f->memory, &f->changed_at);
  list_release (&f->memory, &f->detours);
  list_release (&f->memory, &f->changed);
  list_release (&f->memory, &f->moved);
  list_release (&f->memory, &f->gone);
}

void front_begin_step (front *f)
{
  f->steps++;
  f->changed.count = f->moved.count = f->gone.count = 0;
}

bool front_add_keys (front *f, size_t count)
{
  while (f->changed_at.count < count)
    if (!list_add (&f->memory, &f->changed_at, f->steps))
      return false;
  return true;
}

bool front_note_change (front *f, uint32_t key)
{
  if (f->changed_at.items[key] == f->steps)
    return true;
  f->changed_at.items[key] = f->steps;
  return list_add (&f->memory, &f->changed, key);
}

bool front_log (const front *f, uint32_t red, uint32_t blue)
{
  return !f->log || (list_add (&f->memory, f->log, red) && list_add (&f->memory, f->log, blue));
}

bool front_avoid (front *f, uint32_t red, uint32_t blue)
{
  return list_add (&f->memory, &f->detours, f->engine->name (f, RED | red))
         && list_add (&f->memory, &f->detours, f->engine->name (f, blue));
}

bool front_avoids (const front *f, uint32_t red, uint32_t blue)
{
  const list *d = &f->detours;
  const uint32_t name = d->count ? f->engine->name (f, blue) : NOWHERE;
  for (size_t i = 0; i < d->count; i += 2)
    if (d->items[i + 1] == name && d->items[i] == f->engine->name (f, RED | red))
      return true;
  return false;
}

status front_decide (front *f, uint32_t red, uint32_t blue, error *e)
{
  finding found;
  if (!front_log (f, red, blue))
    return no_memory (e);
  if (red == NOWHERE)
    return f->engine->promote (f, blue, e);
  f->engine->merge (f, red, blue, &found); /* only trouble can keep it from working */
  return found.status ? front_trouble (f, found.status, e) : PAPNI_OK;
}

status front_follow (front *f, const list *log, size_t first, size_t end, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = first; !s && i < end; i++)
    s = front_decide (f, log->items[2 * i], log->items[2 * i + 1], e);
  return s;
}

status front_report (const front *f, error *e)
{
  control *c = f->control;
  if (c->progress && !atomic_load (&c->cancelled) && !c->progress (c->context, PAPNI_MERGING, f->folded, f->total))
    atomic_store (&c->cancelled, true);
  return atomic_load (&c->cancelled) ? fail (e, PAPNI_CANCELLED, "cancelled") : PAPNI_OK;
}

status front_trouble (const front *f, status s, error *e)
{
  return s == PAPNI_MEMORY ? no_memory (e) : front_report (f, e);
}
