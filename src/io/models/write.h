/* write.h - the formats that models are written in. */
#ifndef IO_MODELS_WRITE_H
#define IO_MODELS_WRITE_H

#include "model/model.h"

status model_write_json (const papni_model *model, papni_writer writer, error *e);
status model_write_table (const papni_model *model, papni_writer writer, error *e);
status model_write_dot (const papni_model *model, papni_writer writer, error *e);
status model_write_mermaid (const papni_model *model, papni_writer writer, error *e);
status model_write_ebnf (const papni_model *model, papni_writer writer, const papni_watch *watch, error *e);
status model_write_antlr (const papni_model *model, papni_writer writer, const papni_watch *watch, error *e);
status model_write_gbnf (const papni_model *model, papni_writer writer, const papni_watch *watch, error *e);
status model_write_lark (const papni_model *model, papni_writer writer, const papni_watch *watch, error *e);
status model_write_aalpy (const papni_model *model, papni_writer writer, error *e);
status model_write_automatalib (const papni_model *model, papni_writer writer, error *e);
status model_write_c (const papni_model *model, papni_writer writer, error *e);

#endif
