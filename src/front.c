/* front.c - the books that every engine keeps in the same way. */
#include "front.h"

void front_release (front *f)
{
  list_release (&f->memory, &f->changed_at);
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
