/* grammar_shape.c - repetitions and inlining. */
#include "io/models/grammar.h"

#include <string.h>

enum
{
  SHORT = 6 /* number of symbols that may be repeated to save a rule */
};

typedef struct shaper
{
  grammar *grammar;
  uint32_t *uses;  /* of a rule: how many others have a branch that leads to it */
  uint32_t *users; /* which: the exclusive or of their numbers */
  uint32_t *place; /* of a rule that is used once: the part */
  bool *nested;    /* is the rule the inside of a call? */
  uint32_t *work;
} shaper;

/* ---- branches ---- */

static branches *branches_of (const grammar *g, uint32_t r)
{
  return &g->branches[g->rules[r].branches];
}

/* The index of the branch that leads to a rule, or NO_RULE. */
static uint32_t branch_to (const grammar *g, uint32_t from, uint32_t then)
{
  const uint32_t *at = map_find (&g->branch_at, (uint64_t) from << 32 | then);
  return at ? *at : NO_RULE;
}

static void set_branch (grammar *g, uint32_t from, uint32_t then, uint32_t index)
{
  bool fresh;
  uint32_t *at = map_enter (&g->memory, &g->branch_at, (uint64_t) from << 32 | then, index, &fresh);
  if (at)
    *at = index;
  else if (!g->failed)
    g->failed = no_memory (g->error);
}

/* One use more or less; a loop is none. */
static void count_use (shaper *s, uint32_t user, uint32_t then, uint32_t change)
{
  if (then == NO_RULE || then == user)
    return;
  s->uses[then] += change;
  s->users[then] ^= user;
}

/* Adds an alternative that leads to a rule. */
static void add_branch (shaper *s, uint32_t to, uint32_t what, uint32_t then)
{
  grammar *g = s->grammar;
  branches *own = branches_of (g, to);
  const uint32_t known = branch_to (g, to, then);
  if (known < own->count && own->list) {
    own->list[known].part = grammar_part (g, PART_CHOICE, own->list[known].part, what);
    return;
  }
  if (!grammar_room (g, &own->list, &own->capacity, own->count + 1, sizeof *own->list))
    return;
  set_branch (g, to, then, (uint32_t) own->count);
  own->list[own->count++] = (branch){ what, then };
  count_use (s, to, then, 1);
}

static void remove_branch (shaper *s, uint32_t from, uint32_t index)
{
  grammar *g = s->grammar;
  branches *own = branches_of (g, from);
  const branch removed = own->list[index], last = own->list[--own->count];
  own->list[index] = last;
  set_branch (g, from, last.then, index);
  set_branch (g, from, removed.then, NO_RULE);
  count_use (s, from, removed.then, UINT32_MAX);
}

static void keep_rule (grammar *g, uint32_t r, uint32_t *work, size_t *count)
{
  if (r == NO_RULE || g->rules[r].kept
      || !grammar_room (g, &g->branches, &g->branch_capacity, g->branch_lists + 1, sizeof *g->branches))
    return;
  g->rules[r].kept = true;
  g->rules[r].branches = (uint32_t) g->branch_lists;
  g->branches[g->branch_lists++] = (branches){ 0 };
  work[(*count)++] = r;
}

/* Marks the reachable rules and gives them branches. */
static void join_ways (shaper *s)
{
  grammar *g = s->grammar;
  size_t count = 0;
  keep_rule (g, 0, s->work, &count);
  while (count && !g->failed) {
    const uint32_t r = s->work[--count];
    for (size_t i = g->rules[r].first; !g->failed && i < g->rules[r].first + g->rules[r].count; i++) {
      const way w = g->ways[i];
      uint32_t what = w.symbol == PAPNI_NO_SYMBOL ? 0 : grammar_part (g, PART_SYMBOL, w.symbol, 0);
      if (w.nested != NO_RULE) {
        what = grammar_part (g, PART_SEQUENCE, what, grammar_part (g, PART_RULE, w.nested, 0));
        s->nested[w.nested] = true;
      }
      if (w.close != PAPNI_NO_SYMBOL)
        what = grammar_part (g, PART_SEQUENCE, what, grammar_part (g, PART_SYMBOL, w.close, 0));
      keep_rule (g, w.nested, s->work, &count);
      keep_rule (g, w.then, s->work, &count);
      add_branch (s, r, what, w.then);
    }
    if (g->rules[r].nullable)
      add_branch (s, r, 0, NO_RULE);
    grammar_spend (g, 1 + g->rules[r].count);
  }
}

/* The number of symbols and rules in a part; SHORT + 1 if more than SHORT. */
static size_t weight (const grammar *g, uint32_t what, size_t so_far)
{
  const part *p = &g->parts[what];
  while (so_far <= SHORT && p->kind >= PART_SEQUENCE) {
    if (p->kind != PART_REPEAT)
      so_far += p->kind == PART_CHOICE || g->parts[p->other].kind >= PART_SEQUENCE ? SHORT : 1;
    p = &g->parts[p->one];
  }
  return so_far + (p->kind != PART_EMPTY);
}

/* Inlines a rule, branch by branch, where it is used. */
static bool inline_branches (shaper *s, uint32_t r, uint32_t user)
{
  grammar *g = s->grammar;
  const branches what = *branches_of (g, r);
  const uint32_t loop = branch_to (g, r, r), at = branch_to (g, user, r);
  const size_t others = what.count - (loop != NO_RULE);
  const uint32_t before = branches_of (g, user)->list[at].part;
  if (others > 1 && (loop != NO_RULE || weight (g, before, 0) > SHORT))
    return false;
  remove_branch (s, user, at);
  for (size_t i = 0; !g->failed && i < what.count; i++)
    if (i != loop) {
      const uint32_t own = what.list[i].part;
      const uint32_t looped = loop == NO_RULE ? own : grammar_loop (g, what.list[loop].part, own);
      count_use (s, r, what.list[i].then, UINT32_MAX);
      add_branch (s, user, grammar_part (g, PART_SEQUENCE, before, looped), what.list[i].then);
    }
  g->rules[r].kept = false;
  return true;
}

