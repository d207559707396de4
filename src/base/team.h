/* team.h - threads that share tasks and stop together.
 *
 * They stop when a task fails, or when the caller cancels. The caller is asked
 * regularly, on its own thread. */
#ifndef BASE_TEAM_H
#define BASE_TEAM_H

#include "base/workers.h"

#include <stdatomic.h>

typedef struct team team;

/* A thread. */
typedef struct team_member
{
  team *team;
  unsigned number; /* 0 is the caller's thread */
  error error;
} team_member;

/* A task of a member; if it fails, the member's error says why. */
typedef status (*team_task) (void *context, size_t index, team_member *member);

struct team
{
  allocator memory;
  workers *workers;
  team_member *members;
  unsigned size;
  bool (*go_on) (void *context); /* asks the caller whether to continue */
  void *context;
  atomic_bool stopped;
  team_task each;
  void *each_context;
};

/* Must be released in any case. */
status team_init (team *t, const allocator *a, unsigned threads, bool (*go_on) (void *context), void *context,
                  error *e);
void team_release (team *t);

/* Runs the tasks 0 to count - 1, in any order. Returns the first failure other than a
 * cancellation, or else PAPNI_CANCELLED. */
status team_do (team *t, size_t count, team_task each, void *context, error *e);

/* A function of papni_watch for a task of a member, which is the context. Asks the caller if
 * this is its thread; returns false once the team has stopped. */
bool team_goes_on (void *member, papni_phase phase, size_t done, size_t total);

#endif
