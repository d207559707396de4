/* prism.c - Markov chains and decision processes for model checkers: PRISM's language, and
 * JANI. Probabilities are fractions, so they are exact. Outputs of states become labels (in
 * JANI, transient variables); those of a stochastic Mealy machine's transitions become the
 * value of the variable `out`, the number of the output. */
#include "base/names.h"
#include "base/output.h"
#include "data/traces.h"
#include "io/models/write.h"

#include <string.h>

typedef struct chain_writer
{
  output out;
  const papni_model *model;
  uint32_t *input_of, *output_of; /* by symbol */
  names inputs, outputs;
  bool jani;
} chain_writer;

static void chain_put_name (chain_writer *w, text_span name)
{
  for (size_t i = 0; i < name.length; i++) {
    const char c = name.text[i];
    const bool letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z', digit = c >= '0' && c <= '9';
    if (!i && !letter)
      put (&w->out, "_");
    put_bytes (&w->out, letter || digit ? &name.text[i] : "_", 1);
  }
}

static text_span chain_name (const names *n, uint32_t i)
{
  return (text_span){ n->text + n->list[i].begin, n->list[i].length };
}

/* Different names must stay different when other characters than letters and digits become _. */
static status check_chain_names (const names *n, error *e)
{
  for (uint32_t x = 0; x < n->count; x++)
    for (uint32_t y = 0; y < x; y++) {
      const text_span one = chain_name (n, x), other = chain_name (n, y);
      bool same = one.length == other.length;
      for (size_t i = 0; same && i < one.length; i++) {
        const char p = one.text[i], q = other.text[i];
        const bool word = (p >= '0' && p <= '9') || ((p | 0x20) >= 'a' && (p | 0x20) <= 'z');
        const bool also = (q >= '0' && q <= '9') || ((q | 0x20) >= 'a' && (q | 0x20) <= 'z');
        same = word || also ? p == q : true;
      }
      if (same)
        return fail (e, PAPNI_INPUT, "'%.*s' and '%.*s' would get the same name: rename one of them",
                     (int) other.length, other.text, (int) one.length, one.text);
    }
  return PAPNI_OK;
}

static status chain_begin (chain_writer *w, error *e)
{
  const papni_model *model = w->model;
  const size_t letters = model->alphabet->size;
  if (model->machine < PAPNI_MC || !model->counts)
    return fail (e, PAPNI_INPUT,
                 "only a model with probabilities can be written for model checkers: learn one with "
                 "--model mc, mdp or smm");
  w->input_of = allocate (&model->memory, letters, sizeof *w->input_of);
  w->output_of = allocate (&model->memory, letters, sizeof *w->output_of);
  if (!w->input_of || !w->output_of)
    return no_memory (e);
  for (size_t i = 0; i < letters; i++) {
    text_span input = { "", 0 }, result = letter_name (&model->alphabet->letters[i]);
    if (model->machine != PAPNI_MC)
      trace_split (result, &input, &result);
    w->input_of[i] = names_enter (&model->memory, &w->inputs, (piece){ input.text, input.text + input.length });
    w->output_of[i] = names_enter (&model->memory, &w->outputs, (piece){ result.text, result.text + result.length });
    if (w->input_of[i] == NO_NAME || w->output_of[i] == NO_NAME)
      return no_memory (e);
  }
  const char *start = papni_model_output (model, 0);
  if (start && names_enter (&model->memory, &w->outputs, (piece){ start, start + strlen (start) }) == NO_NAME)
    return no_memory (e);
  const status s = check_chain_names (&w->inputs, e);
  return s ? s : check_chain_names (&w->outputs, e);
}

static void chain_end (chain_writer *w)
{
  const allocator *a = &w->model->memory;
  release (a, w->input_of, w->model->alphabet->size, sizeof *w->input_of);
  release (a, w->output_of, w->model->alphabet->size, sizeof *w->output_of);
  names_release (a, &w->inputs);
  names_release (a, &w->outputs);
}

/* Is this the output of the state? */
static bool state_has (const chain_writer *w, size_t q, text_span name)
{
  const char *own = papni_model_output (w->model, (papni_state) q);
  return own && strlen (own) == name.length && !memcmp (own, name.text, name.length);
}

