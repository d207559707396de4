/* live.c - sets of states from which a word can be completed.
 *
 * The set of a stack level contains the states from which steps at the same level lead
 * to a return into the set below; at the bottom, to acceptance. States that lead to
 * each other are in the same sets, so sets contain places (steps.h). */
#include "model/live.h"

#include "model/steps.h"

#include <string.h>

enum
{
  BITS = 64,
  MOST_SETS = 1 << 12,
  LIVE_SIZE_WORK = 8 /* cost of 8 bytes that are kept */
};

struct live
{
  allocator memory;
  const papni_model *model;
  bool exact; /* otherwise all sets are LIVE_HOPEFUL */
  steps steps;
  size_t left;    /* work */
  size_t words;   /* per set */
  uint64_t *sets; /* in one array */
  size_t count, capacity;
  map known;         /* set << 48 | caller << 16 | call: the set inside */
  map kept;          /* sets by hash */
  uint32_t *returns; /* transitions by caller; those for any caller last */
  rows callers;      /* of the returns */
  uint32_t *work;
};

static bool bit (const uint64_t *set, size_t i)
{
  return set[i / BITS] >> i % BITS & 1;
}

bool live_has (const live *l, uint32_t set, papni_state q)
{
  if (!l->exact || set == LIVE_HOPEFUL)
    return l->model->hopeful[q];
  return bit (l->sets + set * l->words, l->steps.place[q]);
}

/* ---- sets ---- */

/* An empty set after the others, which live_keep adds. */
static uint64_t *draft (live *l)
{
  if (!reserve (&l->memory, &l->sets, &l->capacity, (l->count + 1) * l->words, sizeof *l->sets))
    return NULL;
  return memset (l->sets + l->count * l->words, 0, l->words * sizeof *l->sets);
}

/* Counts work: returns, steps, or words of sets. */
static void live_spend (live *l, size_t work)
{
  l->left -= l->left < work ? l->left : work;
}

/* Adds a place to a set and to the worklist. */
static void live_put (live *l, uint64_t *set, uint32_t place, size_t *count)
{
  if (bit (set, place))
    return;
  set[place / BITS] |= (uint64_t) 1 << place % BITS;
  l->work[(*count)++] = place;
}

/* Adds all places from which steps lead to those on the worklist. */
static void live_spread (live *l, uint64_t *set, size_t count)
{
  const steps *s = &l->steps;
  while (count) {
    const uint32_t place = l->work[--count];
    const size_t first = s->rows.first[place], end = s->rows.first[place + 1];
    live_spend (l, end - first);
    for (size_t i = first; i < end; i++)
      live_put (l, set, s->before[i], &count);
  }
}

/* Adds the draft, unless there is an equal set. */
static uint32_t live_keep (live *l)
{
  const uint64_t *set = l->sets + l->count * l->words;
  const size_t size = l->words * sizeof *set;
  bool fresh;
  live_spend (l, l->words);
  const uint32_t *known =
      map_enter (&l->memory, &l->kept, hash_bytes ((const char *) set, size), (uint32_t) l->count, &fresh);
  if (known && !fresh && !memcmp (l->sets + *known * l->words, set, size))
    return *known;
  live_spend (l, LIVE_SIZE_WORK * l->words);
  return (uint32_t) l->count++;
}

/* Of the returns that depend on this caller (the number of states: on none), adds those
 * that pop the call and lead into the surrounding set. */
static void put_returns (live *l, uint64_t *set, uint32_t around, size_t caller, symbol call, size_t *count)
{
  const size_t first = l->callers.first[caller], end = l->callers.first[caller + 1];
  live_spend (l, end - first);
  for (size_t i = first; i < end; i++) {
    const transition *t = &l->model->transitions[l->returns[i]];
    if (t->popped == call && live_has (l, around, t->to))
      live_put (l, set, l->steps.place[t->from], count);
  }
}

