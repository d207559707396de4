/* import.c - models in other formats: chooses the reader. */
#include "io/import/import.h"

static const struct
{
  const char *name;
  import_function read;
} import_formats[] = {
  { "aalpy", import_aalpy },
  { "table", import_table },
#ifndef PAPNI_CORE
  { "flexfringe", import_flexfringe },
#endif
};

papni_model *papni_model_import (const char *bytes, size_t size, const char *name, const char *format,
                                 papni_alphabet *alphabet, papni_error *e)
{
  const size_t count = sizeof import_formats / sizeof *import_formats;
  size_t i = 0;
  while (i < count && strcmp (format, import_formats[i].name) != 0)
    i++;
  if (i == count) {
    fail (e, PAPNI_USAGE, "unknown format '%s', or one that this build of papni cannot import", format);
    return NULL;
  }
  papni_model *model = import_formats[i].read (bytes, size, name ? name : "", alphabet, e);
  if (!model && e && e->code == PAPNI_INPUT && !e->file[0]) /* a message of the model's own */
    snprintf (e->file, sizeof e->file, "%s", name ? name : "");
  return model;
}

/* ---- lines and words ---- */

bool import_line (lines *l, piece *line)
{
  if (l->next == l->end)
    return false;
  const char *end = memchr (l->next, '\n', (size_t) (l->end - l->next));
  line->begin = l->begin = l->next;
  line->end = end ? end : l->end;
  l->next = end ? end + 1 : l->end;
  l->at.line++;
  while (line->end > line->begin && (line->end[-1] == '\r' || line->end[-1] == ' ' || line->end[-1] == '\t'))
    line->end--;
  while (line->begin < line->end && (*line->begin == ' ' || *line->begin == '\t'))
    line->begin++;
  return true;
}

bool import_word (piece *rest, piece *word)
{
  while (rest->begin < rest->end && (*rest->begin == ' ' || *rest->begin == '\t'))
    rest->begin++;
  word->begin = rest->begin;
  while (rest->begin < rest->end && *rest->begin != ' ' && *rest->begin != '\t')
    rest->begin++;
  word->end = rest->begin;
  return word->end > word->begin;
}

bool piece_is (piece p, const char *text)
{
  const size_t length = strlen (text);
  return (size_t) (p.end - p.begin) == length && !memcmp (p.begin, text, length);
}

position import_at (const lines *l, const char *byte)
{
  return (position){ l->at.file, l->at.line, (size_t) (byte - l->begin) + 1 };
}