/* One destination of an edge. */
static void put_destination (chain_writer *w, size_t index, bool first)
{
  const transition *t = &w->model->transitions[index];
  uint64_t taken = 0, all = 1;
  papni_machine_fraction (w->model, index, &taken, &all);
  put (&w->out, first ? "" : w->jani ? ", " : " + ");
  put (&w->out, w->jani ? "{\"location\": \"s" : "");
  if (w->jani) {
    put_number (&w->out, t->to);
    put (&w->out, "\", \"probability\": {\"exp\": {\"op\": \"/\", \"left\": ");
    put_number (&w->out, taken);
    put (&w->out, ", \"right\": ");
    put_number (&w->out, all);
    put (&w->out, "}}");
    if (w->model->machine == PAPNI_SMM) {
      put (&w->out, ", \"assignments\": [{\"ref\": \"out\", \"value\": ");
      put_number (&w->out, w->output_of[t->symbol] + 1u);
      put (&w->out, "}]");
    }
    put (&w->out, "}");
    return;
  }
  put_number (&w->out, taken);
  put (&w->out, "/");
  put_number (&w->out, all);
  put (&w->out, " : (loc'=");
  put_number (&w->out, t->to);
  put (&w->out, ")");
  if (w->model->machine == PAPNI_SMM) {
    put (&w->out, " & (out'=");
    put_number (&w->out, w->output_of[t->symbol] + 1u);
    put (&w->out, ")");
  }
}

/* The destinations of a state on one input; false if there are none. */
static bool put_destinations (chain_writer *w, size_t q, uint32_t input)
{
  bool any = false;
  for (size_t i = w->model->first[q]; i < w->model->first[q + 1]; i++)
    if (w->input_of[w->model->transitions[i].symbol] == input && papni_model_taken (w->model, i)) {
      put_destination (w, i, !any);
      any = true;
    }
  return any;
}

static bool has_destinations (const chain_writer *w, size_t q, uint32_t input)
{
  for (size_t i = w->model->first[q]; i < w->model->first[q + 1]; i++)
    if (w->input_of[w->model->transitions[i].symbol] == input && papni_model_taken (w->model, i))
      return true;
  return false;
}

/* ---- PRISM ---- */

static void put_prism_edges (chain_writer *w, size_t q)
{
  for (uint32_t i = 0; i < w->inputs.count; i++) {
    if (!has_destinations (w, q, i))
      continue;
    put (&w->out, "  [");
    chain_put_name (w, chain_name (&w->inputs, i));
    put (&w->out, "] loc=");
    put_number (&w->out, q);
    put (&w->out, " -> ");
    put_destinations (w, q, i);
    put (&w->out, ";\n");
  }
}

static void put_prism_labels (chain_writer *w)
{
  for (uint32_t i = 0; i < w->outputs.count; i++) {
    const char *separator = " = ";
    put (&w->out, "label \"");
    chain_put_name (w, chain_name (&w->outputs, i));
    put (&w->out, "\"");
    for (size_t q = 0; w->model->machine != PAPNI_SMM && q < w->model->states; q++)
      if (state_has (w, q, chain_name (&w->outputs, i))) {
        put (&w->out, separator);
        put (&w->out, "loc=");
        put_number (&w->out, q);
        separator = " | ";
      }
    if (w->model->machine == PAPNI_SMM) {
      put (&w->out, " = out=");
      put_number (&w->out, i + 1u);
    } else if (*separator == ' ' && separator[1] == '=')
      put (&w->out, " = false");
    put (&w->out, ";\n");
  }
}

papni_status model_write_prism (const papni_model *model, papni_writer writer, papni_error *e)
{
  chain_writer w = { .out = { .writer = writer }, .model = model };
  status s = chain_begin (&w, e);
  if (!s) {
    put (&w.out, model->machine == PAPNI_MC ? "dtmc\n\nmodule papni\n" : "mdp\n\nmodule papni\n");
    put (&w.out, "  loc : [0..");
    put_number (&w.out, model->states > 1 ? model->states - 1 : 1);
    put (&w.out, "] init 0;\n");
    if (model->machine == PAPNI_SMM) {
      put (&w.out, "  out : [0..");
      put_number (&w.out, w.outputs.count ? w.outputs.count : 1);
      put (&w.out, "] init 0;\n");
    }
    for (size_t q = 0; q < model->states; q++)
      put_prism_edges (&w, q);
    put (&w.out, "endmodule\n\n");
    put_prism_labels (&w);
    s = output_end (&w.out, e);
  }
  chain_end (&w);
  return s;
}

