/* grammar.c - the rules of a model, one for each state and each set of returns that can
 * close the open call. */
#include "io/models/grammar.h"
#include "model/class_sets.h"

enum
{
  GRAMMAR_LARGE = 1 << 13, /* alternatives: nobody would read these */
  GRAMMAR_DRAWN = 1 << 16  /* nobody would look at these */
};

bool grammar_room (grammar *g, void *array, size_t *capacity, size_t wanted, size_t item)
{
  if (!g->failed && !reserve (&g->memory, array, capacity, wanted, item))
    g->failed = no_memory (g->error);
  return !g->failed;
}

bool grammar_spend (grammar *g, size_t work)
{
  if (!g->failed)
    g->failed = watch_spend (g->watch, work, g->error);
  return !g->failed;
}

/* ---- rules ---- */

static uint32_t rule_for (grammar *g, papni_state q, uint32_t exits, symbol call)
{
  bool fresh = false;
  const uint64_t key = (uint64_t) q << 32 | exits;
  const uint32_t *known = map_enter (&g->memory, &g->numbers, key, (uint32_t) g->count, &fresh);
  if (!known && !g->failed)
    g->failed = no_memory (g->error);
  if (!known || (fresh && !grammar_room (g, &g->rules, &g->capacity, g->count + 1, sizeof *g->rules)))
    return 0;
  const rule_kind kind = call == PAPNI_NO_SYMBOL ? RULE_REST : RULE_INSIDE;
  if (fresh)
    g->rules[g->count++] = (rule){ .state = q, .exits = exits, .call = call, .kind = kind };
  if (g->rules[*known].call == PAPNI_NO_SYMBOL) {
    g->rules[*known].call = call;
    g->rules[*known].kind = kind;
  }
  return *known;
}

uint32_t grammar_add_rule (grammar *g, rule r)
{
  if (!grammar_room (g, &g->rules, &g->capacity, g->count + 1, sizeof *g->rules))
    return NO_RULE;
  g->rules[g->count] = r;
  return (uint32_t) g->count++;
}

/* Adds an alternative to the last rule that has any. */
void grammar_add_way (grammar *g, uint32_t to, way w)
{
  if (!grammar_room (g, &g->ways, &g->way_capacity, g->way_count + 1, sizeof *g->ways))
    return;
  g->ways[g->way_count++] = w;
  g->rules[to].count++;
}

/* A call: one alternative for each state that its returns lead to. */
static void grammar_add_call (grammar *g, uint32_t from, const transition *call)
{
  const uint32_t around = g->rules[from].exits;
  size_t count;
  const comeback *back = exits_comebacks (g, call->from, call->symbol, &count);
  for (size_t i = 0; !g->failed && i < count; i++) {
    const uint32_t nested = rule_for (g, call->to, back[i].exits, call->symbol);
    const uint32_t then = rule_for (g, back[i].to, around, PAPNI_NO_SYMBOL);
    grammar_add_way (g, from, (way){ nested, then, call->symbol, exits_only (g, back[i].exits) });
  }
}

static void add_ways (grammar *g, uint32_t from)
{
  const papni_model *model = g->model;
  const papni_state q = g->rules[from].state;
  const uint32_t around = g->rules[from].exits, *exits;
  g->rules[from].first = g->way_count;
  g->rules[from].nullable = !around && model->accepting[q];
  for (size_t i = model->first[q]; !g->failed && i < model->first[q + 1]; i++) {
    const transition *t = &model->transitions[i];
    const papni_kind kind = model_symbol_kind (model, t->symbol);
    if (kind == PAPNI_RETURN)
      break; /* the other symbols come before returns */
    symbol first;
    if (kind == PAPNI_CALL)
      grammar_add_call (g, from, t);
    else if (!g->classes || !class_is_set (model, t->symbol, &first) || first == t->symbol)
      grammar_add_way (g, from,
                       (way){ NO_RULE, rule_for (g, t->to, around, PAPNI_NO_SYMBOL), t->symbol, PAPNI_NO_SYMBOL });
  }
  const size_t count = exits_in (g, around, q, &exits);
  const bool left = around && exits_only (g, around) != PAPNI_NO_SYMBOL;
  for (size_t i = 0; !left && i < count; i++)
    grammar_add_way (g, from, (way){ NO_RULE, NO_RULE, (symbol) exits[2 * i], PAPNI_NO_SYMBOL });
  g->rules[from].nullable |= left && count;
  grammar_spend (g, 1 + g->rules[from].count);
}

/* ---- making ---- */

uint32_t grammar_part (grammar *g, part_kind kind, uint32_t one, uint32_t other)
{
  if (kind == PART_SEQUENCE && g->parts[one].kind == PART_EMPTY)
    return other;
  if (kind == PART_SEQUENCE && g->parts[other].kind == PART_EMPTY)
    return one;
  const uint32_t plus = kind == PART_SEQUENCE ? grammar_plus (g, one, other) : NO_RULE;
  if (plus != NO_RULE)
    return plus;
  if (!grammar_room (g, &g->parts, &g->part_capacity, g->part_count + 1, sizeof *g->parts))
    return 0;
  g->parts[g->part_count] = (part){ kind, one, other };
  return (uint32_t) g->part_count++;
}

status grammar_begin (grammar *g, const papni_model *model, grammar_options how, watch *w, error *e)
{
  const size_t most = how.most ? how.most : how.drawn ? GRAMMAR_DRAWN : GRAMMAR_LARGE;
  *g = (grammar){ .memory = model->memory, .model = model, .classes = how.classes, .watch = w, .error = e };
  if (!exits_begin (g) || !grammar_room (g, &g->parts, &g->part_capacity, 1, sizeof *g->parts))
    return g->failed;
  g->parts[g->part_count++] = (part){ PART_EMPTY, 0, 0 };
  rule_for (g, 0, 0, PAPNI_NO_SYMBOL);
  for (uint32_t i = 0; !g->failed && g->way_count < most && i < g->count; i++)
    add_ways (g, i);
  if (!g->failed && g->way_count >= most) {
    if (how.drawn)
      return g->failed =
                 fail (e, PAPNI_INPUT, "the grammar has more than %zu alternatives, too many for a drawing", most);
    large_begin (g, &how, most);
    return g->failed;
  }
  if (!g->failed)
    grammar_reduce (g);
  if (!g->failed)
    grammar_group (g);
  if (!g->failed)
    grammar_shape (g);
  if (!g->failed)
    grammar_number_names (g);
  return g->failed;
}

void grammar_release (grammar *g)
{
  const allocator *a = &g->memory;
  const papni_model *m = g->model;
  large_release (g);
  for (size_t i = 0; i < g->branch_lists; i++)
    release (a, g->branches[i].list, g->branches[i].capacity, sizeof *g->branches[i].list);
  release (a, g->branches, g->branch_capacity, sizeof *g->branches);
  release (a, g->rules, g->capacity, sizeof *g->rules);
  release (a, g->ways, g->way_capacity, sizeof *g->ways);
  release (a, g->parts, g->part_capacity, sizeof *g->parts);
  release (a, g->returns, m->count, sizeof *g->returns);
  release (a, g->exits, g->exit_capacity, sizeof *g->exits);
  release (a, g->comebacks, g->comeback_capacity, sizeof *g->comebacks);
  release (a, g->slots, m->states, sizeof *g->slots);
  release (a, g->base_names, 2 * m->alphabet->size, sizeof *g->base_names);
  map_release (a, &g->branch_at);
  map_release (a, &g->numbers);
  map_release (a, &g->exits_by_hash);
  map_release (a, &g->comebacks_of);
}
