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

/* Before any other thread takes part in tasks, it calls `prepare` with its number; if that returns
 * false, it takes no part. It may take long: nobody waits for it, and a thread that comes when all
 * tasks are taken prepares again for the next ones. To be set before the first tasks. */
void workers_prepare (workers *w, bool (*prepare) (void *context, unsigned thread), void *context);

/* Lets the other threads prepare now, if they have nothing else to do, and does not wait for them.
 * NULL is a no-op. */
void workers_wake (workers *w);

/* The thread that waits in workers_do calls `idle` about ten times per second. */
void workers_watch (workers *w, void (*idle) (void *context), void *context);

/* How many threads the machine can run at once, from 1 to 1024. */
unsigned cores (void);

#endif
