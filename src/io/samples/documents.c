/* documents.c - documents in files: a single one, or those of a folder or a list. */
#include "io/source.h"
#include "lex/lex.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

papni_status papni_lexer_open (papni_lexer *lexer, const char *path, papni_error *e)
{
  const status s = lexer_begin_bytes (lexer, "", 0, (position){ "", 1, 1 }, e); /* ends the previous one in any case */
  source *from = s ? NULL : source_open (path, &lexer->memory, e);
  if (!from)
    return s ? s : e ? e->code : PAPNI_INPUT;
  return lexer_begin (lexer, (byte_source){ source_read, source_close, from }, (position){ shown_name (path), 1, 1 },
                      e);
}

/* ---- many of them ---- */

typedef struct document
{
  char *path;
  papni_label label;
  size_t line; /* of the list */
} document;

struct papni_documents
{
  allocator memory;
  document *list;
  size_t count, capacity;
  size_t left_out;
};

static void release_list (papni_documents *d)
{
  for (size_t i = 0; i < d->count; i++)
    release_text (&d->memory, d->list[i].path);
  release (&d->memory, d->list, d->capacity, sizeof *d->list);
}

void papni_documents_free (papni_documents *documents)
{
  if (!documents)
    return;
  const allocator a = documents->memory;
  release_list (documents);
  release (&a, documents, 1, sizeof *documents);
}

size_t papni_documents_size (const papni_documents *documents)
{
  return documents->count;
}

const char *papni_documents_path (const papni_documents *documents, size_t index)
{
  return documents->list[index].path;
}

papni_label papni_documents_label (const papni_documents *documents, size_t index)
{
  return documents->list[index].label;
}

size_t papni_documents_line (const papni_documents *documents, size_t index)
{
  return documents->list[index].line;
}

size_t papni_documents_ignored (const papni_documents *documents)
{
  return documents->left_out;
}

/* Adds the file `name` in `folder` (of length 0: none). */
static status documents_add (papni_documents *d, text_span folder, text_span name, papni_label label, error *e)
{
  const bool slash = folder.length && folder.text[folder.length - 1] != '/';
  if (!reserve (&d->memory, &d->list, &d->capacity, d->count + 1, sizeof *d->list))
    return no_memory (e);
  char *path = allocate (&d->memory, folder.length + slash + name.length + 1, 1);
  if (!path)
    return no_memory (e);
  memcpy (path, folder.text, folder.length);
  path[folder.length] = '/';
  memcpy (path + folder.length + slash, name.text, name.length);
  path[folder.length + slash + name.length] = 0;
  d->list[d->count++] = (document){ path, label, 0 };
  return PAPNI_OK;
}

/* ---- folders ---- */

/* Folders stay in the list until they are expanded. */
static status add_folder (papni_documents *d, const char *folder, papni_label label, error *e)
{
  DIR *open = opendir (folder);
  status s = PAPNI_OK;
  if (!open)
    return cannot (e, folder, "open this folder", errno);
  errno = 0;
  for (struct dirent *entry; !s && (entry = readdir (open)); errno = 0)
    if (*entry->d_name != '.')
      s = documents_add (d, (text_span){ folder, strlen (folder) },
                         (text_span){ entry->d_name, strlen (entry->d_name) }, label, e);
  if (!s && errno) /* not the end of the folder */
    s = cannot (e, folder, "read this folder", errno);
  closedir (open);
  return s;
}

/* A link to a file is a document; links to folders are not followed, because they could
 * form a cycle. Pipes and devices are no documents: reading one might never end. */
static bool is_folder (const char *path)
{
  struct stat about;
  return !lstat (path, &about) && S_ISDIR (about.st_mode);
}

static bool is_document (const char *path)
{
  struct stat about;
  return !stat (path, &about) && S_ISREG (about.st_mode);
}

/* Replaces the folders in the list by their contents, recursively. */
static status look_into (papni_documents *d, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < d->count;) {
    const document it = d->list[i];
    const bool folder = is_folder (it.path);
    if (!folder && is_document (it.path)) {
      i++;
      continue;
    }
    d->list[i] = d->list[--d->count];
    if (folder)
      s = add_folder (d, it.path, it.label, e);
    release_text (&d->memory, it.path);
  }
  return s;
}

static int compare_paths (const void *x, const void *y)
{
  return strcmp (((const document *) x)->path, ((const document *) y)->path);
}

