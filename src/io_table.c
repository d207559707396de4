/* io_table.c - a model as plain lines: `states N`, `accept q...`, then a
 * transition a line. */
#include "io_output.h"
#include "model.h"

papni_status papni_write_table (const papni_model *model, papni_writer writer, papni_error *e)
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
  for (size_t i = 0; i < model->count; i++) {
    const transition *t = &model->transitions[i];
    put_number (&o, t->from);
    put (&o, " ");
    put_name (&o, model->alphabet->letters[t->symbol].name);
    if (t->popped != PAPNI_NO_SYMBOL) {
      put (&o, " pop ");
      put_name (&o, model->alphabet->letters[t->popped].name);
    }
    put (&o, " ");
    put_number (&o, t->to);
    put (&o, "\n");
  }
  return output_end (&o, e);
}
