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

/* Asks whether to go on; a watch may be NULL, or without a function. */
static inline bool watch_goes_on (const papni_watch *w, papni_phase phase, size_t done, size_t total)
{
  return !w || !w->progress || w->progress (w->context, phase, done, total);
}

/* The same as a status: PAPNI_CANCELLED if not. */
static inline status watch_report (const papni_watch *w, papni_phase phase, size_t done, size_t total, error *e)
{
  if (watch_goes_on (w, phase, done, total))
    return PAPNI_OK;
  fail (e, PAPNI_CANCELLED, "cancelled");
  return PAPNI_CANCELLED; /* which an analyzer can see */
}

/* When to end with the best result so far; all zeros: never. */
typedef struct until
{
  bool (*enough) (void *context);
  void *context;
} until;

static inline bool until_reached (const until *u)
{
  return u->enough && u->enough (u->context);
}

/* For work that is counted. */
typedef struct watch
{
  papni_watch caller;
  papni_phase phase;
  size_t done, total; /* passed to the callback; a total of 0 means unknown */
  size_t work;        /* since the last call */
} watch;

/* The caller may be NULL. */
static inline watch watch_begin (const papni_watch *caller, papni_phase phase)
{
  watch w = { .phase = phase };
  if (caller)
    w.caller = *caller;
  return w;
}

/* Asks at once. PAPNI_CANCELLED if the answer is no. */
static inline status watch_ask (watch *w, error *e)
{
  w->work = 0;
  return watch_report (&w->caller, w->phase, w->done, w->total, e);
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