static void inline_all_branches (shaper *s)
{
  grammar *g = s->grammar;
  for (bool changed = true; changed && !g->failed;) {
    changed = false;
    for (uint32_t r = 1; r < g->count && !g->failed; r++)
      if (g->rules[r].kept && s->uses[r] == 1 && !s->nested[r])
        changed |= inline_branches (s, r, s->users[r]);
    grammar_spend (g, g->count);
  }
}

/* ---- bodies ---- */

static void make_body (grammar *g, uint32_t r)
{
  const branches own = *branches_of (g, r);
  const uint32_t loop = branch_to (g, r, r);
  uint32_t body = NO_RULE;
  for (size_t i = 0; i < own.count; i++) {
    if (i == loop)
      continue;
    uint32_t what = own.list[i].part;
    if (own.list[i].then != NO_RULE)
      what = grammar_part (g, PART_SEQUENCE, what, grammar_part (g, PART_RULE, own.list[i].then, 0));
    body = body == NO_RULE ? what : grammar_part (g, PART_CHOICE, body, what);
  }
  if (body == NO_RULE)
    body = 0;
  if (loop != NO_RULE)
    body = grammar_loop (g, own.list[loop].part, body);
  g->rules[r].body = body;
}

/* Counts the uses of rules in the body of a rule. `work` has room for all parts. */
static void count_body (shaper *s, uint32_t r, uint32_t *work)
{
  grammar *g = s->grammar;
  size_t waiting = 0, seen = 0;
  work[waiting++] = g->rules[r].body;
  for (; waiting; seen++) {
    const uint32_t at = work[--waiting];
    const part *p = &g->parts[at];
    if (p->kind == PART_RULE) {
      s->uses[p->one]++;
      s->users[p->one] = r;
      s->place[p->one] = at;
    }
    if (p->kind >= PART_SEQUENCE)
      work[waiting++] = p->one;
    if (p->kind == PART_SEQUENCE || p->kind == PART_CHOICE)
      work[waiting++] = p->other;
  }
  grammar_spend (g, seen);
}

/* The rule that a rule's body is part of by now: `into` leads there, and is shortened on the way. */
static uint32_t home_of (uint32_t *into, uint32_t r)
{
  while (into[r] != r) {
    into[r] = into[into[r]];
    r = into[r];
  }
  return r;
}

/* A start that is only a block is the block. */
static void join_start (grammar *g)
{
  const part only = g->parts[g->rules[0].body];
  if (only.kind != PART_RULE || g->rules[only.one].kind != RULE_BLOCK)
    return;
  g->rules[0].body = g->rules[only.one].body;
  g->rules[only.one].kept = false;
  for (size_t i = 0; i < g->part_count; i++)
    if (g->parts[i].kind == PART_RULE && g->parts[i].one == only.one)
      g->parts[i].one = 0;
}

/* Inlines the rules that are used once. How often the others are used does not change by that. */
static void inline_bodies (shaper *s, uint32_t *into)
{
  grammar *g = s->grammar;
  for (uint32_t r = 0; r < g->count; r++)
    into[r] = r;
  for (uint32_t r = 1; r < g->count; r++) {
    if (!g->rules[r].kept || s->uses[r] != 1 || home_of (into, s->users[r]) == r || g->rules[r].kind == RULE_BLOCK)
      continue;
    const part body = g->parts[g->rules[r].body];
    g->parts[s->place[r]] = body;
    if (body.kind == PART_RULE)
      s->place[body.one] = s->place[r];
    g->rules[r].kept = false;
    into[r] = s->users[r];
  }
}

static void make_bodies (shaper *s)
{
  grammar *g = s->grammar;
  for (uint32_t r = 0; r < g->count && !g->failed; r++)
    if (g->rules[r].kept)
      make_body (g, r);
  memset (s->uses, 0, g->count * sizeof *s->uses);
  const size_t parts = g->part_count + 1;
  uint32_t *work = g->failed ? NULL : allocate (&g->memory, parts, sizeof *work);
  if (!work && !g->failed)
    g->failed = no_memory (g->error);
  for (uint32_t r = 0; r < g->count && !g->failed; r++)
    if (g->rules[r].kept)
      count_body (s, r, work);
  release (&g->memory, work, parts, sizeof *work);
  if (!g->failed) {
    inline_bodies (s, s->work);
    join_start (g);
  }
}

void grammar_shape (grammar *g)
{
  const allocator *a = &g->memory;
  shaper s = { .grammar = g,
               .uses = allocate_zeroed (a, g->count, sizeof *s.uses),
               .users = allocate_zeroed (a, g->count, sizeof *s.users),
               .place = allocate (a, g->count, sizeof *s.place),
               .nested = allocate_zeroed (a, g->count, sizeof *s.nested),
               .work = allocate (a, g->count, sizeof *s.work) };
  if (!s.uses || !s.users || !s.place || !s.nested || !s.work)
    g->failed = no_memory (g->error);
  if (!g->failed)
    join_ways (&s);
  if (!g->failed)
    inline_all_branches (&s);
  if (!g->failed)
    make_bodies (&s);
  release (a, s.uses, g->count, sizeof *s.uses);
  release (a, s.users, g->count, sizeof *s.users);
  release (a, s.place, g->count, sizeof *s.place);
  release (a, s.nested, g->count, sizeof *s.nested);
  release (a, s.work, g->count, sizeof *s.work);
}
