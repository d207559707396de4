/* progress.h - progress and cancellation of learning. */
#ifndef LEARN_ENGINE_PROGRESS_H
#define LEARN_ENGINE_PROGRESS_H

#include "base/watch.h"

#include <stdatomic.h>

/* The caller's callbacks, and their answers: whether it has cancelled, and whether to end
 * with what there is. Only the caller's thread may report; every thread may ask for the
 * answers. */
typedef struct progress
{
  papni_watch watch;
  until until;
  atomic_bool cancelled, enough;
} progress;

static inline bool progress_cancelled (const progress *p)
{
  return atomic_load_explicit (&p->cancelled, memory_order_relaxed);
}

static inline bool progress_enough (const progress *p)
{
  return atomic_load_explicit (&p->enough, memory_order_relaxed);
}

/* PAPNI_CANCELLED if the callback cancels, or has cancelled before. */
status progress_report (progress *p, papni_phase phase, size_t done, size_t total, error *e);

/* Copies an array into new memory, and reports the work. *copy is to be released in any case. */
status watched_copy (watch *w, const allocator *a, void *copy, const void *items, size_t bytes, error *e);

#endif
