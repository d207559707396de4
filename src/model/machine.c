/* machine.c - machines with outputs: dfas, or a vpa, over symbols named input/output.
 *
 * All that works on the words of a dfa or a vpa works on the traces of a machine. What is added
 * here: the rules that make a dfa a machine, the outputs of the states of a Moore machine,
 * which are those of the transitions to them, and steps by inputs alone. */
#include "data/traces.h"
#include "model/model.h"

#include <string.h>

static status machine_bad (const papni_model *model, const transition *t, const char *what, error *e)
{
  return fail (e, PAPNI_INPUT, "a machine: the transition from state %u on '%s' %s", (unsigned) t->from,
               model->alphabet->letters[t->symbol].name, what);
}

/* The output of a symbol, or NULL: unknown. */
static const char *symbol_output (const papni_model *model, symbol s)
{
  text_span input, output;
  if (model->machine == PAPNI_MC)
    return model->alphabet->letters[s].name;
  trace_split (letter_name (&model->alphabet->letters[s]), &input, &output);
  return output_is_unknown (output) ? NULL : output.text;
}

/* At most one transition on each input in each state, and for each call that it pops. */
static status check_inputs (const papni_model *model, const uint32_t *input_of, error *e)
{
  map last = { 0 }; /* input and popped call -> 1 + the state that has had such a transition */
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < model->count; i++) {
    const transition *t = &model->transitions[i];
    bool fresh;
    uint32_t *state =
        map_enter (&model->memory, &last, (uint64_t) input_of[t->symbol] << 16 | t->popped, t->from + 1, &fresh);
    if (!state)
      s = no_memory (e);
    else if (!fresh && *state == t->from + 1)
      s = machine_bad (model, t, "is the second on this input: a machine has one output for each", e);
    else
      *state = t->from + 1;
  }
  map_release (&model->memory, &last);
  return s;
}

static status number_inputs (const papni_model *model, names *inputs, uint32_t *input_of, error *e)
{
  for (size_t i = 0; i < model->alphabet->size; i++) {
    const letter *l = &model->alphabet->letters[i];
    text_span input, output;
    const bool slash = trace_split (letter_name (l), &input, &output);
    if (slash ? !input.length || !output.length : model->kind == PAPNI_DFA)
      return fail (e, PAPNI_INPUT, "a machine: the symbol '%s' must be input/output", l->name);
    input_of[i] = names_enter (&model->memory, inputs, (piece){ input.text, input.text + input.length });
    if (input_of[i] == NO_NAME)
      return no_memory (e);
  }
  return PAPNI_OK;
}

static status check_machine (const papni_model *model, error *e)
{
  names inputs = { 0 };
  const size_t letters = model->alphabet->size;
  uint32_t *input_of = allocate (&model->memory, letters, sizeof *input_of);
  status s = input_of ? number_inputs (model, &inputs, input_of, e) : no_memory (e);
  if (!s && (model->machine == PAPNI_MOORE || model->machine == PAPNI_MEALY))
    s = check_inputs (model, input_of, e);
  names_release (&model->memory, &inputs);
  release (&model->memory, input_of, letters, sizeof *input_of);
  return s;
}

/* The outputs of states, where all transitions to a state have the same. */
static status find_outputs (papni_model *model, const char *start, error *e)
{
  bool *known = allocate_zeroed (&model->memory, model->states, sizeof *known);
  model->outputs = allocate_zeroed (&model->memory, model->states, sizeof *model->outputs);
  model->start_output = start ? copy_text (&model->memory, start, strlen (start)) : NULL;
  status s = known && model->outputs && (!start || model->start_output) ? PAPNI_OK : no_memory (e);
  if (!s && start) {
    model->outputs[0] = model->start_output;
    known[0] = true;
  }
  for (size_t i = 0; !s && i < model->count; i++) {
    const transition *t = &model->transitions[i];
    const char *output = symbol_output (model, t->symbol), *has = model->outputs[t->to];
    if (known[t->to] && (!output || !has ? output != has : strcmp (output, has) != 0))
      s = machine_bad (model, t, "has another output than the state it leads to", e);
    model->outputs[t->to] = output;
    known[t->to] = true;
  }
  release (&model->memory, known, model->states, sizeof *known);
  return s;
}

