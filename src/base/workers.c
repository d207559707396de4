/* workers.c - threads that do many small tasks together, again and again.
 *
 * The tasks of one call are numbered; every thread, the caller's too, takes the
 * next number until none is left. Between calls the others sleep. */
#include "base/workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum
{
  SECOND = 1000000000, /* nanoseconds */
  PATIENCE = SECOND / 10
};

typedef struct workers_worker
{
  workers *workers;
  pthread_t thread;
  unsigned number;
} workers_worker;

struct workers
{
  allocator memory;
  workers_worker *others; /* beside the caller */
  unsigned room, count;
  pthread_mutex_t lock;
  pthread_cond_t begin, end;
  unsigned round; /* grows with every call */
  unsigned busy;  /* threads that have not ended this round */
  bool stop;
  task each;
  void *context;
  size_t tasks;
  atomic_size_t next;
  void (*idle) (void *context); /* NULL: nothing to do meanwhile */
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
  pthread_mutex_lock (&w->lock);
  for (;;) {
    while (w->round == done && !w->stop)
      pthread_cond_wait (&w->begin, &w->lock);
    if (w->stop)
      break;
    done = w->round;
    pthread_mutex_unlock (&w->lock);
    do_tasks (w, self->number);
    pthread_mutex_lock (&w->lock);
    if (!--w->busy)
      pthread_cond_signal (&w->end);
  }
  pthread_mutex_unlock (&w->lock);
  return NULL;
}

/* For the others to end, or, where there is something to do meanwhile, a tenth of a second. */
static void wait (workers *w)
{
  if (!w->idle) {
    pthread_cond_wait (&w->end, &w->lock);
    return;
  }
  struct timespec until;
  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_nsec += PATIENCE;
  if (until.tv_nsec >= SECOND) {
    until.tv_nsec -= SECOND;
    until.tv_sec++;
  }
  if (!pthread_cond_timedwait (&w->end, &w->lock, &until))
    return;
  pthread_mutex_unlock (&w->lock);
  w->idle (w->idle_context);
  pthread_mutex_lock (&w->lock);
}

void workers_do (workers *w, size_t count, task each, void *context)
{
  pthread_mutex_lock (&w->lock);
  w->each = each;
  w->context = context;
  w->tasks = count;
  atomic_store (&w->next, 0);
  w->busy = w->count;
  w->round++;
  pthread_cond_broadcast (&w->begin);
  pthread_mutex_unlock (&w->lock);
  do_tasks (w, 0);
  pthread_mutex_lock (&w->lock);
  while (w->busy)
    wait (w);
  pthread_mutex_unlock (&w->lock);
}

void workers_watch (workers *w, void (*idle) (void *context), void *context)
{
  w->idle = idle;
  w->idle_context = context;
}

status workers_trouble (const error *errors, unsigned threads, error *e)
{
  for (unsigned i = 0; i < threads; i++)
    if (errors[i].code && errors[i].code != PAPNI_CANCELLED) {
      if (e)
        *e = errors[i];
      return errors[i].code;
    }
  return fail (e, PAPNI_CANCELLED, "cancelled");
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
  pthread_mutex_init (&w->lock, NULL);
  pthread_cond_init (&w->begin, NULL);
  pthread_cond_init (&w->end, NULL);
  for (; w->count < others; w->count++) {
    workers_worker *next = &list[w->count];
    *next = (workers_worker){ .workers = w, .number = w->count + 1 };
    if (pthread_create (&next->thread, NULL, workers_work, next))
      break;
  }
  return w;
}

void workers_free (workers *w)
{
  if (!w)
    return;
  const allocator a = w->memory;
  pthread_mutex_lock (&w->lock);
  w->stop = true;
  pthread_cond_broadcast (&w->begin);
  pthread_mutex_unlock (&w->lock);
  for (unsigned i = 0; i < w->count; i++)
    pthread_join (w->others[i].thread, NULL);
  pthread_mutex_destroy (&w->lock);
  pthread_cond_destroy (&w->begin);
  pthread_cond_destroy (&w->end);
  release (&a, w->others, w->room, sizeof *w->others);
  release (&a, w, 1, sizeof *w);
}
