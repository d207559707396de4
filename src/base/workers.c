/* workers.c - a thread pool for many small tasks.
 *
 * The tasks of one call are numbered; every thread, including the caller's, takes the
 * next number until none is left. A thread that comes when all tasks are taken does not
 * take part, so the caller need not wait for it: many calls with little to do are as fast
 * as with one thread.
 *
 * A thread that prepares is late for a round as well, so preparing costs the caller nothing.
 *
 * Waking a thread takes longer than many calls do. So a thread that waits looks for a
 * while before it sleeps, unless there are more threads than cores. In between, it lets
 * others use the core. */
#include "base/workers.h"
#include "base/threads.h"

#include <stdatomic.h>

enum
{
  LOOKS = 256 /* about a tenth of a millisecond, if nobody else wants the core */
};

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
  unsigned looks; /* before a thread sleeps */
  thread_lock lock;
  thread_signal begin, end;
  atomic_uint round; /* the next begins when it changes: under the lock, like `open`, `busy` and `stop` */
  bool open;         /* the round may be joined */
  atomic_uint busy;  /* threads that have joined it and are still working */
  bool stop;         /* there is no next round */
  task each;
  void *context;
  size_t tasks;
  atomic_size_t next;
  void (*idle) (void *context); /* called while waiting, or NULL */
  void *idle_context;
  bool (*prepare) (void *context, unsigned thread); /* called before a round, or NULL */
  void *prepare_context;
};

static void do_tasks (workers *w, unsigned thread)
{
  for (size_t i; (i = atomic_fetch_add (&w->next, 1)) < w->tasks;)
    w->each (w->context, i, thread);
}

/* May the thread take part? Leaves the lock in between. */
static bool prepare (workers *w, unsigned thread)
{
  if (!w->prepare || w->stop)
    return true;
  lock_leave (&w->lock);
  const bool ready = w->prepare (w->prepare_context, thread);
  lock_take (&w->lock);
  return ready;
}

static void *workers_work (void *context)
{
  const workers_worker *self = context;
  workers *w = self->workers;
  unsigned seen = 0;
  for (;;) {
    for (unsigned i = 0; i < w->looks && atomic_load_explicit (&w->round, memory_order_relaxed) == seen; i++)
      thread_yield ();
    lock_take (&w->lock);
    while (w->round == seen)
      signal_wait (&w->begin, &w->lock);
    seen = w->round;
    const bool ready = prepare (w, self->number), joins = ready && w->open && w->round == seen, stops = w->stop;
    w->busy += joins;
    lock_leave (&w->lock);
    if (stops)
      return NULL;
    if (!joins)
      continue;
    do_tasks (w, self->number);
    lock_take (&w->lock);
    if (!--w->busy)
      signal_one (&w->end);
    lock_leave (&w->lock);
  }
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

enum round
{
  ROUND_OF_WORK,
  ROUND_OF_PREPARING,
  ROUND_TO_STOP
};

static void begin_round (workers *w, enum round what)
{
  lock_take (&w->lock);
  w->open = what == ROUND_OF_WORK;
  w->stop = what == ROUND_TO_STOP;
  w->round++;
  signal_all (&w->begin);
  lock_leave (&w->lock);
}

static void end_round (workers *w)
{
  lock_take (&w->lock);
  w->open = false;
  lock_leave (&w->lock);
  for (unsigned i = 0; i < w->looks && atomic_load_explicit (&w->busy, memory_order_relaxed); i++)
    thread_yield ();
  lock_take (&w->lock);
  while (w->busy)
    wait (w);
  lock_leave (&w->lock);
}

void workers_do (workers *w, size_t count, task each, void *context)
{
  w->each = each;
  w->context = context;
  w->tasks = count;
  atomic_store (&w->next, 0);
  const bool shared = w->count && count > 1;
  if (shared)
    begin_round (w, ROUND_OF_WORK);
  do_tasks (w, 0);
  if (shared)
    end_round (w);
}

void workers_watch (workers *w, void (*idle) (void *context), void *context)
{
  w->idle = idle;
  w->idle_context = context;
}

void workers_prepare (workers *w, bool (*prepare) (void *context, unsigned thread), void *context)
{
  lock_take (&w->lock);
  w->prepare = prepare;
  w->prepare_context = context;
  lock_leave (&w->lock);
}

void workers_wake (workers *w)
{
  if (w && w->count)
    begin_round (w, ROUND_OF_PREPARING);
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
  w->looks = others && threads <= thread_cores () ? LOOKS : 0;
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
  begin_round (w, ROUND_TO_STOP);
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
