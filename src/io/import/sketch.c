/* sketch.c - a model of somebody else's while it is read. */
#include "io/import/sketch.h"

status sketch_begin (sketch *s, papni_alphabet *alphabet, const char *file, error *e)
{
  *s = (sketch){
    .memory = alphabet->memory, .alphabet = alphabet, .start = PAPNI_NO_STATE, .at = { file, 1, 1 }, .error = e
  };
  s->states = papni_alphabet_new (&s->memory, e);
  s->pushed = s->states ? papni_alphabet_new (&s->memory, e) : NULL;
  return s->pushed ? PAPNI_OK : PAPNI_MEMORY;
}

void sketch_release (sketch *s)
{
  papni_alphabet_free (s->states);
  papni_alphabet_free (s->pushed);
  release (&s->memory, s->accepting, s->accepting_capacity, sizeof *s->accepting);
  release (&s->memory, s->edges, s->capacity, sizeof *s->edges);
}

status sketch_state (sketch *s, const char *name, size_t length, papni_state *q)
{
  symbol number;
  const size_t before = s->states->size;
  *q = PAPNI_NO_STATE;
  const status failed = alphabet_intern (s->states, name, length, s->at, &number, s->error);
  if (failed)
    return failed;
  if (!reserve (&s->memory, &s->accepting, &s->accepting_capacity, s->states->size, sizeof *s->accepting))
    return no_memory (s->error);
  if (s->states->size > before)
    s->accepting[number] = false;
  *q = number;
  return PAPNI_OK;
}

status sketch_add (sketch *s, papni_state from, papni_state to, const char *name, size_t name_length, action action,
                   const char *pushed, size_t pushed_length)
{
  symbol read, stack = 0;
  const papni_kind kind = action == PUSHES ? PAPNI_CALL : PAPNI_RETURN;
  status failed = action == KEEPS ? PAPNI_OK : alphabet_declare (s->alphabet, kind, name, name_length, s->at, s->error);
  if (!failed)
    failed = alphabet_intern (s->alphabet, name, name_length, s->at, &read, s->error);
  if (!failed && action != KEEPS)
    failed = alphabet_intern (s->pushed, pushed, pushed_length, s->at, &stack, s->error);
  if (failed)
    return failed;
  if (!reserve (&s->memory, &s->edges, &s->capacity, s->count + 1, sizeof *s->edges))
    return no_memory (s->error);
  s->edges[s->count++] = (sketch_edge){ from, to, read, stack, action };
  return PAPNI_OK;
}

/* ---- in our terms ---- */

/* Does a call always push the same? Then a return need not look at who made it. */
static bool calls_are_plain (const sketch *s)
{
  for (size_t i = 0; i < s->count; i++)
    for (size_t k = 0; k < i; k++)
      if (s->edges[i].action == PUSHES && s->edges[k].action == PUSHES && s->edges[i].symbol == s->edges[k].symbol
          && s->edges[i].stack != s->edges[k].stack)
        return false;
  return true;
}

/* The start becomes 0, and what was 0 takes its number. */
static papni_state import_sketch_number_of (const sketch *s, papni_state q)
{
  return q == s->start ? 0 : q == 0 ? s->start : q;
}

typedef struct transitions
{
  transition *list;
  size_t count, capacity;
} transitions;

static status import_sketch_add (const sketch *s, transitions *t, transition new)
{
  if (!reserve (&s->memory, &t->list, &t->capacity, t->count + 1, sizeof *t->list))
    return no_memory (s->error);
  t->list[t->count++] = new;
  return PAPNI_OK;
}

/* A return, for each call that pushes what it pops. */
static status add_return (const sketch *s, transitions *t, const sketch_edge *pop, bool plain)
{
  const size_t first = t->count;
  for (size_t i = 0; i < s->count; i++) {
    const sketch_edge *push = &s->edges[i];
    if (push->action != PUSHES || push->stack != pop->stack)
      continue;
    bool known = false;
    for (size_t k = first; plain && k < t->count; k++)
      known |= t->list[k].popped == push->symbol;
    const transition new = { .from = import_sketch_number_of (s, pop->from),
                             .to = import_sketch_number_of (s, pop->to),
                             .symbol = pop->symbol,
                             .popped = push->symbol,
                             .caller = plain ? PAPNI_NO_STATE : import_sketch_number_of (s, push->from) };
    const status failed = known ? PAPNI_OK : import_sketch_add (s, t, new);
    if (failed)
      return failed;
  }
  return PAPNI_OK;
}

/* Is something pushed or popped at all? Then every call and every return must be. */
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

static papni_model *import_sketch_make_model (const sketch *s, const bool *accepting, transitions *t)
{
  const bool plain = calls_are_plain (s);
  bool stack;
  status failed = find_stack (s, &stack);
  for (size_t i = 0; !failed && i < s->count; i++) {
    const sketch_edge *edge = &s->edges[i];
    failed = edge->action == POPS ? add_return (s, t, edge, plain)
                                  : import_sketch_add (s, t,
                                                       (transition){ .from = import_sketch_number_of (s, edge->from),
                                                                     .to = import_sketch_number_of (s, edge->to),
                                                                     .symbol = edge->symbol,
                                                                     .popped = PAPNI_NO_SYMBOL,
                                                                     .caller = PAPNI_NO_STATE });
  }
  const papni_model_kind kind = !stack ? PAPNI_DFA : plain ? PAPNI_VPA : PAPNI_GENERAL;
  return failed ? NULL : papni_model_new (kind, s->alphabet, s->states->size, accepting, t->list, t->count, s->error);
}

papni_model *sketch_model (sketch *s)
{
  const size_t states = s->states->size;
  if (!states || s->start == PAPNI_NO_STATE) {
    fail_at (s->error, PAPNI_INPUT, (position){ s->at.file, 0, 0 }, states ? "no start state" : "no states");
    return NULL;
  }
  bool *accepting = allocate (&s->memory, states, sizeof *accepting);
  transitions t = { 0 };
  papni_model *model = NULL;
  if (!accepting)
    no_memory (s->error);
  else {
    for (size_t q = 0; q < states; q++)
      accepting[import_sketch_number_of (s, (papni_state) q)] = s->accepting[q];
    model = import_sketch_make_model (s, accepting, &t);
  }
  release (&s->memory, t.list, t.capacity, sizeof *t.list);
  release (&s->memory, accepting, states, sizeof *accepting);
  return model;
}
