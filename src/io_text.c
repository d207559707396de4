/* io_text.c - the bytes of a file: mapped where it can be, read or decompressed
 * into memory where not. */
#include "base.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

struct papni_text
{
  allocator memory;
  char *bytes;
  size_t size;
  size_t capacity; /* of what was allocated; 0: mapped */
};

enum
{
  PIECE = 1 << 16
};

static status cannot (error *e, const char *path, const char *what, int number)
{
  char reason[128] = "";
  strerror_r (number, reason, sizeof reason);
  return fail_at (e, number == ENOMEM ? PAPNI_MEMORY : PAPNI_INPUT, (position){ path, 0, 0 }, "cannot %s: %s", what,
                  reason);
}

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

static bool make_room (papni_text *text)
{
  return reserve (&text->memory, &text->bytes, &text->capacity, text->size + PIECE, 1);
}

static status read_pipe (papni_text *text, int file, const char *path, error *e)
{
  for (;;) {
    if (!make_room (text))
      return no_memory (e);
    const ssize_t count = read (file, text->bytes + text->size, PIECE);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return cannot (e, path, "read this file", errno);
    if (!count)
      return PAPNI_OK;
    text->size += (size_t) count;
  }
}

static status broken (error *e, const char *path, const char *what)
{
  return fail_at (e, PAPNI_INPUT, (position){ path, 0, 0 }, "%s data is broken or cut off: is the file whole?", what);
}

static status read_gzip (papni_text *text, int file, const char *path, error *e)
{
  const int copy = dup (file);
  gzFile packed = copy < 0 ? NULL : gzdopen (copy, "rb");
  if (!packed) {
    if (copy >= 0)
      close (copy);
    return no_memory (e);
  }
  int count = 0;
  bool room;
  while ((room = make_room (text)) && (count = gzread (packed, text->bytes + text->size, PIECE)) > 0)
    text->size += (size_t) count;
  int number = Z_OK;
  gzerror (packed, &number);
  gzclose (packed);
  if (!room)
    return no_memory (e);
  return count < 0 || (number != Z_OK && number != Z_STREAM_END) ? broken (e, path, "gzip") : PAPNI_OK;
}

static status unpack_zstd (papni_text *text, ZSTD_DStream *stream, const papni_text *packed, const char *path, error *e)
{
  ZSTD_inBuffer in = { packed->bytes, packed->size, 0 };
  size_t left = 0;
  while (in.pos < in.size || left) {
    if (!make_room (text))
      return no_memory (e);
    ZSTD_outBuffer out = { text->bytes + text->size, PIECE, 0 };
    const size_t before = in.pos;
    left = ZSTD_decompressStream (stream, &out, &in);
    if (ZSTD_isError (left) || (in.pos == before && !out.pos))
      return broken (e, path, "zstd");
    text->size += out.pos;
  }
  return PAPNI_OK;
}

static void drop (papni_text *text)
{
  if (text->capacity)
    release (&text->memory, text->bytes, text->capacity, 1);
  else if (text->bytes)
    unmap (text->bytes, text->size);
}

static status read_zstd (papni_text *text, int file, const char *path, error *e)
{
  papni_text packed = { .memory = text->memory };
  status s = read_pipe (&packed, file, path, e);
  ZSTD_DStream *stream = s ? NULL : ZSTD_createDStream ();
  if (!s)
    s = stream ? unpack_zstd (text, stream, &packed, path, e) : no_memory (e);
  ZSTD_freeDStream (stream);
  drop (&packed);
  return s;
}

static status load (papni_text *text, int file, const char *path, error *e)
{
  struct stat about;
  if (fstat (file, &about))
    return cannot (e, path, "look at this file", errno);
  if (S_ISDIR (about.st_mode))
    return fail_at (e, PAPNI_INPUT, (position){ path, 0, 0 }, "this is a folder: name the files in it");
  if (ends_in (path, ".gz"))
    return read_gzip (text, file, path, e);
  if (ends_in (path, ".zst"))
    return read_zstd (text, file, path, e);
  return S_ISREG (about.st_mode) && file != STDIN_FILENO ? map_text (text, file, (size_t) about.st_size, path, e)
                                                         : read_pipe (text, file, path, e);
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
  const bool standard = !strcmp (path, "-");
  const int file = standard ? STDIN_FILENO : open (path, O_RDONLY | O_CLOEXEC);
  const char *name = standard ? "standard input" : path;
  const status s = file < 0 ? cannot (e, name, "open this file", errno) : load (text, file, name, e);
  if (file >= 0 && !standard)
    close (file);
  if (!s)
    return text;
  papni_text_free (text);
  return NULL;
}

void papni_text_free (papni_text *text)
{
  if (!text)
    return;
  const allocator a = text->memory;
  drop (text);
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
