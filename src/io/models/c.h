/* c.h - what the two kinds of exported C files share: recognisers of symbols and of texts. */
#ifndef IO_MODELS_C_H
#define IO_MODELS_C_H

#include "base/output.h"
#include "model/model.h"

/* A string; special characters are octal codes of three digits, which cannot run into what follows. */
void c_put_string (output *o, const char *text);
/* The call that a transition pops, its caller and the next state; and the end of the initializer. */
void c_put_pop (output *o, const transition *t);
void c_put_accepting (output *o, const papni_model *model);

#define XML_ONLY "\1" /* begins a piece of code for XML, where numeric references are checked */

void c_put_pieces (output *o, const char *const *pieces, size_t count, bool xml);
void c_put_reader (output *o, bool xml);
void c_put_stream (output *o, bool xml);

status model_write_c_text (const papni_model *model, papni_writer writer, error *e);

#endif
