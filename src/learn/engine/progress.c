/* progress.c - progress and cancellation of learning. */
#include "learn/engine/progress.h"

#include <string.h>

enum
{
  COPIED_AT_ONCE = 8 * WATCH_STRIDE /* bytes */
};

status progress_report (progress *p, papni_phase phase, size_t done, size_t total, error *e)
{
  if (!progress_cancelled (p) && !watch_goes_on (&p->watch, phase, done, total))
    atomic_store (&p->cancelled, true);
  if (!progress_enough (p) && until_reached (&p->until))
    atomic_store (&p->enough, true);
  return progress_cancelled (p) ? fail (e, PAPNI_CANCELLED, "cancelled") : PAPNI_OK;
}

status watched_copy (watch *w, const allocator *a, void *copy, const void *items, size_t bytes, error *e)
{
  char *to = bytes ? allocate (a, bytes, 1) : NULL;
  status s = bytes && !to ? no_memory (e) : PAPNI_OK;
  memcpy (copy, &to, sizeof to);
  for (size_t at = 0; !s && at < bytes; at += COPIED_AT_ONCE) {
    const size_t left = bytes - at, some = left < COPIED_AT_ONCE ? left : COPIED_AT_ONCE;
    memcpy (to + at, (const char *) items + at, some);
    s = watch_spend (w, some / 8, e);
  }
  return s;
}
