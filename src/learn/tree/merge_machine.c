/* merge_machine.c - the machine of a merged tree of traces: a dfa whose symbols are inputs
 * with their outputs. */
#include "learn/tree/merge.h"

#include "model/assemble.h"

#include <string.h>

typedef struct machine_making
{
  const merger *merger;
  papni_alphabet *alphabet; /* of input/output */
  char *name;               /* room for one */
  size_t capacity;
} machine_making;

/* The label of a transition to a red state. */
static unsigned output_of (const merger *m, size_t entry)
{
  return m->edges_speak ? m->row_outputs[entry] : m->reds[m->rows[entry] & ~RED].label;
}

/* The symbol input/output, which is declared. */
static status machine_symbol (machine_making *k, symbol input, unsigned label, symbol *result, error *e)
{
  const merger *m = k->merger;
  const letter *l = &m->tree->alphabet->letters[input];
  const text_span output = label ? traces_name (&m->tree->outputs, label) : (text_span){ "?", 1 };
  const size_t length = l->length + 1 + output.length;
  if (!reserve (&m->engine.memory, &k->name, &k->capacity, length, 1))
    return no_memory (e);
  memcpy (k->name, l->name, l->length);
  k->name[l->length] = '/';
  memcpy (k->name + l->length + 1, output.text, output.length);
  const status s = alphabet_declare (k->alphabet, PAPNI_INTERNAL, k->name, length, (position){ NULL, 0, 0 }, e);
  *result = s ? PAPNI_NO_SYMBOL : papni_alphabet_find (k->alphabet, k->name, length);
  return s;
}

static status machine_transitions (machine_making *k, assembly *a, error *e)
{
  const merger *m = k->merger;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < m->engine.reds * m->width; i++) {
    transition t = { .from = (papni_state) (i / m->width), .popped = PAPNI_NO_SYMBOL, .caller = PAPNI_NO_STATE };
    if (m->rows[i] == NOWHERE || !is_red (m->rows[i]))
      continue;
    t.to = m->rows[i] & ~RED;
    s = machine_symbol (k, m->tree->symbols[i % m->width].symbol, output_of (m, i), &t.symbol, e);
    if (!s)
      s = assembly_add (a, t, e);
  }
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
  machine_making k = { .merger = m, .alphabet = papni_alphabet_new (&m->engine.memory, e) };
  papni_model *model = k.alphabet ? machine_build (&k, e) : NULL;
  papni_alphabet_free (k.alphabet);
  release (&m->engine.memory, k.name, k.capacity, 1);
  return model;
}
