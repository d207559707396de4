/* write.c - models in a format by its name. */
#include "io/models/write.h"

#include "io/models/c.h"

#include <string.h>

typedef status (*write_plain) (const papni_model *model, papni_writer writer, error *e);

/* Without `write`: a grammar, or C, whose terminals can be chosen. */
static const struct
{
  const char *name;
  write_plain write;
  notation notation;
} write_formats[] = {
  { "json", model_write_json, 0 },
  { "table", model_write_table, 0 },
  { "dot", model_write_dot, 0 },
  { "mermaid", model_write_mermaid, 0 },
  { "ebnf", NULL, EBNF },
  { "antlr", NULL, ANTLR },
  { "gbnf", NULL, GBNF },
  { "lark", NULL, LARK },
  { "tree-sitter", NULL, TREE_SITTER },
  { "grammarinator", NULL, GRAMMARINATOR },
  { "fuzzingbook", NULL, FUZZING_BOOK },
  { "railroad", NULL, RAILROAD },
  { "aalpy", model_write_aalpy, 0 },
  { "automatalib", model_write_automatalib, 0 },
  { "prism", model_write_prism, 0 },
  { "jani", model_write_jani, 0 },
  { "c", NULL, C_FILE },
};

papni_status papni_model_export (const papni_model *model, const char *format, papni_terminals terminals,
                                 papni_writer writer, const papni_watch *watch, papni_error *e)
{
  const bool text = terminals == PAPNI_TERMINALS_TEXT || (terminals == PAPNI_TERMINALS_AUTO && model->alphabet->lexer);
  for (size_t i = 0; i < sizeof write_formats / sizeof *write_formats; i++) {
    if (strcmp (format ? format : "json", write_formats[i].name) != 0)
      continue;
    if (write_formats[i].write)
      return write_formats[i].write (model, writer, e);
    if (write_formats[i].notation == C_FILE)
      return text ? model_write_c_text (model, writer, e) : model_write_c (model, writer, e);
    const grammar_export how = { write_formats[i].notation, text, watch, model };
    return model_write_grammar (model, &how, writer, e);
  }
  return fail (e, PAPNI_USAGE, "unknown format '%s' to write a model in", format);
}

papni_status papni_model_write_watched (const papni_model *model, const char *format, papni_writer writer,
                                        const papni_watch *watch, papni_error *e)
{
  return papni_model_export (model, format, PAPNI_TERMINALS_AUTO, writer, watch, e);
}

papni_status papni_model_write (const papni_model *model, const char *format, papni_writer writer, papni_error *e)
{
  return papni_model_write_watched (model, format, writer, NULL, e);
}