/* The contents of the subfolder `name`, if it exists. */
static status add_labelled (papni_documents *d, const char *folder, const char *name, papni_label label, bool *labelled,
                            error *e)
{
  struct stat about;
  status s = documents_add (d, (text_span){ folder, strlen (folder) }, (text_span){ name, strlen (name) }, label, e);
  if (s)
    return s;
  char *path = d->list[--d->count].path;
  if (!stat (path, &about) && S_ISDIR (about.st_mode)) {
    *labelled = true;
    s = add_folder (d, path, label, e);
  }
  release_text (&d->memory, path);
  return s;
}

/* Counts the files outside pos and neg. */
static status count_others (papni_documents *d, const char *folder, error *e)
{
  papni_documents others = { .memory = d->memory };
  status s = add_folder (&others, folder, PAPNI_UNKNOWN, e);
  for (size_t i = 0; !s && i < others.count;) {
    char *path = others.list[i].path;
    const char *name = strrchr (path, '/') + 1;
    if (strcmp (name, "pos") != 0 && strcmp (name, "neg") != 0) {
      i++;
      continue;
    }
    others.list[i] = others.list[--others.count];
    release_text (&d->memory, path);
  }
  if (!s)
    s = look_into (&others, e);
  d->left_out = others.count;
  release_list (&others);
  return s;
}

static status read_folder (papni_documents *d, const char *folder, error *e)
{
  bool labelled = false;
  status s = add_labelled (d, folder, "pos", PAPNI_ACCEPT, &labelled, e);
  if (!s)
    s = add_labelled (d, folder, "neg", PAPNI_REJECT, &labelled, e);
  if (!s && !labelled)
    s = add_folder (d, folder, PAPNI_UNKNOWN, e);
  else if (!s)
    s = count_others (d, folder, e);
  if (!s)
    s = look_into (d, e);
  if (!s)
    qsort (d->list, d->count, sizeof *d->list, compare_paths);
  return s || d->count ? s : fail_at (e, PAPNI_INPUT, (position){ folder, 0, 0 }, "no documents");
}

/* ---- lists ---- */

static status documents_read_line (papni_documents *d, const char *list, size_t number, const char *line, size_t length,
                                   error *e)
{
  papni_label label = PAPNI_UNKNOWN;
  while (length && strchr (" \t\r", line[length - 1]))
    length--;
  if (length > 2 && (line[0] == '+' || line[0] == '-') && (line[1] == ' ' || line[1] == '\t')) {
    label = line[0] == '+' ? PAPNI_ACCEPT : PAPNI_REJECT;
    line += 2;
    length -= 2;
  }
  if (!length || *line == '#')
    return PAPNI_OK;
  const char *slash = strrchr (list, '/'); /* names are relative to the list */
  const status s = documents_add (d, (text_span){ list, *line == '/' || !slash ? 0 : (size_t) (slash - list) + 1 },
                                  (text_span){ line, length }, label, e);
  if (!s)
    d->list[d->count - 1].line = number;
  return s;
}

static status read_list (papni_documents *d, const char *path, error *e)
{
  papni_text *text = papni_text_open (path, &d->memory, e);
  if (!text)
    return e ? e->code : PAPNI_INPUT;
  const char *at = papni_text_bytes (text), *end = at + papni_text_size (text);
  at += byte_order_mark (at, papni_text_size (text));
  status s = PAPNI_OK;
  for (size_t number = 1; !s && at < end; number++) {
    const char *newline = memchr (at, '\n', (size_t) (end - at));
    s = documents_read_line (d, path, number, at, (size_t) ((newline ? newline : end) - at), e);
    at = newline ? newline + 1 : end;
  }
  papni_text_free (text);
  return s || d->count ? s : fail_at (e, PAPNI_INPUT, (position){ shown_name (path), 0, 0 }, "no documents");
}

papni_documents *papni_documents_open (const char *path, const papni_allocator *memory, papni_error *e)
{
  const allocator a = allocator_or_libc (memory);
  papni_documents *documents = allocate_zeroed (&a, 1, sizeof *documents);
  if (!documents) {
    no_memory (e);
    return NULL;
  }
  documents->memory = a;
  struct stat about;
  const bool folder = strcmp (path, "-") != 0 && !stat (path, &about) && S_ISDIR (about.st_mode);
  if (!(folder ? read_folder (documents, path, e) : read_list (documents, path, e)))
    return documents;
  papni_documents_free (documents);
  return NULL;
}
