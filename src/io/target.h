/* target.h - a file that is written as a whole or not at all.
 *
 * What is written goes to a temporary file beside it, which takes its place at the end. A
 * device, a pipe or a dangling link is written in place; "-" is standard output. */
#ifndef IO_TARGET_H
#define IO_TARGET_H

#include "base/base.h"

#include <stdio.h>

typedef struct target
{
  allocator memory;
  const char *path; /* for messages */
  char *file;       /* through links, to the file itself; NULL: written in place */
  char *temporary;
  FILE *stream;
} target;

/* Memory may be NULL. After a failure there is nothing to close. */
status target_open (target *t, const char *path, const allocator *memory, error *e);
papni_writer target_writer (const target *t);

/* Puts the file in its place if the writing went well; otherwise the old one stays. Returns
 * the status of the writing, or of what failed after it. */
status target_close (target *t, status written, error *e);

#endif
