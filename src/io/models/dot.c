/* dot.c - a model as a picture: Graphviz DOT.
 *
 * All transitions between two states share one arrow, labelled with the internal
 * symbols first, then one line per call and per return. States that only reject are
 * faint. If the model has counts, the width of an arrow shows how likely it is. */
#include "base/output.h"
#include "data/traces.h"
#include "io/models/picture.h"
#include "io/models/write.h"
#include "model/class_sets.h"
#include "model/counts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  LINE_WIDTH = 24, /* internal symbols per line of a label, in characters */
  THINNEST = 40,   /* the width of an arrow that no word takes, in hundredths of a point */
  WIDEST = 400
};

/* The source of an arrow. In a sevpa, a call with its inside and its return is one
 * arrow, from the caller to the state after the return. */
static papni_state source_of (const papni_model *model, const transition *t)
{
  return model->kind == PAPNI_SEVPA && t->caller != PAPNI_NO_STATE ? t->caller : t->from;
}

static int by_rest (const transition *x, const transition *y)
{
  int order = compare (x->to, y->to);
  if (!order)
    order = compare (x->symbol, y->symbol);
  if (!order)
    order = compare (x->popped, y->popped);
  if (!order)
    order = compare (x->caller, y->caller);
  return order ? order : compare (x->from, y->from);
}

static int dot_by_state (const void *left, const void *right)
{
  const transition *x = left, *y = right;
  const int order = compare (x->from, y->from);
  return order ? order : by_rest (x, y);
}

static int by_caller (const void *left, const void *right)
{
  const transition *x = left, *y = right;
  const papni_state from = x->caller != PAPNI_NO_STATE ? x->caller : x->from;
  const int order = compare (from, y->caller != PAPNI_NO_STATE ? y->caller : y->from);
  return order ? order : by_rest (x, y);
}

static size_t characters (text_span name)
{
  size_t count = 0;
  for (size_t i = 0; i < name.length; i++)
    count += (name.text[i] & 0xc0) != 0x80;
  return count;
}

/* The name of a symbol, or its input alone. */
static text_span dot_name (const letter *l, bool input_alone)
{
  text_span name = letter_name (l), result;
  if (input_alone)
    trace_split (name, &name, &result);
  return name;
}

/* What an internal symbol is drawn as: in a Moore machine, its input alone. */
static text_span drawn_name (const papni_model *model, const letter *l)
{
  return dot_name (l, model->machine == PAPNI_MOORE || model->machine == PAPNI_MDP);
}

/* A call, or a return. It pops, in a machine, the call without its output. */
static void put_stack (output *o, const papni_model *model, const transition *t)
{
  const letter *letters = model->alphabet->letters;
  picture_put_dot (o, letter_name (&letters[t->symbol]));
  put (o, letters[t->symbol].kind == PAPNI_CALL ? " / push" : " / pop ");
  if (letters[t->symbol].kind == PAPNI_RETURN)
    picture_put_dot (o, dot_name (&letters[t->popped], model->machine));
  if (t->caller != PAPNI_NO_STATE) {
    put (o, " from ");
    put_number (o, t->caller);
  }
}

/* A call, the states in which its inside may end, and the return. Returns the number of
 * transitions it covers. */
static size_t put_block (output *o, const papni_model *model, const transition *list, size_t count)
{
  size_t end = 0;
  picture_put_dot (o, letter_name (&model->alphabet->letters[list->popped]));
  put (o, " \xe2\x80\xa6");
  for (; end < count && list[end].symbol == list->symbol && list[end].popped == list->popped; end++) {
    put (o, end ? "," : "");
    put_number (o, list[end].from);
  }
  put (o, " ");
  picture_put_dot (o, letter_name (&model->alphabet->letters[list->symbol]));
  return end;
}

/* Of a transition of a Markov chain or a decision process. */
static void put_probability (output *o, const papni_model *model, const transition *t)
{
  const transition *own = model_find (model, t->from, t->symbol, PAPNI_NO_SYMBOL, PAPNI_NO_STATE);
  char text[32];
  double probability;
  if (!papni_machine_probability (model, (size_t) (own - model->transitions), &probability))
    return;
  snprintf (text, sizeof text, " %.3g", probability);
  put (o, text);
}

enum
{
  SHOWN_RANGES = 12
};

/* The name of the symbol that is this character. */
static void put_character (output *o, const papni_model *model, uint32_t c)
{
  for (size_t i = 0; i < model->alphabet->size; i++) {
    uint32_t own;
    const letter *l = &model->alphabet->letters[i];
    if (utf8_character (l->name, l->length, &own) == l->length && own == c) {
      picture_put_dot (o, letter_name (l));
      return;
    }
  }
}

/* A class of characters, as in [a-z]. Returns the number of characters written, 0 if the class is
 * none of single characters. */
