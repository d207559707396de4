/* with_stack.c - a dfa over the stack-aware alphabet as a vpa: "we only change the
 * class", as the paper says. The names of its symbols tell what each does to the stack. */
#include "data/stack_name.h"
#include "model/model.h"

typedef struct stacking
{
  allocator memory;
  const papni_model *dfa;
  papni_alphabet *alphabet; /* of the vpa */
  transition *effect;       /* symbol and popped, by symbol of the dfa */
  char *name;               /* room for a name without escapes */
  size_t room;
  error *error;
} stacking;

static status enter_name (stacking *s, papni_kind kind, text_span written, symbol *result)
{
  if (!reserve (&s->memory, &s->name, &s->room, written.length + 1, 1))
    return no_memory (s->error);
  const size_t length = unescape_name (written, s->name);
  const position nowhere = { "", 0, 0 };
  if (kind != PAPNI_INTERNAL) {
    const status failed = alphabet_declare (s->alphabet, kind, s->name, length, nowhere, s->error);
    if (failed)
      return failed;
  }
  return alphabet_intern (s->alphabet, s->name, length, nowhere, result, s->error);
}

static status enter_symbol (stacking *s, symbol number, bool *stack)
{
  const stack_name n = read_stack_name (letter_name (&s->dfa->alphabet->letters[number]));
  transition *t = &s->effect[number];
  t->popped = PAPNI_NO_SYMBOL;
  *stack |= n.kind != PAPNI_INTERNAL;
  status failed = enter_name (s, n.kind, n.name, &t->symbol);
  if (!failed && n.kind == PAPNI_RETURN)
    failed = enter_name (s, PAPNI_CALL, n.popped, &t->popped);
  if (failed || n.kind != PAPNI_INTERNAL || s->alphabet->letters[t->symbol].kind == PAPNI_INTERNAL)
    return failed;
  return fail (s->error, PAPNI_INPUT, "'%s' is declared a %s, but the automaton has it without /push or /pop/",
               s->alphabet->letters[t->symbol].name, kind_name ((papni_kind) s->alphabet->letters[t->symbol].kind));
}

static papni_model *stacked (stacking *s)
{
  const papni_model *dfa = s->dfa;
  transition *list = allocate (&s->memory, dfa->count, sizeof *list);
  bool stack = false;
  status failed = list && s->effect ? PAPNI_OK : no_memory (s->error);
  for (size_t i = 0; !failed && i < dfa->alphabet->size; i++)
    failed = enter_symbol (s, (symbol) i, &stack);
  if (!failed && !stack)
    failed = fail (s->error, PAPNI_INPUT,
                   "no symbol pushes or pops: expected names as papni encode --to writes them, such as (/push and "
                   ")/pop/(");
  for (size_t i = 0; !failed && i < dfa->count; i++) {
    const transition *t = &dfa->transitions[i];
    list[i] = (transition){ .from = t->from,
                            .to = t->to,
                            .symbol = s->effect[t->symbol].symbol,
                            .popped = s->effect[t->symbol].popped,
                            .caller = PAPNI_NO_STATE };
  }
  const papni_parts parts = { PAPNI_VPA, s->alphabet, dfa->states, dfa->accepting, list, dfa->count };
  papni_model *model = failed ? NULL : papni_model_new (&parts, s->error);
  release (&s->memory, list, dfa->count, sizeof *list);
  return model;
}

papni_model *papni_model_with_stack (const papni_model *dfa, papni_alphabet *alphabet, papni_error *e)
{
  if (dfa->kind != PAPNI_DFA) {
    fail (e, PAPNI_USAGE, "the model is a %s: expected a dfa over the stack-aware alphabet",
          papni_model_kind_name (dfa->kind));
    return NULL;
  }
  papni_alphabet *own = alphabet ? NULL : papni_alphabet_new (&dfa->memory, e);
  if (!alphabet && !own)
    return NULL;
  stacking s = { .memory = dfa->memory, .dfa = dfa, .alphabet = alphabet ? alphabet : own, .error = e };
  s.effect = allocate (&s.memory, dfa->alphabet->size, sizeof *s.effect);
  papni_model *model = stacked (&s);
  release (&s.memory, s.effect, dfa->alphabet->size, sizeof *s.effect);
  release (&s.memory, s.name, s.room, 1);
  papni_alphabet_free (own);
  return model;
}
