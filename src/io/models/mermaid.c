/* mermaid.c - a model as a Mermaid flowchart: one edge per pair of states, labelled as
 * by papni show. */
#include "base/output.h"
#include "io/models/write.h"

#include <string.h>

/* In quotes, Mermaid interprets HTML, its own entities (#35; for #), directives (%%{) and
 * formulas ($$). */
static void mermaid_put_quoted (output *o, const char *name)
{
  static const char special[] = "\"#<>&;\\`*_%$ ";
  for (; *name; name++)
    if (strchr (special, *name)) {
      put (o, "#");
      put_number (o, (unsigned char) *name);
      put (o, ";");
    } else
      put_bytes (o, name, 1);
}

static void put_reading (output *o, const papni_model *model, const transition *t)
{
  const letter *l = &model->alphabet->letters[t->symbol];
  mermaid_put_quoted (o, l->name);
  if (model->kind == PAPNI_DFA || l->kind == PAPNI_INTERNAL)
    return;
  put (o, l->kind == PAPNI_CALL ? " / push" : " / pop ");
  if (l->kind == PAPNI_RETURN)
    mermaid_put_quoted (o, model->alphabet->letters[t->popped].name);
  if (t->caller != PAPNI_NO_STATE) {
    put (o, " from ");
    put_number (o, t->caller);
  }
}

/* The edge from one state to another, if there is one. */
static void put_edge (output *o, const papni_model *model, size_t from, size_t to)
{
  bool any = false;
  for (size_t i = model->first[from]; i < model->first[from + 1]; i++) {
    const transition *t = &model->transitions[i];
    if (t->to != to)
      continue;
    if (any)
      put (o, "<br>");
    else {
      put (o, "  s");
      put_number (o, from);
      put (o, " -->|\"");
    }
    any = true;
    put_reading (o, model, t);
  }
  if (any) {
    put (o, "\"| s");
    put_number (o, to);
    put (o, "\n");
  }
}

papni_status model_write_mermaid (const papni_model *model, papni_writer writer, papni_error *e)
{
  output o = { .writer = writer };
  put (&o, "flowchart LR\n  start(( )) --> s0\n");
  for (size_t q = 0; q < model->states; q++) {
    put (&o, "  s");
    put_number (&o, q);
    put (&o, model->accepting[q] ? "(((" : "((");
    put_number (&o, q);
    put (&o, model->accepting[q] ? ")))\n" : "))\n");
  }
  for (size_t from = 0; from < model->states; from++)
    for (size_t to = 0; to < model->states && model->first[from] < model->first[from + 1]; to++)
      put_edge (&o, model, from, to);
  return output_end (&o, e);
}
