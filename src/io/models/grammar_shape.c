/* grammar_shape.c - repetitions, inlining, and names of rules. */
#include "io/models/grammar.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum
{
  SHORT = 6 /* number of symbols that may be repeated to save a rule */
};

/* ---- branches ---- */

/* Adds an alternative that leads to a rule. */
static void add_branch (grammar *g, uint32_t to, uint32_t what, uint32_t then)
{
  rule *r = &g->rules[to];
  for (size_t i = 0; i < r->branch_count; i++)
    if (r->branches[i].then == then) {
      const uint32_t both = grammar_part (g, PART_CHOICE, r->branches[i].part, what);
      r->branches[i].part = both;
      return;
    }
  if (g->failed || !reserve (&g->memory, &r->branches, &r->branch_capacity, r->branch_count + 1, sizeof *r->branches))
    g->failed = true;
  else
    r->branches[r->branch_count++] = (branch){ what, then };
}

/* Marks the reachable rules and gives them branches. */
static void join_ways (grammar *g)
{
  g->rules[0].reached = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < g->count; i++) {
      if (!g->rules[i].reached || g->rules[i].kept)
        continue;
      changed = g->rules[i].kept = true;
      for (size_t k = 0; k < g->rules[i].count; k++) {
        const way w = g->rules[i].ways[k];
        uint32_t what = grammar_part (g, PART_SYMBOL, w.symbol, 0);
        if (w.nested != NO_RULE) {
          what = grammar_part (g, PART_SEQUENCE, what, grammar_part (g, PART_RULE, w.nested, 0));
          g->rules[w.nested].reached = true;
        }
        if (w.then != NO_RULE)
          g->rules[w.then].reached = true;
        add_branch (g, i, what, w.then);
      }
      if (g->rules[i].nullable)
        add_branch (g, i, 0, NO_RULE);
    }
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

/* The branch that leads back to the rule itself, or the number of branches. */
static size_t loop_of (const rule *r, uint32_t own)
{
  size_t i = 0;
  while (i < r->branch_count && r->branches[i].then != own)
    i++;
  return i;
}

/* Is the rule used only once, after something in another rule? Then *user is that rule. */
static bool used_once_behind (const grammar *g, uint32_t r, uint32_t *user)
{
  size_t uses = 0;
  for (uint32_t i = 0; i < g->count; i++) {
    if (!g->rules[i].kept)
      continue;
    for (size_t k = 0; k < g->rules[i].branch_count; k++)
      if (g->rules[i].branches[k].then == r && i != r) {
        uses++;
        *user = i;
      }
    for (size_t k = 0; k < g->rules[i].count; k++)
      if (g->rules[i].ways[k].nested == r)
        return false;
  }
  return uses == 1;
}

/* Inlines a rule, branch by branch. */
static bool put_in_place (grammar *g, uint32_t r, uint32_t user)
{
  rule *what = &g->rules[r], *where = &g->rules[user];
  const size_t loop = loop_of (what, r), others = what->branch_count - (loop < what->branch_count);
  const size_t at = loop_of (where, r);
  uint32_t before = where->branches[at].part;
  if (others > 1 && (loop < what->branch_count || weight (g, before, 0) > SHORT))
    return false;
  if (loop < what->branch_count)
    before = grammar_part (g, PART_SEQUENCE, before, grammar_part (g, PART_REPEAT, what->branches[loop].part, 0));
  where->branches[at] = where->branches[--where->branch_count];
  for (size_t i = 0; i < what->branch_count; i++)
    if (i != loop)
      add_branch (g, user, grammar_part (g, PART_SEQUENCE, before, what->branches[i].part), what->branches[i].then);
  what->kept = false;
  return true;
}

static void put_branches_in_place (grammar *g)
{
  for (bool changed = true; changed && !g->failed;) {
    changed = false;
    for (uint32_t i = 1; i < g->count && !g->failed; i++) {
      uint32_t user = 0;
      if (g->rules[i].kept && used_once_behind (g, i, &user))
        changed |= put_in_place (g, i, user);
    }
  }
}

/* ---- bodies ---- */

static void make_body (grammar *g, uint32_t r)
{
  const rule *own = &g->rules[r];
  const size_t loop = loop_of (own, r);
  uint32_t body = NO_RULE;
  for (size_t i = 0; i < own->branch_count; i++) {
    if (i == loop)
      continue;
    uint32_t what = own->branches[i].part;
    if (own->branches[i].then != NO_RULE)
      what = grammar_part (g, PART_SEQUENCE, what, grammar_part (g, PART_RULE, own->branches[i].then, 0));
    body = body == NO_RULE ? what : grammar_part (g, PART_CHOICE, body, what);
  }
  if (body == NO_RULE)
    body = 0;
  if (loop < own->branch_count)
    body = grammar_part (g, PART_SEQUENCE, grammar_part (g, PART_REPEAT, own->branches[loop].part, 0), body);
  g->rules[r].body = body;
}

