/* source.h - reads a file in chunks; decompresses .gz and .zst files. */
#ifndef IO_SOURCE_H
#define IO_SOURCE_H

#include "base/base.h"

typedef struct source source;

/* "-" is standard input. NULL if it cannot be opened, or is a folder. */
source *source_open (const char *path, const allocator *memory, error *e);
status source_read (void *source, char *bytes, size_t size, size_t *count, error *e); /* *count 0: the end */
void source_close (void *source);

/* The descriptor and size of a regular, uncompressed file, which can be mapped; else
 * -1. */
int source_plain (const source *s, size_t *size);

/* The name of a file for messages. */
const char *shown_name (const char *path);

/* PAPNI_INPUT (or PAPNI_MEMORY): "cannot ...: reason" */
status cannot (error *e, const char *path, const char *what, int number);

#endif
