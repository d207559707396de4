/* answers.c - the file of --answers: a JSON object per line, with a text and its label.
 *
 * A line that was cut off by a crash at the end of the file is dropped. Several processes may
 * add to the file: each line is written, and the file is read and cut, under a lock. */
#include "oracle.h"
#include "update.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t hash_text (const char *text, size_t size)
{
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ (unsigned char) text[i]) * 0x100000001b3u;
  return hash ^ hash >> 32;
}

static memory_entry *slot_of (const memory *m, const char *text, size_t size)
{
  size_t i = (size_t) hash_text (text, size) & (m->capacity - 1);
  while (m->entries[i].text && (m->entries[i].size != size || memcmp (m->entries[i].text, text, size) != 0))
    i = (i + 1) & (m->capacity - 1);
  return &m->entries[i];
}

static bool memory_grow (memory *m)
{
  memory larger = { .capacity = m->capacity ? 2 * m->capacity : 1024 };
  if (2 * m->count < m->capacity)
    return true;
  larger.entries = calloc (larger.capacity, sizeof *larger.entries);
  if (!larger.entries)
    return false;
  for (size_t i = 0; i < m->capacity; i++)
    if (m->entries[i].text)
      *slot_of (&larger, m->entries[i].text, m->entries[i].size) = m->entries[i];
  free (m->entries);
  m->entries = larger.entries;
  m->capacity = larger.capacity;
  return true;
}

/* The first answer stays. */
static bool memory_enter (memory *m, const char *text, size_t size, bool right, bool used)
{
  if (!memory_grow (m))
    return false;
  memory_entry *slot = slot_of (m, text, size);
  if (slot->text)
    return true;
  slot->text = malloc (size + 1);
  if (!slot->text)
    return false;
  memcpy (slot->text, text, size);
  slot->text[size] = 0;
  slot->size = size;
  slot->right = right;
  slot->used = used;
  m->count++;
  return true;
}

const memory_entry *memory_find (memory *m, papni_string text)
{
  memory_entry *slot = m->capacity ? slot_of (m, text.bytes ? text.bytes : "", text.size) : NULL;
  if (!slot || !slot->text || slot->used)
    return NULL;
  slot->used = true;
  return slot;
}

/* ---- reading ---- */

static const char beginning[] = "{\"text\": \"", middle[] = "\", \"label\": ";

