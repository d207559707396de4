/* progress.c - progress and cancellation of learning. */
#include "learn/engine/progress.h"

status progress_report (progress *p, papni_phase phase, size_t done, size_t total, error *e)
{
  if (!progress_cancelled (p) && !watch_goes_on (&p->watch, phase, done, total))
    atomic_store (&p->cancelled, true);
  if (!progress_enough (p) && until_reached (&p->until))
    atomic_store (&p->enough, true);
  return progress_cancelled (p) ? fail (e, PAPNI_CANCELLED, "cancelled") : PAPNI_OK;
}
