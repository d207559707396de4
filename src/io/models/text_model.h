/* text_model.h - a model whose symbols can be written one after the other.
 *
 * Symbols without a text, such as what is not a token, are left out. Where the text of one
 * symbol would run into the next, blanks are required: there the next symbol has another
 * name, with a space before it. Where nothing can keep them apart, the one cannot follow. */
#ifndef IO_MODELS_TEXT_MODEL_H
#define IO_MODELS_TEXT_MODEL_H

#include "io/terminals/scanner.h"
#include "model/model.h"

/* A new model, or NULL. With `apart`, blanks are made part of it; otherwise the reader has a scanner. */
papni_model *text_model (const papni_model *model, const scanner *s, bool apart, error *e);

#endif