/* The set inside a call: the states from which a return leads into the surrounding set. */
static uint32_t live_compute (live *l, uint32_t around, papni_state caller, symbol call)
{
  uint64_t *set = l->count < MOST_SETS && l->left ? draft (l) : NULL;
  size_t count = 0;
  if (!set)
    return LIVE_HOPEFUL;
  put_returns (l, set, around, caller, call, &count);
  put_returns (l, set, around, l->model->states, call, &count);
  live_spread (l, set, count);
  live_spend (l, LIVE_SIZE_WORK * sizeof (map_entry) / sizeof *set);
  return live_keep (l);
}

uint32_t live_inside (live *l, uint32_t set, papni_state caller, symbol call)
{
  if (!l->exact || set == LIVE_HOPEFUL)
    return LIVE_HOPEFUL;
  const bool looked_for = l->callers.first[caller] < l->callers.first[caller + 1];
  const uint64_t key = (uint64_t) set << 48 | (uint64_t) (looked_for ? caller : PAPNI_NO_STATE) << 16 | call;
  const uint32_t *known = map_find (&l->known, key);
  if (known)
    return *known;
  bool fresh;
  const uint32_t inside = live_compute (l, set, caller, call);
  if (inside != LIVE_HOPEFUL)
    map_enter (&l->memory, &l->known, key, inside, &fresh); /* on failure it is computed again */
  return inside;
}

/* ---- beginning and end ---- */

static size_t bucket (const papni_model *m, size_t i)
{
  const papni_state caller = m->transitions[i].caller;
  return caller == PAPNI_NO_STATE ? m->states : caller;
}

/* Sorts the returns by the caller that they depend on. */
static bool order_returns (live *l)
{
  const papni_model *m = l->model;
  l->returns = allocate (&l->memory, m->count, sizeof *l->returns);
  if (!rows_init (&l->memory, &l->callers, m->states + 1) || !l->returns)
    return false;
  for (size_t i = 0; i < m->count; i++)
    if (m->transitions[i].popped != PAPNI_NO_SYMBOL)
      rows_count (&l->callers, bucket (m, i));
  rows_begin (&l->callers);
  for (size_t i = 0; i < m->count; i++)
    if (m->transitions[i].popped != PAPNI_NO_SYMBOL)
      l->returns[rows_place (&l->callers, bucket (m, i))] = (uint32_t) i;
  return true;
}

static bool fill_bottom (live *l)
{
  const papni_model *m = l->model;
  size_t count = 0;
  l->words = (l->steps.places + BITS - 1) / BITS;
  l->work = allocate (&l->memory, l->steps.places, sizeof *l->work);
  uint64_t *set = l->work ? draft (l) : NULL;
  if (!set)
    return false;
  for (size_t q = 0; q < m->states; q++)
    if (m->accepting[q])
      live_put (l, set, l->steps.place[q], &count);
  live_spread (l, set, count);
  l->count++;
  return true;
}

static status live_fill (live *l, error *e)
{
  if (l->model->kind == PAPNI_DFA) /* no stack: every co-accessible state is live */
    return PAPNI_OK;
  const status s = steps_find (&l->steps, l->model, l->left, NULL, e);
  l->exact = l->steps.place;
  return s || !l->exact || (order_returns (l) && fill_bottom (l)) ? s : no_memory (e);
}

live *live_new (const papni_model *model, size_t work, error *e)
{
  live *l = allocate_zeroed (&model->memory, 1, sizeof *l);
  if (!l) {
    no_memory (e);
    return NULL;
  }
  l->memory = model->memory;
  l->model = model;
  l->left = work;
  if (!live_fill (l, e))
    return l;
  live_free (l);
  return NULL;
}

void live_free (live *l)
{
  if (!l)
    return;
  const allocator a = l->memory;
  release (&a, l->sets, l->capacity, sizeof *l->sets);
  release (&a, l->returns, l->model->count, sizeof *l->returns);
  rows_release (&a, &l->callers);
  release (&a, l->work, l->steps.places, sizeof *l->work);
  map_release (&a, &l->known);
  map_release (&a, &l->kept);
  steps_release (&l->steps);
  release (&a, l, 1, sizeof *l);
}
