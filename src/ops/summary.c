/* summary.c - what well-matched words do in a product, and how short they can be. */
#include "ops/summary.h"

/* ---- items and levels ---- */

static uint64_t item_key (uint32_t level, papni_state q)
{
  return (uint64_t) level << 32 | q;
}

/* A word of this length leads to q: news, if it is shorter than what was known. */
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
    s->items[s->item_count++] = (item){ .length = length, .level = level, .state = q, .next = NO_ITEM };
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

/* ---- settling ---- */

/* The call is made, and what is inside of it ends: every return that can follow. */
static status come_back (summary *s, const caller *c, uint32_t inside, error *e)
{
  const item outer = s->items[c->item], inner = s->items[inside];
  const uint64_t length = add_lengths (add_lengths (outer.length, inner.length), 2);
  if (inner.state == GOAL) /* the call stays open */
    return summary_reach (s, outer.level, GOAL, length - (length != ENDLESS), e);
  const papni_alphabet *alphabet = s->product->alphabet;
  status failed = PAPNI_OK;
  for (size_t r = 0; !failed && r < alphabet->size; r++)
    if (product_kind (s->product, inner.state, (symbol) r) == PAPNI_RETURN)
      failed = summary_reach (s, outer.level, product_next (s->product, inner.state, (symbol) r, c->call, outer.state),
                              length, e);
  return failed;
}

static status make_call (summary *s, uint32_t from, symbol call, papni_state entry, error *e)
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
  const caller c = { .item = from, .next = s->levels[inside].callers, .call = call };
  s->levels[inside].callers = (uint32_t) s->caller_count;
  s->callers[s->caller_count++] = c;
  for (uint32_t i = s->levels[inside].first; !failed && i != NO_ITEM; i = s->items[i].next)
    failed = come_back (s, &c, i, e);
  if (!failed && s->levels[inside].goal != NO_ITEM)
    failed = come_back (s, &c, s->levels[inside].goal, e);
  return failed;
}

static status summary_read_symbol (summary *s, uint32_t from, symbol read, error *e)
{
  const item i = s->items[from];
  const papni_kind kind = product_kind (s->product, i.state, read);
  if (kind == PAPNI_RETURN && (i.level || !s->product->open))
    return PAPNI_OK; /* come_back does it */
  const papni_state to = product_next (s->product, i.state, read, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
  if (to == PAPNI_NO_STATE)
    return s->product->failed ? no_memory (e) : PAPNI_OK;
  if (kind == PAPNI_CALL)
    return make_call (s, from, read, to, e);
  return summary_reach (s, i.level, to, add_lengths (i.length, 1), e);
}

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
}

static status summary_settle (summary *s, uint32_t settled, error *e)
{
  const papni_state q = s->items[settled].state;
  const uint32_t at = s->items[settled].level;
  status failed = PAPNI_OK;
  s->items[settled].settled = true;
  if (q == GOAL)
    s->levels[at].goal = settled;
  else
    enlist (s, settled);
  if (q != GOAL && product_accepts (s->product, q, at != 0))
    failed = summary_reach (s, at, GOAL, s->items[settled].length, e);
  for (size_t k = 0; q != GOAL && !failed && k < s->product->alphabet->size; k++)
    failed = summary_read_symbol (s, settled, (symbol) k, e);
  for (uint32_t c = s->levels[at].callers; !failed && c != NO_ITEM; c = s->callers[c].next) {
    const caller copy = s->callers[c];
    failed = come_back (s, &copy, settled, e);
  }
  return !failed && s->product->failed ? no_memory (e) : failed;
}

status summary_explore (summary *s, uint64_t length, bool until_goal, error *e)
{
  enum
  {
    STRIDE = 1 << 12 /* items between two reports */
  };
  status failed = PAPNI_OK;
  for (size_t steps = 0; !failed && s->waiting.count && s->waiting.entries[0].key <= length; steps++) {
    if (until_goal && s->levels[0].goal != NO_ITEM)
      break;
    if (s->progress && steps % STRIDE == 0 && !s->progress (s->context, PAPNI_COMPARING, s->item_count, 0))
      return fail (e, PAPNI_CANCELLED, "interrupted");
    const heap_entry next = heap_pop (&s->waiting);
    if (!s->items[next.item].settled)
      failed = summary_settle (s, next.item, e);
  }
  return failed;
}

/* ---- beginning, ending, asking ---- */

status summary_begin (summary *s, product *p, error *e)
{
  *s = (summary){ .memory = p->memory, .product = p };
  return p->count ? open_level (s, 0, e) : PAPNI_OK;
}

void summary_release (summary *s)
{
  const allocator *a = &s->memory;
  release (a, s->items, s->item_capacity, sizeof *s->items);
  release (a, s->levels, s->level_capacity, sizeof *s->levels);
  release (a, s->callers, s->caller_capacity, sizeof *s->callers);
  heap_release (a, &s->waiting);
  map_release (a, &s->numbers);
  map_release (a, &s->entries);
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
