/* aalpy.c - a model as DOT for AALpy, and a dfa or a machine as DOT for AutomataLib.
 *
 * Both use s0, s1, ... for the states, an arrow from __start0, double circles for
 * accepting states, and one edge per symbol. An AALpy vpa can push any name: we push
 * the call and, if returns depend on it, the state in which it was made. AALpy needs
 * complete dfas, so a sink is added if necessary. */
#include "base/output.h"
#include "data/traces.h"
#include "io/models/write.h"

#include <stdio.h>
#include <string.h>

static void put_state_name (output *o, size_t q)
{
  put (o, "s");
  put_number (o, q);
}

static void put_node (output *o, size_t q, bool accepting)
{
  put_state_name (o, q);
  put (o, " [label=\"s");
  put_number (o, q);
  put (o, accepting ? "\", shape=doublecircle];\n" : "\", shape=circle];\n");
}

static void begin_edge (output *o, size_t from, size_t to)
{
  put_state_name (o, from);
  put (o, " -> ");
  put_state_name (o, to);
  put (o, " [label=\"");
}

/* ---- names that cannot be written ---- */

static status aalpy_check_names (const papni_model *model, const char *who, error *e)
{
  for (size_t i = 0; i < model->alphabet->size; i++) {
    const char *name = model->alphabet->letters[i].name;
    const bool stack = model->kind != PAPNI_DFA;
    if (strpbrk (name, "\" \\") || (name[0] == '{' && ends_in (name, "}")))
      return fail (e, PAPNI_INPUT, "'%s' cannot be written for %s, which does not quote names: rename the symbol", name,
                   who);
    if (stack && (strstr (name, "push") || strstr (name, "pop")))
      return fail (e, PAPNI_INPUT, "%s would read '%s' as a stack operation: rename the symbol", who, name);
  }
  return PAPNI_OK;
}

/* ---- a dfa ---- */

/* The missing edges of a state, to the sink. */
static void put_missing (output *o, const papni_model *model, size_t q, size_t sink)
{
  for (size_t s = 0; s < model->alphabet->size; s++)
    if (q == sink || !model_find (model, (papni_state) q, (symbol) s, PAPNI_NO_SYMBOL, PAPNI_NO_STATE)) {
      begin_edge (o, q, sink);
      put (o, model->alphabet->letters[s].name);
      put (o, "\"];\n");
    }
}

static void put_dfa (output *o, const papni_model *model)
{
  const bool complete = model->count == model->states * model->alphabet->size;
  for (size_t q = 0; q < model->states; q++)
    put_node (o, q, model->accepting[q]);
  if (!complete)
    put_node (o, model->states, false);
  for (size_t i = 0; i < model->count; i++) {
    const transition *t = &model->transitions[i];
    begin_edge (o, t->from, t->to);
    put (o, model->alphabet->letters[t->symbol].name);
    put (o, "\"];\n");
  }
  for (size_t q = 0; !complete && q <= model->states; q++)
    put_missing (o, model, q, model->states);
}

/* ---- a machine ---- */

static void put_machine_node (output *o, const papni_model *model, size_t q)
{
  const char *own = papni_model_output (model, (papni_state) q);
  put_state_name (o, q);
  put (o, " [label=\"");
  if (model->machine == PAPNI_MC || model->machine == PAPNI_MDP) {
    put (o, own ? own : "None");
    put (o, "\"];\n");
    return;
  }
  put_state_name (o, q);
  if (model->machine == PAPNI_MOORE) {
    put (o, "|");
    put (o, own ? own : "None");
  }
  put (o, model->machine == PAPNI_MOORE ? "\", shape=record, style=rounded];\n" : "\", shape=circle];\n");
}

