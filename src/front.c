/* front.c - the books that every engine keeps in the same way. */
#include "front.h"

void front_release (front *f)
{
  list_release (&f->memory, &f->red_changed);
  list_release (&f->memory, &f->blue_changed);
  list_release (&f->memory, &f->changed);
  list_release (&f->memory, &f->moved);
  list_release (&f->memory, &f->gone);
}

void front_begin_step (front *f)
{
  f->steps++;
  f->changed.count = f->moved.count = f->gone.count = 0;
}

bool front_add_red (front *f)
{
  f->folded++;
  return list_add (&f->memory, &f->red_changed, f->steps);
}

bool front_add_blue (front *f)
{
  return list_add (&f->memory, &f->blue_changed, f->steps);
}

bool front_note_change (front *f, uint32_t state)
{
  uint32_t *last = is_red (state) ? &f->red_changed.items[state & ~RED] : &f->blue_changed.items[state];
  if (*last == f->steps)
    return true;
  *last = f->steps;
  return list_add (&f->memory, &f->changed, state);
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
