/* picture.h - names in pictures, without the characters that XML does not allow. */
#ifndef IO_MODELS_PICTURE_H
#define IO_MODELS_PICTURE_H

#include "base/output.h"

/* In quotes of DOT, from which Graphviz may make SVG. */
void picture_put_dot (output *o, text_span text);

/* In an element of XML. */
void picture_put_xml (output *o, const char *text);

/* How many letters picture_put_xml draws. */
uint32_t picture_letters (const char *text);

#endif