/* Counts the uses of each rule in the bodies of the kept rules. `user` is a rule that
 * uses it. */
static void grammar_shape_count_uses (grammar *g, uint32_t *uses, uint32_t *user, uint32_t *place, uint32_t *work)
{
  memset (uses, 0, g->count * sizeof *uses);
  for (uint32_t i = 0; i < g->count; i++) {
    if (!g->rules[i].kept)
      continue;
    size_t waiting = 0;
    work[waiting++] = g->rules[i].body;
    while (waiting) {
      const uint32_t at = work[--waiting];
      const part *p = &g->parts[at];
      if (p->kind == PART_RULE) {
        uses[p->one]++;
        user[p->one] = i;
        place[p->one] = at;
      }
      if (p->kind >= PART_SEQUENCE)
        work[waiting++] = p->one;
      if (p->kind == PART_SEQUENCE || p->kind == PART_CHOICE)
        work[waiting++] = p->other;
    }
  }
}

/* Inlines the rules that are used once. */
static void put_bodies_in_place (grammar *g)
{
  const allocator *a = &g->memory;
  const size_t parts = g->part_count;
  uint32_t *uses = allocate (a, g->count, sizeof *uses), *user = allocate (a, g->count, sizeof *user);
  uint32_t *place = allocate (a, g->count, sizeof *place), *work = allocate (a, parts + 1, sizeof *work);
  const bool room = uses && user && place && work;
  g->failed |= !room;
  for (bool changed = room; changed;) {
    changed = false;
    grammar_shape_count_uses (g, uses, user, place, work);
    for (uint32_t i = 1; i < g->count && !changed; i++)
      if (g->rules[i].kept && uses[i] == 1 && user[i] != i) {
        g->parts[place[i]] = g->parts[g->rules[i].body];
        g->rules[i].kept = false;
        changed = true;
      }
  }
  release (a, uses, g->count, sizeof *uses);
  release (a, user, g->count, sizeof *user);
  release (a, place, g->count, sizeof *place);
  release (a, work, parts + 1, sizeof *work);
}

/* ---- names ---- */

/* A name for a call: letters and digits of its symbol, or a description. */
static void name_call (const char *symbol, char *name, size_t room)
{
  static const struct
  {
    const char *symbol, *name;
  } known[] = { { "(", "paren" }, { "[", "bracket" }, { "{", "brace" }, { "<", "angle" } };
  size_t length = 0;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp (symbol, known[i].symbol)) {
      snprintf (name, room, "%s", known[i].name);
      return;
    }
  for (; *symbol && length + 1 < room; symbol++)
    if (isalnum ((unsigned char) *symbol) && (unsigned char) *symbol < 0x80)
      name[length++] = (char) tolower ((unsigned char) *symbol);
  name[length] = '\0';
  if (!length)
    snprintf (name, room, "call");
}

static void name_rules (grammar *g)
{
  for (uint32_t i = 0; i < g->count; i++) {
    rule *r = &g->rules[i];
    char call[16], base[24];
    size_t same = 1;
    if (!r->kept)
      continue;
    if (r->call != PAPNI_NO_SYMBOL)
      name_call (g->model->alphabet->letters[r->call].name, call, sizeof call);
    snprintf (base, sizeof base, "%s%s",
              !i                           ? "start"
              : r->call == PAPNI_NO_SYMBOL ? "rest"
                                           : "in_",
              i && r->call != PAPNI_NO_SYMBOL ? call : "");
    snprintf (r->name, sizeof r->name, "%s", base);
    for (uint32_t k = 0; k < i; k++) /* the first without a number, then 2, 3 and so on */
      if (g->rules[k].kept && !strcmp (g->rules[k].name, r->name)) {
        snprintf (r->name, sizeof r->name, "%s_%zu", base, ++same);
        k = UINT32_MAX;
      }
  }
}

void grammar_shape (grammar *g)
{
  join_ways (g);
  put_branches_in_place (g);
  for (uint32_t i = 0; i < g->count; i++)
    if (g->rules[i].kept)
      make_body (g, i);
  if (!g->failed)
    put_bodies_in_place (g);
  name_rules (g);
}
