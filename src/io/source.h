/* source.h - the bytes of a file in pieces, decompressed where its name says so. */
#ifndef IO_SOURCE_H
#define IO_SOURCE_H

#include "base/base.h"

typedef struct source source;

/* "-" is standard input. NULL where it cannot be opened; a folder cannot. */
source *source_open (const char *path, const allocator *memory, error *e);
status source_read (void *source, char *bytes, size_t size, size_t *count, error *e); /* *count 0: the end */
void source_close (void *source);

/* The open file, if it is a plain one that can be mapped, and its size; else -1. */
int source_plain (const source *s, size_t *size);

/* The name of a file for messages. */
const char *shown_name (const char *path);

/* PAPNI_INPUT (or PAPNI_MEMORY): "cannot ...: reason" */
status cannot (error *e, const char *path, const char *what, int number);

#endif
