/* tracker.c - explores the states that the tested features distinguish. */
#include "learn/contexts/tracker.h"

#include <string.h>

enum
{
  MOST_STATES = 6000,
  MOST_STEPS = 40 * MOST_STATES,
  MOST_EXPLORED = 60 * MOST_STATES
};

/* ---- states ---- */

/* The state of a context, which is added if it is new. */
static status tracker_state (tracker *t, uint32_t *v, uint32_t *state, error *e)
{
  const context_table *c = t->c;
  for (size_t f = 0; f < FEATURE_BITS; f++)
    v[f] = t->same[f][v[f]];
  for (size_t i = 0; i < c->since_words; i++)
    v[FEATURE_BITS + i] &= t->since[i];
  for (size_t i = 0; i < c->inner_words; i++)
    v[FEATURE_BITS + c->since_words + i] &= t->inner[i];
  const size_t before = t->states.count;
  if (!records_enter (&t->memory, &t->states, v, state))
    return no_memory (e);
  if (t->states.count == before)
    return PAPNI_OK;
  uint32_t set;
  const status s = event_classes_allow (t->k, v, t->rules, &set, e);
  if (s)
    return s;
  const bool room = list_add (&t->memory, &t->allowed, set) && list_add (&t->memory, &t->kind, LEAF)
                    && list_add (&t->memory, &t->entry_callers, LEAF) && list_add (&t->memory, &t->entry_closers, LEAF)
                    && list_add (&t->memory, &t->is_entry, 0);
  return room ? PAPNI_OK : no_memory (e);
}

/* What a caller can observe of a block that ends in this state. */
static status tracker_kind (tracker *t, uint32_t state, error *e)
{
  const context_table *c = t->c;
  uint32_t *key = t->room[0], number;
  if (t->kind.items[state] != LEAF)
    return PAPNI_OK;
  const uint32_t *v = records_at (&t->states, state);
  key[0] = t->same[FEATURE_INNER_LAST][v[FEATURE_LAST]];
  key[1] = t->same[FEATURE_INNER_FIRST][v[FEATURE_FIRST]];
  for (size_t i = 0; i < c->inner_words; i++) /* the first bits are "seen at all" */
    key[2 + i] = v[FEATURE_BITS + i] & t->inner[i];
  const size_t before = t->kinds.count;
  if (!records_enter (&t->memory, &t->kinds, key, &number)
      || (t->kinds.count > before && !list_add (&t->memory, &t->kind_sample, state)))
    return no_memory (e);
  t->kind.items[state] = number;
  return PAPNI_OK;
}

/* ---- exploring ---- */

static status tracker_reach (tracker *t, uint32_t entry, uint32_t state, error *e)
{
  bool fresh;
  if (!map_enter (&t->memory, &t->reached, (uint64_t) entry << 32 | state, 0, &fresh))
    return no_memory (e);
  if (fresh && (!list_add (&t->memory, &t->work, entry) || !list_add (&t->memory, &t->work, state)))
    return no_memory (e);
  return PAPNI_OK;
}

/* The target of the key, or LEAF if unknown. */
static status tracker_find (tracker *t, tracked_steps *steps, const uint32_t *key, uint32_t **target, error *e)
{
  uint32_t number;
  const size_t before = steps->keys.count;
  if (!records_enter (&t->memory, &steps->keys, key, &number)
      || (steps->keys.count > before && !list_add (&t->memory, &steps->targets, LEAF)))
    return no_memory (e);
  *target = &steps->targets.items[number];
  return PAPNI_OK;
}

static const uint32_t *tracker_copy (tracker *t, uint32_t state, size_t room)
{
  return memcpy (t->room[room], records_at (&t->states, state), contexts_width (t->c) * sizeof (uint32_t));
}

/* The state after an internal symbol or a call. */
static status tracker_step (tracker *t, uint32_t state, uint32_t event, uint32_t *to, error *e)
{
  const symbol s = (symbol) t->c->letter[event];
  uint32_t *target;
  status failed = tracker_find (t, &t->plain, (const uint32_t[]){ state, event }, &target, e);
  if (!failed && *target == LEAF) {
    const uint32_t *v = tracker_copy (t, state, 0);
    if (contexts_kind (t->c, s) == PAPNI_CALL)
      context_enter (t->c, v, t->c->plain[s], t->room[1]);
    else
      context_push (t->c, v, t->c->plain[s], t->room[1]);
    failed = tracker_state (t, t->room[1], target, e);
  }
  if (!failed)
    *to = *target;
  return failed;
}

