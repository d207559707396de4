/* rpni.c - take the blue state with the smallest number; merge it into the first
 * red state that works, in the order in which they became red; else promote it. */
#include "learn/front/rpni.h"

/* A heap of blue states by number. Where a number changed there is an entry with
 * the old one too, which is passed over. */
typedef struct queued
{
  uint32_t number;
  uint32_t blue;
} queued;

typedef struct rpni_queue
{
  queued *entries; /* entry i is not above entries 2i+1 and 2i+2 */
  size_t count, capacity;
} rpni_queue;

static status rpni_enqueue (rpni_queue *q, const front *f, uint32_t blue, error *e)
{
  if (!reserve (&f->memory, &q->entries, &q->capacity, q->count + 1, sizeof *q->entries))
    return no_memory (e);
  const queued entry = { f->engine->number (f, blue), blue };
  size_t i = q->count++;
  for (; i && q->entries[(i - 1) / 2].number > entry.number; i = (i - 1) / 2)
    q->entries[i] = q->entries[(i - 1) / 2];
  q->entries[i] = entry;
  return PAPNI_OK;
}

static queued rpni_dequeue (rpni_queue *q)
{
  const queued top = q->entries[0], last = q->entries[--q->count];
  size_t i = 0;
  for (size_t k; (k = 2 * i + 1) < q->count; i = k) {
    k += k + 1 < q->count && q->entries[k + 1].number < q->entries[k].number;
    if (q->entries[k].number >= last.number)
      break;
    q->entries[i] = q->entries[k];
  }
  q->entries[i] = last;
  return top;
}

/* Merges or promotes; the blue states that are new or have a new number are queued. */
static status rpni_settle (front *f, rpni_queue *q, uint32_t blue, error *e)
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
  rpni_queue q = { 0 };
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < blue_count (f); i++)
    s = rpni_enqueue (&q, f, (uint32_t) i, e);
  while (!s && q.count && !front_is_too_large (f)) {
    const queued next = rpni_dequeue (&q);
    if (!f->engine->is_blue (f, next.blue) || next.number != f->engine->number (f, next.blue))
      continue;
    s = front_report (f, e);
    if (!s)
      s = rpni_settle (f, &q, next.blue, e);
  }
  release (&f->memory, q.entries, q.capacity, sizeof *q.entries);
  return s;
}
