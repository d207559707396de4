/* replay.c - feeds files to a harness, where there is no libFuzzer to do it. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

static int replay (const char *path)
{
  papni_text *file = papni_text_open (path, NULL, NULL);
  if (!file) {
    fprintf (stderr, "%s: cannot be read\n", path);
    return 1;
  }
  const size_t size = papni_text_size (file);
  uint8_t *bytes = malloc (size + !size); /* of just this size: reading beyond it is found out */
  if (!bytes)
    return 1;
  for (size_t i = 0; i < size; i++)
    bytes[i] = (uint8_t) papni_text_bytes (file)[i];
  papni_text_free (file);
  LLVMFuzzerTestOneInput (bytes, size);
  free (bytes);
  return 0;
}

int main (int count, char **words)
{
  for (int i = 1; i < count; i++) {
    puts (words[i]);
    fflush (stdout); /* to be seen even if this file is the end of the program */
    if (replay (words[i]))
      return 1;
  }
  return count < 2; /* nothing to feed is a mistake */
}
