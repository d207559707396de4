/* live.c - sets of states from which a word can be completed.
 *
 * First come the summaries: which state can follow on which at the same level of the
 * stack, a whole call with all that is nested in it and its return being one step.
 * They are found together with what is reached inside of each call, until nothing is
 * new. A level's set is then what leads, by such steps and internal symbols, to a
 * return into the set below. */
#include "live.h"

#include <string.h>

#define NONE UINT32_MAX

enum
{
  BITS = 64,
  MOST_SETS = 1 << 12,
  MOST_WORK = 1 << 28 /* calls times states, which bounds the summaries */
};

/* From one state to another at the same level. */
typedef struct step
{
  papni_state from, to;
} step;

struct live
{
  allocator memory;
  const papni_model *model;
  size_t words;   /* of a set */
  uint64_t *sets; /* one behind the other */
  size_t count, capacity;
  bool exact;  /* otherwise all sets but the first are LIVE_HOPEFUL */
  map known;   /* set << 48 | caller << 16 | call: the set inside */
  step *steps; /* by `to`, once all are found */
  size_t step_count, step_capacity;
  uint32_t *into; /* the steps to q are those from into[q] up to into[q + 1] */
  papni_state *work;
};

static bool bit (const uint64_t *set, size_t i)
{
  return set[i / BITS] >> i % BITS & 1;
}

static void put_bit (uint64_t *set, size_t i)
{
  set[i / BITS] |= (uint64_t) 1 << i % BITS;
}

bool live_has (const live *l, uint32_t set, papni_state q)
{
  return bit (l->sets + set * l->words, q);
}

/* ---- summaries ---- */

/* Entry k is a state that calls lead to, and the start; reached from it: a set. */
typedef struct finder
{
  live *live;
  uint32_t *entry;      /* of a state: its number among the entries, or NONE */
  papni_state *entries; /* and back */
  size_t count;
  uint64_t *reached; /* count * words */
  uint64_t *pairs;   /* entry << 32 | state, to be looked at */
  size_t pair_count, pair_capacity;
  map known;      /* the steps */
  uint32_t *last; /* of each state: its last step so far, and each step's one before, or NONE */
  uint32_t *before;
  size_t before_capacity;
} finder;

static bool reach (finder *f, uint32_t entry, papni_state q)
{
  uint64_t *set = f->reached + entry * f->live->words;
  if (bit (set, q))
    return true;
  put_bit (set, q);
  if (!reserve (&f->live->memory, &f->pairs, &f->pair_capacity, f->pair_count + 1, sizeof *f->pairs))
    return false;
  f->pairs[f->pair_count++] = (uint64_t) entry << 32 | q;
  return true;
}

/* A step that was not known: whoever reaches its beginning reaches its end. */
static bool add_step (finder *f, papni_state from, papni_state to)
{
  live *l = f->live;
  bool fresh;
  if (!map_enter (&l->memory, &f->known, (uint64_t) from << 32 | to, 0, &fresh))
    return false;
  if (!fresh)
    return true;
  if (!reserve (&l->memory, &l->steps, &l->step_capacity, l->step_count + 1, sizeof *l->steps)
      || !reserve (&l->memory, &f->before, &f->before_capacity, l->step_count + 1, sizeof *f->before))
    return false;
  f->before[l->step_count] = f->last[from];
  f->last[from] = (uint32_t) l->step_count;
  l->steps[l->step_count++] = (step){ from, to };
  for (size_t k = 0; k < f->count; k++)
    if (bit (f->reached + k * l->words, from) && !reach (f, (uint32_t) k, to))
      return false;
  return true;
}

