/* progress.h - how far learning is, and whether to go on. */
#ifndef LEARN_ENGINE_PROGRESS_H
#define LEARN_ENGINE_PROGRESS_H

#include "base/watch.h"

#include <stdatomic.h>

/* The caller's callback, and what it has answered. Only the thread that learning was
 * called on may report; all may ask whether it was cancelled. */
typedef struct progress
{
  papni_watch watch;
  atomic_bool cancelled;
} progress;

static inline bool progress_cancelled (const progress *p)
{
  return atomic_load_explicit (&p->cancelled, memory_order_relaxed);
}

/* PAPNI_CANCELLED if the callback says so, or has said so before. */
status progress_report (progress *p, papni_phase phase, size_t done, size_t total, error *e);

#endif
