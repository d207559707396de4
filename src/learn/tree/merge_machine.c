/* merge_machine.c - the machine of a merged tree of traces: a dfa whose symbols are inputs
 * with their outputs, or a vpa.
 *
 * A return depends on the call that it pops, not on that call's output. In the model, the stack
 * holds the call with its output. So a return gets a transition for each output that the call has. */
#include "learn/tree/merge.h"

#include "model/assemble.h"

#include <string.h>

enum
{
  LABELS = MOST_OUTPUTS + 1 /* 0: unknown */
};

typedef struct machine_making
{
  const merger *merger;
  papni_alphabet *alphabet; /* of input/output */
  char *name;               /* room for one */
  size_t capacity;
  bool stack;
  bool *seen; /* input * LABELS + output: is there such a transition? */
} machine_making;

/* The label of a transition to a red state. */
static unsigned output_of (const merger *m, size_t entry)
{
  return m->edges_speak ? m->row_outputs[entry] : m->reds[m->rows[entry] & ~RED].label;
}

static bool is_kept (const merger *m, size_t entry)
{
  return m->rows[entry] != NOWHERE && is_red (m->rows[entry]);
}

/* Writes the name input/output, and returns its length. With a stack, an unknown output is left
 * out, unless the input has a slash. */
static size_t write_machine_name (const machine_making *k, const letter *l, text_span output)
{
  memcpy (k->name, l->name, l->length);
  if (!output.length && k->stack && !memchr (l->name, '/', l->length))
    return l->length;
  if (!output.length)
    output = (text_span){ "?", 1 };
  k->name[l->length] = '/';
  memcpy (k->name + l->length + 1, output.text, output.length);
  return l->length + 1 + output.length;
}

/* The symbol input/output, which is declared. */
static status machine_symbol (machine_making *k, symbol input, unsigned label, symbol *result, error *e)
{
  const merger *m = k->merger;
  const letter *l = &m->tree->alphabet->letters[input];
  const papni_kind kind = k->stack ? (papni_kind) l->kind : PAPNI_INTERNAL;
  const text_span output = label ? traces_name (&m->tree->outputs, label) : (text_span){ "", 0 };
  if (!reserve (&m->engine.memory, &k->name, &k->capacity, l->length + output.length + 2, 1))
    return no_memory (e);
  const size_t length = write_machine_name (k, l, output);
  const status s = alphabet_declare (k->alphabet, kind, k->name, length, (position){ NULL, 0, 0 }, e);
  *result = s ? PAPNI_NO_SYMBOL : papni_alphabet_find (k->alphabet, k->name, length);
  return s;
}

/* The outputs that each input has. */
static void note_outputs (machine_making *k)
{
  const merger *m = k->merger;
  for (size_t i = 0; i < m->engine.reds * m->width; i++)
    if (is_kept (m, i))
      k->seen[m->tree->symbols[i % m->width].symbol * LABELS + output_of (m, i)] = true;
}

/* The transitions of a return that pops a call, with each of its outputs. */
static status machine_returns (machine_making *k, assembly *a, transition t, symbol call, error *e)
{
  status s = PAPNI_OK;
  for (unsigned label = 0; !s && label < LABELS; label++)
    if (k->seen[call * LABELS + label]) {
      s = machine_symbol (k, call, label, &t.popped, e);
      if (!s)
        s = assembly_add (a, t, e);
    }
  return s;
}

static status machine_transitions (machine_making *k, assembly *a, error *e)
{
  const merger *m = k->merger;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < m->engine.reds * m->width; i++) {
    transition t = { .from = (papni_state) (i / m->width), .popped = PAPNI_NO_SYMBOL, .caller = PAPNI_NO_STATE };
    if (!is_kept (m, i))
      continue;
    const stack_symbol read = m->tree->symbols[i % m->width];
    t.to = m->rows[i] & ~RED;
    s = machine_symbol (k, read.symbol, output_of (m, i), &t.symbol, e);
    if (!s)
      s = read.popped == PAPNI_NO_SYMBOL ? assembly_add (a, t, e) : machine_returns (k, a, t, read.popped, e);
  }
  return s;
}

/* Pairs a call and a return with all their outputs. */
static status machine_pair (machine_making *k, symbol call, symbol ret, error *e)
{
  status s = PAPNI_OK;
  symbol one, other;
  for (unsigned x = 0; !s && x < LABELS; x++)
    for (unsigned y = 0; !s && k->seen[call * LABELS + x] && y < LABELS; y++) {
      if (!k->seen[ret * LABELS + y])
        continue;
      s = machine_symbol (k, call, x, &one, e);
      if (!s)
        s = machine_symbol (k, ret, y, &other, e);
      if (!s)
        s = alphabet_pair (k->alphabet, letter_name (&k->alphabet->letters[one]),
                           letter_name (&k->alphabet->letters[other]), (position){ NULL, 0, 0 }, e);
    }
  return s;
}

static status machine_pairs (machine_making *k, error *e)
{
  const map *pairs = &k->merger->tree->alphabet->pairs;
  status s = PAPNI_OK;
  for (size_t i = 0; k->stack && !s && i < pairs->capacity; i++)
    if (pairs->entries[i].age == pairs->age)
      s = machine_pair (k, (symbol) (pairs->entries[i].key & 0xffff), (symbol) (pairs->entries[i].key >> 16), e);
  return s;
}

/* The output of the start of a Moore machine, as a text; NULL if it is unknown. */
static status start_output (const merger *m, char **start, error *e)
{
  const unsigned label = m->edges_speak ? 0 : m->reds[0].label;
  *start = NULL;
  if (!label)
    return PAPNI_OK;
  const text_span name = traces_name (&m->tree->outputs, label);
  *start = copy_text (&m->engine.memory, name.text, name.length);
  return *start ? PAPNI_OK : no_memory (e);
}

static papni_model *machine_build (machine_making *k, error *e)
{
  const merger *m = k->merger;
  assembly a;
  papni_model *model = NULL;
  char *start = NULL;
  status s = assembly_begin (&a, &m->engine.memory, m->tree->kind, k->alphabet, m->engine.reds, e);
  if (!s)
    s = start_output (m, &start, e);
  if (!s)
    s = machine_transitions (k, &a, e);
  if (!s)
    s = machine_pairs (k, e);
  for (size_t red = 0; !s && red < m->engine.reds; red++)
    a.accepting[red] = true;
  if (!s)
    model = assembly_model (&a, e);
  assembly_release (&a);
  if (model && model_become_machine (model, m->tree->machine, start, e)) {
    papni_model_free (model);
    model = NULL;
  }
  release_text (&m->engine.memory, start);
  return model;
}

papni_model *merger_machine (const merger *m, error *e)
{
  const size_t room = m->tree->alphabet->size * LABELS;
  machine_making k = { .merger = m, .stack = m->tree->kind != PAPNI_DFA };
  papni_model *model = NULL;
  k.seen = allocate_zeroed (&m->engine.memory, room, sizeof *k.seen);
  k.alphabet = papni_alphabet_new (&m->engine.memory, e);
  if (k.seen && k.alphabet) {
    note_outputs (&k);
    model = machine_build (&k, e);
  } else
    no_memory (e);
  papni_alphabet_free (k.alphabet);
  release (&m->engine.memory, k.seen, room, sizeof *k.seen);
  release (&m->engine.memory, k.name, k.capacity, 1);
  return model;
}
