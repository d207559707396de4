/* grammar_group.c - rules that one would give a name to.
 *
 * A call whose inside is used nowhere else is a block: call, inside and return become one
 * rule. Alternatives that lead from several places to one each, such as the values of JSON,
 * become one rule if they are the same everywhere. */
#include "io/models/grammar.h"

#include "base/list.h"

#include <string.h>

typedef struct alternatives
{
  size_t first, count; /* in `items` */
  uint32_t uses, next; /* next: with the same hash, or NO_RULE */
  uint32_t rule;
} alternatives;

typedef struct grouper
{
  grammar *grammar;
  uint32_t *uses; /* of a rule: the calls whose inside it is, and other uses */
  bool *reached;
  list work, items;
  alternatives *all;
  size_t count, capacity;
  map by_hash;
  map blocks; /* call, return and inside: rule */
  way *own;   /* of one rule, sorted */
  size_t own_capacity;
  size_t rules; /* before any is added */
} grouper;

static void group_full (grouper *p)
{
  if (!p->grammar->failed)
    p->grammar->failed = no_memory (p->grammar->error);
}

static void group_reach (grouper *p, uint32_t r)
{
  if (r == NO_RULE || p->reached[r])
    return;
  p->reached[r] = true;
  if (!list_add (&p->grammar->memory, &p->work, r))
    group_full (p);
}

/* Rules that derive only the empty word are left out. */
static void drop_empty (grammar *g)
{
  for (size_t i = 0; i < g->way_count; i++) {
    way *w = &g->ways[i];
    if (w->nested != NO_RULE && !g->rules[w->nested].count)
      w->nested = NO_RULE;
    if (w->then != NO_RULE && !g->rules[w->then].count)
      w->then = NO_RULE;
  }
}

/* ---- blocks ---- */

static uint64_t group_block_key (const way *w)
{
  return (uint64_t) w->symbol << 48 | (uint64_t) w->close << 32 | w->nested;
}

/* Finds the rules that are used, and counts how: a block once, whoever has it. */
static void count_insides (grouper *p)
{
  grammar *g = p->grammar;
  group_reach (p, 0);
  p->uses[0] = 1;
  while (p->work.count && !g->failed) {
    const rule *own = &g->rules[p->work.items[--p->work.count]];
    for (size_t i = own->first; i < own->first + own->count && !g->failed; i++) {
      const way *w = &g->ways[i];
      bool fresh = false;
      if (w->then != NO_RULE)
        p->uses[w->then]++;
      if (w->nested != NO_RULE && !map_enter (&g->memory, &p->blocks, group_block_key (w), NO_RULE, &fresh))
        group_full (p);
      if (w->nested != NO_RULE && fresh) {
        p->uses[w->nested]++;
        if (g->rules[w->nested].call != w->symbol)
          g->rules[w->nested].call = PAPNI_NO_SYMBOL; /* of several calls */
      }
      group_reach (p, w->nested);
      group_reach (p, w->then);
    }
    grammar_spend (g, 1 + own->count);
  }
}

static uint32_t block_of (grouper *p, way w)
{
  grammar *g = p->grammar;
  uint32_t *known = map_find (&p->blocks, group_block_key (&w));
  if (!known || *known != NO_RULE)
    return known ? *known : NO_RULE;
  *known = grammar_add_rule (g, (rule){ .first = g->way_count,
                                        .call = w.symbol,
                                        .kind = RULE_BLOCK,
                                        .class = (uint32_t) g->count,
                                        .productive = true });
  w.then = NO_RULE;
  if (*known != NO_RULE)
    grammar_add_way (g, *known, w);
  return *known;
}

static void make_blocks (grouper *p)
{
  grammar *g = p->grammar;
  for (uint32_t r = 0; r < p->rules && !g->failed; r++)
    for (size_t i = 0; p->reached[r] && i < g->rules[r].count && !g->failed; i++) {
      const way w = g->ways[g->rules[r].first + i];
      if (w.nested == NO_RULE || w.close == PAPNI_NO_SYMBOL || p->uses[w.nested] != 1)
        continue;
      const uint32_t block = block_of (p, w);
      g->ways[g->rules[r].first + i] = (way){ block, w.then, PAPNI_NO_SYMBOL, PAPNI_NO_SYMBOL };
    }
}

/* ---- alternatives ---- */

static int by_target (const void *left, const void *right)
{
  const way *x = left, *y = right;
  int order = compare (x->then, y->then);
  order = order ? order : compare (x->symbol, y->symbol);
  order = order ? order : compare (x->nested, y->nested);
  return order ? order : compare (x->close, y->close);
}

/* The ways of a rule, sorted; those with one target follow each other. */
static size_t sort_ways (grouper *p, uint32_t r)
{
  grammar *g = p->grammar;
  const rule *own = &g->rules[r];
  if (!own->count || !grammar_room (g, &p->own, &p->own_capacity, own->count, sizeof *p->own))
    return 0;
  memcpy (p->own, &g->ways[own->first], own->count * sizeof *p->own);
  sort_items (p->own, own->count, sizeof *p->own, by_target);
  return own->count;
}

