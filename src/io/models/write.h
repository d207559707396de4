/* write.h - the formats that models are written in. */
#ifndef IO_MODELS_WRITE_H
#define IO_MODELS_WRITE_H

#include "model/model.h"

typedef enum notation
{
  EBNF,
  ANTLR,
  GRAMMARINATOR, /* ANTLR's notation, for making texts: nothing is skipped */
  GBNF,
  LARK,
  TREE_SITTER,
  FUZZING_BOOK,
  RAILROAD,
  C_FILE
} notation;

typedef struct grammar_export
{
  notation notation;
  bool text; /* terminals match texts; otherwise they are names */
  const papni_watch *watch;
  const papni_model *counted; /* whose counts go into comments */
} grammar_export;

status model_write_json (const papni_model *model, papni_writer writer, error *e);
status model_write_table (const papni_model *model, papni_writer writer, error *e);
status model_write_dot (const papni_model *model, papni_writer writer, error *e);
status model_write_mermaid (const papni_model *model, papni_writer writer, error *e);
status model_write_grammar (const papni_model *model, const grammar_export *how, papni_writer writer, error *e);
status model_write_aalpy (const papni_model *model, papni_writer writer, error *e);
status model_write_prism (const papni_model *model, papni_writer writer, error *e);
status model_write_jani (const papni_model *model, papni_writer writer, error *e);
status model_write_automatalib (const papni_model *model, papni_writer writer, error *e);
status model_write_c (const papni_model *model, papni_writer writer, error *e);

#endif
