/* closure_copy.c - another closure that goes on from where one is. */
#include "learn/terms/closure.h"

static bool copy_terms (closure *c, const closure *from)
{
  const allocator *a = &c->engine.memory;
  const size_t size = c->terms->size;
  size_t room;
  return copy_items (a, &c->classes, &room, from->classes, size, sizeof *c->classes)
         && copy_items (a, &c->states, &room, from->states, size, sizeof *c->states)
         && copy_items (a, &c->ring, &room, from->ring, size, sizeof *c->ring)
         && copy_items (a, &c->table.slots, &c->table.capacity, from->table.slots, from->table.capacity,
                        sizeof *c->table.slots)
         && list_copy (a, &c->reds, &from->reds) && list_copy (a, &c->blues, &from->blues);
}

engine *closure_copy (const engine *g, progress *progress, unsigned threads)
{
  const closure *from = (const closure *) g;
  (void) threads; /* its trials write */
  closure *c = allocate_zeroed (&g->memory, 1, sizeof *c);
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
  const bool room = engine_copy_common (&c->engine, g, progress, 1) && copy_terms (c, from);
  c->listed = room ? allocate_zeroed (&g->memory, c->terms->size, sizeof *c->listed) : NULL;
  if (c->listed)
    return &c->engine;
  closure_free (&c->engine);
  return NULL;
}