/* A block ends: the state after it is reached in the caller's level. */
static status tracker_leave (tracker *t, const tracked_link *caller, uint32_t kind, uint32_t ret, error *e)
{
  const context_table *c = t->c;
  const symbol call = (symbol) c->letter[caller->c];
  const uint32_t *block = map_find (&t->blocks, pair_key ((symbol) c->letter[ret], call));
  const uint32_t entry = caller->a, state = caller->b;
  uint32_t *target;
  if (!block)
    return PAPNI_OK;
  status s = tracker_find (t, &t->returns, (const uint32_t[]){ state, *block, kind }, &target, e);
  if (!s && *target == LEAF) {
    const uint32_t *v = tracker_copy (t, state, 0);
    context_leave (c, v, *block, records_at (&t->states, t->kind_sample.items[kind]), t->room[1]);
    s = tracker_state (t, t->room[1], target, e);
  }
  return s ? s : tracker_reach (t, entry, *target, e);
}

static status tracker_link (tracker *t, uint32_t *first, tracked_link link, error *e)
{
  if (!reserve (&t->memory, &t->links, &t->link_capacity, t->link_count + 1, sizeof *t->links))
    return no_memory (e);
  link.next = *first;
  *first = (uint32_t) t->link_count;
  t->links[t->link_count++] = link;
  return PAPNI_OK;
}

static status tracker_call (tracker *t, uint32_t entry, uint32_t state, uint32_t event, error *e)
{
  uint32_t to;
  status s = tracker_step (t, state, event, &to, e);
  if (s)
    return s;
  if (!t->is_entry.items[to]) {
    t->is_entry.items[to] = 1;
    s = tracker_reach (t, to, to, e);
  }
  const tracked_link caller = { entry, state, event, LEAF };
  if (!s)
    s = tracker_link (t, &t->entry_callers.items[to], caller, e);
  for (uint32_t i = t->entry_closers.items[to]; !s && i != LEAF; i = t->links[i].next)
    s = tracker_leave (t, &caller, t->links[i].a, t->links[i].b, e);
  return s;
}

static status tracker_return (tracker *t, uint32_t entry, uint32_t state, uint32_t event, error *e)
{
  bool fresh;
  status s = tracker_kind (t, state, e);
  if (s)
    return s;
  const uint32_t kind = t->kind.items[state];
  const uint64_t key = (uint64_t) entry << 32 | (kind * (uint32_t) t->c->events + event);
  if (!map_enter (&t->memory, &t->closing, key, 0, &fresh))
    return no_memory (e);
  if (!fresh)
    return PAPNI_OK;
  s = tracker_link (t, &t->entry_closers.items[entry], (tracked_link){ kind, event, 0, LEAF }, e);
  for (uint32_t i = t->entry_callers.items[entry]; !s && i != LEAF; i = t->links[i].next) {
    const tracked_link caller = t->links[i];
    s = tracker_leave (t, &caller, kind, event, e);
  }
  return s;
}

/* All that may follow in a state of the level that begins with an entry. */
static status tracker_explore (tracker *t, uint32_t entry, uint32_t state, error *e)
{
  const context_table *c = t->c;
  status s = PAPNI_OK;
  for (uint32_t event = 0; !s && event < c->events; event++) {
    if (!is_set (set_at (t->k, t->allowed.items[state]), event))
      continue;
    const papni_kind kind = event + 1 < c->events ? contexts_kind (c, (symbol) c->letter[event]) : PAPNI_INTERNAL;
    uint32_t to;
    if (event + 1 == c->events)
      s = !entry && !list_add (&t->memory, &t->accepting, state) ? no_memory (e) : PAPNI_OK;
    else if (kind == PAPNI_CALL)
      s = tracker_call (t, entry, state, event, e);
    else if (kind == PAPNI_RETURN)
      s = tracker_return (t, entry, state, event, e);
    else {
      s = tracker_step (t, state, event, &to, e);
      if (!s)
        s = tracker_reach (t, entry, to, e);
    }
  }
  return s ? s : watch_spend (&t->k->watch, 16 * c->events, e);
}

