/* workers.c - a thread pool for many small tasks.
 *
 * The tasks of one call are numbered; every thread, including the caller's, takes the
 * next number until none is left. Between calls the threads sleep. A thread that wakes up
 * when all tasks are taken does not take part, so the caller need not wait for it: many
 * calls with little to do are as fast as with one thread. */
#include "base/workers.h"
#include "base/threads.h"

#include <stdatomic.h>

typedef struct workers_worker
{
  workers *workers;
  thread_handle thread;
  unsigned number;
} workers_worker;

struct workers
{
  allocator memory;
  workers_worker *others; /* without the caller's thread */
  unsigned room, count;
  thread_lock lock;
  thread_signal begin, end;
  unsigned round; /* incremented by every call */
  bool open;      /* it may be joined */
  unsigned busy;  /* threads that have joined it and are still working */
  bool stop;
  task each;
  void *context;
  size_t tasks;
  atomic_size_t next;
  void (*idle) (void *context); /* called while waiting, or NULL */
  void *idle_context;
};

static void do_tasks (workers *w, unsigned thread)
{
  for (size_t i; (i = atomic_fetch_add (&w->next, 1)) < w->tasks;)
    w->each (w->context, i, thread);
}

static void *workers_work (void *context)
{
  const workers_worker *self = context;
  workers *w = self->workers;
  unsigned done = 0;
  lock_take (&w->lock);
  for (;;) {
    while ((w->round == done || !w->open) && !w->stop)
      signal_wait (&w->begin, &w->lock);
    if (w->stop)
      break;
    done = w->round;
    w->busy++;
    lock_leave (&w->lock);
    do_tasks (w, self->number);
    lock_take (&w->lock);
    if (!--w->busy)
      signal_one (&w->end);
  }
  lock_leave (&w->lock);
  return NULL;
}

/* Waits for the other threads; if there is an idle callback, for at most a tenth of a
 * second. */
static void wait (workers *w)
{
  if (!w->idle) {
    signal_wait (&w->end, &w->lock);
    return;
  }
  if (signal_wait_briefly (&w->end, &w->lock))
    return;
  lock_leave (&w->lock);
  w->idle (w->idle_context);
  lock_take (&w->lock);
}

void workers_do (workers *w, size_t count, task each, void *context)
{
  lock_take (&w->lock);
  w->each = each;
  w->context = context;
  w->tasks = count;
  atomic_store (&w->next, 0);
  w->open = count > 1;
  w->round++;
  if (w->open)
    signal_all (&w->begin);
  lock_leave (&w->lock);
  do_tasks (w, 0);
  lock_take (&w->lock);
  w->open = false;
  while (w->busy)
    wait (w);
  lock_leave (&w->lock);
}

void workers_watch (workers *w, void (*idle) (void *context), void *context)
{
  w->idle = idle;
  w->idle_context = context;
}

workers *workers_new (const allocator *a, unsigned threads, error *e)
{
  const unsigned others = threads > 1 ? threads - 1 : 0;
  workers *w = allocate_zeroed (a, 1, sizeof *w);
  workers_worker *list = allocate_zeroed (a, others, sizeof *list);
  if (!w || !list) {
    release (a, w, 1, sizeof *w);
    release (a, list, others, sizeof *list);
    no_memory (e);
    return NULL;
  }
  w->memory = *a;
  w->others = list;
  w->room = others;
  lock_begin (&w->lock);
  signal_begin (&w->begin);
  signal_begin (&w->end);
  for (; w->count < others; w->count++) {
    workers_worker *next = &list[w->count];
    *next = (workers_worker){ .workers = w, .number = w->count + 1 };
    if (!thread_start (&next->thread, workers_work, next))
      break;
  }
  return w;
}

void workers_free (workers *w)
{
  if (!w)
    return;
  const allocator a = w->memory;
  lock_take (&w->lock);
  w->stop = true;
  signal_all (&w->begin);
  lock_leave (&w->lock);
  for (unsigned i = 0; i < w->count; i++)
    thread_join (w->others[i].thread);
  lock_end (&w->lock);
  signal_end (&w->begin);
  signal_end (&w->end);
  release (&a, w->others, w->room, sizeof *w->others);
  release (&a, w, 1, sizeof *w);
}

unsigned cores (void)
{
  return thread_cores ();
}
