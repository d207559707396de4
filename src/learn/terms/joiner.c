/* joiner.c - joining classes of terms and all that follows.
 *
 * Two classes are compared before they are queued, so a conflict ends a trial as soon
 * as it is visible. */
#include "learn/terms/joiner.h"

enum
{
  REPORT_EVERY = 1 << 14 /* joined classes */
};

static bool joiner_stop (joiner *j, status s)
{
  j->status = s;
  return false;
}

/* ---- joining ---- */

/* Queues two terms to be joined; false on a conflict. */
static bool joiner_push (joiner *j, term one, term other)
{
  const classes *k = &j->classes;
  const term x = k->of[one], y = k->of[other];
  if (x == y)
    return true;
  if (!classes_agree (k, x, y))
    return false;
  if (j->work_count == j->work_capacity
      && !reserve (&k->memory, &j->work, &j->work_capacity, j->work_count + 1, sizeof *j->work))
    return joiner_stop (j, PAPNI_MEMORY);
  prefetch (&k->states[x]);
  prefetch (&k->states[y]);
  prefetch (&k->members[x]);
  prefetch (&k->members[y]);
  j->work[j->work_count++] = (term_pair){ x, y };
  return true;
}

/* Records that the terms of a class become red. */
static bool turn (joiner *j, term class)
{
  term t = class;
  do {
    if (!list_add (&j->classes.memory, &j->turned, t))
      return joiner_stop (j, PAPNI_MEMORY);
    t = j->classes.members[t].next;
  } while (t != class);
  return true;
}

/* Joins two classes; false on a conflict. */
static bool join (joiner *j, term into, term gone, bool turns)
{
  classes *k = &j->classes;
  const state_class *x = &k->states[into], *y = &k->states[gone];
  if (turns && is_red_class (x) != is_red_class (y) && !turn (j, is_red_class (x) ? gone : into))
    return false;
  j->met++;
  j->equal_labels += k->labels[into] && k->labels[gone];
  if (!classes_unite (k, into, gone) || (j->tallies.of && !tallies_join (&j->tallies, into, gone)))
    return joiner_stop (j, PAPNI_MEMORY);
  for (term t = k->members[into].next;; t = k->members[t].next) {
    for (uint32_t i = k->members[t].uses; i < k->members[t + 1].uses; i++) {
      const use *u = &k->uses[i];
      term same;
      if (!classes_look_up (k, u->whole, classes_parts_of_use (k, u, into), &same))
        return joiner_stop (j, PAPNI_MEMORY);
      if (same != NO_TERM && !joiner_push (j, same, u->whole))
        return false;
    }
    if (t == gone)
      return true;
  }
}

static bool joiner_goes_on (joiner *j)
{
  if (++j->visits % REPORT_EVERY)
    return true;
  const bool goes_on = j->engine ? !engine_report (j->engine, NULL) : watch_goes_on (j->watch, 0, 0, 0);
  return goes_on || joiner_stop (j, PAPNI_CANCELLED);
}

/* Joins two terms' classes and all that follows; false on a conflict. */
static bool join_all (joiner *j, term_pair first, bool turns)
{
  j->met = j->equal_labels = j->work_count = j->turned.count = 0;
  if (!joiner_push (j, first.one, first.other))
    return false;
  while (j->work_count) {
    const term_pair p = j->work[--j->work_count];
    const term x = j->classes.of[p.one], y = j->classes.of[p.other];
    if (x == y)
      continue;
    if (!classes_agree (&j->classes, x, y) || !joiner_goes_on (j))
      return false;
    const bool heavier = j->classes.states[x].weight >= j->classes.states[y].weight;
    if (!join (j, heavier ? x : y, heavier ? y : x, turns))
      return false;
  }
  return true;
}

/* The evidence of the last trial, which met no conflict. A merge that saves no bits does
 * not pay, unless no accepted word passes the blue state: then there are none to save. */
static void weigh (const joiner *j, bool positive, finding *found)
{
  found->pays = true;
  found->evidence = (int64_t) (j->evidence == EVIDENCE_STATES ? j->met : j->equal_labels);
  if (j->evidence == EVIDENCE_BITS) {
    found->evidence = j->tallies.saved;
    found->pays = found->evidence > 0 || (!found->evidence && !positive);
  }
}

