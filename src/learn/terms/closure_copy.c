/* closure_copy.c - another closure that goes on from where one is. */
#include "learn/terms/closure.h"

void closure_free (front *f)
{
  const allocator a = f->memory;
  closure *c = (closure *) f;
  closure_release (c);
  release (&a, c, 1, sizeof *c);
}

static bool copy_terms (closure *c, const closure *from)
{
  const allocator *a = &c->front.memory;
  const size_t size = c->terms->size;
  size_t room;
  return copy_items (a, &c->classes, &room, from->classes, size, sizeof *c->classes)
         && copy_items (a, &c->states, &room, from->states, size, sizeof *c->states)
         && copy_items (a, &c->ring, &room, from->ring, size, sizeof *c->ring)
         && copy_items (a, &c->table.slots, &c->table.capacity, from->table.slots, from->table.capacity,
                        sizeof *c->table.slots)
         && list_copy (a, &c->reds, &from->reds) && list_copy (a, &c->blues, &from->blues);
}

front *closure_copy (const front *f, control *control, unsigned threads)
{
  const closure *from = (const closure *) f;
  (void) threads; /* its trials write */
  closure *c = allocate_zeroed (&f->memory, 1, sizeof *c);
  if (!c)
    return NULL;
  *c = (closure){ .terms = from->terms,
                  .evidence = from->evidence,
                  .focus = from->focus,
                  .first_use = from->first_use,
                  .uses = from->uses,
                  .use_count = from->use_count,
                  .is_copy = true };
  c->table.count = from->table.count;
  const bool room = front_copy (&c->front, f, control, 1) && copy_terms (c, from);
  c->listed = room ? allocate_zeroed (&f->memory, c->terms->size, sizeof *c->listed) : NULL;
  if (c->listed)
    return &c->front;
  closure_free (&c->front);
  return NULL;
}
