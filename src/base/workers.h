/* workers.h - threads that do many small tasks together, again and again. */
#ifndef BASE_WORKERS_H
#define BASE_WORKERS_H

#include "base/base.h"

typedef struct workers workers;

/* One task: its number, and the number of the thread that does it. */
typedef void (*task) (void *context, size_t index, unsigned thread);

/* `threads` counts the caller's own. Fewer are made where the system refuses. */
workers *workers_new (const allocator *a, unsigned threads, error *e);
void workers_free (workers *w);

/* Does the tasks 0 to count - 1, in any order, and returns when all are done. */
void workers_do (workers *w, size_t count, task each, void *context);

/* Has this called about ten times a second by the thread that waits in workers_do for the
 * others to end. */
void workers_watch (workers *w, void (*idle) (void *context), void *context);

#endif
