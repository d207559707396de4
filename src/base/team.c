/* team.c - threads that share tasks and stop together. */
#include "base/team.h"

bool team_goes_on (void *member, papni_phase phase, size_t done, size_t total)
{
  const team_member *m = member;
  team *t = m->team;
  (void) phase, (void) done, (void) total; /* of the task, not of the team */
  if (!m->number && !t->go_on (t->context))
    atomic_store (&t->stopped, true);
  return !atomic_load (&t->stopped);
}

/* Called while the caller's thread waits for the others. */
static void team_watch (void *context)
{
  team *t = context;
  team_goes_on (&t->members[0], 0, 0, 0);
}

status team_init (team *t, const allocator *a, unsigned threads, bool (*go_on) (void *context), void *context, error *e)
{
  *t = (team){ .memory = *a, .size = threads ? threads : 1, .go_on = go_on, .context = context };
  t->members = allocate_zeroed (a, t->size, sizeof *t->members);
  t->workers = t->members ? workers_new (a, t->size, e) : NULL;
  if (!t->workers)
    return no_memory (e);
  for (unsigned i = 0; i < t->size; i++) {
    t->members[i].team = t;
    t->members[i].number = i;
  }
  workers_watch (t->workers, team_watch, t);
  return PAPNI_OK;
}

void team_release (team *t)
{
  workers_free (t->workers);
  release (&t->memory, t->members, t->size, sizeof *t->members);
}

static void team_task_done (void *context, size_t index, unsigned thread)
{
  team *t = context;
  if (!atomic_load (&t->stopped) && t->each (t->each_context, index, &t->members[thread]))
    atomic_store (&t->stopped, true);
}

static status team_trouble (const team *t, error *e)
{
  for (unsigned i = 0; i < t->size; i++) {
    const error *own = &t->members[i].error;
    if (!own->code || own->code == PAPNI_CANCELLED)
      continue;
    if (e)
      *e = *own;
    return own->code;
  }
  return fail (e, PAPNI_CANCELLED, "cancelled");
}

status team_do (team *t, size_t count, team_task each, void *context, error *e)
{
  t->each = each;
  t->each_context = context;
  workers_do (t->workers, count, team_task_done, t);
  return atomic_load (&t->stopped) ? team_trouble (t, e) : PAPNI_OK;
}