static status tracker_run (tracker *t, error *e)
{
  uint32_t start;
  context_begin (t->c, t->room[1]);
  status s = tracker_state (t, t->room[1], &start, e);
  if (s)
    return s;
  t->is_entry.items[start] = 1;
  s = tracker_reach (t, start, start, e);
  while (!s && t->work.count) {
    const uint32_t state = t->work.items[--t->work.count], entry = t->work.items[--t->work.count];
    t->too_large = ++t->explored > MOST_EXPLORED || t->states.count > MOST_STATES
                   || t->plain.keys.count + t->returns.keys.count > MOST_STEPS;
    if (t->too_large)
      return PAPNI_OK;
    s = tracker_explore (t, entry, state, e);
  }
  return s;
}

/* ---- which values are told apart ---- */

/* The features that the value of a feature can move to. */
static const uint8_t flows[FEATURE_BITS][FEATURE_BITS] = {
  [FEATURE_LAST] = { [FEATURE_LAST] = 1,
                     [FEATURE_LAST_2] = 1,
                     [FEATURE_LAST_3] = 1,
                     [FEATURE_BEFORE] = 1,
                     [FEATURE_BEFORE_2] = 1,
                     [FEATURE_INNER_LAST] = 1,
                     [FEATURE_OUTER] = 1 },
  [FEATURE_LAST_2] = { [FEATURE_LAST_2] = 1, [FEATURE_LAST_3] = 1, [FEATURE_BEFORE_2] = 1 },
  [FEATURE_LAST_3] = { [FEATURE_LAST_3] = 1 },
  [FEATURE_FIRST] = { [FEATURE_FIRST] = 1, [FEATURE_INNER_FIRST] = 1 },
  [FEATURE_CALL] = { [FEATURE_CALL] = 1 },
  [FEATURE_BEFORE] = { [FEATURE_BEFORE] = 1 },
  [FEATURE_BEFORE_2] = { [FEATURE_BEFORE_2] = 1 },
  [FEATURE_INNER_LAST] = { [FEATURE_INNER_LAST] = 1 },
  [FEATURE_INNER_FIRST] = { [FEATURE_INNER_FIRST] = 1 },
  [FEATURE_OUTER] = { [FEATURE_OUTER] = 1 },
};

/* Lists the nodes that are still part of the tree, and marks the bits that are tested. */
static status tracker_tests (tracker *t, list *nodes, error *e)
{
  const event_classes *k = t->k;
  const size_t inner = contexts_first_inner (t->c);
  if (!list_add (&t->memory, nodes, 0))
    return no_memory (e);
  for (size_t i = 0; i < nodes->count; i++) {
    const class_node *d = &k->nodes[nodes->items[i]];
    for (uint32_t child = d->first; d->feature != LEAF && child < d->last; child++)
      if (!list_add (&t->memory, nodes, child))
        return no_memory (e);
  }
  for (size_t i = 0; i < nodes->count + t->rules; i++) {
    const size_t f = i < nodes->count ? k->nodes[nodes->items[i]].feature : k->rules[i - nodes->count].feature;
    if (f == LEAF || f < FEATURE_BITS)
      continue;
    uint32_t *bits = f < inner ? t->since : t->inner;
    const size_t bit = f < inner ? f - FEATURE_BITS : f - inner;
    bits[bit / 32] |= 1u << (bit % 32);
  }
  for (size_t i = 0; i < t->c->inner_words; i++) /* what is tested of a block must be tracked inside it */
    t->since[i] |= t->inner[i];
  return PAPNI_OK;
}

/* The results of all tests that the value of a feature can move to, as a record. */
static void tracker_answers (const tracker *t, const list *nodes, size_t feature, uint32_t value, uint32_t *answers)
{
  const event_classes *k = t->k;
  *answers++ = value == VALUE_START;
  for (size_t i = 0; i < nodes->count; i++) {
    const class_node *d = &k->nodes[nodes->items[i]];
    *answers = 0;
    if (d->feature < FEATURE_BITS && flows[feature][d->feature]) {
      *answers = d->other;
      for (size_t b = d->branch; b < d->branch + d->values; b++)
        if (k->branches[b].value == value)
          *answers = k->branches[b].node;
    }
    answers++;
  }
  for (size_t i = 0; i < t->rules; i++, answers++)
    *answers = k->rules[i].feature < FEATURE_BITS && flows[feature][k->rules[i].feature] && k->rules[i].value == value;
}