static int hex_digit (char c)
{
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Undoes print_json_string in place: returns the end of the string in the file, NULL if
 * it is not one of ours. */
static char *read_string (char *at, const char *end, size_t *size)
{
  char *to = at;
  const char *start = at;
  for (; at < end && *at != '"'; at++) {
    if (*at != '\\') {
      *to++ = *at;
      continue;
    }
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *name = ++at < end && *at ? strchr (names, *at) : NULL;
    if (name)
      *to++ = values[name - names];
    else if (end - at > 4 && *at == 'u' && at[1] == '0' && at[2] == '0' && hex_digit (at[3]) >= 0
             && hex_digit (at[4]) >= 0) {
      *to++ = (char) (16 * hex_digit (at[3]) + hex_digit (at[4]));
      at += 4;
    } else
      return NULL;
  }
  *size = (size_t) (to - start);
  return at < end ? at : NULL;
}

static int read_line (memory *m, char *line, const char *end, size_t number)
{
  const size_t first = strlen (beginning), second = strlen (middle);
  size_t size = 0;
  char *close = NULL;
  if ((size_t) (end - line) > first && !memcmp (line, beginning, first))
    close = read_string (line + first, end, &size);
  const size_t left = close ? (size_t) (end - close) : 0;
  const bool yes = left == second + 5 && !memcmp (close, middle, second) && !memcmp (close + second, "true}", 5);
  const bool no = left == second + 6 && !memcmp (close, middle, second) && !memcmp (close + second, "false}", 6);
  if (!yes && !no)
    return complain (EXIT_INPUT, "%s:%zu: not an answer: expected {\"text\": \"...\", \"label\": true|false}", m->path,
                     number);
  return memory_enter (m, line + first, size, yes, false) ? EXIT_DONE : complain (EXIT_SYSTEM, "out of memory");
}

static int read_answers (memory *m)
{
  papni_error error;
  papni_text *text = papni_text_open (m->path, NULL, &error);
  if (!text)
    return complain_error (&error);
  const size_t size = papni_text_size (text);
  char *copy = malloc (size + 1), *line = copy;
  int code = copy ? EXIT_DONE : complain (EXIT_SYSTEM, "out of memory");
  if (copy && size)
    memcpy (copy, papni_text_bytes (text), size);
  for (size_t number = 1; copy && !code; number++) {
    char *end = memchr (line, '\n', (size_t) (copy + size - line));
    if (!end)
      break;
    code = read_line (m, line, end, number);
    line = end + 1;
  }
  if (!code && line < copy + size && ftruncate (m->file, (off_t) (line - copy)))
    code =
        complain (EXIT_SYSTEM, "%s: cannot drop its last line, which is not complete: %s", m->path, strerror (errno));
  free (copy);
  papni_text_free (text);
  return code;
}

int memory_open (memory *m, const char *path)
{
  *m = (memory){ .file = -1, .path = path };
  if (!path)
    return EXIT_DONE;
  struct stat found;
  const bool exists = !stat (path, &found);
  if (exists && !S_ISREG (found.st_mode))
    return complain (EXIT_USAGE, "%s: --answers needs a regular file", path);
  m->file = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (m->file < 0)
    return complain (EXIT_SYSTEM, "%s: %s", path, strerror (errno));
  lock_shortly (m->file);
  const int code = read_answers (m);
  unlock (m->file);
  return code;
}

/* ---- writing ---- */

static bool write_all (int file, const char *bytes, size_t size)
{
  while (size) {
    const ssize_t written = write (file, bytes, size);
    if (written < 0 && errno != EINTR)
      return false;
    if (written > 0) {
      bytes += written;
      size -= (size_t) written;
    }
  }
  return true;
}

/* A line for the file: at most 6 bytes for each of the text. */
static size_t put_line (char *line, papni_string text, bool right)
{
  size_t used = (size_t) sprintf (line, "%s", beginning);
  for (size_t i = 0; i < text.size; i++) {
    const char c = text.bytes[i];
    if (c == '"' || c == '\\')
      line[used++] = '\\';
    if ((unsigned char) c < 0x20)
      used += (size_t) sprintf (line + used, "\\u%04x", (unsigned) c);
    else
      line[used++] = c;
  }
  return used + (size_t) sprintf (line + used, "%s%s}\n", middle, right ? "true" : "false");
}

int memory_add (memory *m, papni_string text, bool right)
{
  const char *bytes = text.bytes ? text.bytes : "";
  if (m->file < 0 || (m->capacity && slot_of (m, bytes, text.size)->text))
    return EXIT_DONE;
  if (!memory_enter (m, bytes, text.size, right, true))
    return complain (EXIT_SYSTEM, "out of memory");
  char *line = malloc (6 * text.size + 64);
  if (!line)
    return complain (EXIT_SYSTEM, "out of memory");
  lock_shortly (m->file);
  const bool written = write_all (m->file, line, put_line (line, text, right));
  unlock (m->file);
  free (line);
  if (!written)
    return complain (EXIT_SYSTEM, "%s: %s", m->path, strerror (errno));
  if (now () - m->synced > 1) {
    fdatasync (m->file);
    m->synced = now ();
  }
  return EXIT_DONE;
}

int memory_close (memory *m)
{
  int code = EXIT_DONE;
  for (size_t i = 0; i < m->capacity; i++)
    free (m->entries[i].text);
  free (m->entries);
  if (m->file >= 0 && (fsync (m->file) || close (m->file)))
    code = complain (EXIT_SYSTEM, "%s: %s", m->path, strerror (errno));
  return code;
}
