/* output.h - text on its way to a papni_writer, in larger pieces. */
#ifndef BASE_OUTPUT_H
#define BASE_OUTPUT_H

#include "base/base.h"

typedef struct output
{
  papni_writer writer;
  bool failed; /* then nothing more is written */
  size_t used;
  char buffer[8192];
} output;

void put_bytes (output *o, const char *bytes, size_t size);
void put (output *o, const char *text);
void put_number (output *o, size_t number);

/* A symbol's name for output that separates by blanks. */
void put_name (output *o, const char *name);

/* Writes what is left; PAPNI_SYSTEM if anything could not be written. */
status output_end (output *o, error *e);

#endif