static status tracker_feature (tracker *t, const list *nodes, size_t feature, uint32_t *answers, error *e)
{
  const size_t values = t->c->symbols + 1;
  records known = { .width = 1 + nodes->count + t->rules };
  uint32_t *first = allocate (&t->memory, values, sizeof *first); /* number of the answers -> the least value */
  status s = PAPNI_OK;
  t->same[feature] = allocate (&t->memory, values, sizeof *t->same[feature]);
  if (!t->same[feature] || !first) {
    release (&t->memory, first, values, sizeof *first);
    return no_memory (e);
  }
  t->same[feature][VALUE_NONE] = VALUE_NONE;
  for (uint32_t v = VALUE_START; !s && v < values; v++) {
    uint32_t number;
    tracker_answers (t, nodes, feature, v, answers);
    const size_t before = known.count;
    if (!records_enter (&t->memory, &known, answers, &number)) {
      s = no_memory (e);
      continue;
    }
    if (number == before)
      first[number] = v;
    t->same[feature][v] = first[number];
  }
  records_release (&t->memory, &known);
  release (&t->memory, first, values, sizeof *first);
  return s;
}

static status tracker_prepare (tracker *t, error *e)
{
  list nodes = { 0 };
  status s = tracker_tests (t, &nodes, e);
  const size_t width = 1 + nodes.count + t->rules;
  uint32_t *answers = s ? NULL : allocate (&t->memory, width, sizeof *answers);
  if (!s && !answers)
    s = no_memory (e);
  for (size_t f = 0; !s && f < FEATURE_BITS; f++)
    s = tracker_feature (t, &nodes, f, answers, e);
  release (&t->memory, answers, width, sizeof *answers);
  list_release (&t->memory, &nodes);
  for (size_t i = 0; !s && i < t->c->words->stack.size; i++) {
    const stack_symbol b = t->c->words->stack.symbols[i];
    bool fresh;
    if (t->c->block[i] && !map_enter (&t->memory, &t->blocks, pair_key (b.symbol, b.popped), t->c->block[i], &fresh))
      s = no_memory (e);
  }
  return s;
}

status tracker_init (tracker *t, event_classes *k, size_t rules, error *e)
{
  const context_table *c = k->c;
  const allocator *a = &k->memory;
  *t = (tracker){ .k = k, .c = c, .memory = *a, .rules = rules };
  t->states.width = contexts_width (c);
  t->kinds.width = 2 + c->inner_words;
  t->plain.keys.width = 2;
  t->returns.keys.width = 3;
  t->since = allocate_zeroed (a, c->since_words, sizeof *t->since);
  t->inner = allocate_zeroed (a, c->inner_words, sizeof *t->inner);
  t->room[0] = allocate (a, t->states.width, sizeof *t->room[0]);
  t->room[1] = allocate (a, t->states.width, sizeof *t->room[1]);
  status s = t->since && t->inner && t->room[0] && t->room[1] ? tracker_prepare (t, e) : no_memory (e);
  if (!s)
    s = tracker_run (t, e);
  if (s)
    tracker_release (t);
  return s;
}

void tracker_release (tracker *t)
{
  const context_table *c = t->c;
  const allocator a = t->memory;
  list *const lists[] = { &t->allowed,   &t->kind,          &t->kind_sample,   &t->plain.targets, &t->returns.targets,
                          &t->accepting, &t->entry_callers, &t->entry_closers, &t->is_entry,      &t->work,
                          NULL };
  for (size_t f = 0; f < FEATURE_BITS; f++)
    release (&a, t->same[f], c->symbols + 1, sizeof *t->same[f]);
  release (&a, t->since, c->since_words, sizeof *t->since);
  release (&a, t->inner, c->inner_words, sizeof *t->inner);
  release (&a, t->room[0], t->states.width, sizeof *t->room[0]);
  release (&a, t->room[1], t->states.width, sizeof *t->room[1]);
  for (size_t i = 0; lists[i]; i++)
    list_release (&a, lists[i]);
  records_release (&a, &t->states);
  records_release (&a, &t->kinds);
  records_release (&a, &t->plain.keys);
  records_release (&a, &t->returns.keys);
  release (&a, t->links, t->link_capacity, sizeof *t->links);
  map_release (&a, &t->blocks);
  map_release (&a, &t->reached);
  map_release (&a, &t->closing);
}
