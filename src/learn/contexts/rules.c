/* rules.c - rules that remove events: from one class, where a feature has a value and
 * where it does not; or, if no such rule saves bits, from all classes, where it does. */
#include "learn/contexts/event_classes.h"

#include <string.h>

/* A literal is a feature and a value, as one number; their order is that of (feature,
 * value). */
typedef struct literals
{
  event_classes *k;
  size_t all;         /* possible numbers */
  uint32_t *number;   /* -> 1 + its place among those that hold in some contexts and not in all, or 0 */
  uint32_t *of_place; /* and back */
  size_t count;
  rows hold;       /* context -> */
  uint32_t *items; /* places of the literals that hold in it */
  size_t item_count;
} literals;

/* ---- the literals of a context ---- */

static size_t literal_of (const context_table *c, size_t feature, uint32_t value)
{
  if (feature < FEATURE_BITS)
    return feature * (c->symbols + 1) + value;
  return FEATURE_BITS * (c->symbols + 1) + 2 * (feature - FEATURE_BITS) + value;
}

static uint32_t literal_feature (const context_table *c, size_t literal, uint32_t *value)
{
  const size_t many = FEATURE_BITS * (c->symbols + 1);
  *value = (uint32_t) (literal < many ? literal % (c->symbols + 1) : (literal - many) % 2);
  return (uint32_t) (literal < many ? literal / (c->symbols + 1) : FEATURE_BITS + (literal - many) / 2);
}

/* Writes the literals that hold; of "since y", only those that hold. Returns their
 * number. */
static size_t list_literals (const context_table *c, const uint32_t *v, uint32_t *out)
{
  const size_t n = c->symbols, inner = contexts_first_inner (c);
  size_t count = 0;
  for (size_t f = 0; f < FEATURE_BITS; f++)
    out[count++] = (uint32_t) literal_of (c, f, v[f]);
  for (size_t x = 1; x < n && c->since_rows; x++)
    out[count++] = (uint32_t) literal_of (c, FEATURE_BITS + x, context_value (c, v, FEATURE_BITS + x));
  for (size_t bit = n; bit < c->since_rows * n; bit++)
    if (is_set (v + FEATURE_BITS, bit))
      out[count++] = (uint32_t) literal_of (c, FEATURE_BITS + bit, 1);
  for (size_t x = 1; x < n && c->inner_words && v[FEATURE_INNER_LAST] != VALUE_NONE; x++)
    out[count++] = (uint32_t) literal_of (c, inner + x, context_value (c, v, inner + x));
  return count;
}

static size_t most_literals (const context_table *c)
{
  return FEATURE_BITS + c->symbols * (c->since_rows + 2);
}

/* Numbers the literals that hold in some contexts and not in all. */
static void number_literals (literals *l, const uint32_t *often)
{
  for (size_t i = 0; i < l->all; i++)
    if (often[i] && often[i] < l->k->c->all.count) {
      l->of_place[l->count] = (uint32_t) i;
      l->number[i] = (uint32_t) ++l->count;
    }
}

static status fill_literals (literals *l, uint32_t *often, uint32_t *some, error *e)
{
  const context_table *c = l->k->c;
  for (size_t i = 0; i < c->all.count; i++)
    for (size_t n = list_literals (c, records_at (&c->all, i), some); n-- > 0;)
      often[some[n]]++;
  number_literals (l, often);
  for (size_t i = 0; i < c->all.count; i++)
    for (size_t n = list_literals (c, records_at (&c->all, i), some); n-- > 0;)
      if (l->number[some[n]]) {
        rows_count (&l->hold, i);
        l->item_count++;
      }
  rows_begin (&l->hold);
  l->items = allocate (&l->k->memory, l->item_count, sizeof *l->items);
  if (!l->items)
    return no_memory (e);
  for (size_t i = 0; i < c->all.count; i++) {
    const size_t count = list_literals (c, records_at (&c->all, i), some);
    for (size_t n = 0; n < count; n++)
      if (l->number[some[n]])
        l->items[rows_place (&l->hold, i)] = l->number[some[n]] - 1;
  }
  return PAPNI_OK;
}

