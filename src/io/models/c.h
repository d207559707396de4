/* c.h - what the two kinds of exported C files share: recognisers of symbols and of texts. */
#ifndef IO_MODELS_C_H
#define IO_MODELS_C_H

#include "base/output.h"
#include "model/model.h"

/* A name: a string, or if that would be too long, `array` with this number; c_put_long_name must then
 * have defined the array. */
void c_put_name (output *o, const char *name, const char *array, size_t number);
void c_put_long_name (output *o, const char *name, const char *array, size_t number);
/* The call that a transition pops, its caller and the next state; and the end of the initializer. */
void c_put_pop (output *o, const transition *t);
void c_put_accepting (output *o, const papni_model *model);

#define XML_ONLY "\1" /* begins a piece of code for XML, where numeric references are checked */

void c_put_pieces (output *o, const char *const *pieces, size_t count, bool xml);
void c_put_reader (output *o, bool xml);
void c_put_stream (output *o, bool xml);

status model_write_c_text (const papni_model *model, papni_writer writer, error *e);

#endif
