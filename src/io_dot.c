/* io_dot.c - a model as a picture: Graphviz DOT.
 *
 * The transitions between two states share one arrow, whose label has the internal
 * symbols first, then a line for each call and each return. What only rejects is
 * drawn faint, so that the eye finds the language. */
#include "io_output.h"
#include "model.h"

#include <stdlib.h>

enum
{
  LINE_WIDTH = 24 /* internal symbols on one line of a label, in characters */
};

static void put_quoted (output *o, const char *name)
{
  for (; *name; name++) {
    if (*name == ' ') { /* a sign for what cannot be seen */
      put (o, "\xe2\x90\xa3");
      continue;
    }
    if (*name == '"' || *name == '\\')
      put (o, "\\");
    put_bytes (o, name, 1);
    if (*name == '&') /* else Graphviz would draw &lt; as < */
      put (o, "amp;");
  }
}

static int by_target (const void *left, const void *right)
{
  const transition *x = left, *y = right;
  if (x->to != y->to)
    return x->to < y->to ? -1 : 1;
  if (x->symbol != y->symbol)
    return x->symbol < y->symbol ? -1 : 1;
  return (x->popped > y->popped) - (x->popped < y->popped);
}

static size_t characters (const char *name)
{
  size_t count = 0;
  for (; *name; name++)
    count += (*name & 0xc0) != 0x80;
  return count;
}

static void put_label (output *o, const papni_model *model, const transition *list, size_t count)
{
  size_t width = 0; /* of the line of internal symbols, while there is one */
  for (size_t i = 0; i < count; i++) {
    const letter *l = &model->alphabet->letters[list[i].symbol];
    const bool plain = model->kind == PAPNI_DFA || l->kind == PAPNI_INTERNAL;
    const size_t size = characters (l->name);
    const bool same_line = plain && i && width && width + 2 + size <= LINE_WIDTH;
    if (i)
      put (o, same_line ? ", " : width && plain ? ",\\n" : "\\n");
    width = !plain ? 0 : same_line ? width + 2 + size : size;
    put_quoted (o, l->name);
    if (plain)
      continue;
    put (o, l->kind == PAPNI_CALL ? " / push" : " / pop ");
    if (l->kind == PAPNI_RETURN)
      put_quoted (o, model->alphabet->letters[list[i].popped].name);
  }
}

static void put_edges (output *o, const papni_model *model, const transition *list, size_t count)
{
  for (size_t i = 0, end; i < count; i = end) {
    const transition *t = &list[i];
    for (end = i; end < count && list[end].to == t->to;)
      end++;
    put (o, "  ");
    put_number (o, t->from);
    put (o, " -> ");
    put_number (o, t->to);
    put (o, " [label=\"");
    put_label (o, model, t, end - i);
    put (o, model->hopeful[t->to] ? "\"]\n" : "\", color=\"#c9ced6\", fontcolor=\"#a9b0ba\"]\n");
  }
}

static void put_state (output *o, const papni_model *model, size_t q)
{
  put (o, "  ");
  put_number (o, q);
  if (model->accepting[q])
    put (o, " [shape=doublecircle, fillcolor=\"#dcf2e3\", color=\"#1d7a46\"]");
  else if (!model->hopeful[q])
    put (o, " [fillcolor=\"#fafbfc\", color=\"#c9ced6\", fontcolor=\"#a9b0ba\"]");
  put (o, "\n");
}

papni_status papni_write_dot (const papni_model *model, papni_writer writer, papni_error *e)
{
  output o = { .writer = writer };
  transition *list = allocate (&model->memory, model->count, sizeof *list);
  if (!list)
    return no_memory (e);
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
  for (size_t q = 0; q < model->states; q++)
    put_state (&o, model, q);
  for (size_t q = 0; q < model->states; q++) {
    const size_t count = model->first[q + 1] - model->first[q];
    for (size_t i = 0; i < count; i++)
      list[i] = model->transitions[model->first[q] + i];
    qsort (list, count, sizeof *list, by_target);
    put_edges (&o, model, list, count);
  }
  put (&o, "}\n");
  release (&model->memory, list, model->count, sizeof *list);
  return output_end (&o, e);
}
