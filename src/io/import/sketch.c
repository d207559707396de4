/* sketch.c - a model in another format while it is read. */
#include "io/import/sketch.h"

#include "base/rows.h"

status sketch_begin (sketch *s, papni_alphabet *alphabet, const char *file, error *e)
{
  *s = (sketch){
    .memory = alphabet->memory, .alphabet = alphabet, .start = PAPNI_NO_STATE, .at = { file, 1, 1 }, .error = e
  };
  return PAPNI_OK;
}

void sketch_release (sketch *s)
{
  names_release (&s->memory, &s->states);
  names_release (&s->memory, &s->pushed);
  release (&s->memory, s->accepting, s->accepting_capacity, sizeof *s->accepting);
  release (&s->memory, s->edges, s->capacity, sizeof *s->edges);
}

status sketch_state (sketch *s, piece name, papni_state *q)
{
  const size_t before = s->states.count;
  *q = PAPNI_NO_STATE;
  if (name.begin == name.end)
    return fail_at (s->error, PAPNI_INPUT, s->at, "a state has an empty name");
  const uint32_t number = names_enter (&s->memory, &s->states, name);
  if (number == NO_NAME
      || !reserve (&s->memory, &s->accepting, &s->accepting_capacity, s->states.count, sizeof *s->accepting))
    return no_memory (s->error);
  if (s->states.count > before)
    s->accepting[number] = false;
  *q = number;
  return PAPNI_OK;
}

status sketch_add (sketch *s, papni_state from, papni_state to, piece name, action action, piece pushed)
{
  symbol read;
  uint32_t stack = 0;
  const papni_kind kind = action == PUSHES ? PAPNI_CALL : PAPNI_RETURN;
  const size_t length = (size_t) (name.end - name.begin);
  status failed =
      action == KEEPS ? PAPNI_OK : alphabet_declare (s->alphabet, kind, name.begin, length, s->at, s->error);
  if (!failed)
    failed = alphabet_intern (s->alphabet, name.begin, length, s->at, &read, s->error);
  if (failed)
    return failed;
  if (action != KEEPS)
    stack = names_enter (&s->memory, &s->pushed, pushed);
  if (stack == NO_NAME || !reserve (&s->memory, &s->edges, &s->capacity, s->count + 1, sizeof *s->edges))
    return no_memory (s->error);
  s->edges[s->count++] = (sketch_edge){ from, to, read, stack, action };
  return PAPNI_OK;
}

/* ---- conversion ---- */

typedef struct transitions
{
  transition *list;
  size_t count, capacity;
} transitions;

/* The conversion of a sketch. */
typedef struct sketch_draft
{
  const sketch *sketch;
  sketch_edge *pushes; /* by the name they push */
  size_t push_count;
  rows by_stack;
  bool plain; /* each call always pushes the same name, so returns need not depend on the caller */
  transitions transitions;
} sketch_draft;

/* By the name pushed, then by call and caller. */
static int by_stack (const void *left, const void *right)
{
  const sketch_edge *x = left, *y = right;
  int order = compare (x->stack, y->stack);
  if (!order)
    order = compare (x->symbol, y->symbol);
  return order ? order : compare (x->from, y->from);
}

static int by_stack_and_call (const void *left, const void *right)
{
  const sketch_edge *x = left, *y = right;
  const int order = compare (x->stack, y->stack);
  return order ? order : compare (x->symbol, y->symbol);
}

/* `stack` has an entry per symbol. */
static bool calls_are_plain (const sketch_draft *d, uint32_t *stack)
{
  for (size_t i = 0; i < d->sketch->alphabet->size; i++)
    stack[i] = NO_NAME;
  for (size_t i = 0; i < d->push_count; i++) {
    const sketch_edge *push = &d->pushes[i];
    if (stack[push->symbol] != NO_NAME && stack[push->symbol] != push->stack)
      return false;
    stack[push->symbol] = push->stack;
  }
  return true;
}

static status list_pushes (sketch_draft *d)
{
  const sketch *s = d->sketch;
  uint32_t *stack = allocate (&s->memory, s->alphabet->size, sizeof *stack);
  d->pushes = allocate (&s->memory, s->count, sizeof *d->pushes);
  const bool room = rows_init (&s->memory, &d->by_stack, s->pushed.count) && stack && d->pushes;
  if (room) {
    for (size_t i = 0; i < s->count; i++)
      if (s->edges[i].action == PUSHES)
        d->pushes[d->push_count++] = s->edges[i];
    d->plain = calls_are_plain (d, stack);
    d->push_count = sort_unique (d->pushes, d->push_count, sizeof *d->pushes, d->plain ? by_stack_and_call : by_stack);
    for (size_t i = 0; i < d->push_count; i++)
      rows_count (&d->by_stack, d->pushes[i].stack);
    rows_sorted (&d->by_stack);
  }
  release (&s->memory, stack, s->alphabet->size, sizeof *stack);
  return room ? PAPNI_OK : no_memory (s->error);
}

