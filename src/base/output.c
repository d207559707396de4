/* output.c - buffered output to a papni_writer. */
#include "base/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void flush (output *o)
{
  if (!o->failed && o->used)
    o->failed = !o->writer.write (o->writer.context, o->buffer, o->used);
  o->used = 0;
}

void put_bytes (output *o, const char *bytes, size_t size)
{
  while (size) {
    if (o->used == sizeof o->buffer)
      flush (o);
    const size_t room = sizeof o->buffer - o->used, piece = size < room ? size : room;
    memcpy (o->buffer + o->used, bytes, piece);
    o->used += piece;
    bytes += piece;
    size -= piece;
  }
}

char *output_room (output *o, size_t size)
{
  if (sizeof o->buffer - o->used < size)
    flush (o);
  return o->buffer + o->used;
}

void put (output *o, const char *text)
{
  put_bytes (o, text, strlen (text));
}

void put_number (output *o, uint64_t number)
{
  char digits[24];
  snprintf (digits, sizeof digits, "%" PRIu64, number);
  put (o, digits);
}

void put_name (output *o, const char *name)
{
  for (; *name; name++)
    if (*name == ' ')
      put (o, "\\x20");
    else if (*name == '\\')
      put (o, "\\\\");
    else
      put_bytes (o, name, 1);
}

status output_end (output *o, error *e)
{
  flush (o);
  return o->failed ? fail (e, PAPNI_SYSTEM, "cannot write all output") : PAPNI_OK;
}

papni_status papni_write_name (const char *name, papni_writer writer, papni_error *e)
{
  output o = { .writer = writer };
  put_name (&o, name);
  return output_end (&o, e);
}
