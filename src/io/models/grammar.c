/* grammar.c - the rules of a model, one for each state and each set of returns that can
 * close the open call. */
#include "io/models/grammar.h"

#include <string.h>

/* ---- sets of returns ---- */

/* The number of the set at the end of `exits`, or of an equal earlier set. */
static uint32_t intern_exits (grammar *g, size_t at)
{
  const uint32_t size = g->exits[at];
  for (size_t i = 0; i < at; i += 1 + 2 * (size_t) g->exits[i])
    if (g->exits[i] == size && !memcmp (&g->exits[i], &g->exits[at], (1 + 2 * (size_t) size) * sizeof *g->exits)) {
      g->exit_count = at;
      return (uint32_t) i;
    }
  return (uint32_t) at;
}

/* The returns that pop this call of this caller and lead to this state. */
static uint32_t exits_to (grammar *g, symbol call, papni_state caller, papni_state to)
{
  const papni_model *model = g->model;
  const size_t at = g->exit_count;
  uint32_t size = 0;
  for (size_t i = 0; i <= model->count; i++) {
    if (!reserve (&g->memory, &g->exits, &g->exit_capacity, at + 3 + 2 * (size_t) size, sizeof *g->exits)) {
      g->failed = true;
      return 0;
    }
    const transition *t = i < model->count ? &model->transitions[i] : NULL;
    if (!t || t->popped != call || t->to != to || (t->caller != caller && t->caller != PAPNI_NO_STATE))
      continue;
    g->exits[at + 1 + 2 * (size_t) size] = t->from;
    g->exits[at + 2 + 2 * (size_t) size++] = t->symbol;
  }
  g->exits[at] = size;
  g->exit_count = at + 1 + 2 * (size_t) size;
  return intern_exits (g, at);
}

static bool is_exit (const grammar *g, uint32_t exits, papni_state q, symbol ret)
{
  for (size_t i = 0; i < g->exits[exits]; i++)
    if (g->exits[exits + 1 + 2 * i] == q && g->exits[exits + 2 + 2 * i] == ret)
      return true;
  return false;
}

/* ---- rules ---- */

static uint32_t rule_for (grammar *g, papni_state q, uint32_t exits, symbol call)
{
  bool fresh = false;
  const uint64_t key = (uint64_t) q << 32 | exits;
  const uint32_t *known = map_enter (&g->memory, &g->numbers, key, (uint32_t) g->count, &fresh);
  if (!known || (fresh && !reserve (&g->memory, &g->rules, &g->capacity, g->count + 1, sizeof *g->rules))) {
    g->failed = true;
    return 0;
  }
  if (fresh)
    g->rules[g->count++] = (rule){ .state = q, .exits = exits, .call = call };
  if (g->rules[*known].call == PAPNI_NO_SYMBOL)
    g->rules[*known].call = call;
  return *known;
}

static void grammar_add_way (grammar *g, uint32_t to, way w)
{
  rule *r = &g->rules[to];
  if (g->failed || !reserve (&g->memory, &r->ways, &r->capacity, r->count + 1, sizeof *r->ways))
    g->failed = true;
  else
    r->ways[r->count++] = w;
}

/* A call: one alternative for each state that its returns lead to. */
static void grammar_add_call (grammar *g, uint32_t from, const transition *call)
{
  const papni_model *model = g->model;
  const papni_state q = g->rules[from].state;
  const uint32_t around = g->rules[from].exits;
  for (size_t i = 0; !g->failed && i < model->count; i++) {
    const transition *t = &model->transitions[i];
    if (t->popped != call->symbol || (t->caller != q && t->caller != PAPNI_NO_STATE))
      continue;
    bool first = true; /* to that state */
    for (size_t k = 0; first && k < i; k++)
      first = model->transitions[k].popped != call->symbol || model->transitions[k].to != t->to
              || (model->transitions[k].caller != q && model->transitions[k].caller != PAPNI_NO_STATE);
    if (!first)
      continue;
    const uint32_t nested = rule_for (g, call->to, exits_to (g, call->symbol, q, t->to), call->symbol);
    grammar_add_way (g, from, (way){ call->symbol, nested, rule_for (g, t->to, around, PAPNI_NO_SYMBOL) });
  }
}

static void add_ways (grammar *g, uint32_t from)
{
  const papni_model *model = g->model;
  const papni_state q = g->rules[from].state;
  const uint32_t around = g->rules[from].exits;
  g->rules[from].nullable = !around && model->accepting[q];
  for (size_t i = model->first[q]; !g->failed && i < model->first[q + 1]; i++) {
    const transition *t = &model->transitions[i];
    const papni_kind kind = model->kind == PAPNI_DFA ? PAPNI_INTERNAL : model->alphabet->letters[t->symbol].kind;
    if (kind == PAPNI_CALL)
      grammar_add_call (g, from, t);
    else if (kind == PAPNI_INTERNAL)
      grammar_add_way (g, from, (way){ t->symbol, NO_RULE, rule_for (g, t->to, around, PAPNI_NO_SYMBOL) });
    else if (is_exit (g, around, q, t->symbol)
             && !(g->rules[from].count && g->rules[from].ways[g->rules[from].count - 1].symbol == t->symbol))
      grammar_add_way (g, from, (way){ t->symbol, NO_RULE, NO_RULE });
  }
}

