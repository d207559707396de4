/* import.c - models in other formats: chooses the reader. */
#include "io/import/import.h"

papni_model *papni_import (papni_foreign from, const char *bytes, size_t size, const char *name,
                           papni_alphabet *alphabet, papni_error *e)
{
  static const import_function readers[] = {
    [PAPNI_FROM_AALPY] = import_aalpy,
    [PAPNI_FROM_TABLE] = import_table,
#ifndef PAPNI_CORE
    [PAPNI_FROM_FLEXFRINGE] = import_flexfringe,
#endif
  };
  if (from >= sizeof readers / sizeof *readers) {
    fail (e, PAPNI_USAGE, "unknown format, or one that this build of papni cannot import");
    return NULL;
  }
  papni_model *model = readers[from](bytes, size, name ? name : "", alphabet, e);
  if (!model && e && e->code == PAPNI_INPUT && !e->file[0]) /* an error from making the model */
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
