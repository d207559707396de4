/* text.c - the bytes of a file in memory. They are read, not mapped: a mapped file that
 * another program truncates would end this one. */
#include "io/source.h"

struct papni_text
{
  allocator memory;
  char *bytes;
  size_t size, capacity;
};

enum
{
  TEXT_PIECE = 1 << 16
};

static status fill_text (papni_text *text, source *from, error *e)
{
  size_t room = source_size (from) + 1; /* one more, so that the end is seen without growing */
  for (size_t count = 1; count; room = text->size + TEXT_PIECE) {
    if (text->capacity == text->size && !reserve (&text->memory, &text->bytes, &text->capacity, room, 1))
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
  source *from = source_open (path, &text->memory, e);
  if (!from)
    return PAPNI_FILE;
  const status s = fill_text (text, from, e);
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
  release (&a, text->bytes, text->capacity, 1);
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
