/* grammar_large.c - the rules of a large grammar: their numbers, names and bodies. */
#include "io/models/grammar_large.h"

#include <string.h>

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

/* The grammar has more alternatives than this. */
static void large_refuse (large *l, size_t most)
{
  grammar *g = l->grammar;
  if (!g->failed)
    g->failed = fail (g->error, PAPNI_INPUT, "the grammar would have more than %zu alternatives: %s", most,
                      l->model->kind == PAPNI_VPA   ? "learn with --model sevpa"
                      : l->begins == LEFT_RECURSION ? "merge more states when you learn"
                                                    : "lark, ebnf and tree-sitter have smaller grammars");
}

/* ---- bodies ---- */

/* With left recursion, rules are numbered in a table: the start, w, b and o. */
static size_t left_place (const large *l, large_kind kind, uint32_t one, uint32_t other)
{
  const size_t states = l->model->states, entries = l->entry_count, pairs = l->pair_count;
  return kind == LARGE_START   ? 0
         : kind == LEFT_FROM   ? 1 + one * states + other
         : kind == LEFT_CLOSED ? 1 + (entries + one) * states + other
                               : 1 + (entries + pairs) * states + one * pairs + other;
}

static bool left_begin_table (large *l)
{
  l->table_size = left_place (l, LEFT_OPENED, (uint32_t) l->entry_count, 0);
  l->table = allocate (&l->model->memory, l->table_size, sizeof *l->table);
  for (size_t i = 0; l->table && i < l->table_size; i++)
    l->table[i] = NO_RULE;
  return l->table || large_fail (l);
}

static uint32_t rule_number (large *l, large_kind kind, uint32_t one, uint32_t other)
{
  grammar *g = l->grammar;
  bool fresh = false;
  uint32_t *known = l->table ? &l->table[left_place (l, kind, one, other)]
                             : map_enter (&g->memory, &l->numbers, (uint64_t) kind << 60 | (uint64_t) one << 30 | other,
                                          NO_RULE, &fresh);
  if (!known) {
    large_fail (l);
    return 0;
  }
  if (*known == NO_RULE && grammar_room (g, &l->rules, &l->capacity, l->count + 1, sizeof *l->rules)) {
    *known = (uint32_t) l->count;
    l->rules[l->count++] = (large_rule){ kind, one, other };
  }
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
  if (++l->alternatives > most)
    large_refuse (l, most);
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

/* Returns the end. */
static char *put_digits (char *to, uint32_t number)
{
  char digits[10];
  size_t count = 0;
  do
    digits[count++] = (char) ('0' + number % 10);
  while (number /= 10);
  while (count)
    *to++ = digits[--count];
  return to;
}

void large_name (const large *l, uint32_t r, char name[GRAMMAR_NAME])
{
  const large_rule own = l->rules[r];
  const bool to_state = (own.kind == RIGHT_EXIT && own.one & EXITS_STATE);
  if (!r) {
    memcpy (name, "start", sizeof "start");
    return;
  }
  *name++ = to_state ? 'p' : "swobxabitr"[own.kind];
  name = put_digits (name, to_state ? own.one - EXITS_STATE : own.one);
  *name++ = '_';
  *put_digits (name, own.other) = 0;
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
  if (!entries_begin (l) || (!left && !right_begin (l)))
    return;
  if (left && left_joins (l) > LARGE_MOST_LEFT)
    large_refuse (l, LARGE_MOST_LEFT);
  if (g->failed || (left && !left_begin_table (l)))
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
  entries_release (l);
  release (a, l->table, l->table_size, sizeof *l->table);
  release (a, l->rules, l->capacity, sizeof *l->rules);
  map_release (a, &l->numbers);
  list_release (a, &l->work);
  release (a, l, 1, sizeof *l);
}
