/* replay.c - feeds files to a harness without libFuzzer. */
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
  uint8_t *bytes = malloc (size + !size); /* of exactly this size, so that reads beyond it are detected */
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
    fflush (stdout); /* visible even if this file crashes the program */
    if (replay (words[i]))
      return 1;
  }
  return count < 2; /* an empty list is an error */
}
