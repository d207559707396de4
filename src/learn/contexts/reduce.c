/* reduce.c - Moore's algorithm on tracked states: states that allow the same events and
 * lead to the same blocks of states are joined. Kinds of blocks that end are refined in
 * turn: two are equal as long as they lead every caller to the same state. */
#include "learn/contexts/tracker.h"

#include <stdlib.h>
#include <string.h>

/* Where something leads: (0, event, block) or (block symbol, kind, block). */
typedef struct outcome
{
  uint32_t a, b, to;
} outcome;

typedef struct reducer
{
  const tracker *t;
  uint32_t *block;      /* state -> */
  uint32_t *kind_block; /* kind -> */
  size_t blocks, kind_blocks;
  outcome *outcomes;
  rows of;       /* state or kind -> its outcomes */
  records chain; /* an outcome after the earlier ones; equal sequences end in equal numbers */
} reducer;

static int by_outcome (const void *left, const void *right)
{
  const outcome *x = left, *y = right;
  int order = compare (x->a, y->a);
  order = order ? order : compare (x->b, y->b);
  return order ? order : compare (x->to, y->to);
}

/* The block of something that was in this block and now has these outcomes. */
static bool name_block (reducer *r, uint32_t before, uint32_t kind, size_t row, uint32_t *name)
{
  const allocator *a = &r->t->memory;
  outcome *first = r->outcomes + r->of.first[row];
  const size_t count = sort_unique (first, r->of.first[row + 1] - r->of.first[row], sizeof *first, by_outcome);
  bool room = records_enter (a, &r->chain, (const uint32_t[]){ LEAF, before, kind, 0 }, name);
  for (size_t i = 0; room && i < count; i++)
    room = records_enter (a, &r->chain, (const uint32_t[]){ *name, first[i].a, first[i].b, first[i].to }, name);
  return room;
}

/* Renumbers blocks from 0. Returns their number, 0 if out of memory. */
static size_t renumber_blocks (const reducer *r, uint32_t *block, size_t count)
{
  const allocator *a = &r->t->memory;
  records seen = { .width = 1 };
  bool room = true;
  for (size_t i = 0; room && i < count; i++)
    room = records_enter (a, &seen, &block[i], &block[i]);
  const size_t blocks = room ? seen.count : 0;
  records_release (a, &seen);
  return blocks;
}

/* One round for kinds: by the callers that they return to. */
static bool refine_kinds (reducer *r)
{
  const tracker *t = r->t;
  const size_t kinds = t->kinds.count;
  memset (r->of.first, 0, (r->of.count + 2) * sizeof *r->of.first);
  for (size_t i = 0; i < t->returns.keys.count; i++)
    rows_count (&r->of, records_at (&t->returns.keys, i)[2]);
  rows_begin (&r->of);
  for (size_t i = 0; i < t->returns.keys.count; i++) {
    const uint32_t *key = records_at (&t->returns.keys, i);
    r->outcomes[rows_place (&r->of, key[2])] =
        (outcome){ r->block[key[0]], key[1], r->block[t->returns.targets.items[i]] };
  }
  records_clear (&r->chain);
  for (size_t k = 0; k < kinds; k++)
    if (!name_block (r, r->kind_block[k], 0, k, &r->kind_block[k]))
      return false;
  r->kind_blocks = renumber_blocks (r, r->kind_block, kinds);
  return !kinds || r->kind_blocks;
}

