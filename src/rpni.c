/* rpni.c - take the blue state with the smallest number; merge it into the first
 * red state that works, in the order in which they became red; else promote it. */
#include "rpni.h"

/* A heap of blue states by number. Where a number changed there is an entry with
 * the old one too, which is passed over. */
typedef struct queued
{
  node number;
  uint32_t blue;
} queued;

typedef struct queue
{
  queued *entries; /* entry i is not above entries 2i+1 and 2i+2 */
  size_t count, capacity;
} queue;

static status enqueue (queue *q, const merger *m, uint32_t blue, error *e)
{
  if (!reserve (&m->memory, &q->entries, &q->capacity, q->count + 1, sizeof *q->entries))
    return no_memory (e);
  const queued entry = { merger_number (m, m->blues[blue].node), blue };
  size_t i = q->count++;
  for (; i && q->entries[(i - 1) / 2].number > entry.number; i = (i - 1) / 2)
    q->entries[i] = q->entries[(i - 1) / 2];
  q->entries[i] = entry;
  return PAPNI_OK;
}

static queued dequeue (queue *q)
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
static status settle (merger *m, signatures *known, trial *t, queue *q, uint32_t blue, error *e)
{
  const size_t blues = m->blue_count;
  if (!signatures_update (known, m))
    return no_memory (e);
  const signature own = signature_of_blue (m, blue);
  uint32_t red = 0;
  while (red < m->red_count && (signatures_differ (own, known->reds[red]) || !trial_merge (t, red, blue))) {
    if (t->status)
      return t->status == PAPNI_MEMORY ? no_memory (e) : merger_report (m, e);
    red++;
  }
  status s = red < m->red_count ? merger_merge (m, t, e) : merger_promote (m, blue, e);
  for (size_t i = blues; !s && i < m->blue_count; i++)
    s = enqueue (q, m, (uint32_t) i, e);
  for (size_t i = 0; !s && i < m->moved_count; i++)
    s = enqueue (q, m, m->moved[i], e);
  return s;
}

status rpni (merger *m, error *e)
{
  trial t;
  signatures known = { 0 };
  queue q = { 0 };
  trial_init (&t, m, true, true);
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < m->blue_count; i++)
    s = enqueue (&q, m, (uint32_t) i, e);
  while (!s && q.count) {
    const queued next = dequeue (&q);
    if (!merger_is_blue (m, next.blue) || next.number != merger_number (m, m->blues[next.blue].node))
      continue;
    s = merger_report (m, e);
    if (!s)
      s = settle (m, &known, &t, &q, next.blue, e);
  }
  trial_release (&t);
  signatures_release (&known, m);
  release (&m->memory, q.entries, q.capacity, sizeof *q.entries);
  return s;
}