bool joiner_try (joiner *j, term_pair p, bool turns, finding *found)
{
  const shape *shapes = j->terms->shapes;
  const bool positive = j->classes.states[j->classes.of[p.other]].positive;
  j->status = PAPNI_OK;
  j->trial_count++;
  const bool works = shapes[p.one].module == shapes[p.other].module && join_all (j, p, turns);
  if (works && j->scored && !turns && !joiner_list_read (j))
    j->status = PAPNI_MEMORY;
  *found = (finding){ .read = j->read.items, .read_count = j->read.count, .status = j->status };
  weigh (j, positive, found);
  return works;
}

void joiner_undo (joiner *j)
{
  classes_undo (&j->classes);
  tallies_undo (&j->tallies);
}

void joiner_keep (joiner *j)
{
  classes_keep (&j->classes);
  tallies_keep (&j->tallies);
}

/* ---- colours ---- */

/* Turns the state of a term red. */
static bool add_red (joiner *j, term t)
{
  const term class = j->classes.of[t];
  j->classes.states[class].colour = RED | j->reds++;
  return turn (j, class);
}

static bool is_red_term (const joiner *j, term t)
{
  return is_red_class (&j->classes.states[j->classes.of[t]]);
}

bool joiner_find_blues (joiner *j)
{
  j->found.count = 0;
  for (size_t i = 0; i < j->turned.count; i++) {
    const member *m = &j->classes.members[j->turned.items[i]];
    for (uint32_t k = m[0].uses; k < m[1].uses; k++) {
      const use *u = &j->classes.uses[k];
      state_class *class = &j->classes.states[j->classes.of[u->whole]];
      if (class->colour != NOWHERE || (u->other != NO_TERM && !is_red_term (j, u->other)))
        continue;
      class->colour = j->blues++;
      if (!list_add (&j->classes.memory, &j->found, u->whole))
        return false;
    }
  }
  return true;
}

bool joiner_promote (joiner *j, term t)
{
  j->turned.count = 0;
  return add_red (j, t) && joiner_find_blues (j);
}

/* ---- beginning and end ---- */

joiner *joiner_new (const terms *t)
{
  joiner *j = allocate_zeroed (&t->memory, 1, sizeof *j);
  if (j)
    j->terms = t;
  return j;
}

static status joiner_begin (joiner *j, const terms *t, unsigned evidence, bool scored, error *e)
{
  *j = (joiner){ .terms = t,
                 .evidence = evidence,
                 .scored = scored,
                 .classes = { .memory = t->memory },
                 .tallies = { .memory = t->memory, .sets = { .memory = t->memory } } };
  j->listed = allocate_zeroed (&t->memory, joiner_key_count (j), sizeof *j->listed);
  return j->listed ? PAPNI_OK : no_memory (e);
}

status joiner_init (joiner *j, const terms *t, const settings *options, watch *w, error *e)
{
  status s = joiner_begin (j, t, options->evidence, options->method == METHOD_EDSM, e);
  if (!s)
    s = classes_init (&j->classes, t->shapes, t->rank, t->size, w, e);
  if (!s && j->evidence == EVIDENCE_BITS)
    s = tallies_init (&j->tallies, t, w, e);
  for (size_t i = 0; !s && i < t->entries; i++)
    if (!add_red (j, (term) i))
      s = no_memory (e);
  return s || joiner_find_blues (j) ? s : no_memory (e);
}

status joiner_copy (joiner *j, const joiner *from, watch *w, error *e)
{
  status s = joiner_begin (j, from->terms, from->evidence, from->scored, e);
  j->reds = from->reds;
  j->blues = from->blues;
  if (!s)
    s = classes_copy (&j->classes, &from->classes, w, e);
  return !s && j->evidence == EVIDENCE_BITS ? tallies_copy (&j->tallies, &from->tallies, w, e) : s;
}

void joiner_free (joiner *j)
{
  if (!j)
    return;
  const allocator a = j->terms->memory;
  classes_release (&j->classes);
  if (j->evidence == EVIDENCE_BITS)
    tallies_release (&j->tallies);
  release (&a, j->work, j->work_capacity, sizeof *j->work);
  list_release (&a, &j->turned);
  list_release (&a, &j->found);
  list_release (&a, &j->read);
  release (&a, j->listed, joiner_key_count (j), sizeof *j->listed);
  release (&a, j, 1, sizeof *j);
}