/* ---- useful rules ---- */

static bool leads_on (const grammar *g, const way *w)
{
  return (w->nested == NO_RULE || g->rules[w->nested].productive)
         && (w->then == NO_RULE || g->rules[w->then].productive);
}

static void find_productive (grammar *g)
{
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < g->count; i++) {
      rule *r = &g->rules[i];
      bool productive = r->productive || r->nullable;
      for (size_t k = 0; !productive && k < r->count; k++)
        productive = leads_on (g, &r->ways[k]);
      changed |= productive != r->productive;
      r->productive = productive;
    }
  }
  for (size_t i = 0; i < g->count; i++) {
    rule *r = &g->rules[i];
    size_t kept = 0;
    for (size_t k = 0; k < r->count; k++)
      if (leads_on (g, &r->ways[k]))
        r->ways[kept++] = r->ways[k];
    r->count = kept;
  }
}

/* ---- equivalent rules ---- */

static uint32_t grammar_class_of (const grammar *g, uint32_t r)
{
  return r == NO_RULE ? NO_RULE : g->rules[r].class;
}

static bool same (const grammar *g, const rule *x, const rule *y)
{
  if (x->count != y->count || x->nullable != y->nullable || x->class != y->class)
    return false;
  for (size_t i = 0; i < x->count; i++)
    if (x->ways[i].symbol != y->ways[i].symbol
        || grammar_class_of (g, x->ways[i].nested) != grammar_class_of (g, y->ways[i].nested)
        || grammar_class_of (g, x->ways[i].then) != grammar_class_of (g, y->ways[i].then))
      return false;
  return true;
}

/* Refines classes, named by their first rules, until the rules of each class are
 * equivalent. */
static status grammar_find_classes (grammar *g, error *e)
{
  uint32_t *next = allocate (&g->memory, g->count, sizeof *next);
  if (!next)
    return no_memory (e);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < g->count; i++) {
      next[i] = (uint32_t) i;
      for (size_t k = 0; k < i && next[i] == i; k++)
        if (next[k] == k && same (g, &g->rules[i], &g->rules[k]))
          next[i] = (uint32_t) k;
    }
    for (size_t i = 0; i < g->count; i++) {
      changed |= next[i] != g->rules[i].class;
      g->rules[i].class = next[i];
    }
  }
  release (&g->memory, next, g->count, sizeof *next);
  for (size_t i = 0; i < g->count; i++)
    for (size_t k = 0; k < g->rules[i].count; k++) {
      way *w = &g->rules[i].ways[k];
      w->nested = grammar_class_of (g, w->nested);
      w->then = grammar_class_of (g, w->then);
    }
  return PAPNI_OK;
}

/* ---- making ---- */

uint32_t grammar_part (grammar *g, part_kind kind, uint32_t one, uint32_t other)
{
  if (kind == PART_SEQUENCE && g->parts[one].kind == PART_EMPTY)
    return other;
  if (kind == PART_SEQUENCE && g->parts[other].kind == PART_EMPTY)
    return one;
  if (g->failed || !reserve (&g->memory, &g->parts, &g->part_capacity, g->part_count + 1, sizeof *g->parts)) {
    g->failed = true;
    return 0;
  }
  g->parts[g->part_count] = (part){ kind, one, other };
  return (uint32_t) g->part_count++;
}

status grammar_begin (grammar *g, const papni_model *model, error *e)
{
  *g = (grammar){ .memory = model->memory, .model = model };
  if (!reserve (&g->memory, &g->exits, &g->exit_capacity, 1, sizeof *g->exits)
      || !reserve (&g->memory, &g->parts, &g->part_capacity, 1, sizeof *g->parts))
    return no_memory (e);
  g->exits[g->exit_count++] = 0;
  g->parts[g->part_count++] = (part){ PART_EMPTY, 0, 0 };
  rule_for (g, 0, 0, PAPNI_NO_SYMBOL);
  for (uint32_t i = 0; !g->failed && i < g->count; i++)
    add_ways (g, i);
  if (g->failed)
    return no_memory (e);
  find_productive (g);
  const status failed = grammar_find_classes (g, e);
  if (failed)
    return failed;
  grammar_shape (g);
  return g->failed ? no_memory (e) : PAPNI_OK;
}

void grammar_release (grammar *g)
{
  for (size_t i = 0; i < g->count; i++) {
    release (&g->memory, g->rules[i].ways, g->rules[i].capacity, sizeof *g->rules[i].ways);
    release (&g->memory, g->rules[i].branches, g->rules[i].branch_capacity, sizeof *g->rules[i].branches);
  }
  release (&g->memory, g->rules, g->capacity, sizeof *g->rules);
  release (&g->memory, g->parts, g->part_capacity, sizeof *g->parts);
  release (&g->memory, g->exits, g->exit_capacity, sizeof *g->exits);
  map_release (&g->memory, &g->numbers);
}