static size_t same_target (const grouper *p, size_t from, size_t count)
{
  size_t end = from + 1;
  while (end < count && p->own[end].then == p->own[from].then)
    end++;
  return end;
}

static bool is_known (const grouper *p, const alternatives *a, const uint32_t *items, size_t count)
{
  return a->count == count && !memcmp (&p->items.items[a->first], items, count * sizeof *items);
}

/* The alternatives of some of the sorted ways. */
static alternatives *enter_alternatives (grouper *p, size_t from, size_t end)
{
  grammar *g = p->grammar;
  const size_t first = p->items.count, count = 2 * (end - from);
  bool room = true, fresh = false;
  for (size_t i = from; room && i < end; i++)
    room = list_add (&g->memory, &p->items, (uint32_t) p->own[i].symbol << 16 | p->own[i].close)
           && list_add (&g->memory, &p->items, p->own[i].nested);
  const uint32_t *items = room ? &p->items.items[first] : NULL;
  uint32_t *head = !room ? NULL
                         : map_enter (&g->memory, &p->by_hash, hash_bytes ((const char *) items, count * sizeof *items),
                                      NO_RULE, &fresh);
  if (!head || !grammar_room (g, &p->all, &p->capacity, p->count + 1, sizeof *p->all)) {
    group_full (p);
    return NULL;
  }
  for (uint32_t i = *head; i != NO_RULE; i = p->all[i].next)
    if (is_known (p, &p->all[i], items, count)) {
      p->items.count = first;
      return &p->all[i];
    }
  p->all[p->count] = (alternatives){ first, count, 0, *head, NO_RULE };
  *head = (uint32_t) p->count;
  return &p->all[p->count++];
}

static void count_alternatives (grouper *p, uint32_t r)
{
  const size_t count = sort_ways (p, r);
  for (size_t from = 0, end; from < count; from = end) {
    end = same_target (p, from, count);
    alternatives *found = end - from > 1 ? enter_alternatives (p, from, end) : NULL;
    if (found)
      found->uses++;
  }
  grammar_spend (p->grammar, 1 + count);
}

static void make_choice (grouper *p, alternatives *a, size_t from, size_t end)
{
  grammar *g = p->grammar;
  a->rule = grammar_add_rule (g, (rule){ .first = g->way_count,
                                         .call = PAPNI_NO_SYMBOL,
                                         .kind = RULE_CHOICE,
                                         .class = (uint32_t) g->count,
                                         .productive = true });
  for (size_t i = from; a->rule != NO_RULE && i < end; i++) {
    way w = p->own[i];
    w.then = NO_RULE;
    grammar_add_way (g, a->rule, w);
  }
}

/* Replaces alternatives that occur elsewhere by their rule. The first of them takes its place. */
static void use_choices (grouper *p, uint32_t r)
{
  grammar *g = p->grammar;
  const size_t count = sort_ways (p, r);
  size_t kept = 0;
  for (size_t from = 0, end; !g->failed && from < count; from = end) {
    end = same_target (p, from, count);
    alternatives *found = end - from > 1 ? enter_alternatives (p, from, end) : NULL;
    if (!found || found->uses < 2)
      continue;
    if (found->rule == NO_RULE)
      make_choice (p, found, from, end);
    const way one = { found->rule, p->own[from].then, PAPNI_NO_SYMBOL, PAPNI_NO_SYMBOL };
    bool placed = false;
    way *own = &g->ways[g->rules[r].first];
    for (size_t i = 0; i < g->rules[r].count; i++) {
      if (own[i].then != one.then)
        continue;
      own[i] = placed ? (way){ NO_RULE, NO_RULE, PAPNI_NO_SYMBOL, PAPNI_NO_SYMBOL } : one;
      placed = true;
    }
  }
  for (size_t i = 0; i < g->rules[r].count; i++) {
    const way own = g->ways[g->rules[r].first + i];
    if (own.symbol != PAPNI_NO_SYMBOL || own.nested != NO_RULE)
      g->ways[g->rules[r].first + kept++] = own;
  }
  g->rules[r].count = kept;
}

void grammar_group (grammar *g)
{
  const allocator *a = &g->memory;
  const size_t rules = g->count;
  grouper p = { .grammar = g,
                .rules = rules,
                .uses = allocate_zeroed (a, rules, sizeof *p.uses),
                .reached = allocate_zeroed (a, rules, sizeof *p.reached) };
  if (!p.uses || !p.reached)
    group_full (&p);
  else {
    drop_empty (g);
    count_insides (&p);
  }
  if (!g->failed)
    make_blocks (&p);
  for (uint32_t r = 0; r < rules && !g->failed; r++)
    if (p.reached[r])
      count_alternatives (&p, r);
  for (uint32_t r = 0; r < rules && !g->failed; r++)
    if (p.reached[r])
      use_choices (&p, r);
  release (a, p.uses, rules, sizeof *p.uses);
  release (a, p.reached, rules, sizeof *p.reached);
  release (a, p.all, p.capacity, sizeof *p.all);
  release (a, p.own, p.own_capacity, sizeof *p.own);
  list_release (a, &p.work);
  list_release (a, &p.items);
  map_release (a, &p.by_hash);
  map_release (a, &p.blocks);
}
