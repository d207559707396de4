/* assemble.c - a model from a heap of transitions. */
#include "model/assemble.h"

#include <stdlib.h>

status assembly_begin (assembly *a, const allocator *memory, papni_model_kind kind, const papni_alphabet *alphabet,
                       size_t states, error *e)
{
  *a = (assembly){ .memory = *memory, .kind = kind, .alphabet = alphabet, .states = states ? states : 1 };
  a->accepting = allocate_zeroed (memory, a->states, sizeof *a->accepting);
  return a->accepting ? PAPNI_OK : no_memory (e);
}

void assembly_release (assembly *a)
{
  release (&a->memory, a->accepting, a->states, sizeof *a->accepting);
  release (&a->memory, a->transitions, a->capacity, sizeof *a->transitions);
}

status assembly_add (assembly *a, transition t, error *e)
{
  if (!reserve (&a->memory, &a->transitions, &a->capacity, a->count + 1, sizeof *a->transitions))
    return no_memory (e);
  a->transitions[a->count++] = t;
  return PAPNI_OK;
}

/* ---- order ---- */

static void sort_transitions (assembly *a)
{
  size_t kept = 0;
  if (a->count)
    qsort (a->transitions, a->count, sizeof *a->transitions, compare_transitions);
  for (size_t i = 0; i < a->count; i++)
    if (!kept || compare_transitions (&a->transitions[kept - 1], &a->transitions[i]) != 0)
      a->transitions[kept++] = a->transitions[i];
  a->count = kept;
}

/* ---- numbers ---- */

typedef struct numbering
{
  papni_state *number, *order; /* of a state, or PAPNI_NO_STATE; the states in order */
  size_t *first;               /* the transitions of q are those from first[q] up to first[q + 1] */
  papni_state *entries;        /* of a sevpa, by call */
  papni_state count;
} numbering;

static void assemble_visit (numbering *n, papni_state q)
{
  if (q != PAPNI_NO_STATE && n->number[q] == PAPNI_NO_STATE) {
    n->number[q] = n->count;
    n->order[n->count++] = q;
  }
}

/* The returns on one symbol that pop one call, in the order of their callers, those of
 * numbers below `known`. */
static void visit_returns (numbering *n, const transition *list, size_t count, papni_state known)
{
  for (;;) { /* the least caller that leads to something new */
    const transition *next = NULL;
    papni_state least = known;
    for (size_t i = 0; i < count; i++) {
      const papni_state caller = list[i].caller == PAPNI_NO_STATE ? 0 : n->number[list[i].caller];
      if (caller < least && n->number[list[i].to] == PAPNI_NO_STATE) {
        next = &list[i];
        least = caller;
      }
    }
    if (!next)
      return;
    assemble_visit (n, next->to);
  }
}

static bool is_call (const assembly *a, symbol s)
{
  return a->kind != PAPNI_DFA && a->alphabet->letters[s].kind == PAPNI_CALL;
}

/* What a state leads to: internal symbols, then calls, then returns. */
static void assemble_visit_from (const assembly *a, numbering *n, papni_state q)
{
  const size_t last = n->first[q + 1];
  size_t i = n->first[q];
  for (; i < last && a->transitions[i].popped == PAPNI_NO_SYMBOL; i++)
    if (a->kind != PAPNI_SEVPA || !is_call (a, a->transitions[i].symbol))
      assemble_visit (n, a->transitions[i].to);
  for (size_t c = 0; c < a->alphabet->size; c++)
    assemble_visit (n, n->entries[c]);
  const papni_state known = n->count;
  for (size_t end; i < last; i = end) {
    const transition *t = &a->transitions[i];
    for (end = i + 1; end < last && a->transitions[end].symbol == t->symbol && a->transitions[end].popped == t->popped;)
      end++;
    visit_returns (n, t, end - i, known);
  }
}

/* Breadth first; a return counts once its caller has a number, so go round until nothing is new. */
static void assemble_number_states (const assembly *a, numbering *n)
{
  for (size_t q = 0; q < a->states; q++)
    n->number[q] = PAPNI_NO_STATE;
  for (size_t c = 0; c < a->alphabet->size; c++)
    n->entries[c] = PAPNI_NO_STATE;
  for (size_t i = 0; i < a->count; i++) {
    n->first[a->transitions[i].from + 1]++;
    if (a->kind == PAPNI_SEVPA && is_call (a, a->transitions[i].symbol))
      n->entries[a->transitions[i].symbol] = a->transitions[i].to;
  }
  for (size_t q = 0; q < a->states; q++)
    n->first[q + 1] += n->first[q];
  assemble_visit (n, 0);
  for (papni_state before = 0; before < n->count;) {
    before = n->count;
    for (papni_state i = 0; i < n->count; i++)
      assemble_visit_from (a, n, n->order[i]);
  }
}

/* ---- the model ---- */

/* Puts the new numbers in; what is out of reach goes. */
static status assemble_renumber (assembly *a, const numbering *n, error *e)
{
  size_t kept = 0;
  for (size_t i = 0; i < a->count; i++) {
    transition t = a->transitions[i];
    const bool every = a->kind == PAPNI_SEVPA && is_call (a, t.symbol);
    t.from = n->number[t.from];
    t.to = n->number[t.to];
    const bool looks = t.caller != PAPNI_NO_STATE;
    t.caller = looks ? n->number[t.caller] : PAPNI_NO_STATE;
    if (!every && t.from != PAPNI_NO_STATE && !(looks && t.caller == PAPNI_NO_STATE))
      a->transitions[kept++] = t;
  }
  a->count = kept;
  status s = PAPNI_OK;
  for (size_t c = 0; c < a->alphabet->size; c++)
    for (papni_state q = 0; n->entries[c] != PAPNI_NO_STATE && !s && q < n->count; q++)
      s = assembly_add (a,
                        (transition){ .from = q,
                                      .to = n->number[n->entries[c]],
                                      .symbol = (symbol) c,
                                      .popped = PAPNI_NO_SYMBOL,
                                      .caller = PAPNI_NO_STATE },
                        e);
  return s;
}

static papni_model *assemble_build (assembly *a, const numbering *n, error *e)
{
  bool *accepting = allocate_zeroed (&a->memory, n->count, sizeof *accepting);
  papni_model *model = NULL;
  if (!accepting)
    no_memory (e);
  else if (!assemble_renumber (a, n, e)) {
    for (papni_state i = 0; i < n->count; i++)
      accepting[i] = a->accepting[n->order[i]];
    model = papni_model_new (a->kind, a->alphabet, n->count, accepting, a->transitions, a->count, e);
  }
  release (&a->memory, accepting, n->count, sizeof *accepting);
  return model;
}

papni_model *assembly_model (assembly *a, error *e)
{
  const allocator *m = &a->memory;
  numbering n = { .number = allocate (m, a->states, sizeof *n.number),
                  .order = allocate (m, a->states, sizeof *n.order),
                  .first = allocate_zeroed (m, a->states + 1, sizeof *n.first),
                  .entries = allocate (m, a->alphabet->size, sizeof *n.entries) };
  papni_model *model = NULL;
  if (n.number && n.order && n.first && n.entries) {
    sort_transitions (a);
    assemble_number_states (a, &n);
    model = assemble_build (a, &n, e);
  } else
    no_memory (e);
  release (m, n.number, a->states, sizeof *n.number);
  release (m, n.order, a->states, sizeof *n.order);
  release (m, n.first, a->states + 1, sizeof *n.first);
  release (m, n.entries, a->alphabet->size, sizeof *n.entries);
  return model;
}