static size_t put_class (output *o, const papni_model *model, symbol s)
{
  class_range ranges[SHOWN_RANGES];
  symbol first;
  const size_t count = class_is_set (model, s, &first) ? class_ranges (model, s, ranges, SHOWN_RANGES) : 0;
  if (!count || count > SHOWN_RANGES)
    return 0;
  size_t width = 2;
  put (o, "[");
  for (size_t i = 0; i < count; i++) {
    const bool dash = ranges[i].to > ranges[i].from + 1;
    put_character (o, model, ranges[i].from);
    put (o, dash ? "-" : "");
    if (ranges[i].to > ranges[i].from)
      put_character (o, model, ranges[i].to);
    width += (size_t) 1 + (ranges[i].to > ranges[i].from) + dash;
  }
  put (o, "]");
  return width;
}

/* Do two transitions of a machine differ only in the output of the call that they pop? */
static bool pops_same (const papni_model *model, const transition *x, const transition *y)
{
  if (!model->machine || x->popped == PAPNI_NO_SYMBOL || x->symbol != y->symbol)
    return false;
  const letter *letters = model->alphabet->letters;
  const text_span one = dot_name (&letters[x->popped], true), other = dot_name (&letters[y->popped], true);
  return one.length == other.length && !memcmp (one.text, other.text, one.length);
}

/* Is this transition on a class that another transition of the arrow shows? */
static bool is_shown (const papni_model *model, const transition *t)
{
  symbol first;
  class_range ranges[SHOWN_RANGES];
  return model->alphabet->letters[t->symbol].alike && class_is_set (model, t->symbol, &first) && first != t->symbol
         && class_ranges (model, t->symbol, ranges, SHOWN_RANGES) <= SHOWN_RANGES;
}

static void put_label (output *o, const papni_model *model, const transition *list, size_t count)
{
  size_t width = 0; /* of the current line of internal symbols */
  bool begun = false;
  for (size_t i = 0; i < count;) {
    if (is_shown (model, &list[i]) || (i && pops_same (model, &list[i], &list[i - 1]))) {
      i++;
      continue;
    }
    const letter *l = &model->alphabet->letters[list[i].symbol];
    const bool plain = model->kind == PAPNI_DFA || l->kind == PAPNI_INTERNAL;
    const size_t size = characters (drawn_name (model, l));
    const bool same_line = plain && begun && width && width + 2 + size <= LINE_WIDTH;
    if (begun)
      put (o, same_line ? ", " : width && plain ? ",\\n" : "\\n");
    begun = true;
    width = !plain ? 0 : same_line ? width + 2 + size : size;
    const size_t set = plain ? put_class (o, model, list[i].symbol) : 0;
    width += set ? set - 1 : 0;
    if (plain && !set) {
      picture_put_dot (o, drawn_name (model, l));
      put_probability (o, model, &list[i]);
    } else if (!plain && model->kind != PAPNI_SEVPA)
      put_stack (o, model, &list[i]);
    i += plain || model->kind != PAPNI_SEVPA ? 1 : put_block (o, model, &list[i], count - i);
  }
}

/* The width of an arrow, by the share of words in its source that take it. */
static void put_width (output *o, const papni_model *model, const transition *list, size_t count)
{
  const model_counts *c = model->counts;
  const papni_state from = source_of (model, list);
  const uint64_t all = c->stays[from] + c->leaves[from];
  uint64_t taken = 0;
  char width[16];
  for (size_t i = 0; i < count; i++)
    taken +=
        c->taken[model_find (model, list[i].from, list[i].symbol, list[i].popped, list[i].caller) - model->transitions];
  const uint64_t hundredths = THINNEST + (all ? (WIDEST - THINNEST) * taken / all : 0);
  snprintf (width, sizeof width, "%u.%02u", (unsigned) (hundredths / 100), (unsigned) (hundredths % 100));
  put (o, ", penwidth=");
  put (o, width);
}

static void put_edges (output *o, const papni_model *model, const transition *list, size_t count)
{
  for (size_t i = 0, end; i < count; i = end) {
    const transition *t = &list[i];
    const papni_state from = source_of (model, t);
    for (end = i; end < count && list[end].to == t->to && source_of (model, &list[end]) == from;)
      end++;
    put (o, "  ");
    put_number (o, from);
    put (o, " -> ");
    put_number (o, t->to);
    put (o, " [label=\"");
    put_label (o, model, t, end - i);
    put (o, model->hopeful[t->to] ? "\"" : "\", color=\"#c9ced6\", fontcolor=\"#a9b0ba\"");
    if (model->counts)
      put_width (o, model, t, end - i);
    put (o, "]\n");
  }
}

/* The output of a state of a Moore machine is written below its number. */
static void put_machine_state (output *o, const papni_model *model, size_t q)
{
  const char *name = papni_model_output (model, (papni_state) q);
  if (!name)
    return;
  put (o, " [label=\"");
  put_number (o, q);
  put (o, "\\n");
  picture_put_dot (o, (text_span){ name, strlen (name) });
  put (o, "\"]");
}

