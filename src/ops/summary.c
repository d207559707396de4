/* summary.c - what well-matched words do in a product, and their shortest lengths. */
#include "ops/summary.h"

/* ---- items and levels ---- */

static uint64_t item_key (uint32_t level, papni_state q)
{
  return (uint64_t) level << 32 | q;
}

/* A word of this length leads to q: update if it is shorter than known. */
static status summary_reach (summary *s, uint32_t level, papni_state q, uint64_t length, error *e)
{
  bool fresh;
  if (q == PAPNI_NO_STATE)
    return PAPNI_OK;
  const uint32_t number = (uint32_t) s->item_count;
  const uint32_t *known = map_enter (&s->memory, &s->numbers, item_key (level, q), number, &fresh);
  if (!known || !reserve (&s->memory, &s->items, &s->item_capacity, s->item_count + fresh, sizeof *s->items))
    return no_memory (e);
  if (fresh)
    s->items[s->item_count++] =
        (item){ .length = length, .level = level, .state = q, .next = NO_ITEM, .other = NO_ITEM };
  item *i = &s->items[*known];
  if (!fresh && (i->settled || i->length <= length))
    return PAPNI_OK;
  i->length = length;
  return heap_push (&s->memory, &s->waiting, length, *known) ? PAPNI_OK : no_memory (e);
}

static status open_level (summary *s, papni_state entry, error *e)
{
  if (!reserve (&s->memory, &s->levels, &s->level_capacity, s->level_count + 1, sizeof *s->levels))
    return no_memory (e);
  s->levels[s->level_count++] =
      (level){ .entry = entry, .first = NO_ITEM, .last = NO_ITEM, .goal = NO_ITEM, .callers = NO_ITEM };
  return summary_reach (s, (uint32_t) s->level_count - 1, entry, 0, e);
}

/* ---- blocks ---- */

/* The block from one state to another, created if necessary; NO_ITEM if out of memory. */
static uint32_t block_at (summary *s, papni_state from, papni_state to, bool *fresh)
{
  const uint64_t key = (uint64_t) from << 32 | to;
  const uint32_t *known = map_enter (&s->memory, &s->known_blocks, key, (uint32_t) s->block_count, fresh);
  if (!known || !reserve (&s->memory, &s->blocks, &s->block_capacity, s->block_count + *fresh, sizeof *s->blocks))
    return NO_ITEM;
  if (*fresh) {
    s->blocks[s->block_count] = (summary_block){ .length = ENDLESS, .to = to, .next = s->states[from].blocks };
    s->states[from].blocks = (uint32_t) s->block_count++;
  }
  return *known;
}

/* Adds a block, and extends all settled items of its state. */
static status summary_add_block (summary *s, papni_state from, papni_state to, uint64_t length, error *e)
{
  bool fresh = false;
  if (to == PAPNI_NO_STATE)
    return s->product->failed ? no_memory (e) : PAPNI_OK;
  const uint32_t number = block_at (s, from, to, &fresh);
  if (number == NO_ITEM)
    return no_memory (e);
  if (!fresh && s->blocks[number].length <= length)
    return PAPNI_OK;
  s->blocks[number].length = length;
  status failed = PAPNI_OK;
  size_t work = 0;
  for (uint32_t i = s->states[from].items; !failed && i != NO_ITEM; i = s->items[i].other, work++)
    failed = summary_reach (s, s->items[i].level, to, add_lengths (s->items[i].length, length), e);
  return failed ? failed : watch_spend (&s->watch, work, e);
}

/* After a call, and with an item inside it: all returns that can follow. */
static status come_back (summary *s, caller c, uint32_t inside, error *e)
{
  const item inner = s->items[inside];
  if (inner.state == GOAL) /* the call stays open */
    return summary_add_block (s, c.state, GOAL, add_lengths (inner.length, 1), e);
  const size_t symbols = s->product->alphabet->size;
  status failed = PAPNI_OK;
  for (size_t r = 0; !failed && r < symbols; r++)
    if (product_kind (s->product, inner.state, (symbol) r) == PAPNI_RETURN) {
      const papni_state to = product_next (s->product, inner.state, (symbol) r, c.call, c.state);
      failed = summary_add_block (s, c.state, to, add_lengths (inner.length, 2), e);
    }
  return failed ? failed : watch_spend (&s->watch, symbols, e);
}

static status make_call (summary *s, papni_state from, symbol call, papni_state entry, error *e)
{
  bool fresh;
  const uint32_t *known = map_enter (&s->memory, &s->entries, entry, (uint32_t) s->level_count, &fresh);
  if (!known)
    return no_memory (e);
  const uint32_t inside = *known;
  status failed = fresh ? open_level (s, entry, e) : PAPNI_OK;
  if (failed)
    return failed;
  if (!reserve (&s->memory, &s->callers, &s->caller_capacity, s->caller_count + 1, sizeof *s->callers))
    return no_memory (e);
  const caller c = { .state = from, .next = s->levels[inside].callers, .call = call };
  s->levels[inside].callers = (uint32_t) s->caller_count;
  s->callers[s->caller_count++] = c;
  for (uint32_t i = s->levels[inside].first; !failed && i != NO_ITEM; i = s->items[i].next)
    failed = come_back (s, c, i, e);
  if (!failed && s->levels[inside].goal != NO_ITEM)
    failed = come_back (s, c, s->levels[inside].goal, e);
  return failed;
}

