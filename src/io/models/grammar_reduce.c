/* grammar_reduce.c - removes alternatives that derive no word, and joins equivalent rules.
 *
 * An alternative waits for up to two rules. Each rule that is found to derive a word is
 * told to those that wait for it, once. Rules are joined like states of an automaton:
 * each rule that an alternative names is a transition, labelled by the symbol and the
 * alternative's number among those of the symbol. */
#include "io/models/grammar.h"
#include "ops/partition.h"

/* ---- rules that derive a word ---- */

typedef struct producer
{
  uint32_t *waiting; /* alternatives, by the rule that they wait for */
  rows rows;
  uint32_t *owner; /* of an alternative: the rule */
  uint8_t *missing;
  uint32_t *work;
  size_t count;
} producer;

static void produce (grammar *g, producer *p, uint32_t r)
{
  if (g->rules[r].productive)
    return;
  g->rules[r].productive = true;
  p->work[p->count++] = r;
}

static void list_waiting (grammar *g, producer *p)
{
  for (size_t i = 0; i < g->way_count; i++) {
    const way *w = &g->ways[i];
    if (w->nested != NO_RULE)
      rows_count (&p->rows, w->nested);
    if (w->then != NO_RULE)
      rows_count (&p->rows, w->then);
  }
  rows_begin (&p->rows);
  for (uint32_t r = 0; r < g->count; r++)
    for (size_t i = g->rules[r].first; i < g->rules[r].first + g->rules[r].count; i++) {
      const way *w = &g->ways[i];
      p->owner[i] = r;
      p->missing[i] = (uint8_t) ((w->nested != NO_RULE) + (w->then != NO_RULE));
      if (w->nested != NO_RULE)
        p->waiting[rows_place (&p->rows, w->nested)] = (uint32_t) i;
      if (w->then != NO_RULE)
        p->waiting[rows_place (&p->rows, w->then)] = (uint32_t) i;
    }
}

static void spread_productive (grammar *g, producer *p)
{
  for (uint32_t r = 0; r < g->count; r++)
    if (g->rules[r].nullable)
      produce (g, p, r);
  for (size_t i = 0; i < g->way_count; i++)
    if (!p->missing[i])
      produce (g, p, p->owner[i]);
  while (p->count) {
    const uint32_t r = p->work[--p->count];
    for (size_t i = p->rows.first[r]; i < p->rows.first[r + 1]; i++)
      if (!--p->missing[p->waiting[i]])
        produce (g, p, p->owner[p->waiting[i]]);
    if (!grammar_spend (g, 1 + p->rows.first[r + 1] - p->rows.first[r]))
      return;
  }
}

static void drop_ways (grammar *g, const producer *p)
{
  size_t kept = 0;
  for (uint32_t r = 0; r < g->count; r++) {
    const size_t first = g->rules[r].first, end = first + g->rules[r].count;
    g->rules[r].first = kept;
    for (size_t i = first; i < end; i++)
      if (!p->missing[i])
        g->ways[kept++] = g->ways[i];
    g->rules[r].count = kept - g->rules[r].first;
  }
  g->way_count = kept;
}

static void find_productive (grammar *g)
{
  const allocator *a = &g->memory;
  const size_t ways = g->way_count;
  producer p = { .waiting = allocate (a, 2 * ways, sizeof *p.waiting),
                 .owner = allocate (a, ways, sizeof *p.owner),
                 .missing = allocate (a, ways, sizeof *p.missing),
                 .work = allocate (a, g->count, sizeof *p.work) };
  if (!rows_init (a, &p.rows, g->count) || !p.waiting || !p.owner || !p.missing || !p.work)
    g->failed = no_memory (g->error);
  else {
    list_waiting (g, &p);
    spread_productive (g, &p);
    drop_ways (g, &p);
  }
  release (a, p.waiting, 2 * ways, sizeof *p.waiting);
  release (a, p.owner, ways, sizeof *p.owner);
  release (a, p.missing, ways, sizeof *p.missing);
  release (a, p.work, g->count, sizeof *p.work);
  rows_release (a, &p.rows);
}

/* ---- equivalent rules ---- */

typedef enum part_role
{
  ENDS,
  NESTS,
  GOES_ON
} part_role;

typedef struct rule_joiner
{
  labelled *transitions;
  size_t count, room;
  map labels;
} rule_joiner;

static void add_label (grammar *g, rule_joiner *j, uint32_t from, uint64_t key, uint32_t to)
{
  bool fresh;
  const uint32_t *label =
      g->failed ? NULL : map_enter (&g->memory, &j->labels, key, (uint32_t) j->labels.count, &fresh);
  if (!label && !g->failed)
    g->failed = no_memory (g->error);
  if (label)
    j->transitions[j->count++] = (labelled){ from, *label, to };
}

static void add_rule_labels (grammar *g, rule_joiner *j, uint32_t r)
{
  const rule *own = &g->rules[r];
  uint32_t number = 0;
  for (size_t i = 0; i < own->count; i++) {
    const way *w = &g->ways[own->first + i];
    number = i && w[-1].symbol == w->symbol ? number + 1 : 0;
    const uint64_t key = (uint64_t) w->symbol << 48 | (uint64_t) w->close << 32 | (uint64_t) number << 2;
    if (w->nested != NO_RULE)
      add_label (g, j, r, key | NESTS, w->nested);
    if (w->then != NO_RULE)
      add_label (g, j, r, key | GOES_ON, w->then);
    else
      add_label (g, j, r, key | ENDS, 0);
  }
}

/* Names each class by its first rule. */
static void name_classes (grammar *g, const uint32_t *classes, uint32_t *first, size_t count)
{
  for (size_t c = 0; c < count; c++)
    first[c] = NO_RULE;
  for (uint32_t r = 0; r < g->count; r++) {
    if (first[classes[r]] == NO_RULE)
      first[classes[r]] = r;
    g->rules[r].class = first[classes[r]];
  }
  for (size_t i = 0; i < g->way_count; i++) {
    way *w = &g->ways[i];
    w->nested = w->nested == NO_RULE ? NO_RULE : g->rules[w->nested].class;
    w->then = w->then == NO_RULE ? NO_RULE : g->rules[w->then].class;
  }
}

static void join_rules (grammar *g)
{
  const allocator *a = &g->memory;
  rule_joiner j = { .room = 2 * g->way_count };
  j.transitions = allocate (a, j.room, sizeof *j.transitions);
  uint32_t *classes = allocate (a, g->count, sizeof *classes), *first = allocate (a, g->count, sizeof *first);
  bool nullable = false, other = false;
  if (!j.transitions || !classes || !first)
    g->failed = no_memory (g->error);
  for (uint32_t r = 0; !g->failed && r < g->count; r++) {
    *(g->rules[r].nullable ? &nullable : &other) = true;
    add_rule_labels (g, &j, r);
  }
  for (uint32_t r = 0; !g->failed && r < g->count; r++)
    classes[r] = other && g->rules[r].nullable;
  refinement refined = { g->count, j.transitions, j.count, j.labels.count, classes, (size_t) nullable + other };
  if (!g->failed)
    g->failed = partition_refine (&refined, a, g->watch, g->error);
  if (!g->failed)
    name_classes (g, classes, first, refined.class_count);
  release (a, j.transitions, j.room, sizeof *j.transitions);
  release (a, classes, g->count, sizeof *classes);
  release (a, first, g->count, sizeof *first);
  map_release (a, &j.labels);
}

void grammar_reduce (grammar *g)
{
  find_productive (g);
  if (!g->failed)
    join_rules (g);
}
