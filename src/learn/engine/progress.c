/* progress.c - how far learning is, and whether to go on. */
#include "learn/engine/progress.h"

status progress_report (progress *p, papni_phase phase, size_t done, size_t total, error *e)
{
  if (p->report && !progress_cancelled (p) && !p->report (p->context, phase, done, total))
    atomic_store (&p->cancelled, true);
  return progress_cancelled (p) ? fail (e, PAPNI_CANCELLED, "cancelled") : PAPNI_OK;
}
