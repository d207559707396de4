/* replay.c - finds the reason why two states cannot be merged. */
#include "learn/explain/replay.h"

static bool replay_push (replay *r, term one, term other)
{
  if (!reserve (&r->memory, &r->waiting, &r->waiting_capacity, r->waiting_count + 1, sizeof *r->waiting))
    return false;
  r->waiting[r->waiting_count++] = (struct replay_pair){ one, other };
  return true;
}

/* Looks up the terms that have this one as a part again, smallest first. */
static bool look_up_uses (replay *r, term t)
{
  classes *c = &r->classes;
  for (uint32_t i = c->members[t + 1].uses; i-- > c->members[t].uses;) {
    const use *u = &c->uses[i];
    term same;
    if (!classes_look_up (c, u->whole, classes_parts_of_use (c, u, c->of[t]), &same)
        || (same != NO_TERM && !replay_push (r, same, u->whole)))
      return false;
  }
  return true;
}

/* Joins the class `gone` to the class `into`. */
static bool replay_unite (replay *r, term into, term gone)
{
  classes *c = &r->classes;
  if (!classes_unite (c, into, gone) || !look_up_uses (r, gone))
    return false;
  for (term t = c->members[into].next; t != gone; t = c->members[t].next)
    if (!look_up_uses (r, t))
      return false;
  return true;
}

static conflict conflict_of (const classes *c, term x, term y)
{
  const term one = c->states[x].least, other = c->states[y].least;
  return c->labels[x] == PAPNI_ACCEPT ? (conflict){ one, other } : (conflict){ other, one };
}

/* Joins two terms and all that follows, in the order of discovery, up to a conflict. */
static status replay_join (replay *r, term one, term other, conflict *found, error *e)
{
  const classes *c = &r->classes;
  r->next = r->waiting_count = 0;
  *found = (conflict){ NO_TERM, NO_TERM };
  if (!replay_push (r, one, other))
    return no_memory (e);
  while (r->next < r->waiting_count) {
    const struct replay_pair p = r->waiting[r->next++];
    const term x = c->of[p.one], y = c->of[p.other];
    if (x == y)
      continue;
    if (!classes_agree (c, x, y)) {
      *found = conflict_of (c, x, y);
      return PAPNI_OK;
    }
    const bool heavier = c->states[x].weight >= c->states[y].weight;
    if (!replay_unite (r, heavier ? x : y, heavier ? y : x))
      return no_memory (e);
  }
  return PAPNI_OK;
}

status replay_merge (replay *r, term one, term other, error *e)
{
  conflict none;
  const status s = replay_join (r, one, other, &none, e);
  classes_keep (&r->classes);
  return s;
}

status replay_conflict (replay *r, term one, term other, conflict *found, error *e)
{
  const status s = replay_join (r, one, other, found, e);
  classes_undo (&r->classes);
  return s;
}

status replay_begin (replay *r, const allocator *a, const shape *shapes, size_t size, watch *w, error *e)
{
  *r = (replay){ .memory = *a, .classes = { .memory = *a } };
  const status s = classes_init (&r->classes, shapes, NULL, size, w, e);
  for (size_t i = 0; !s && i < size; i++)
    if (!shapes[i].label)
      r->classes.states[i].least = NO_TERM;
  return s;
}

void replay_release (replay *r)
{
  classes_release (&r->classes);
  release (&r->memory, r->waiting, r->waiting_capacity, sizeof *r->waiting);
}
