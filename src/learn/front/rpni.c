/* rpni.c - take the blue state with the smallest number; merge it into the first
 * red state that works, in the order in which they became red; else promote it. */
#include "learn/front/rpni.h"

#include "base/heap.h"

/* Blue states by number. Where a number changed there is an entry with the old one too,
 * which is passed over. */
static status rpni_enqueue (heap *q, const front *f, uint32_t blue, error *e)
{
  return heap_push (&f->memory, q, f->engine->number (f, blue), blue) ? PAPNI_OK : no_memory (e);
}

/* Merges or promotes; the blue states that are new or have a new number are queued. */
static status rpni_settle (front *f, heap *q, uint32_t blue, error *e)
{
  const size_t known = blue_count (f);
  uint32_t red = 0;
  finding found = { .status = PAPNI_OK };
  while (red < red_count (f) && !found.status
         && (front_avoids (f, red, blue) || !f->engine->merge (f, red, blue, &found)))
    red++;
  if (found.status)
    return front_trouble (f, found.status, e);
  const bool merged = red < red_count (f);
  status s = merged ? PAPNI_OK : f->engine->promote (f, blue, e);
  if (!s && !front_log (f, merged ? red : NOWHERE, blue))
    s = no_memory (e);
  for (size_t i = known; !s && i < blue_count (f); i++)
    s = rpni_enqueue (q, f, (uint32_t) i, e);
  for (size_t i = 0; !s && i < f->moved.count; i++)
    s = rpni_enqueue (q, f, f->moved.items[i], e);
  return s;
}

status rpni (front *f, error *e)
{
  heap q = { 0 };
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < blue_count (f); i++)
    s = rpni_enqueue (&q, f, (uint32_t) i, e);
  while (!s && q.count && !front_is_too_large (f)) {
    const heap_entry next = heap_pop (&q);
    if (!f->engine->is_blue (f, next.item) || next.key != f->engine->number (f, next.item))
      continue;
    s = front_report (f, e);
    if (!s)
      s = rpni_settle (f, &q, next.item, e);
  }
  heap_release (&f->memory, &q);
  return s;
}