/* The input of a transition, its output if states have none, and its probability. */
static void put_machine_edge (output *o, const papni_model *model, size_t index, const char *slash)
{
  const transition *t = &model->transitions[index];
  text_span input, result;
  double probability;
  char text[32];
  trace_split (letter_name (&model->alphabet->letters[t->symbol]), &input, &result);
  begin_edge (o, t->from, t->to);
  if (model->machine != PAPNI_MC)
    put_bytes (o, input.text, input.length);
  if (model->machine == PAPNI_MEALY || model->machine == PAPNI_SMM) {
    put (o, slash);
    put (o, output_is_unknown (result) ? "None" : result.text);
  }
  if (papni_machine_probability (model, index, &probability)) {
    snprintf (text, sizeof text, "%s%.17g", model->machine == PAPNI_MC ? "" : ":", probability);
    put (o, text);
  }
  put (o, "\"];\n");
}

static void put_machine (output *o, const papni_model *model, const char *slash)
{
  for (size_t q = 0; q < model->states; q++)
    put_machine_node (o, model, q);
  for (size_t i = 0; i < model->count; i++)
    put_machine_edge (o, model, i, slash);
}

/* ---- a model with a stack ---- */

/* The name that a call pushes: unique and without parentheses. */
static void put_pushed (output *o, const papni_model *model, symbol call, papni_state made_in)
{
  put (o, "c");
  put_number (o, call);
  if (model->kind == PAPNI_VPA)
    return;
  put (o, "s");
  put_number (o, made_in);
}

static void put_return (output *o, const papni_model *model, const transition *t, papni_state caller)
{
  begin_edge (o, t->from, t->to);
  put (o, model->alphabet->letters[t->symbol].name);
  put (o, " / pop(");
  put_pushed (o, model, t->popped, caller);
  put (o, ")\"];\n");
}

static void aalpy_put_transition (output *o, const papni_model *model, const transition *t)
{
  const papni_kind kind = model->alphabet->letters[t->symbol].kind;
  if (kind == PAPNI_RETURN) {
    const bool any = t->caller == PAPNI_NO_STATE && model->kind != PAPNI_VPA;
    for (size_t q = 0; q < (any ? model->states : 1); q++)
      put_return (o, model, t, any ? (papni_state) q : t->caller);
    return;
  }
  begin_edge (o, t->from, t->to);
  put (o, model->alphabet->letters[t->symbol].name);
  if (kind == PAPNI_CALL) {
    put (o, " / push(");
    put_pushed (o, model, t->symbol, t->from);
    put (o, ")");
  }
  put (o, "\"];\n");
}

static void put_stack_model (output *o, const papni_model *model)
{
  for (size_t q = 0; q < model->states; q++)
    put_node (o, q, model->accepting[q]);
  for (size_t i = 0; i < model->count; i++)
    aalpy_put_transition (o, model, &model->transitions[i]);
}

static status write_dot (const papni_model *model, papni_writer writer, const char *who, const char *slash, error *e)
{
  output o = { .writer = writer };
  const status failed = aalpy_check_names (model, who, e);
  if (failed)
    return failed;
  put (&o, "digraph papni {\n");
  if (model->machine)
    put_machine (&o, model, slash);
  else if (model->kind == PAPNI_DFA)
    put_dfa (&o, model);
  else
    put_stack_model (&o, model);
  put (&o, "__start0 [label=\"\", shape=none];\n__start0 -> s0 [label=\"\"];\n}\n");
  return output_end (&o, e);
}

papni_status model_write_aalpy (const papni_model *model, papni_writer writer, papni_error *e)
{
  if (model->machine && model->kind != PAPNI_DFA)
    return fail (e, PAPNI_INPUT, "AALpy's DOT cannot express a vpt: its automata with a stack have no outputs");
  return write_dot (model, writer, "AALpy", "/", e);
}

papni_status model_write_automatalib (const papni_model *model, papni_writer writer, papni_error *e)
{
  if (model->kind != PAPNI_DFA || model->machine >= PAPNI_MC)
    return fail (e, PAPNI_INPUT, "AutomataLib's DOT cannot express a %s: only a dfa, a moore or a mealy",
                 papni_model_type (model));
  return write_dot (model, writer, "AutomataLib", " / ", e);
}