/* ---- JANI ---- */

static void put_jani_names (chain_writer *w, const names *n, const char *before, const char *after)
{
  for (uint32_t i = 0; i < n->count; i++) {
    put (&w->out, i ? ", " : "");
    put (&w->out, before);
    chain_put_name (w, chain_name (n, i));
    put (&w->out, after);
  }
}

static void put_jani_locations (chain_writer *w)
{
  for (size_t q = 0; q < w->model->states; q++) {
    put (&w->out, q ? ",\n        " : "\n        ");
    put (&w->out, "{\"name\": \"s");
    put_number (&w->out, q);
    put (&w->out, "\"");
    for (uint32_t i = 0; w->model->machine != PAPNI_SMM && i < w->outputs.count; i++)
      if (state_has (w, q, chain_name (&w->outputs, i))) {
        put (&w->out, ", \"transient-values\": [{\"ref\": \"");
        chain_put_name (w, chain_name (&w->outputs, i));
        put (&w->out, "\", \"value\": true}]");
      }
    put (&w->out, "}");
  }
}

static void put_jani_edges (chain_writer *w)
{
  bool any = false;
  for (size_t q = 0; q < w->model->states; q++)
    for (uint32_t i = 0; i < w->inputs.count; i++) {
      if (!has_destinations (w, q, i))
        continue;
      put (&w->out, any ? ",\n        " : "\n        ");
      any = true;
      put (&w->out, "{\"location\": \"s");
      put_number (&w->out, q);
      put (&w->out, "\", ");
      if (w->model->machine != PAPNI_MC) {
        put (&w->out, "\"action\": \"");
        chain_put_name (w, chain_name (&w->inputs, i));
        put (&w->out, "\", ");
      }
      put (&w->out, "\"destinations\": [");
      put_destinations (w, q, i);
      put (&w->out, "]}");
    }
}

static void put_jani_variables (chain_writer *w)
{
  if (w->model->machine != PAPNI_SMM) {
    put_jani_names (w, &w->outputs, "{\"name\": \"",
                    "\", \"type\": \"bool\", \"transient\": true, \"initial-value\": false}");
    return;
  }
  put (&w->out, "{\"name\": \"out\", \"type\": {\"kind\": \"bounded\", \"base\": \"int\", \"lower-bound\": 0, "
                "\"upper-bound\": ");
  put_number (&w->out, w->outputs.count);
  put (&w->out, "}, \"initial-value\": 0}");
}

papni_status model_write_jani (const papni_model *model, papni_writer writer, papni_error *e)
{
  chain_writer w = { .out = { .writer = writer }, .model = model, .jani = true };
  status s = chain_begin (&w, e);
  if (!s) {
    put (&w.out, "{\n  \"jani-version\": 1,\n  \"name\": \"papni\",\n  \"type\": \"");
    put (&w.out, model->machine == PAPNI_MC ? "dtmc" : "mdp");
    put (&w.out, "\",\n  \"actions\": [");
    if (model->machine != PAPNI_MC)
      put_jani_names (&w, &w.inputs, "{\"name\": \"", "\"}");
    put (&w.out, "],\n  \"variables\": [");
    put_jani_variables (&w);
    put (&w.out,
         "],\n  \"properties\": [],\n  \"automata\": [\n    {\n      \"name\": \"papni\",\n      \"locations\": [");
    put_jani_locations (&w);
    put (&w.out, "\n      ],\n      \"initial-locations\": [\"s0\"],\n      \"edges\": [");
    put_jani_edges (&w);
    put (&w.out, "\n      ]\n    }\n  ],\n  \"system\": {\"elements\": [{\"automaton\": \"papni\"}], \"syncs\": [");
    if (model->machine != PAPNI_MC)
      for (uint32_t i = 0; i < w.inputs.count; i++) {
        put (&w.out, i ? ", {\"synchronise\": [\"" : "{\"synchronise\": [\"");
        chain_put_name (&w, chain_name (&w.inputs, i));
        put (&w.out, "\"], \"result\": \"");
        chain_put_name (&w, chain_name (&w.inputs, i));
        put (&w.out, "\"}");
      }
    put (&w.out, "]}\n}\n");
    s = output_end (&w.out, e);
  }
  chain_end (&w);
  return s;
}
