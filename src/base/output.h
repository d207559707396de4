/* output.h - buffered output to a papni_writer. */
#ifndef BASE_OUTPUT_H
#define BASE_OUTPUT_H

#include "base/base.h"

typedef struct output
{
  papni_writer writer;
  bool failed; /* then the rest is discarded */
  size_t used;
  char buffer[8192];
} output;

void put_bytes (output *o, const char *bytes, size_t size);
void put (output *o, const char *text);
void put_number (output *o, uint64_t number);

/* Room for up to that many bytes, at most those of the buffer: write them there and add their number to `used`. */
char *output_room (output *o, size_t size);

/* The name of a symbol, escaped for output in which spaces separate. */
void put_name (output *o, const char *name);

/* Flushes the buffer; PAPNI_SYSTEM if anything could not be written. */
status output_end (output *o, error *e);

#endif