/* One round for states; `before` are the kinds' blocks of the round before. */
static bool refine_states (reducer *r, const uint32_t *before)
{
  const tracker *t = r->t;
  const size_t states = t->states.count;
  memset (r->of.first, 0, (r->of.count + 2) * sizeof *r->of.first);
  for (size_t i = 0; i < t->plain.keys.count; i++)
    rows_count (&r->of, records_at (&t->plain.keys, i)[0]);
  for (size_t i = 0; i < t->returns.keys.count; i++)
    rows_count (&r->of, records_at (&t->returns.keys, i)[0]);
  rows_begin (&r->of);
  for (size_t i = 0; i < t->plain.keys.count; i++) {
    const uint32_t *key = records_at (&t->plain.keys, i);
    r->outcomes[rows_place (&r->of, key[0])] = (outcome){ 0, key[1], r->block[t->plain.targets.items[i]] };
  }
  for (size_t i = 0; i < t->returns.keys.count; i++) {
    const uint32_t *key = records_at (&t->returns.keys, i);
    r->outcomes[rows_place (&r->of, key[0])] =
        (outcome){ key[1], r->kind_block[key[2]], r->block[t->returns.targets.items[i]] };
  }
  records_clear (&r->chain);
  for (size_t q = 0; q < states; q++) {
    const uint32_t kind = t->kind.items[q] == LEAF ? LEAF : before[t->kind.items[q]];
    if (!name_block (r, r->block[q], kind, q, &r->block[q]))
      return false;
  }
  r->blocks = renumber_blocks (r, r->block, states);
  return r->blocks;
}

/* Initially, states are distinguished by what they allow, and by acceptance. */
static bool first_blocks (reducer *r)
{
  const tracker *t = r->t;
  for (size_t q = 0; q < t->states.count; q++)
    r->block[q] = 2 * t->allowed.items[q];
  for (size_t i = 0; i < t->accepting.count; i++)
    r->block[t->accepting.items[i]] |= 1;
  r->blocks = renumber_blocks (r, r->block, t->states.count);
  r->kind_blocks = t->kinds.count > 0;
  return r->blocks;
}

static status reduce_all (reducer *r, error *e)
{
  const allocator *a = &r->t->memory;
  const size_t kinds = r->t->kinds.count;
  uint32_t *before = allocate (a, kinds, sizeof *before);
  bool room = before && first_blocks (r);
  for (size_t blocks = 0, kind_blocks = 0; room && (blocks != r->blocks || kind_blocks != r->kind_blocks);) {
    blocks = r->blocks;
    kind_blocks = r->kind_blocks;
    memcpy (before, r->kind_block, kinds * sizeof *before);
    room = refine_kinds (r) && refine_states (r, before);
  }
  release (a, before, kinds, sizeof *before);
  return room ? PAPNI_OK : no_memory (e);
}

/* ---- the model ---- */

/* A block of states in which a level can end. */
typedef struct level_end
{
  uint32_t entry, kind, event, block;
} level_end;

static int by_end (const void *left, const void *right)
{
  const level_end *x = left, *y = right;
  int order = compare (x->entry, y->entry);
  order = order ? order : compare (x->kind, y->kind);
  order = order ? order : compare (x->event, y->event);
  return order ? order : compare (x->block, y->block);
}

static level_end *list_ends (const reducer *r, size_t *count, size_t *room)
{
  const tracker *t = r->t;
  level_end *ends = NULL;
  *count = *room = 0;
  for (size_t i = 0; i < t->reached.capacity; i++) {
    const map_entry *m = &t->reached.entries[i];
    const uint32_t q = (uint32_t) m->key;
    if (m->age != t->reached.age || t->kind.items[q] == LEAF)
      continue;
    for (uint32_t e = 0; e + 1 < t->c->events; e++) {
      if (contexts_kind (t->c, (symbol) t->c->letter[e]) != PAPNI_RETURN
          || !is_set (set_at (t->k, t->allowed.items[q]), e))
        continue;
      if (!reserve (&t->memory, &ends, room, *count + 1, sizeof *ends)) {
        release (&t->memory, ends, *room, sizeof *ends);
        return NULL;
      }
      ends[(*count)++] = (level_end){ (uint32_t) (m->key >> 32), t->kind.items[q], e, r->block[q] };
    }
  }
  if (!ends)
    ends = allocate (&t->memory, *room = 1, sizeof *ends);
  if (ends)
    *count = sort_unique (ends, *count, sizeof *ends, by_end);
  return ends;
}