status model_become_machine (papni_model *model, papni_machine machine, const char *start, error *e)
{
  if (machine == PAPNI_ACCEPTOR)
    return PAPNI_OK;
  if (machine > PAPNI_SMM || (model->kind != PAPNI_DFA && (model->kind != PAPNI_VPA || machine != PAPNI_MEALY)))
    return fail (e, PAPNI_USAGE,
                 "a machine must be a dfa that is moore, mealy, mc, mdp or smm, or a vpa that is mealy");
  model->machine = machine;
  const status s = machine == PAPNI_MC ? PAPNI_OK : check_machine (model, e);
  return s || machine == PAPNI_MEALY || machine == PAPNI_SMM ? s : find_outputs (model, start, e);
}

papni_model *papni_machine_new (const papni_parts *parts, papni_machine machine, const char *start, papni_error *e)
{
  papni_model *model = papni_model_new (parts, e);
  if (!model || !model_become_machine (model, machine, start, e))
    return model;
  papni_model_free (model);
  return NULL;
}

papni_model *model_like (papni_model *model, const papni_model *other, papni_state start, error *e)
{
  const char *output = other->outputs ? other->outputs[start] : NULL;
  if (!model || !model_become_machine (model, other->machine, output, e))
    return model;
  papni_model_free (model);
  return NULL;
}

/* ---- asking ---- */

papni_machine papni_model_machine (const papni_model *model)
{
  return model->machine;
}

const char *papni_model_type (const papni_model *model)
{
  static const char *const names[] = { NULL, "moore", "mealy", "mc", "mdp", "smm" };
  if (!model->machine)
    return papni_model_kind_name (model->kind);
  return model->kind == PAPNI_VPA ? "vpt" : names[model->machine];
}

const char *papni_model_output (const papni_model *model, papni_state state)
{
  return model->outputs ? model->outputs[state] : NULL;
}

/* Do two symbols have the same input? */
static bool same_input (const papni_model *model, symbol x, symbol y)
{
  text_span one, other, output;
  trace_split (letter_name (&model->alphabet->letters[x]), &one, &output);
  trace_split (letter_name (&model->alphabet->letters[y]), &other, &output);
  return one.length == other.length && !memcmp (one.text, other.text, one.length);
}

bool papni_machine_fraction (const papni_model *model, size_t index, uint64_t *taken, uint64_t *all)
{
  if (model->machine < PAPNI_MC || !model->counts || index >= model->count)
    return false;
  const transition *t = &model->transitions[index];
  *taken = papni_model_taken (model, index);
  *all = 0;
  for (size_t i = model->first[t->from]; i < model->first[t->from + 1]; i++)
    if (model->machine == PAPNI_MC || same_input (model, t->symbol, model->transitions[i].symbol))
      *all += papni_model_taken (model, i);
  return *all;
}

bool papni_machine_probability (const papni_model *model, size_t index, double *probability)
{
  uint64_t taken, all;
  const bool known = papni_machine_fraction (model, index, &taken, &all);
  *probability = known ? (double) taken / (double) all : 0;
  return known;
}

bool papni_machine_step (const papni_model *model, papni_state *state, const char *input, const char **output)
{
  const size_t length = strlen (input);
  for (size_t i = model->first[*state]; model->kind == PAPNI_DFA && i < model->first[*state + 1]; i++) {
    const transition *t = &model->transitions[i];
    text_span own, result;
    trace_split (letter_name (&model->alphabet->letters[t->symbol]), &own, &result);
    if (own.length == length && !memcmp (own.text, input, length)) {
      *state = t->to;
      *output = output_is_unknown (result) ? NULL : result.text;
      return true;
    }
  }
  return false;
}
