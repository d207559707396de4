/* watch.h - progress and cancellation for long work.
 *
 * Every loop whose length depends on input reports its work. After some milliseconds'
 * worth of it, the progress callback is called, so that cancellation takes effect
 * quickly at no cost. */
#ifndef BASE_WATCH_H
#define BASE_WATCH_H

#include "base/base.h"

enum
{
  WATCH_STRIDE = 1 << 16 /* work between two calls, about as many memory accesses */
};

typedef struct watch
{
  papni_progress progress; /* may be NULL */
  void *context;
  papni_phase phase;
  size_t done, total; /* passed to the callback; a total of 0 means unknown */
  size_t work;        /* since the last call */
} watch;

/* Calls the callback now. PAPNI_CANCELLED if it returns false. */
static inline status watch_ask (watch *w, error *e)
{
  w->work = 0;
  if (!w->progress || w->progress (w->context, w->phase, w->done, w->total))
    return PAPNI_OK;
  fail (e, PAPNI_CANCELLED, "cancelled");
  return PAPNI_CANCELLED; /* a constant, for static analysis */
}

/* Reports work. NULL is a no-op. */
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
