/* source.h - reads a file in chunks; decompresses .gz and .zst files. */
#ifndef IO_SOURCE_H
#define IO_SOURCE_H

#include "base/base.h"

typedef struct source source;

/* "-" is standard input. NULL if it cannot be opened, or is a folder. */
source *source_open (const char *path, const allocator *memory, error *e);
status source_read (void *source, char *bytes, size_t size, size_t *count, error *e); /* *count 0: the end */
void source_close (void *source);

/* How many bytes there probably are: the size of a plain file, 0 for anything else. */
size_t source_size (const source *s);

/* The name of a file for messages. */
const char *shown_name (const char *path);

/* PAPNI_FILE (or PAPNI_MEMORY): "cannot ...: reason" */
status cannot (error *e, const char *path, const char *what, int number);

#endif
