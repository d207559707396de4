/* grammar_large.c - the rules of a large grammar: their numbers, names and bodies. */
#include "io/models/grammar_large.h"

#include <stdio.h>

enum
{
  LARGE_MOST_LEFT = 1 << 26, /* alternatives */
  LARGE_MOST_RIGHT = 1 << 23
};

bool large_fail (large *l)
{
  if (!l->grammar->failed)
    l->grammar->failed = no_memory (l->grammar->error);
  return false;
}

/* ---- bodies ---- */

static uint32_t rule_number (large *l, large_kind kind, uint32_t one, uint32_t other)
{
  grammar *g = l->grammar;
  bool fresh = false;
  const uint64_t key = (uint64_t) kind << 60 | (uint64_t) one << 30 | other;
  const uint32_t *known = map_enter (&g->memory, &l->numbers, key, (uint32_t) l->count, &fresh);
  if (!known) {
    large_fail (l);
    return 0;
  }
  if (fresh && grammar_room (g, &l->rules, &l->capacity, l->count + 1, sizeof *l->rules))
    l->rules[l->count++] = (large_rule){ kind, one, other };
  return *known;
}

static void add_to_alternative (large *l, part_kind kind, uint32_t what)
{
  l->any = true;
  if (!l->counting && !l->grammar->failed)
    l->alternative = grammar_part (l->grammar, PART_SEQUENCE, l->alternative, grammar_part (l->grammar, kind, what, 0));
}

void body_symbol (large *l, symbol s)
{
  add_to_alternative (l, PART_SYMBOL, s);
}

void body_rule (large *l, large_kind kind, uint32_t one, uint32_t other)
{
  add_to_alternative (l, PART_RULE, rule_number (l, kind, one, other));
}

void body_end_alternative (large *l)
{
  grammar *g = l->grammar;
  const bool left = l->begins == LEFT_RECURSION;
  const size_t most = left ? LARGE_MOST_LEFT : LARGE_MOST_RIGHT;
  if (!l->any)
    l->empty = true;
  else if (!l->counting && !g->failed)
    l->body = l->body ? grammar_part (g, PART_CHOICE, l->body, l->alternative) : l->alternative;
  l->any = false;
  l->alternative = 0;
  if (++l->alternatives > most && !g->failed)
    g->failed = fail (g->error, PAPNI_INPUT, "the grammar would have more than %zu alternatives: %s", most,
                      l->model->kind == PAPNI_VPA ? "learn with --model sevpa"
                      : left                      ? "merge more states when you learn"
                                                  : "lark, ebnf and tree-sitter have smaller grammars");
}

/* Makes the body of a rule; only counts if l->counting. */
static void large_make_body (large *l, uint32_t r)
{
  l->grammar->part_count = 1; /* PART_EMPTY */
  l->body = l->alternative = 0;
  l->any = l->empty = false;
  if (l->begins == LEFT_RECURSION)
    left_body (l, l->rules[r]);
  else
    right_body (l, l->rules[r]);
  if (l->empty && l->body && !l->counting)
    l->body = grammar_part (l->grammar, PART_CHOICE, 0, l->body);
}

uint32_t grammar_body (grammar *g, uint32_t r)
{
  if (!g->large_form)
    return g->rules[r].kept ? g->rules[r].body : NO_PART;
  const size_t before = g->large_form->alternatives;
  large_make_body (g->large_form, r);
  grammar_spend (g, 8 * (1 + g->large_form->alternatives - before));
  return g->failed ? NO_PART : g->large_form->body;
}

void large_name (const large *l, uint32_t r, char name[GRAMMAR_NAME])
{
  const large_rule own = l->rules[r];
  const bool to_state = (own.kind == RIGHT_EXIT && own.one & EXITS_STATE);
  if (!r)
    snprintf (name, GRAMMAR_NAME, "start");
  else
    snprintf (name, GRAMMAR_NAME, "%c%u_%u", to_state ? 'p' : "swobxabitr"[own.kind],
              (unsigned) (to_state ? own.one - EXITS_STATE : own.one), (unsigned) own.other);
}

bool large_is_nullable (const large *l, uint32_t r)
{
  const large_rule own = l->rules[r];
  return own.kind == LARGE_START ? l->model->accepting[0] : own.kind == LEFT_FROM && l->entries[own.one] == own.other;
}

/* ---- making ---- */

void large_begin (grammar *g, rule_beginning begins, size_t most)
{
  const bool left = begins == LEFT_RECURSION;
  large *l = allocate_zeroed (&g->memory, 1, sizeof *l);
  if (!l) {
    g->failed = no_memory (g->error);
    return;
  }
  *l = (large){ .grammar = g, .model = g->model, .begins = begins, .very_large = 8 * most, .counting = true };
  g->large_form = l;
  if (!entries_begin (l) || (left ? !left_begin (l) : !right_begin (l)))
    return;
  if (left)
    rule_number (l, LARGE_START, 0, 0);
  else
    rule_number (l, RIGHT_EXIT, 0, 0);
  for (uint32_t r = 0; r < l->count && !g->failed; r++) {
    const size_t before = l->alternatives;
    large_make_body (l, r);
    grammar_spend (g, 1 + l->alternatives - before);
  }
  if (!g->failed && l->count == 1 && !l->alternatives)
    g->failed = fail (g->error, PAPNI_INPUT, "the model accepts no word, so it has no grammar");
  g->count = l->count;
  l->alternatives = 0;
  l->counting = false;
}

void large_release (grammar *g)
{
  large *l = g->large_form;
  const allocator *a = &g->memory;
  if (!l)
    return;
  right_release (l);
  left_release (l);
  entries_release (l);
  release (a, l->rules, l->capacity, sizeof *l->rules);
  map_release (a, &l->numbers);
  list_release (a, &l->work);
  release (a, l, 1, sizeof *l);
}
