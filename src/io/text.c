/* text.c - the contents of a file: mapped if possible, otherwise read or decompressed
 * into memory. */
#include "io/map.h"
#include "io/source.h"

#include <errno.h>

struct papni_text
{
  allocator memory;
  char *bytes;
  size_t size;
  size_t capacity; /* of the allocated memory; 0: mapped */
};

enum
{
  TEXT_PIECE = 1 << 16
};

static status map_text (papni_text *text, int file, size_t size, const char *path, error *e)
{
  if (!size)
    return PAPNI_OK;
  text->bytes = map_file (file, size, false);
  if (!text->bytes)
    return cannot (e, path, "map this file", errno);
  text->size = size;
  return PAPNI_OK;
}

static status text_read_text (papni_text *text, source *from, error *e)
{
  for (size_t count = 1; count;) {
    if (!reserve (&text->memory, &text->bytes, &text->capacity, text->size + TEXT_PIECE, 1))
      return no_memory (e);
    const status s = source_read (from, text->bytes + text->size, text->capacity - text->size, &count, e);
    if (s)
      return s;
    text->size += count;
  }
  return PAPNI_OK;
}

static status load (papni_text *text, const char *path, error *e)
{
  size_t size;
  source *from = source_open (path, &text->memory, e);
  if (!from)
    return PAPNI_INPUT;
  const int plain = source_plain (from, &size);
  const status s = plain < 0 ? text_read_text (text, from, e) : map_text (text, plain, size, path, e);
  source_close (from);
  return s;
}

papni_text *papni_text_open (const char *path, const papni_allocator *memory, papni_error *e)
{
  const allocator a = allocator_or_libc (memory);
  papni_text *text = allocate_zeroed (&a, 1, sizeof *text);
  if (!text) {
    no_memory (e);
    return NULL;
  }
  text->memory = a;
  if (!load (text, path, e))
    return text;
  papni_text_free (text);
  return NULL;
}

void papni_text_free (papni_text *text)
{
  if (!text)
    return;
  const allocator a = text->memory;
  if (text->capacity)
    release (&a, text->bytes, text->capacity, 1);
  else if (text->bytes)
    unmap (text->bytes, text->size);
  release (&a, text, 1, sizeof *text);
}

const char *papni_text_bytes (const papni_text *text)
{
  return text->bytes ? text->bytes : "";
}

size_t papni_text_size (const papni_text *text)
{
  return text->size;
}