/* The first end that is not before this one. */
static size_t find_end (const level_end *ends, size_t count, level_end wanted)
{
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (by_end (&ends[middle], &wanted) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The return of a block: from each state in which the level of its call can end so. */
static status add_block_returns (const reducer *r, size_t i, const level_end *ends, size_t count, assembly *to,
                                 error *e)
{
  const tracker *t = r->t;
  const uint32_t *key = records_at (&t->returns.keys, i);
  const stack_symbol pair = t->c->words->stack.symbols[t->c->stack_of[key[1]]];
  const uint32_t call = records_find (&t->plain.keys, (const uint32_t[]){ key[0], t->c->event[pair.popped] });
  status s = PAPNI_OK;
  const uint32_t entry = t->plain.targets.items[call], event = t->c->event[pair.symbol];
  size_t at = find_end (ends, count, (level_end){ entry, key[2], event, 0 });
  for (; !s && at < count && ends[at].entry == entry && ends[at].kind == key[2] && ends[at].event == event; at++)
    s = assembly_add (to,
                      (transition){ .from = ends[at].block,
                                    .caller = r->block[key[0]],
                                    .to = r->block[t->returns.targets.items[i]],
                                    .symbol = pair.symbol,
                                    .popped = pair.popped },
                      e);
  return s;
}

static status add_model_transitions (const reducer *r, assembly *to, error *e)
{
  const tracker *t = r->t;
  size_t count, room;
  level_end *ends = list_ends (r, &count, &room);
  status s = ends ? PAPNI_OK : no_memory (e);
  for (size_t i = 0; !s && i < t->plain.keys.count; i++) {
    const uint32_t *key = records_at (&t->plain.keys, i);
    s = assembly_add (to,
                      (transition){ .from = r->block[key[0]],
                                    .caller = PAPNI_NO_STATE,
                                    .to = r->block[t->plain.targets.items[i]],
                                    .symbol = (symbol) t->c->letter[key[1]],
                                    .popped = PAPNI_NO_SYMBOL },
                      e);
  }
  for (size_t i = 0; !s && i < t->returns.keys.count; i++)
    s = add_block_returns (r, i, ends, count, to, e);
  release (&t->memory, ends, room, sizeof *ends);
  return s;
}

static papni_model *reduced_model (const reducer *r, error *e)
{
  const tracker *t = r->t;
  const papni_model_kind kind = t->c->words->encoder ? PAPNI_GENERAL : PAPNI_DFA;
  papni_model *model = NULL;
  assembly to;
  if (!assembly_begin (&to, &t->memory, kind, t->c->words->samples->alphabet, r->blocks, e)) {
    to.start = r->block[0];
    for (size_t i = 0; i < t->accepting.count; i++)
      to.accepting[r->block[t->accepting.items[i]]] = true;
    if (!add_model_transitions (r, &to, e))
      model = assembly_model (&to, e);
  }
  assembly_release (&to);
  return model;
}

papni_model *tracker_model (tracker *t, error *e)
{
  const allocator *a = &t->memory;
  const size_t states = t->states.count, kinds = t->kinds.count;
  const size_t steps = t->plain.keys.count + t->returns.keys.count, all = states > kinds ? states : kinds;
  papni_model *model = NULL;
  reducer r = { .t = t, .chain = { .width = 4 } };
  r.block = allocate (a, states, sizeof *r.block);
  r.kind_block = allocate_zeroed (a, kinds, sizeof *r.kind_block);
  r.outcomes = allocate (a, steps, sizeof *r.outcomes);
  if (!rows_init (a, &r.of, all) || !r.block || !r.kind_block || !r.outcomes)
    no_memory (e);
  else if (!reduce_all (&r, e))
    model = reduced_model (&r, e);
  release (a, r.block, states, sizeof *r.block);
  release (a, r.kind_block, kinds, sizeof *r.kind_block);
  release (a, r.outcomes, steps, sizeof *r.outcomes);
  if (r.of.first)
    rows_release (a, &r.of);
  records_release (a, &r.chain);
  return model;
}