/* The return that can be read at `at`, inside of the calls that lead to an entry. */
static bool add_return (finder *f, papni_state entry, const transition *t)
{
  const papni_model *m = f->live->model;
  const size_t first = t->caller == PAPNI_NO_STATE ? 0 : t->caller;
  const size_t end = t->caller == PAPNI_NO_STATE ? m->states : first + 1;
  for (size_t p = first; p < end; p++) {
    const transition *call = model_find (m, (papni_state) p, t->popped, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
    if (call && call->to == entry && !add_step (f, (papni_state) p, t->to))
      return false;
  }
  return true;
}

/* A state that is reached from an entry: what it leads to, and whence it returns. */
static bool look_at (finder *f, uint32_t entry, papni_state q)
{
  const papni_model *m = f->live->model;
  for (size_t i = m->first[q]; i < m->first[q + 1]; i++) {
    const transition *t = &m->transitions[i];
    const papni_kind kind = m->kind == PAPNI_DFA ? PAPNI_INTERNAL : m->alphabet->letters[t->symbol].kind;
    const bool room = kind == PAPNI_CALL     ? reach (f, f->entry[t->to], t->to)
                      : kind == PAPNI_RETURN ? add_return (f, f->entries[entry], t)
                                             : add_step (f, q, t->to);
    if (!room)
      return false;
  }
  for (uint32_t i = f->last[q]; i != NONE; i = f->before[i])
    if (!reach (f, entry, f->live->steps[i].to))
      return false;
  return true;
}

static void add_entry (finder *f, papni_state q)
{
  if (f->entry[q] != NONE)
    return;
  f->entry[q] = (uint32_t) f->count;
  f->entries[f->count++] = q;
}

/* Lists the entries; how many calls there are. */
static size_t list_entries (finder *f)
{
  const papni_model *m = f->live->model;
  size_t calls = 0;
  for (size_t q = 0; q < m->states; q++)
    f->entry[q] = f->last[q] = NONE;
  add_entry (f, 0);
  for (size_t i = 0; m->kind != PAPNI_DFA && i < m->count; i++)
    if (m->alphabet->letters[m->transitions[i].symbol].kind == PAPNI_CALL) {
      add_entry (f, m->transitions[i].to);
      calls++;
    }
  return calls;
}

static bool find_all (finder *f)
{
  live *l = f->live;
  f->reached = allocate_zeroed (&l->memory, f->count * l->words, sizeof *f->reached);
  if (!f->reached || !reach (f, 0, 0))
    return false;
  while (f->pair_count) {
    const uint64_t pair = f->pairs[--f->pair_count];
    if (!look_at (f, (uint32_t) (pair >> 32), (papni_state) pair))
      return false;
  }
  return true;
}

/* Finds all steps, unless there would be too many: then none. False for no memory. */
static bool find_steps (live *l)
{
  const allocator *a = &l->memory;
  const size_t states = l->model->states;
  finder f = { .live = l };
  f.entry = allocate (a, states, sizeof *f.entry);
  f.entries = allocate (a, states, sizeof *f.entries);
  f.last = allocate (a, states, sizeof *f.last);
  bool room = f.entry && f.entries && f.last;
  l->exact = room && list_entries (&f) <= MOST_WORK / states;
  if (l->exact)
    room = find_all (&f);
  release (a, f.entry, states, sizeof *f.entry);
  release (a, f.entries, states, sizeof *f.entries);
  release (a, f.last, states, sizeof *f.last);
  release (a, f.before, f.before_capacity, sizeof *f.before);
  release (a, f.reached, f.count * l->words, sizeof *f.reached);
  release (a, f.pairs, f.pair_capacity, sizeof *f.pairs);
  map_release (a, &f.known);
  return room;
}

/* Orders the steps by where they lead to. */
static bool order_steps (live *l)
{
  const size_t states = l->model->states;
  step *ordered = allocate (&l->memory, l->step_capacity, sizeof *ordered);
  l->into = allocate_zeroed (&l->memory, states + 1, sizeof *l->into);
  l->work = allocate (&l->memory, states, sizeof *l->work);
  if (!ordered || !l->into || !l->work) {
    release (&l->memory, ordered, l->step_capacity, sizeof *ordered);
    return false;
  }
  for (size_t i = 0; i < l->step_count; i++)
    l->into[l->steps[i].to]++;
  for (size_t q = 0, sum = 0; q <= states; q++) {
    sum += l->into[q];
    l->into[q] = (uint32_t) sum;
  }
  for (size_t i = 0; i < l->step_count; i++)
    ordered[--l->into[l->steps[i].to]] = l->steps[i];
  release (&l->memory, l->steps, l->step_capacity, sizeof *l->steps);
  l->steps = ordered;
  return true;
}

/* ---- sets ---- */

/* Adds all states from which steps lead into the set. */
static void spread (live *l, uint64_t *set)
{
  size_t count = 0;
  for (size_t q = 0; q < l->model->states; q++)
    if (bit (set, q))
      l->work[count++] = (papni_state) q;
  while (count) {
    const papni_state q = l->work[--count];
    for (size_t i = l->into[q]; i < l->into[q + 1]; i++)
      if (!bit (set, l->steps[i].from)) {
        put_bit (set, l->steps[i].from);
        l->work[count++] = l->steps[i].from;
      }
  }
}

/* An empty set behind the others, which counts when it is kept. */
static uint64_t *draft (live *l)
{
  if (!reserve (&l->memory, &l->sets, &l->capacity, (l->count + 1) * l->words, sizeof *l->sets))
    return NULL;
  return memset (l->sets + l->count * l->words, 0, l->words * sizeof *l->sets);
}

/* Keeps the draft, unless there is such a set. */
static uint32_t keep (live *l)
{
  const uint64_t *set = l->sets + l->count * l->words;
  for (size_t i = 0; i < l->count; i++)
    if (i != LIVE_HOPEFUL && !memcmp (l->sets + i * l->words, set, l->words * sizeof *set))
      return (uint32_t) i;
  return (uint32_t) l->count++;
}

/* The set inside of a call: from where a return leads into the set around it. */
static uint32_t compute (live *l, uint32_t around, papni_state caller, symbol call)
{
  const papni_model *m = l->model;
  uint64_t *set = l->exact && l->count < MOST_SETS ? draft (l) : NULL;
  if (!set)
    return LIVE_HOPEFUL;
  for (size_t i = 0; i < m->count; i++) {
    const transition *t = &m->transitions[i];
    if (t->popped == call && (t->caller == caller || t->caller == PAPNI_NO_STATE) && live_has (l, around, t->to))
      put_bit (set, t->from);
  }
  spread (l, set);
  return keep (l);
}

uint32_t live_inside (live *l, uint32_t set, papni_state caller, symbol call)
{
  const uint64_t key = (uint64_t) set << 48 | (uint64_t) caller << 16 | call;
  const uint32_t *known = map_find (&l->known, key);
  if (known)
    return *known;
  bool fresh;
  const uint32_t inside = compute (l, set, caller, call);
  map_enter (&l->memory, &l->known, key, inside, &fresh); /* else it is computed again */
  return inside;
}

/* ---- beginning and end ---- */

static bool fill (live *l)
{
  const papni_model *m = l->model;
  if (!find_steps (l) || !order_steps (l))
    return false;
  for (; l->count <= LIVE_HOPEFUL; l->count++) {
    const bool bottom = l->count == LIVE_BOTTOM;
    uint64_t *set = draft (l);
    if (!set)
      return false;
    for (size_t q = 0; q < m->states; q++)
      if (bottom && l->exact ? m->accepting[q] : m->hopeful[q])
        put_bit (set, q);
    if (bottom)
      spread (l, set);
  }
  return true;
}

live *live_new (const papni_model *model, error *e)
{
  live *l = allocate_zeroed (&model->memory, 1, sizeof *l);
  if (l) {
    l->memory = model->memory;
    l->model = model;
    l->words = (model->states + BITS - 1) / BITS;
    if (fill (l))
      return l;
  }
  live_free (l);
  no_memory (e);
  return NULL;
}

void live_free (live *l)
{
  if (!l)
    return;
  const allocator a = l->memory;
  release (&a, l->sets, l->capacity, sizeof *l->sets);
  release (&a, l->steps, l->step_capacity, sizeof *l->steps);
  release (&a, l->into, l->model->states + 1, sizeof *l->into);
  release (&a, l->work, l->model->states, sizeof *l->work);
  map_release (&a, &l->known);
  release (&a, l, 1, sizeof *l);
}
