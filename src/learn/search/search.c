/* search.c - hill climbing from an automaton to the smallest of its neighbours.
 *
 * A neighbour makes the same decisions up to a merge, excludes it, and continues with
 * the method. Each thread has a guide, which follows the decisions of the current
 * automaton without trials, and a neighbour begins as a copy of the guide. It is
 * abandoned when it has more states than the smallest so far, as most are, so visiting
 * a neighbour is much cheaper than learning. Neighbours are visited in groups; the
 * results and costs of a group determine how to continue, regardless of threads. */
#include "learn/search/search.h"

#include "base/team.h"
#include "learn/methods/methods.h"

enum
{
  AT_ONCE = 8, /* neighbours */
  THOUSAND = 1000
};

/* The states and decisions of an automaton, and its cost. */
typedef struct extent
{
  size_t reds, decisions, work;
} extent;

/* An automaton without one of the decisions. If it is smaller, also: */
typedef struct neighbour
{
  extent extent;
  named_merge avoided; /* the merge of that decision */
  journal made;        /* the decisions after it */
} neighbour;

/* A thread. */
typedef struct climber
{
  progress progress;
  engine *guide;
  size_t followed; /* decisions followed by the guide */
} climber;

typedef struct climb
{
  const engine *start;
  engine *first_found; /* what the method found without restrictions, until there is a smaller one */
  const settings *options;
  allocator memory;
  journal made;                  /* the decisions of the current automaton */
  limits limits;                 /* the merges that it excludes */
  extent here, best;             /* the current automaton, and the smallest */
  neighbour neighbours[AT_ONCE]; /* without decision `first`, `first` + 1, and so on */
  size_t first, looked;          /* the next decision to exclude; the number visited without success */
  size_t work, most_work;        /* total cost so far, and the budget */
  size_t shown;                  /* progress, in thousandths */
  bool enough;                   /* end with the best so far */
  team team;
  climber *climbers; /* per member */
} climb;

static bool is_less (extent x, extent y)
{
  return x.reds != y.reds ? x.reds < y.reds : x.decisions < y.decisions;
}

/* ---- one run ---- */

static extent measure (const engine *g, size_t decisions)
{
  return (extent){ g->reds, decisions, g->ops->work (g) + 1 };
}

static void dismiss_guide (climber *w)
{
  if (w->guide)
    w->guide->ops->free (w->guide);
  w->guide = NULL;
}

/* Moves a thread's guide to a decision; it cannot move back. */
static status lead (const climb *c, climber *w, size_t at, error *e)
{
  if (w->followed > at)
    dismiss_guide (w);
  if (!w->guide) {
    w->guide = c->start->ops->copy (c->start, &w->progress, 1, e);
    w->followed = 0;
    if (!w->guide)
      return e->code;
    if (!limits_copy (&c->memory, &w->guide->limits, &c->limits))
      return no_memory (e);
  }
  const size_t from = w->followed;
  w->followed = at;
  return engine_follow (w->guide, &c->made, from, at, e);
}

/* Learns without the merge of a decision. */
static status run_without (const climb *c, climber *w, size_t at, neighbour *to, error *e)
{
  const decision avoided = c->made.items[at];
  status s = lead (c, w, at, e);
  if (s)
    return s;
  engine *g = w->guide->ops->copy (w->guide, &w->progress, 1, e);
  if (!g)
    return e->code;
  g->journal = &to->made;
  g->limits.most_reds = c->best.reds;
  to->avoided = engine_name_merge (g, avoided.red, avoided.blue);
  s = limits_avoid (&g->memory, &g->limits, to->avoided) ? run_method (g, c->options->method, e) : no_memory (e);
  to->extent = measure (g, at + to->made.count);
  g->ops->free (g);
  return s;
}

static status search_look_at (void *context, size_t index, team_member *member)
{
  climb *c = context;
  const size_t at = c->first + index;
  neighbour *to = &c->neighbours[index];
  to->extent = (extent){ SIZE_MAX, SIZE_MAX, 0 };
  if (c->made.items[at].red == PROMOTED) /* no merge to exclude */
    return PAPNI_OK;
  const status s = run_without (c, &c->climbers[member->number], at, to, &member->error);
  if (!is_less (to->extent, c->here))
    journal_release (&c->memory, &to->made);
  return s;
}

/* ---- the climb ---- */

static size_t most_work (size_t work, size_t times, size_t least)
{
  const size_t most = work > SIZE_MAX / times ? SIZE_MAX : work * times;
  return most > least ? most : least;
}

static void dismiss_guides (climb *c)
{
  for (unsigned i = 0; c->climbers && i < c->team.size; i++)
    dismiss_guide (&c->climbers[i]);
}

/* Visits the next neighbours in parallel. If the smallest is smaller, *parting is the
 * decision where it differs. */
