/* search.c - a climb from one automaton to the smallest of its neighbours.
 *
 * A neighbour makes the same decisions up to a merge, not this one, and goes on as the
 * method does. Each thread has a guide, which follows the decisions of the smallest
 * automaton without trying anything, and a neighbour begins as a copy of the guide. It
 * is given up as soon as it has more states than the smallest so far: most are, which
 * makes looking at one much cheaper than learning. Neighbours are looked at some at a
 * time; what these find and cost decides about the next, whatever thread they ran on. */
#include "learn/front/search.h"

#include "base/workers.h"
#include "learn/front/edsm.h"
#include "learn/front/rpni.h"

enum
{
  AT_ONCE = 8 /* neighbours */
};

#define LITTLE ((size_t) 1 << 22) /* work that is always worth it: about a second */

typedef status (*method) (front *f, error *e);

/* Of an automaton: its states, and the decisions that made it; and what it cost. */
typedef struct extent
{
  size_t reds, decisions, work;
} extent;

/* A thread. */
typedef struct climber
{
  struct climb *climb;
  control control;
  front *guide;
  size_t followed; /* decisions, by the guide */
} climber;

typedef struct climb
{
  method method;
  const front *start;
  const papni_options *options;
  allocator memory;
  list log, detours;          /* of the automaton that neighbours are looked for */
  extent here, best;          /* that one, and the smallest of them */
  extent neighbours[AT_ONCE]; /* what is found without the decision `first`, and so on */
  size_t first, looked;       /* where the next to be looked at part from here; how many have been, in vain */
  size_t work, most_work;     /* of all so far */
  size_t shown;               /* of a thousand: how far it is */
  climber *climbers;          /* of each thread */
  error *errors;              /* and its trouble */
  unsigned threads;
  atomic_bool stopped;
  workers *workers;
} climb;

static bool is_less (extent x, extent y)
{
  return x.reds != y.reds ? x.reds < y.reds : x.decisions < y.decisions;
}

/* ---- one run ---- */

static extent measure (const front *f, size_t decisions)
{
  return (extent){ f->reds, decisions, f->engine->work (f) + 1 };
}

static void dismiss_guide (climber *w)
{
  if (w->guide)
    w->guide->engine->free (w->guide);
  w->guide = NULL;
}

/* Leads a thread's guide to a decision; it knows no way back. */
static status lead (climber *w, size_t decision, error *e)
{
  const climb *c = w->climb;
  if (w->followed > decision)
    dismiss_guide (w);
  if (!w->guide) {
    w->guide = c->start->engine->copy (c->start, &w->control, 1);
    w->followed = 0;
    if (!w->guide || !list_copy (&c->memory, &w->guide->detours, &c->detours))
      return no_memory (e);
  }
  const size_t from = w->followed;
  w->followed = decision;
  return front_follow (w->guide, &c->log, from, decision, e);
}

/* Learns without a merge, and notes in the log what was done from there on. */
static status run_without (climber *w, size_t decision, size_t bound, list *log, extent *found, error *e)
{
  const climb *c = w->climb;
  const uint32_t red = c->log.items[2 * decision], blue = c->log.items[2 * decision + 1];
  status s = lead (w, decision, e);
  if (s)
    return s;
  front *f = w->guide->engine->copy (w->guide, &w->control, 1);
  if (!f)
    return no_memory (e);
  f->log = log;
  f->most_reds = bound;
  s = front_avoid (f, red, blue) ? c->method (f, e) : no_memory (e);
  *found = measure (f, decision + log->count / 2);
  f->engine->free (f);
  return s;
}

static void search_look_at (void *context, size_t index, unsigned thread)
{
  climb *c = context;
  climber *w = &c->climbers[thread];
  const size_t decision = c->first + index;
  list log = { NULL, 0, 0 };
  extent *found = &c->neighbours[index];
  *found = (extent){ SIZE_MAX, SIZE_MAX, 0 };
  if (c->log.items[2 * decision] == NOWHERE || atomic_load (&c->stopped)) /* promoted: there is no merge to avoid */
    return;
  if (run_without (w, decision, c->best.reds, &log, found, &c->errors[thread]))
    atomic_store (&c->stopped, true);
  list_release (&c->memory, &log);
}

/* ---- the climb ---- */

static size_t most_work (size_t work, size_t times, size_t least)
{
  const size_t most = work > SIZE_MAX / times ? SIZE_MAX : work * times;
  return most > least ? most : least;
}

static void dismiss_guides (climb *c)
{
  for (unsigned i = 0; c->climbers && i < c->threads; i++)
    dismiss_guide (&c->climbers[i]);
}

/* Looks at the next neighbours, all at once. Where the smallest of them parts from here goes to *parting, if it is
 * smaller. */
static status look_at_some (climb *c, size_t count, size_t *parting, error *e)
{
  c->best = c->here;
  workers_do (c->workers, count, search_look_at, c);
  if (atomic_load (&c->stopped))
    return workers_trouble (c->errors, c->threads, e);
  for (size_t i = 0; i < count; i++) {
    c->work += c->neighbours[i].work;
    if (is_less (c->neighbours[i], c->best)) {
      c->best = c->neighbours[i];
      *parting = c->first + i;
    }
  }
  return PAPNI_OK;
}