/* At the first settled item of a state: what follows in every level. */
static status see_state (summary *s, papni_state q, error *e)
{
  if (!reserve (&s->memory, &s->states, &s->state_capacity, (size_t) q + 1, sizeof *s->states))
    return no_memory (e);
  while (s->state_count <= q)
    s->states[s->state_count++] = (summary_state){ .items = NO_ITEM, .blocks = NO_ITEM };
  if (s->states[q].seen)
    return PAPNI_OK;
  s->states[q].seen = true;
  status failed = PAPNI_OK;
  for (size_t k = 0; !failed && k < s->product->alphabet->size; k++) {
    const papni_kind kind = product_kind (s->product, q, (symbol) k);
    if (kind == PAPNI_RETURN)
      continue; /* handled by come_back */
    const papni_state to = product_next (s->product, q, (symbol) k, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
    if (kind == PAPNI_CALL && to != PAPNI_NO_STATE)
      failed = make_call (s, q, (symbol) k, to, e);
    else
      failed = summary_add_block (s, q, to, 1, e);
  }
  return failed;
}

/* ---- settling ---- */

static void enlist (summary *s, uint32_t settled)
{
  item *i = &s->items[settled];
  level *l = &s->levels[i->level];
  i->place = l->size++;
  if (l->last == NO_ITEM)
    l->first = settled;
  else
    s->items[l->last].next = settled;
  l->last = settled;
  i->other = s->states[i->state].items;
  s->states[i->state].items = settled;
}

/* If words that are not well-matched count, returns without an open call continue as
 * well. */
static status pop_nothing (summary *s, uint32_t from, error *e)
{
  const item i = s->items[from];
  status failed = PAPNI_OK;
  for (size_t k = 0; !failed && k < s->product->alphabet->size; k++)
    if (product_kind (s->product, i.state, (symbol) k) == PAPNI_RETURN) {
      const papni_state to = product_next (s->product, i.state, (symbol) k, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
      failed = summary_reach (s, 0, to, add_lengths (i.length, 1), e);
    }
  return failed;
}

static status settle_state (summary *s, uint32_t settled, error *e)
{
  const item i = s->items[settled];
  status failed = see_state (s, i.state, e);
  if (failed)
    return failed;
  enlist (s, settled);
  if (product_accepts (s->product, i.state, i.level != 0))
    failed = summary_reach (s, i.level, GOAL, i.length, e);
  if (!failed && !i.level && s->product->open)
    failed = pop_nothing (s, settled, e);
  size_t work = 0;
  for (uint32_t b = s->states[i.state].blocks; !failed && b != NO_ITEM; b = s->blocks[b].next, work++)
    failed = summary_reach (s, i.level, s->blocks[b].to, add_lengths (i.length, s->blocks[b].length), e);
  return failed ? failed : watch_spend (&s->watch, 1 + work, e);
}

static status summary_settle (summary *s, uint32_t settled, error *e)
{
  const uint32_t at = s->items[settled].level;
  status failed = PAPNI_OK;
  s->items[settled].settled = true;
  if (s->items[settled].state == GOAL)
    s->levels[at].goal = settled;
  else
    failed = settle_state (s, settled, e);
  for (uint32_t c = s->levels[at].callers; !failed && c != NO_ITEM; c = s->callers[c].next)
    failed = come_back (s, s->callers[c], settled, e);
  return !failed && s->product->failed ? no_memory (e) : failed;
}

status summary_explore (summary *s, uint64_t length, bool until_goal, error *e)
{
  status failed = watch_ask (&s->watch, e);
  while (!failed && s->waiting.count && s->waiting.entries[0].key <= length) {
    if (until_goal && s->levels[0].goal != NO_ITEM)
      break;
    const heap_entry next = heap_pop (&s->waiting);
    if (!s->items[next.item].settled)
      failed = summary_settle (s, next.item, e);
  }
  return failed;
}

/* ---- beginning, ending, asking ---- */

status summary_begin (summary *s, product *p, const papni_watch *caller, error *e)
{
  *s = (summary){ .memory = p->memory, .product = p, .watch = watch_begin (caller, PAPNI_PHASE_COMPARING) };
  return p->count ? open_level (s, 0, e) : PAPNI_OK;
}

void summary_release (summary *s)
{
  const allocator *a = &s->memory;
  release (a, s->items, s->item_capacity, sizeof *s->items);
  release (a, s->levels, s->level_capacity, sizeof *s->levels);
  release (a, s->callers, s->caller_capacity, sizeof *s->callers);
  release (a, s->blocks, s->block_capacity, sizeof *s->blocks);
  release (a, s->states, s->state_capacity, sizeof *s->states);
  heap_release (a, &s->waiting);
  map_release (a, &s->numbers);
  map_release (a, &s->entries);
  map_release (a, &s->known_blocks);
}

uint32_t summary_find (const summary *s, uint32_t level, papni_state q)
{
  const uint32_t *known = q == PAPNI_NO_STATE ? NULL : map_find (&s->numbers, item_key (level, q));
  return known && s->items[*known].settled ? *known : NO_ITEM;
}

uint32_t summary_level (const summary *s, papni_state entry)
{
  const uint32_t *known = entry == PAPNI_NO_STATE ? NULL : map_find (&s->entries, entry);
  return known ? *known : NO_ITEM;
}

uint64_t summary_goal (const summary *s, uint32_t level)
{
  return level < s->level_count && s->levels[level].goal != NO_ITEM ? s->items[s->levels[level].goal].length : ENDLESS;
}
