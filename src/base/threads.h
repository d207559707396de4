/* threads.h - POSIX threads, or none: with PAPNI_NO_THREADS, starting a thread fails
 * and locks are no-ops. */
#ifndef BASE_THREADS_H
#define BASE_THREADS_H

#include <stdbool.h>

#ifndef PAPNI_NO_THREADS

#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

typedef pthread_t thread_handle;
typedef pthread_mutex_t thread_lock;
typedef pthread_cond_t thread_signal;

/* How many can run at once, from 1 to 1024. */
static inline unsigned thread_cores (void)
{
  const long count = sysconf (_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : count > 1024 ? 1024 : (unsigned) count;
}

static inline bool thread_start (thread_handle *thread, void *(*run) (void *), void *context)
{
  return !pthread_create (thread, NULL, run, context);
}

/* Lets others use the core, if any wait for it. */
static inline void thread_yield (void)
{
  sched_yield ();
}

static inline void thread_join (thread_handle thread)
{
  pthread_join (thread, NULL);
}

static inline void lock_begin (thread_lock *lock)
{
  pthread_mutex_init (lock, NULL);
}

static inline void lock_end (thread_lock *lock)
{
  pthread_mutex_destroy (lock);
}

static inline void lock_take (thread_lock *lock)
{
  pthread_mutex_lock (lock);
}

static inline void lock_leave (thread_lock *lock)
{
  pthread_mutex_unlock (lock);
}

static inline void signal_begin (thread_signal *signal)
{
  pthread_cond_init (signal, NULL);
}

static inline void signal_end (thread_signal *signal)
{
  pthread_cond_destroy (signal);
}

static inline void signal_one (thread_signal *signal)
{
  pthread_cond_signal (signal);
}

static inline void signal_all (thread_signal *signal)
{
  pthread_cond_broadcast (signal);
}

static inline void signal_wait (thread_signal *signal, thread_lock *lock)
{
  pthread_cond_wait (signal, lock);
}

/* Waits for at most a tenth of a second; false on timeout. */
static inline bool signal_wait_briefly (thread_signal *signal, thread_lock *lock)
{
  enum
  {
    SECOND = 1000000000 /* nanoseconds */
  };
  struct timespec until;
  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_nsec += SECOND / 10;
  if (until.tv_nsec >= SECOND) {
    until.tv_nsec -= SECOND;
    until.tv_sec++;
  }
  return !pthread_cond_timedwait (signal, lock, &until);
}

#else

typedef char thread_handle, thread_lock, thread_signal;

static inline unsigned thread_cores (void)
{
  return 1;
}

static inline bool thread_start (thread_handle *thread, void *(*run) (void *), void *context)
{
  (void) thread, (void) run, (void) context;
  return false;
}

static inline void thread_yield (void) {}

static inline void thread_join (thread_handle thread)
{
  (void) thread;
}

static inline void lock_begin (thread_lock *lock)
{
  (void) lock;
}

static inline void lock_end (thread_lock *lock)
{
  (void) lock;
}

static inline void lock_take (thread_lock *lock)
{
  (void) lock;
}

static inline void lock_leave (thread_lock *lock)
{
  (void) lock;
}

static inline void signal_begin (thread_signal *signal)
{
  (void) signal;
}

static inline void signal_end (thread_signal *signal)
{
  (void) signal;
}

static inline void signal_one (thread_signal *signal)
{
  (void) signal;
}

static inline void signal_all (thread_signal *signal)
{
  (void) signal;
}

static inline void signal_wait (thread_signal *signal, thread_lock *lock)
{
  (void) signal, (void) lock;
}

static inline bool signal_wait_briefly (thread_signal *signal, thread_lock *lock)
{
  (void) signal, (void) lock;
  return true;
}

#endif

#endif