/* Goes to the neighbour that parts from here at a decision. */
static status move (climb *c, size_t decision, error *e)
{
  climber *w = &c->climbers[0];
  list log = { NULL, 0, 0 };
  status s = run_without (w, decision, c->best.reds, &log, &c->here, e);
  if (!s && !front_avoid (w->guide, c->log.items[2 * decision], c->log.items[2 * decision + 1]))
    s = no_memory (e);
  c->log.count = 2 * decision;
  for (size_t i = 0; !s && i < log.count; i++)
    if (!list_add (&c->memory, &c->log, log.items[i]))
      s = no_memory (e);
  list_release (&c->memory, &c->detours);
  c->detours = (list){ NULL, 0, 0 };
  if (!s && !list_copy (&c->memory, &c->detours, &w->guide->detours))
    s = no_memory (e);
  list_release (&c->memory, &log);
  dismiss_guides (c);
  return s;
}

/* What the method does by itself. */
static status set_out (climb *c, error *e)
{
  front *f = c->start->engine->copy (c->start, c->start->control, c->start->threads);
  if (!f)
    return no_memory (e);
  f->log = &c->log;
  const status s = c->method (f, e);
  c->here = measure (f, c->log.count / 2);
  f->engine->free (f);
  return s;
}

/* Until all neighbours are larger, or the work is done. */
static status go (climb *c, size_t least_work, error *e)
{
  status s = set_out (c, e);
  c->most_work = most_work (c->here.work, c->options->search, least_work);
  while (!s && c->looked < c->here.decisions && c->work < c->most_work) {
    const size_t left = c->here.decisions - c->first, count = left < AT_ONCE ? left : AT_ONCE;
    size_t parting = SIZE_MAX;
    s = look_at_some (c, count, &parting, e);
    if (s)
      break;
    if (parting != SIZE_MAX) {
      c->looked = 0;
      s = move (c, parting, e);
    } else {
      c->looked += count;
      c->first = count < left ? c->first + count : 0;
    }
  }
  return s;
}

/* ---- beginning and end ---- */

enum
{
  THOUSAND = 1000
};

/* How far it is: with the neighbours, or with the work. */
static size_t progress_of (climb *c)
{
  const double neighbours = (double) c->looked / (double) (c->here.decisions + 1);
  const double work = (double) c->work / (double) c->most_work;
  const size_t now = (size_t) (THOUSAND * (neighbours > work ? neighbours : work));
  c->shown = now > c->shown ? now : c->shown;
  return c->shown < THOUSAND ? c->shown : THOUSAND;
}

/* What a thread that learns asks now and then. The first is the caller's own. */
static bool search_go_on (void *context, papni_phase phase, size_t done, size_t total)
{
  const climber *w = context;
  climb *c = w->climb;
  const papni_options *o = c->options;
  (void) phase, (void) done, (void) total;
  if (w == c->climbers && o->progress && !o->progress (o->context, PAPNI_SEARCHING, progress_of (c), THOUSAND))
    atomic_store (&c->stopped, true);
  return !atomic_load (&c->stopped);
}

static void search_watch (void *context)
{
  search_go_on (context, PAPNI_SEARCHING, 0, 0);
}

static void climb_release (climb *c)
{
  const allocator *a = &c->memory;
  dismiss_guides (c);
  workers_free (c->workers);
  release (a, c->climbers, c->threads, sizeof *c->climbers);
  release (a, c->errors, c->threads, sizeof *c->errors);
  list_release (a, &c->detours);
}

/* Leaves the decisions of the smallest automaton in the log. */
static status search_search (climb *c, size_t least_work, list *log, error *e)
{
  const allocator *a = &c->memory;
  c->climbers = allocate_zeroed (a, c->threads, sizeof *c->climbers);
  c->errors = allocate_zeroed (a, c->threads, sizeof *c->errors);
  c->workers = workers_new (a, c->threads, e);
  status s = c->climbers && c->errors && c->workers ? PAPNI_OK : no_memory (e);
  for (unsigned i = 0; !s && i < c->threads; i++) {
    climber *w = &c->climbers[i];
    w->climb = c;
    w->control.progress = search_go_on;
    w->control.context = w;
  }
  if (!s) {
    workers_watch (c->workers, search_watch, c->climbers);
    s = go (c, least_work, e);
  }
  climb_release (c);
  *log = c->log;
  return s;
}

status decide_all_within (front *f, const papni_options *options, size_t least_work, error *e)
{
  const method m = options->method == PAPNI_RPNI ? rpni : edsm;
  if (!options->search)
    return m (f, e);
  const unsigned threads = options->threads < AT_ONCE ? options->threads : AT_ONCE;
  climb c = { .method = m, .start = f, .options = options, .memory = f->memory, .threads = threads ? threads : 1 };
  list log = { NULL, 0, 0 };
  status s = search_search (&c, least_work, &log, e);
  if (!s)
    s = front_follow (f, &log, 0, log.count / 2, e);
  list_release (&f->memory, &log);
  return s;
}

status decide_all (front *f, const papni_options *options, error *e)
{
  return decide_all_within (f, options, LITTLE, e);
}
