/* assemble.c - builds a model from any list of transitions.
 *
 * States are numbered breadth-first from the start in symbol order. A return that
 * depends on its caller can be taken once the caller has been reached, possibly after
 * the state in which it is read. So the traversal is repeated until it finds no new
 * state. */
#include "model/assemble.h"

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

/* Renumbers symbols in symbol order, or, with the inverse, back again. */
static void assemble_translate (assembly *a, const symbol *number)
{
  for (size_t i = 0; i < a->count; i++) {
    transition *t = &a->transitions[i];
    t->symbol = number[t->symbol];
    if (t->popped != PAPNI_NO_SYMBOL)
      t->popped = number[t->popped];
  }
}

/* ---- numbers ---- */

/* The target of a return, and the number of the caller that it depends on. */
typedef struct returning
{
  papni_state caller, to;
} returning;

typedef struct numbering
{
  symbol *order, *rank;        /* the symbols in symbol order; the rank of each */
  papni_state *number, *queue; /* of a state, or PAPNI_NO_STATE; the states by number */
  rows rows;                   /* of the transitions, by state */
  papni_state *entries;        /* of a sevpa, by call */
  returning *returns;          /* to states without a number */
  papni_state count;
} numbering;

static void assemble_visit (numbering *n, papni_state q)
{
  if (q != PAPNI_NO_STATE && n->number[q] == PAPNI_NO_STATE) {
    n->number[q] = n->count;
    n->queue[n->count++] = q;
  }
}

static int assemble_by_caller (const void *left, const void *right)
{
  const returning *x = left, *y = right;
  const int order = compare (x->caller, y->caller);
  return order ? order : compare (x->to, y->to);
}

/* Visits the returns on one symbol that pop one call, in the order of their callers,
 * whose numbers are below `known`. */
static void visit_returns (numbering *n, const transition *list, size_t count, papni_state known)
{
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    const papni_state caller = list[i].caller == PAPNI_NO_STATE ? 0 : n->number[list[i].caller];
    if (caller < known && n->number[list[i].to] == PAPNI_NO_STATE)
      n->returns[found++] = (returning){ caller, list[i].to };
  }
  sort_items (n->returns, found, sizeof *n->returns, assemble_by_caller);
  for (size_t i = 0; i < found; i++)
    assemble_visit (n, n->returns[i].to);
}

/* Is this a call of a sevpa, which its entry determines? */
static bool assemble_enters (const assembly *a, const numbering *n, const transition *t)
{
  return a->kind == PAPNI_SEVPA && a->alphabet->letters[n->order[t->symbol]].kind == PAPNI_CALL;
}

/* Visits the successors of a state: internal symbols, then calls, then returns. */
static void assemble_visit_from (const assembly *a, numbering *n, papni_state q)
{
  const size_t last = n->rows.first[q + 1];
  size_t i = n->rows.first[q];
  for (; i < last && a->transitions[i].popped == PAPNI_NO_SYMBOL; i++)
    if (!assemble_enters (a, n, &a->transitions[i]))
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

static void assemble_number_states (const assembly *a, numbering *n)
{
  for (size_t q = 0; q < a->states; q++)
    n->number[q] = PAPNI_NO_STATE;
  for (size_t c = 0; c < a->alphabet->size; c++)
    n->entries[c] = PAPNI_NO_STATE;
  for (size_t i = 0; i < a->count; i++) {
    rows_count (&n->rows, a->transitions[i].from);
    if (assemble_enters (a, n, &a->transitions[i]))
      n->entries[a->transitions[i].symbol] = a->transitions[i].to;
  }
  rows_sorted (&n->rows);
  assemble_visit (n, a->start);
  for (papni_state before = 0; before < n->count;) {
    before = n->count;
    for (papni_state i = 0; i < n->count; i++)
      assemble_visit_from (a, n, n->queue[i]);
  }
}

/* ---- the model ---- */

/* Renumbers the states and removes the unreachable ones. */
static status assemble_renumber (assembly *a, const numbering *n, error *e)
{
  size_t kept = 0;
  for (size_t i = 0; i < a->count; i++) {
    transition t = a->transitions[i];
    const bool every = assemble_enters (a, n, &t), looks = t.caller != PAPNI_NO_STATE;
    t.from = n->number[t.from];
    t.to = n->number[t.to];
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
  assemble_translate (a, n->order);
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
      accepting[i] = a->accepting[n->queue[i]];
    model = papni_model_new (&(papni_parts){ a->kind, a->alphabet, n->count, accepting, a->transitions, a->count }, e);
  }
  release (&a->memory, accepting, n->count, sizeof *accepting);
  return model;
}

static bool numbering_begin (numbering *n, const assembly *a)
{
  const allocator *m = &a->memory;
  const size_t letters = a->alphabet->size;
  *n = (numbering){ .order = alphabet_order (a->alphabet),
                    .rank = allocate (m, letters, sizeof *n->rank),
                    .number = allocate (m, a->states, sizeof *n->number),
                    .queue = allocate (m, a->states, sizeof *n->queue),
                    .entries = allocate (m, letters, sizeof *n->entries),
                    .returns = allocate (m, a->count, sizeof *n->returns) };
  if (!rows_init (m, &n->rows, a->states) || !n->order || !n->rank || !n->number || !n->queue || !n->entries
      || !n->returns)
    return false;
  for (size_t i = 0; i < letters; i++)
    n->rank[n->order[i]] = (symbol) i;
  return true;
}

static void numbering_release (numbering *n, const assembly *a, size_t transitions)
{
  const allocator *m = &a->memory;
  const size_t letters = a->alphabet->size;
  release (&a->alphabet->memory, n->order, letters, sizeof *n->order);
  release (m, n->rank, letters, sizeof *n->rank);
  release (m, n->number, a->states, sizeof *n->number);
  release (m, n->queue, a->states, sizeof *n->queue);
  release (m, n->entries, letters, sizeof *n->entries);
  release (m, n->returns, transitions, sizeof *n->returns);
  rows_release (m, &n->rows);
}

papni_model *assembly_model (assembly *a, error *e)
{
  const size_t transitions = a->count;
  numbering n;
  papni_model *model = NULL;
  if (numbering_begin (&n, a)) {
    assemble_translate (a, n.rank);
    a->count = sort_unique (a->transitions, a->count, sizeof *a->transitions, compare_transitions);
    assemble_number_states (a, &n);
    model = assemble_build (a, &n, e);
  } else
    no_memory (e);
  numbering_release (&n, a, transitions);
  return model;
}
