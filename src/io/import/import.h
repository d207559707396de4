/* import.h - shared by the readers of other formats. */
#ifndef IO_IMPORT_IMPORT_H
#define IO_IMPORT_IMPORT_H

#include "io/import/sketch.h"

#include <stdio.h>
#include <string.h>

typedef papni_model *(*import_function) (const char *bytes, size_t size, const char *file, papni_alphabet *alphabet,
                                         error *e);

papni_model *import_aalpy (const char *bytes, size_t size, const char *file, papni_alphabet *alphabet, error *e);
papni_model *import_table (const char *bytes, size_t size, const char *file, papni_alphabet *alphabet, error *e);
papni_model *import_flexfringe (const char *bytes, size_t size, const char *file, papni_alphabet *alphabet, error *e);

typedef struct lines
{
  const char *next, *end, *begin; /* begin: of the line */
  position at;
} lines;

/* The next line, trimmed; the next word of a line; false if there is none. */
bool import_line (lines *l, piece *line);
bool import_word (piece *rest, piece *word);
bool piece_is (piece p, const char *text);
position import_at (const lines *l, const char *byte);

#endif