static status literals_begin (literals *l, event_classes *k, error *e)
{
  const context_table *c = k->c;
  const allocator *a = &k->memory;
  const size_t most = most_literals (c);
  *l = (literals){ .k = k };
  l->all = FEATURE_BITS * (c->symbols + 1) + 2 * c->symbols * (c->since_rows + 1);
  l->number = allocate_zeroed (a, l->all, sizeof *l->number);
  l->of_place = allocate (a, l->all, sizeof *l->of_place);
  uint32_t *often = allocate_zeroed (a, l->all, sizeof *often), *some = allocate (a, most, sizeof *some);
  const bool room = l->number && l->of_place && often && some && rows_init (a, &l->hold, c->all.count);
  const status s = room ? fill_literals (l, often, some, e) : no_memory (e);
  release (a, often, l->all, sizeof *often);
  release (a, some, most, sizeof *some);
  return s;
}

static void literals_release (literals *l)
{
  const allocator *a = &l->k->memory;
  release (a, l->number, l->all, sizeof *l->number);
  release (a, l->of_place, l->all, sizeof *l->of_place);
  if (l->hold.first)
    rows_release (a, &l->hold);
  release (a, l->items, l->item_count, sizeof *l->items);
}

static uint64_t literal_bits (const literals *l)
{
  return l->k->c->logs.log[l->count > 2 ? l->count : 2];
}

/* ---- rules of one class ---- */

typedef struct rule_candidate
{
  int64_t saved;
  int64_t cost;  /* what is saved is more than that */
  uint32_t mask; /* LEAF: of all classes */
  size_t place;  /* of its literal */
} rule_candidate;

/* Working memory for finding a rule. */
typedef struct rule_finder
{
  literals *l;
  class_counts n;
  rows members; /* class -> */
  uint32_t *contexts;
  uint32_t *counts; /* literal * events: what follows where it holds */
  uint64_t *passed; /* literal * classes: how often it holds there */
} rule_finder;

/* What two sets of events save compared with the set of the class, minus the cost of
 * the rule. */
static int64_t local_saves (const rule_finder *f, size_t class, const uint32_t *yes, int64_t *cost)
{
  const context_table *c = f->l->k->c;
  const logs *l = &c->logs;
  const uint32_t *whole = f->n.counts + class * c->events, *mask = set_at (f->l->k, f->n.sets[class]);
  uint64_t passed[2] = { 0, 0 }, weight[2] = { 0, 0 };
  size_t size[2] = { 0, 0 }, full = 0;
  for (size_t e = 0; e < c->events; e++) {
    const uint32_t part[2] = { yes[e], whole[e] - yes[e] };
    full += is_set (mask, e);
    for (size_t i = 0; i < 2; i++) {
      passed[i] += part[i];
      weight[i] += part[i] ? whole[e] : 0;
      size[i] += part[i] > 0;
    }
  }
  if (!passed[0] || !passed[1] || (size[0] == full && size[1] == full))
    return 0;
  const size_t smaller = size[0] < size[1] ? size[0] : size[1];
  int64_t saved = 0;
  *cost = (int64_t) (literal_bits (f->l) + l->log[f->n.count] + smaller * l->log[f->n.count + 1]);
  for (size_t i = 0; i < 2; i++) {
    saved += (int64_t) passed[i] * ((int64_t) l->log[f->n.totals[class]] - (int64_t) l->log[weight[i]]);
    *cost += logs_choose (l, full, size[i]);
  }
  return saved - *cost;
}

/* What follows where each literal holds, in these contexts. */
static void count_where (const rule_finder *f, const uint32_t *contexts_of, size_t count)
{
  const literals *l = f->l;
  const context_table *c = l->k->c;
  memset (f->counts, 0, l->count * c->events * sizeof *f->counts);
  for (size_t i = 0; i < count; i++)
    for (size_t h = l->hold.first[contexts_of[i]]; h < l->hold.first[contexts_of[i] + 1]; h++)
      for (size_t j = c->follow.first[contexts_of[i]]; j < c->follow.first[contexts_of[i] + 1]; j++)
        f->counts[l->items[h] * c->events + c->counts[j].event] += c->counts[j].count;
}

