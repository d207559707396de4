/* target.h - a file that is written completely or not at all.
 *
 * The output goes to a temporary file next to it, which replaces it at the end. A
 * device, a pipe or a dangling link is written in place; "-" is standard output. */
#ifndef IO_TARGET_H
#define IO_TARGET_H

#include "base/base.h"

#include <stdio.h>

typedef struct target
{
  allocator memory;
  const char *path; /* for messages */
  char *file;       /* with links resolved; NULL: written in place */
  char *temporary;
  FILE *stream;
  int number; /* errno of the first bytes that could not be written; or 0 */
} target;

/* Memory may be NULL. After a failure there is nothing to close. */
status target_open (target *t, const char *path, const allocator *memory, error *e);
papni_writer target_writer (target *t);

/* Replaces the file if writing succeeded; otherwise the old one stays. Returns the
 * status of writing, or the first error after it. */
status target_close (target *t, status written, error *e);

#endif
