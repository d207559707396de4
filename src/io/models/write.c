/* write.c - models in a format by its name. */
#include "io/models/write.h"

#include <string.h>

typedef struct write_format
{
  const char *name;
  status (*write) (const papni_model *model, papni_writer writer, error *e);
  status (*write_watched) (const papni_model *model, papni_writer writer, const papni_watch *watch, error *e);
} write_format;

static const write_format write_formats[] = {
  { "json", model_write_json, NULL },   { "table", model_write_table, NULL },
  { "dot", model_write_dot, NULL },     { "mermaid", model_write_mermaid, NULL },
  { "ebnf", NULL, model_write_ebnf },   { "antlr", NULL, model_write_antlr },
  { "gbnf", NULL, model_write_gbnf },   { "lark", NULL, model_write_lark },
  { "aalpy", model_write_aalpy, NULL }, { "automatalib", model_write_automatalib, NULL },
  { "c", model_write_c, NULL },
};

papni_status papni_model_write_watched (const papni_model *model, const char *format, papni_writer writer,
                                        const papni_watch *watch, papni_error *e)
{
  for (size_t i = 0; i < sizeof write_formats / sizeof *write_formats; i++) {
    const write_format *f = &write_formats[i];
    if (!strcmp (format ? format : "json", f->name))
      return f->write ? f->write (model, writer, e) : f->write_watched (model, writer, watch, e);
  }
  return fail (e, PAPNI_USAGE, "unknown format '%s' to write a model in", format);
}

papni_status papni_model_write (const papni_model *model, const char *format, papni_writer writer, papni_error *e)
{
  return papni_model_write_watched (model, format, writer, NULL, e);
}