static status local_rule (rule_finder *f, rule_candidate *best, error *e)
{
  const context_table *c = f->l->k->c;
  for (size_t class = 0; class < f->n.count; class ++) {
    const size_t begin = f->members.first[class], end = f->members.first[class + 1];
    count_where (f, f->contexts + begin, end - begin);
    for (size_t i = 0; i < f->l->count; i++) {
      int64_t cost;
      const int64_t saved = local_saves (f, class, f->counts + i * c->events, &cost);
      if (saved > best->saved)
        *best = (rule_candidate){ saved, cost, f->n.sets[class], i };
    }
    const status s = watch_spend (&f->l->k->watch, 16 * (end - begin) + f->l->count * c->events, e);
    if (s)
      return s;
  }
  return PAPNI_OK;
}

/* ---- rules of all classes ---- */

/* What the events that follow a literal save in all classes in which it holds. */
static int64_t global_saves (const rule_finder *f, size_t place, int64_t *cost)
{
  const event_classes *k = f->l->k;
  const logs *l = &k->c->logs;
  const size_t events = k->c->events;
  const uint32_t *follow = f->counts + place * events;
  int64_t saved = 0;
  size_t all = 0, left = 0;
  for (size_t class = 0; class < f->n.count; class ++) {
    const uint64_t passed = f->passed[place * f->n.count + class];
    uint64_t weight = 0;
    for (size_t e = 0; passed && e < events; e++)
      weight += is_set (set_at (k, f->n.sets[class]), e) && follow[e] ? f->n.counts[class * events + e] : 0;
    if (passed)
      saved += (int64_t) passed * ((int64_t) l->log[f->n.totals[class]] - (int64_t) l->log[weight]);
  }
  for (size_t e = 0; e < events; e++) {
    bool allowed = false;
    for (size_t class = 0; class < f->n.count; class ++)
      allowed |= f->passed[place * f->n.count + class] && is_set (set_at (k, f->n.sets[class]), e);
    all += allowed;
    left += allowed && follow[e];
  }
  *cost = (int64_t) (literal_bits (f->l) + l->log[f->n.count]) + logs_choose (l, all, left);
  return saved - *cost;
}

static status global_rule (rule_finder *f, rule_candidate *best, error *e)
{
  const literals *l = f->l;
  const context_table *c = l->k->c;
  memset (f->passed, 0, l->count * f->n.count * sizeof *f->passed);
  for (size_t i = 0; i < c->all.count; i++) {
    uint64_t visits = 0;
    for (size_t j = c->follow.first[i]; j < c->follow.first[i + 1]; j++)
      visits += c->counts[j].count;
    for (size_t h = l->hold.first[i]; h < l->hold.first[i + 1]; h++)
      f->passed[l->items[h] * f->n.count + f->n.of[i]] += visits;
  }
  count_where (f, f->contexts, c->all.count);
  for (size_t i = 0; i < l->count; i++) {
    int64_t cost;
    const int64_t saved = global_saves (f, i, &cost);
    if (saved > best->saved)
      *best = (rule_candidate){ saved, cost, LEAF, i };
  }
  return watch_spend (&l->k->watch, 16 * c->all.count + l->count * f->n.count, e);
}

/* ---- finding and applying ---- */

bool rule_holds (const event_classes *k, const context_rule *r, const uint32_t *v)
{
  return context_value (k->c, v, r->feature) == r->value
         && (r->feature < contexts_first_inner (k->c) || v[FEATURE_INNER_LAST] != VALUE_NONE);
}

/* The set that a rule leaves of the set of a context. */
static status rule_apply (event_classes *k, const context_rule *r, const uint32_t *v, uint32_t *set, error *e)
{
  if (r->mask != LEAF && r->mask != *set)
    return PAPNI_OK;
  return set_both (k, *set, rule_holds (k, r, v) ? r->yes : r->no, true, set, e);
}

/* Fills the rule_finder for the classes as they are now. */
static status rule_finder_begin (rule_finder *f, literals *l, error *e)
{
  event_classes *k = l->k;
  const allocator *a = &k->memory;
  const size_t all = k->c->all.count;
  *f = (rule_finder){ .l = l };
  const status s = class_counts_init (&f->n, k, e);
  if (s)
    return s;
  f->contexts = allocate (a, all, sizeof *f->contexts);
  f->counts = allocate (a, l->count * k->c->events, sizeof *f->counts);
  f->passed = allocate (a, l->count * f->n.count, sizeof *f->passed);
  if (!rows_init (a, &f->members, f->n.count) || !f->contexts || !f->counts || !f->passed)
    return no_memory (e);
  for (size_t i = 0; i < all; i++)
    rows_count (&f->members, f->n.of[i]);
  rows_begin (&f->members);
  for (size_t i = 0; i < all; i++)
    f->contexts[rows_place (&f->members, f->n.of[i])] = (uint32_t) i;
  return PAPNI_OK;
}