static status look_at_some (climb *c, size_t count, size_t *parting, error *e)
{
  c->best = c->here;
  const status s = team_do (&c->team, count, search_look_at, c, e);
  for (size_t i = 0; !s && i < count; i++) {
    c->work += c->neighbours[i].extent.work;
    if (is_less (c->neighbours[i].extent, c->best)) {
      c->best = c->neighbours[i].extent;
      *parting = c->first + i;
    }
  }
  return s;
}

static void forget_neighbours (climb *c)
{
  for (size_t i = 0; i < AT_ONCE; i++)
    journal_release (&c->memory, &c->neighbours[i].made);
}

static void dismiss_first_found (climb *c)
{
  if (c->first_found)
    c->first_found->ops->free (c->first_found);
  c->first_found = NULL;
}

/* Moves to the neighbour that differs at a decision. */
static status move (climb *c, size_t at, error *e)
{
  const neighbour *to = &c->neighbours[at - c->first];
  c->here = to->extent;
  c->made.count = at;
  const bool room =
      limits_avoid (&c->memory, &c->limits, to->avoided) && journal_append (&c->memory, &c->made, &to->made);
  forget_neighbours (c);
  dismiss_guides (c);
  dismiss_first_found (c);
  return room ? PAPNI_OK : no_memory (e);
}

/* Runs the method without restrictions. */
static status set_out (climb *c, error *e)
{
  engine *g = c->start->ops->copy (c->start, c->start->progress, c->start->threads, e);
  if (!g)
    return e->code;
  g->journal = &c->made;
  const status s = run_method (g, c->options->method, e);
  c->here = measure (g, c->made.count);
  g->journal = NULL;
  c->first_found = g;
  return s;
}

/* The end of a search that was cancelled for having taken long enough: no failure. */
static status search_settle (const climb *c, status s, error *e)
{
  if (s != PAPNI_CANCELLED || !c->enough)
    return s;
  if (e)
    *e = (error){ 0 };
  return PAPNI_OK;
}

/* Continues until no neighbour is smaller, or the budget is used up. */
static status go (climb *c, size_t least_work, error *e)
{
  status s = set_out (c, e);
  c->most_work = most_work (c->here.work, c->options->search, least_work);
  while (!s && !c->enough && c->looked < c->here.decisions && c->work < c->most_work) {
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
  return search_settle (c, s, e);
}

/* ---- beginning and end ---- */

/* Progress in terms of neighbours or of the budget, whichever is further. */
static size_t progress_of (climb *c)
{
  const double neighbours = (double) c->looked / (double) (c->here.decisions + 1);
  const double work = (double) c->work / (double) c->most_work;
  const size_t now = (size_t) (THOUSAND * (neighbours > work ? neighbours : work));
  c->shown = now > c->shown ? now : c->shown;
  return c->shown < THOUSAND ? c->shown : THOUSAND;
}

static bool search_goes_on (void *context)
{
  climb *c = context;
  const bool goes_on = watch_goes_on (&c->options->watch, PAPNI_PHASE_SEARCHING, progress_of (c), THOUSAND);
  c->enough = goes_on && (c->enough || until_reached (&c->options->until));
  return goes_on && !c->enough;
}

static status climb_begin (climb *c, error *e)
{
  const unsigned threads = c->options->threads < AT_ONCE ? c->options->threads : AT_ONCE;
  const status s = team_init (&c->team, &c->memory, threads, search_goes_on, c, e);
  if (s)
    return s;
  c->climbers = allocate_zeroed (&c->memory, c->team.size, sizeof *c->climbers);
  if (!c->climbers)
    return no_memory (e);
  for (unsigned i = 0; i < c->team.size; i++) {
    c->climbers[i].progress.watch = (papni_watch){ team_goes_on, &c->team.members[i] };
  }
  return PAPNI_OK;
}

static void climb_release (climb *c)
{
  dismiss_guides (c);
  dismiss_first_found (c);
  forget_neighbours (c);
  release (&c->memory, c->climbers, c->team.size, sizeof *c->climbers);
  limits_release (&c->memory, &c->limits);
  journal_release (&c->memory, &c->made);
  team_release (&c->team);
}

/* The engine with the smallest automaton. */
static status search_end (climb *c, engine *g, engine **found, error *e)
{
  *found = c->first_found && !g->journal ? c->first_found : g;
  if (*found != g) {
    c->first_found = NULL;
    return PAPNI_OK;
  }
  return engine_follow (g, &c->made, 0, c->made.count, e);
}

status search_smaller (engine *g, const settings *options, size_t least_work, engine **found, error *e)
{
  climb c = { .start = g, .options = options, .memory = g->memory };
  *found = g;
  status s = climb_begin (&c, e);
  if (!s)
    s = go (&c, least_work, e);
  if (!s)
    s = search_end (&c, g, found, e);
  climb_release (&c);
  return s;
}