static void put_state (output *o, const papni_model *model, size_t q)
{
  put (o, "  ");
  put_number (o, q);
  if (model->machine) {
    put_machine_state (o, model, q);
  } else if (model->accepting[q])
    put (o, " [shape=doublecircle, fillcolor=\"#dcf2e3\", color=\"#1d7a46\"]");
  else if (!model->hopeful[q])
    put (o, " [fillcolor=\"#fafbfc\", color=\"#c9ced6\", fontcolor=\"#a9b0ba\"]");
  put (o, "\n");
}

/* Gives each state of a sevpa the entry of its module: internal symbols and blocks stay
 * within a module. PAPNI_NO_STATE for unreachable states. */
static void dot_find_modules (const papni_model *model, papni_state *module)
{
  bool changed = true;
  for (size_t q = 0; q < model->states; q++)
    module[q] = PAPNI_NO_STATE;
  module[0] = 0;
  for (size_t c = 0; c < model->alphabet->size; c++)
    if (model->alphabet->letters[c].kind == PAPNI_CALL && model_entry (model, (symbol) c) != PAPNI_NO_STATE)
      module[model_entry (model, (symbol) c)] = model_entry (model, (symbol) c);
  while (changed) {
    changed = false;
    for (size_t i = 0; i < model->count; i++) {
      const transition *t = &model->transitions[i];
      const papni_state from = source_of (model, t);
      if (model_enters (model, t) || module[from] == PAPNI_NO_STATE || module[t->to] != PAPNI_NO_STATE)
        continue;
      module[t->to] = module[from];
      changed = true;
    }
  }
}

/* The box of a module. */
static void put_module (output *o, const papni_model *model, const papni_state *module, papni_state entry)
{
  const char *separator = "inside ";
  put (o, "  subgraph cluster_");
  put_number (o, entry);
  put (o, " {\n    label=\"");
  for (size_t c = 0; c < model->alphabet->size; c++)
    if (model->alphabet->letters[c].kind == PAPNI_CALL && model_entry (model, (symbol) c) == entry) {
      put (o, separator);
      picture_put_dot (o, letter_name (&model->alphabet->letters[c]));
      separator = ", ";
    }
  put (o, "\"\n    enter_");
  put_number (o, entry);
  put (o, " [shape=point, width=0.09, color=\"#5b6472\", fillcolor=\"#5b6472\"]\n    enter_");
  put_number (o, entry);
  put (o, " -> ");
  put_number (o, entry);
  put (o, "\n");
  for (size_t q = 0; q < model->states; q++)
    if (module[q] == entry) {
      put (o, "  ");
      put_state (o, model, q);
    }
  put (o, "  }\n");
}

/* The modules that calls enter, unless the start is the only entry. */
static void put_modules (output *o, const papni_model *model, const papni_state *module)
{
  put (o, "  graph [style=\"rounded,filled\", color=\"#d5dae2\", fillcolor=\"#f7f9fc\", fontname=\"Helvetica\", "
          "fontsize=12, "
          "fontcolor=\"#5b6472\", labeljust=l]\n");
  for (size_t q = 0; q < model->states; q++)
    if (q && module[q] == q)
      put_module (o, model, module, (papni_state) q);
    else if (module[q] == 0 || module[q] == PAPNI_NO_STATE)
      put_state (o, model, q);
}

/* The arrows, without the calls of a sevpa. */
static void put_arrows (output *o, const papni_model *model, transition *list)
{
  size_t count = 0;
  for (size_t i = 0; i < model->count; i++)
    if (!model_enters (model, &model->transitions[i]))
      list[count++] = model->transitions[i];
  qsort (list, count, sizeof *list, model->kind == PAPNI_SEVPA ? by_caller : dot_by_state);
  put_edges (o, model, list, count);
}

papni_status model_write_dot (const papni_model *model, papni_writer writer, papni_error *e)
{
  output o = { .writer = writer };
  transition *list = allocate (&model->memory, model->count, sizeof *list);
  papni_state *module = allocate (&model->memory, model->states, sizeof *module);
  if (list && module) {
    put (&o, "digraph papni {\n"
             "  rankdir=LR\n"
             "  bgcolor=\"white\"\n"
             "  pad=0.2\n"
             "  nodesep=0.4\n"
             "  node [shape=circle, style=filled, fillcolor=\"#eaf0fb\", color=\"#3c5a99\", penwidth=1.4, "
             "fontname=\"Helvetica\", fontsize=13]\n"
             "  edge [color=\"#5b6472\", fontcolor=\"#20262e\", arrowsize=0.7, fontname=\"Helvetica\", fontsize=12]\n"
             "  start [shape=point, width=0.09, color=\"#5b6472\", fillcolor=\"#5b6472\"]\n"
             "  start -> 0\n");
    if (model->kind == PAPNI_SEVPA) {
      dot_find_modules (model, module);
      put_modules (&o, model, module);
    } else {
      for (size_t q = 0; q < model->states; q++)
        put_state (&o, model, q);
    }
    put_arrows (&o, model, list);
    put (&o, "}\n");
  }
  const bool room = list && module;
  release (&model->memory, list, model->count, sizeof *list);
  release (&model->memory, module, model->states, sizeof *module);
  return room ? output_end (&o, e) : no_memory (e);
}
