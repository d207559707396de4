/* table.c - a model as plain text: `states N`, `accept q...`, then one transition per
 * line; in a sevpa, one line per call (`enter ( 2`). A model that has a stack but neither
 * pops nor enters would look like a dfa, and a dfa that reads calls could be meant to have a
 * stack: `model vpa` or `model dfa` says what it is. */
#include "base/output.h"
#include "io/models/write.h"

static void table_put_entries (output *o, const papni_model *model)
{
  for (size_t c = 0; c < model->alphabet->size; c++) {
    if (model->alphabet->letters[c].kind != PAPNI_CALL || model_entry (model, (symbol) c) == PAPNI_NO_STATE)
      continue;
    put (o, "enter ");
    put_name (o, model->alphabet->letters[c].name);
    put (o, " ");
    put_number (o, model_entry (model, (symbol) c));
    put (o, "\n");
  }
}

static void table_put_transition (output *o, const papni_model *model, const transition *t)
{
  put_number (o, t->from);
  put (o, " ");
  put_name (o, model->alphabet->letters[t->symbol].name);
  if (t->popped != PAPNI_NO_SYMBOL) {
    put (o, " pop ");
    if (t->caller != PAPNI_NO_STATE) {
      put_number (o, t->caller);
      put (o, " ");
    }
    put_name (o, model->alphabet->letters[t->popped].name);
  }
  put (o, " ");
  put_number (o, t->to);
  put (o, "\n");
}

/* Does a dfa read calls or returns? */
static bool reads_calls (const papni_model *model)
{
  for (size_t i = 0; i < model->count; i++)
    if (model->alphabet->letters[model->transitions[i].symbol].kind != PAPNI_INTERNAL)
      return true;
  return false;
}

/* Has it calls or returns, but no transition that shows its kind? */
static bool is_unclear (const papni_model *model)
{
  if (model->kind == PAPNI_DFA)
    return reads_calls (model);
  bool stack = false;
  for (size_t i = 0; i < model->alphabet->size; i++)
    stack |= model->alphabet->letters[i].kind != PAPNI_INTERNAL;
  for (size_t i = 0; stack && i < model->count; i++) {
    const transition *t = &model->transitions[i];
    stack = t->popped == PAPNI_NO_SYMBOL && !(model->kind == PAPNI_SEVPA && model_enters (model, t));
  }
  return stack;
}

papni_status model_write_table (const papni_model *model, papni_writer writer, papni_error *e)
{
  output o = { .writer = writer };
  put (&o, "states ");
  put_number (&o, model->states);
  put (&o, "\naccept");
  for (size_t q = 0; q < model->states; q++)
    if (model->accepting[q]) {
      put (&o, " ");
      put_number (&o, q);
    }
  put (&o, "\n");
  if (is_unclear (model)) {
    put (&o, "model ");
    put (&o, papni_model_kind_name (model->kind));
    put (&o, "\n");
  }
  if (model->kind == PAPNI_SEVPA)
    table_put_entries (&o, model);
  for (size_t i = 0; i < model->count; i++)
    if (!model_enters (model, &model->transitions[i]))
      table_put_transition (&o, model, &model->transitions[i]);
  return output_end (&o, e);
}
