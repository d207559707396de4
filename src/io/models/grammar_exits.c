/* grammar_exits.c - the states that calls can return to, and by which returns.
 *
 * A set of returns is stored as its size, another set with the same hash (or 0), the return
 * if there is only one, and pairs of state and return in ascending order. Equal sets are stored once. The states that a
 * call can return to are found once for all callers that no return names. */
#include "io/models/grammar.h"

#include <string.h>

enum
{
  SET_SIZE,
  SET_OTHER,
  SET_ONLY, /* the only return, or PAPNI_NO_SYMBOL */
  SET_PAIRS
};

/* ---- returns by the call that they pop ---- */

/* By call, then by caller; returns for any caller are last. */
static uint64_t return_key (const transition *t)
{
  return (uint64_t) t->popped << 32 | t->caller;
}

/* The first return with a key that is not less. */
static size_t first_return (const grammar *g, uint64_t key)
{
  size_t low = 0, high = g->return_count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (return_key (&g->model->transitions[g->returns[middle]]) < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

typedef struct keyed_return
{
  uint64_t key;
  uint32_t index;
} keyed_return;

static int by_key (const void *left, const void *right)
{
  const keyed_return *x = left, *y = right;
  const int order = compare (x->key, y->key);
  return order ? order : compare (x->index, y->index);
}

bool exits_begin (grammar *g)
{
  const papni_model *m = g->model;
  keyed_return *sorted = allocate (&g->memory, m->count, sizeof *sorted);
  g->returns = allocate (&g->memory, m->count, sizeof *g->returns);
  g->slots = allocate_zeroed (&g->memory, m->states, sizeof *g->slots);
  bool room = sorted && g->returns && g->slots;
  if (!room)
    g->failed = no_memory (g->error);
  for (size_t i = 0; room && i < m->count; i++)
    if (m->transitions[i].popped != PAPNI_NO_SYMBOL)
      sorted[g->return_count++] = (keyed_return){ return_key (&m->transitions[i]), (uint32_t) i };
  if (room)
    sort_items (sorted, g->return_count, sizeof *sorted, by_key);
  for (size_t i = 0; room && i < g->return_count; i++)
    g->returns[i] = sorted[i].index;
  release (&g->memory, sorted, m->count, sizeof *sorted);
  room = room && grammar_room (g, &g->exits, &g->exit_capacity, SET_PAIRS, sizeof *g->exits);
  if (room) {
    g->exits[SET_SIZE] = g->exits[SET_OTHER] = 0;
    g->exits[SET_ONLY] = PAPNI_NO_SYMBOL;
    g->exit_count = SET_PAIRS;
  }
  return room;
}

/* ---- sets ---- */

size_t exits_in (const grammar *g, uint32_t exits, papni_state q, const uint32_t **first)
{
  const uint32_t *pairs = &g->exits[exits + SET_PAIRS];
  size_t low = 0, high = g->exits[exits + SET_SIZE], count = 0;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (pairs[2 * middle] < q)
      low = middle + 1;
    else
      high = middle;
  }
  *first = &pairs[2 * low + 1];
  while (low + count < g->exits[exits + SET_SIZE] && pairs[2 * (low + count)] == q)
    count++;
  return count;
}

const uint32_t *exits_pairs (const grammar *g, uint32_t exits, size_t *count)
{
  *count = g->exits[exits + SET_SIZE];
  return &g->exits[exits + SET_PAIRS];
}

const uint32_t *exits_named (const grammar *g, papni_state caller, symbol call, size_t *count)
{
  const transition own = { .popped = call, .caller = caller };
  const size_t first = first_return (g, return_key (&own));
  *count = first_return (g, return_key (&own) + 1) - first;
  return g->returns + first;
}

symbol exits_only (const grammar *g, uint32_t exits)
{
  return (symbol) g->exits[exits + SET_ONLY];
}

/* The number of the set at the end of `exits`, or of an equal earlier set. */
static uint32_t intern_exits (grammar *g, size_t at)
{
  bool fresh;
  const uint32_t size = g->exits[at + SET_SIZE];
  const size_t bytes = 2 * (size_t) size * sizeof *g->exits;
  const uint64_t hash = hash_bytes ((const char *) &g->exits[at + SET_PAIRS], bytes);
  uint32_t *last = map_enter (&g->memory, &g->exits_by_hash, hash, (uint32_t) at, &fresh);
  if (!last) {
    g->failed = no_memory (g->error);
    return 0;
  }
  for (uint32_t i = fresh ? 0 : *last; i; i = g->exits[i + SET_OTHER])
    if (g->exits[i + SET_SIZE] == size && !memcmp (&g->exits[i + SET_PAIRS], &g->exits[at + SET_PAIRS], bytes)) {
      g->exit_count = at;
      return i;
    }
  g->exits[at + SET_OTHER] = fresh ? 0 : *last;
  *last = (uint32_t) at;
  return (uint32_t) at;
}

/* ---- comebacks ---- */

/* The returns that pop a call, for one caller and for any caller, merged in the model's order. */
typedef struct merging
{
  size_t own, own_end, any, any_end;
} merging;

static const transition *next_return (const grammar *g, merging *m)
{
  const bool own = m->own < m->own_end;
  if (!own && m->any == m->any_end)
    return NULL;
  const bool take_own = own && (m->any == m->any_end || g->returns[m->own] < g->returns[m->any]);
  return &g->model->transitions[g->returns[take_own ? m->own++ : m->any++]];
}

/* Finds the states that the returns lead to; slots[q] is the index of q, from 1. */
static bool find_comebacks (grammar *g, merging all)
{
  const size_t first = g->comeback_count;
  for (const transition *t; (t = next_return (g, &all));) {
    if (!g->slots[t->to]) {
      if (!grammar_room (g, &g->comebacks, &g->comeback_capacity, g->comeback_count + 1, sizeof *g->comebacks))
        return false;
      g->comebacks[g->comeback_count++] = (comeback){ t->to, 0 };
      g->slots[t->to] = (uint32_t) (g->comeback_count - first);
    }
    g->comebacks[first + g->slots[t->to] - 1].exits++; /* the number of returns, for now */
  }
  return true;
}

/* Fills the sets of the comebacks from `first` on. */
static bool fill_exits (grammar *g, size_t first, merging all)
{
  const size_t begin = g->exit_count;
  size_t end = begin;
  for (size_t i = first; i < g->comeback_count; i++) {
    const size_t size = g->comebacks[i].exits, at = end;
    end += SET_PAIRS + 2 * size;
    if (end >= UINT32_MAX) {
      g->failed = fail (g->error, PAPNI_INPUT, "the grammar would be too large");
      return false;
    }
    if (!grammar_room (g, &g->exits, &g->exit_capacity, end, sizeof *g->exits))
      return false;
    g->exits[at + SET_SIZE] = 0;
    g->comebacks[i].exits = (uint32_t) at;
  }
  for (const transition *t; (t = next_return (g, &all));) {
    uint32_t *set = &g->exits[g->comebacks[first + g->slots[t->to] - 1].exits];
    uint32_t *pair = &set[SET_PAIRS + 2 * set[SET_SIZE]++];
    pair[0] = t->from;
    pair[1] = t->symbol;
    set[SET_ONLY] = set[SET_SIZE] == 1 || set[SET_ONLY] == t->symbol ? t->symbol : PAPNI_NO_SYMBOL;
  }
  for (size_t i = first; i < g->comeback_count; i++) { /* overwrites sets that are not new */
    const uint32_t from = g->comebacks[i].exits;
    const size_t at = g->exit_count, length = SET_PAIRS + 2 * (size_t) g->exits[from + SET_SIZE];
    memmove (&g->exits[at], &g->exits[from], length * sizeof *g->exits);
    g->exit_count += length;
    g->comebacks[i].exits = intern_exits (g, at);
    g->slots[g->comebacks[i].to] = 0;
  }
  return !g->failed;
}

const comeback *exits_comebacks (grammar *g, papni_state caller, symbol call, size_t *count)
{
  const transition own = { .popped = call, .caller = caller };
  const transition any = { .popped = call, .caller = PAPNI_NO_STATE };
  merging all = { .own = first_return (g, return_key (&own)),
                  .own_end = first_return (g, return_key (&own) + 1),
                  .any = first_return (g, return_key (&any)),
                  .any_end = first_return (g, return_key (&any) + 1) };
  bool fresh = false;
  const uint64_t key = (uint64_t) (all.own == all.own_end ? PAPNI_NO_STATE : caller) << 16 | call;
  const size_t head = g->comeback_count;
  const uint32_t *known = map_enter (&g->memory, &g->comebacks_of, key, (uint32_t) head, &fresh);
  *count = 0;
  if (!known)
    g->failed = no_memory (g->error);
  if (!known
      || (fresh
          && !grammar_room (g, &g->comebacks, &g->comeback_capacity, g->comeback_count + 1, sizeof *g->comebacks)))
    return NULL;
  const size_t at = *known;
  if (fresh) {
    g->comeback_count++;
    if (!find_comebacks (g, all) || !fill_exits (g, head + 1, all)
        || !grammar_spend (g, all.own_end - all.own + all.any_end - all.any))
      return NULL;
    g->comebacks[head].exits = (uint32_t) (g->comeback_count - head - 1);
  }
  *count = g->comebacks[at].exits;
  return &g->comebacks[at + 1];
}