static void rule_finder_release (rule_finder *f)
{
  const event_classes *k = f->l->k;
  const allocator *a = &k->memory;
  release (a, f->contexts, k->c->all.count, sizeof *f->contexts);
  release (a, f->counts, f->l->count * k->c->events, sizeof *f->counts);
  release (a, f->passed, f->l->count * f->n.count, sizeof *f->passed);
  if (f->members.first)
    rows_release (a, &f->members);
  class_counts_release (&f->n, k);
}

/* Makes a rule of a rule_candidate: the events that follow where its literal holds, and
 * where it does not; for a rule for all classes, anything may follow there. */
static status make_rule (const rule_finder *f, const rule_candidate *found, context_rule *r, error *e)
{
  event_classes *k = f->l->k;
  const context_table *c = k->c;
  uint32_t *yes = allocate_zeroed (&k->memory, 2 * c->events, sizeof *yes);
  if (!yes)
    return no_memory (e);
  uint32_t *no = yes + c->events;
  *r = (context_rule){ .mask = found->mask, .bits = (uint64_t) found->cost };
  r->feature = literal_feature (c, f->l->of_place[found->place], &r->value);
  for (size_t i = 0; i < c->all.count; i++) {
    if (found->mask != LEAF && k->mask[i] != found->mask)
      continue;
    uint32_t *part = rule_holds (k, r, records_at (&c->all, i)) ? yes : no;
    for (size_t j = c->follow.first[i]; j < c->follow.first[i + 1]; j++)
      part[c->counts[j].event] = 1;
  }
  for (size_t i = 0; found->mask == LEAF && i < c->events; i++)
    no[i] = 1;
  status s = set_of_counts (k, yes, &r->yes, e);
  if (!s)
    s = set_of_counts (k, no, &r->no, e);
  release (&k->memory, yes, 2 * c->events, sizeof *yes);
  return s;
}

status event_classes_add_rule (event_classes *k, const context_rule *r, error *e)
{
  if (!reserve (&k->memory, &k->rules, &k->rule_capacity, k->rule_count + 1, sizeof *k->rules))
    return no_memory (e);
  k->rules[k->rule_count++] = *r;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < k->c->all.count; i++)
    s = rule_apply (k, r, records_at (&k->c->all, i), &k->mask[i], e);
  return s;
}

/* Adds the rule that saves the most; *found is false if none saves anything. */
static status next_rule (literals *l, bool *found, error *e)
{
  rule_finder f;
  rule_candidate best = { 0, 0, LEAF, 0 };
  status s = rule_finder_begin (&f, l, e);
  if (!s)
    s = local_rule (&f, &best, e);
  if (!s && !best.saved)
    s = global_rule (&f, &best, e);
  *found = best.saved > 0;
  context_rule r;
  if (!s && *found)
    s = make_rule (&f, &best, &r, e);
  if (!s && *found)
    s = event_classes_add_rule (l->k, &r, e);
  rule_finder_release (&f);
  return s;
}

status event_classes_find_rules (event_classes *k, error *e)
{
  literals l;
  bool found = true;
  status s = literals_begin (&l, k, e);
  while (!s && found)
    s = next_rule (&l, &found, e);
  literals_release (&l);
  return s;
}

void event_classes_forget_rules (event_classes *k)
{
  k->rule_count = k->level_rules = 0;
  for (size_t i = 0; i < k->c->all.count; i++)
    k->mask[i] = k->nodes[event_classes_leaf (k, records_at (&k->c->all, i))].mask;
}

status event_classes_allow (event_classes *k, const uint32_t *v, size_t rules, uint32_t *set, error *e)
{
  status s = PAPNI_OK;
  *set = k->nodes[event_classes_leaf (k, v)].mask;
  for (size_t i = 0; !s && i < rules; i++)
    s = rule_apply (k, &k->rules[i], v, set, e);
  return s;
}
