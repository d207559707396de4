/* watch.h - long work asks now and then whether it is to go on.
 *
 * Every loop whose length depends on input says how much it has done. The progress
 * callback is asked once there is enough of that: after some milliseconds, so that
 * cancelling takes effect at once and asking costs nothing. */
#ifndef BASE_WATCH_H
#define BASE_WATCH_H

#include "base/base.h"

enum
{
  WATCH_STRIDE = 1 << 16 /* work between two questions: about as many memory accesses */
};

typedef struct watch
{
  papni_progress progress; /* may be NULL */
  void *context;
  papni_phase phase;
  size_t done, total; /* as the callback is told; a total of 0 is not known */
  size_t work;        /* since the last question */
} watch;

/* Asks at once. PAPNI_CANCELLED if the answer is no. */
static inline status watch_ask (watch *w, error *e)
{
  w->work = 0;
  if (!w->progress || w->progress (w->context, w->phase, w->done, w->total))
    return PAPNI_OK;
  fail (e, PAPNI_CANCELLED, "cancelled");
  return PAPNI_CANCELLED; /* which an analyzer can see */
}

/* Some work has been done. A NULL watch is a no-op. */
static inline status watch_spend (watch *w, size_t work, error *e)
{
  if (!w)
    return PAPNI_OK;
  w->work += work;
  if (!w->total)
    w->done += work;
  return w->work < WATCH_STRIDE ? PAPNI_OK : watch_ask (w, e);
}

#endif