/* Swaps the start with state 0. */
static papni_state import_sketch_number_of (const sketch *s, papni_state q)
{
  return q == s->start ? 0 : q == 0 ? s->start : q;
}

static status import_sketch_add (sketch_draft *d, transition new)
{
  transitions *t = &d->transitions;
  if (!reserve (&d->sketch->memory, &t->list, &t->capacity, t->count + 1, sizeof *t->list))
    return no_memory (d->sketch->error);
  t->list[t->count++] = new;
  return PAPNI_OK;
}

/* Adds a return for each call that pushes what it pops. */
static status add_return (sketch_draft *d, const sketch_edge *pop)
{
  const sketch *s = d->sketch;
  status failed = PAPNI_OK;
  for (size_t i = d->by_stack.first[pop->stack]; !failed && i < d->by_stack.first[pop->stack + 1]; i++) {
    const sketch_edge *push = &d->pushes[i];
    failed = import_sketch_add (
        d, (transition){ .from = import_sketch_number_of (s, pop->from),
                         .to = import_sketch_number_of (s, pop->to),
                         .symbol = pop->symbol,
                         .popped = push->symbol,
                         .caller = d->plain ? PAPNI_NO_STATE : import_sketch_number_of (s, push->from) });
  }
  return failed;
}

/* Is anything pushed or popped? Then every call and every return must be. */
static status find_stack (const sketch *s, bool *stack)
{
  *stack = false;
  for (size_t i = 0; i < s->count; i++)
    *stack |= s->edges[i].action != KEEPS;
  for (size_t i = 0; *stack && i < s->count; i++) {
    const letter *l = &s->alphabet->letters[s->edges[i].symbol];
    if (s->edges[i].action == KEEPS && l->kind != PAPNI_INTERNAL)
      return fail_at (s->error, PAPNI_INPUT, (position){ s->at.file, 0, 0 },
                      "'%s' is declared a %s, but an edge with it does not use the stack", l->name,
                      kind_name (l->kind));
  }
  return PAPNI_OK;
}

static papni_model *import_sketch_make_model (sketch_draft *d, const bool *accepting)
{
  const sketch *s = d->sketch;
  bool stack;
  status failed = find_stack (s, &stack);
  if (!failed)
    failed = list_pushes (d);
  for (size_t i = 0; !failed && i < s->count; i++) {
    const sketch_edge *edge = &s->edges[i];
    failed = edge->action == POPS ? add_return (d, edge)
                                  : import_sketch_add (d, (transition){ .from = import_sketch_number_of (s, edge->from),
                                                                        .to = import_sketch_number_of (s, edge->to),
                                                                        .symbol = edge->symbol,
                                                                        .popped = PAPNI_NO_SYMBOL,
                                                                        .caller = PAPNI_NO_STATE });
  }
  const papni_model_kind kind = !stack ? PAPNI_DFA : d->plain ? PAPNI_VPA : PAPNI_GENERAL;
  const transitions *t = &d->transitions;
  return failed ? NULL
                : papni_model_new (&(papni_parts){ kind, s->alphabet, s->states.count, accepting, t->list, t->count },
                                   s->error);
}

papni_model *sketch_model (sketch *s)
{
  const size_t states = s->states.count;
  if (!states || s->start == PAPNI_NO_STATE) {
    fail_at (s->error, PAPNI_INPUT, (position){ s->at.file, 0, 0 }, states ? "no start state" : "no states");
    return NULL;
  }
  bool *accepting = allocate (&s->memory, states, sizeof *accepting);
  sketch_draft d = { .sketch = s };
  papni_model *model = NULL;
  if (!accepting)
    no_memory (s->error);
  else {
    for (size_t q = 0; q < states; q++)
      accepting[import_sketch_number_of (s, (papni_state) q)] = s->accepting[q];
    model = import_sketch_make_model (&d, accepting);
  }
  release (&s->memory, d.pushes, s->count, sizeof *d.pushes);
  rows_release (&s->memory, &d.by_stack);
  release (&s->memory, d.transitions.list, d.transitions.capacity, sizeof *d.transitions.list);
  release (&s->memory, accepting, states, sizeof *accepting);
  return model;
}
