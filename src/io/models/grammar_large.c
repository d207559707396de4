/* grammar_large.c - the rules of a large grammar: their numbers, names and bodies. */
#include "io/models/grammar_large.h"

#include <string.h>

enum
{
  LARGE_MOST = 1 << 25,    /* rules, which are kept in memory */
  LARGE_PROGRESS = 1 << 16 /* steps of progress */
};

bool large_fail (large *l)
{
  if (!l->grammar->failed)
    l->grammar->failed = no_memory (l->grammar->error);
  return false;
}

static void large_refuse (large *l)
{
  grammar *g = l->grammar;
  if (!g->failed)
    g->failed = fail (g->error, PAPNI_INPUT, "the grammar would have more than %zu rules: %s", l->most,
                      l->model->kind == PAPNI_VPA   ? "learn with --model sevpa"
                      : l->begins == LEFT_RECURSION ? "merge more states when you learn"
                                                    : "lark, ebnf and tree-sitter have smaller grammars");
}

/* ---- bodies ---- */

/* With left recursion, rules are numbered in a table: the start, w, b and o. Those of b and o that a body has follow
 * each other. */
static size_t left_place (const large *l, large_kind kind, uint32_t one, uint32_t other)
{
  const size_t states = l->model->states, entries = l->entry_count, pairs = l->pair_count;
  return kind == LARGE_START   ? 0
         : kind == LEFT_FROM   ? 1 + one * states + other
         : kind == LEFT_CLOSED ? 1 + entries * states + other * pairs + one
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

/* In a vpa without left recursion, the table has a row for each set of returns: the states, the pairs, the entries. */
static uint32_t *right_place (large *l, large_kind kind, uint32_t one, uint32_t other)
{
  const size_t states = l->model->states, width = states + l->pair_count + l->entry_count;
  const uint32_t exits = kind == RIGHT_EXIT ? one : other;
  const size_t column = kind == RIGHT_EXIT ? other : kind == RIGHT_AFTER ? states + one : states + l->pair_count + one;
  uint32_t *row = &l->exit_rows[exits & EXITS_STATE ? l->exit_row_room - states + exits - EXITS_STATE : exits];
  if (*row == NO_RULE) {
    const size_t from = l->exit_row_count * width;
    if (!grammar_room (l->grammar, &l->table, &l->table_size, from + width, sizeof *l->table))
      return NULL;
    for (size_t i = from; i < from + width; i++)
      l->table[i] = NO_RULE;
    *row = (uint32_t) l->exit_row_count++;
  }
  return &l->table[*row * width + column];
}

static bool right_begin_table (large *l)
{
  l->exit_row_room = l->grammar->exit_count + l->model->states;
  l->exit_rows = allocate (&l->model->memory, l->exit_row_room, sizeof *l->exit_rows);
  for (size_t i = 0; l->exit_rows && i < l->exit_row_room; i++)
    l->exit_rows[i] = NO_RULE;
  return l->exit_rows || large_fail (l);
}

static uint32_t rule_number (large *l, large_kind kind, uint32_t one, uint32_t other)
{
  grammar *g = l->grammar;
  bool fresh = false;
  uint32_t *known = l->exit_rows ? right_place (l, kind, one, other)
                    : l->table   ? &l->table[left_place (l, kind, one, other)]
                                 : map_enter (&g->memory, &l->numbers,
                                              (uint64_t) kind << 60 | (uint64_t) one << 30 | other, NO_RULE, &fresh);
  if (!known) {
    large_fail (l);
    return 0;
  }
  if (*known == NO_RULE && grammar_room (g, &l->rules, &l->capacity, l->count + 1, sizeof *l->rules)) {
    *known = (uint32_t) l->count;
    l->rules[l->count++] = (large_rule){ kind, one, other };
    if (l->count > l->most)
      large_refuse (l);
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
  if (!l->any)
    l->empty = true;
  else if (!l->counting && !g->failed)
    l->body = l->body ? grammar_part (g, PART_CHOICE, l->body, l->alternative) : l->alternative;
  l->any = false;
  l->alternative = 0;
  l->alternatives++;
}

void body_join (large *l, large_rule one, large_rule other)
{
  grammar *g = l->grammar;
  const large_rule start = l->rules[0]; /* whose name is different */
  const bool is_start = other.kind == start.kind && other.one == start.one && other.other == start.other;
  if (l->counting || l->empty || is_start || !g->joins_apart) {
    body_rule (l, one.kind, one.one, one.other);
    body_rule (l, other.kind, other.one, other.other);
    body_end_alternative (l);
  } else if (grammar_room (g, &l->joins, &l->join_capacity, l->join_count + 1, sizeof *l->joins)) {
    l->joins[l->join_count++] = (large_join){ one, other };
    l->alternatives++;
  }
}

/* Makes the body of a rule; only counts if l->counting. */
static void large_make_body (large *l, uint32_t r)
{
  l->grammar->part_count = 1; /* PART_EMPTY */
  l->body = l->alternative = 0;
  l->any = l->empty = false;
  l->join_count = 0;
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
  large *l = g->large_form;
  const uint64_t before = l->alternatives;
  if (g->watch)
    g->watch->done = (size_t) (before * LARGE_PROGRESS / l->total);
  large_make_body (l, r);
  grammar_spend (g, 8 * (1 + (size_t) (l->alternatives - before)));
  return g->failed ? NO_PART : l->body;
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

/* Returns the end of the name. */
static char *put_large_name (char *to, large_rule own, char between)
{
  const bool to_state = own.kind == RIGHT_EXIT && own.one & EXITS_STATE;
  *to++ = to_state ? 'p' : "swobxabitr"[own.kind];
  to = put_digits (to, to_state ? own.one - EXITS_STATE : own.one);
  *to++ = between;
  return put_digits (to, own.other);
}

size_t large_name (const large *l, uint32_t r, char between, char name[GRAMMAR_NAME])
{
  if (!r) {
    memcpy (name, "start", sizeof "start");
    return sizeof "start" - 1;
  }
  char *end = put_large_name (name, l->rules[r], between);
  *end = 0;
  return (size_t) (end - name);
}

size_t large_joins (const large *l)
{
  return l->join_count;
}

/* Returns the end. */
static char *put_large_text (char *to, const char *text)
{
  while (*text)
    *to++ = *text++;
  return to;
}

size_t large_join_text (const large *l, size_t i, const join_form *how, char text[JOIN_TEXT])
{
  char *end = put_large_text (text, how->before);
  end = put_large_name (end, l->joins[i].one, how->in_names);
  end = put_large_text (end, how->middle);
  end = put_large_name (end, l->joins[i].other, how->in_names);
  return (size_t) (put_large_text (end, how->after) - text);
}

bool large_is_nullable (const large *l, uint32_t r)
{
  const large_rule own = l->rules[r];
  return own.kind == LARGE_START ? l->model->accepting[0] : own.kind == LEFT_FROM && l->entries[own.one] == own.other;
}

/* ---- making ---- */

void large_begin (grammar *g, const grammar_options *how, size_t most)
{
  const bool left = how->begins == LEFT_RECURSION;
  large *l = allocate_zeroed (&g->memory, 1, sizeof *l);
  if (!l) {
    g->failed = no_memory (g->error);
    return;
  }
  *l = (large){ .grammar = g,
                .model = g->model,
                .begins = how->begins,
                .very_large = 8 * most,
                .most = how->most_rules ? how->most_rules : LARGE_MOST,
                .counting = true };
  g->large_form = l;
  if (!entries_begin (l) || !(left ? left_begin (l) && left_begin_table (l) : right_begin (l))
      || (!left && g->model->kind == PAPNI_VPA && !right_begin_table (l)))
    return;
  if (left)
    rule_number (l, LARGE_START, 0, 0);
  else
    rule_number (l, RIGHT_EXIT, 0, 0);
  for (uint32_t r = 0; r < l->count && !g->failed; r++) {
    const uint64_t before = l->alternatives;
    large_make_body (l, r);
    grammar_spend (g, 1 + (size_t) (l->alternatives - before));
  }
  if (!g->failed && l->count == 1 && !l->alternatives)
    g->failed = fail (g->error, PAPNI_INPUT, "the model accepts no word, so it has no grammar");
  g->count = l->count;
  l->total = l->alternatives;
  l->alternatives = 0;
  if (g->watch)
    g->watch->total = LARGE_PROGRESS;
  l->counting = false;
}

void large_release (grammar *g)
{
  large *l = g->large_form;
  const allocator *a = &g->memory;
  if (!l)
    return;
  left_release (l);
  right_release (l);
  release (a, l->exit_rows, l->exit_row_room, sizeof *l->exit_rows);
  entries_release (l);
  release (a, l->table, l->table_size, sizeof *l->table);
  release (a, l->rules, l->capacity, sizeof *l->rules);
  release (a, l->joins, l->join_capacity, sizeof *l->joins);
  map_release (a, &l->numbers);
  list_release (a, &l->work);
  release (a, l, 1, sizeof *l);
}
