/* workers.h - a thread pool for many small tasks. */
#ifndef BASE_WORKERS_H
#define BASE_WORKERS_H

#include "base/base.h"

typedef struct workers workers;

/* A task: its number, and the number of the thread that runs it. */
typedef void (*task) (void *context, size_t index, unsigned thread);

/* `threads` includes the caller's thread. There are fewer if the system cannot start
 * that many. */
workers *workers_new (const allocator *a, unsigned threads, error *e);
void workers_free (workers *w);

/* Runs the tasks 0 to count - 1, in any order, and returns when all are finished. */
void workers_do (workers *w, size_t count, task each, void *context);

/* The thread that waits in workers_do calls `idle` about ten times per second. */
void workers_watch (workers *w, void (*idle) (void *context), void *context);

/* How many threads the machine can run at once, from 1 to 1024. */
unsigned cores (void);

#endif
