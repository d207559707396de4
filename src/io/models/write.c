/* write.c - models in a format by its name. */
#include "io/models/write.h"

#include <string.h>

typedef status (*write_function) (const papni_model *model, papni_writer writer, error *e);

static const struct
{
  const char *name;
  write_function write;
} write_formats[] = {
  { "json", model_write_json },   { "table", model_write_table },
  { "dot", model_write_dot },     { "mermaid", model_write_mermaid },
  { "ebnf", model_write_ebnf },   { "antlr", model_write_antlr },
  { "gbnf", model_write_gbnf },   { "lark", model_write_lark },
  { "aalpy", model_write_aalpy }, { "automatalib", model_write_automatalib },
  { "c", model_write_c },
};

static write_function write_find (const char *format, error *e)
{
  for (size_t i = 0; i < sizeof write_formats / sizeof *write_formats; i++)
    if (!strcmp (format ? format : "json", write_formats[i].name))
      return write_formats[i].write;
  fail (e, PAPNI_USAGE, "unknown format '%s' to write a model in", format);
  return NULL;
}

papni_status papni_model_write (const papni_model *model, const char *format, papni_writer writer, papni_error *e)
{
  const write_function write = write_find (format, e);
  return write ? write (model, writer, e) : PAPNI_USAGE;
}
