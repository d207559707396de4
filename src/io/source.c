/* source.c - reads a file in chunks; decompresses .gz and .zst files. */
#include "io/source.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

enum
{
  SOURCE_PIECE = 1 << 16
};

struct source
{
  allocator memory;
  int file;
  char *path;
  struct stat about;
  gzFile gzip;
  ZSTD_DStream *zstd;
  char *packed; /* a chunk of zstd data, PIECE bytes */
  ZSTD_inBuffer in;
  bool in_frame; /* zstd: the data cannot end here */
};

const char *shown_name (const char *path)
{
  return strcmp (path, "-") ? path : "standard input";
}

status cannot (error *e, const char *path, const char *what, int number)
{
  char reason[128] = "";
  strerror_r (number, reason, sizeof reason);
  return fail_at (e, number == ENOMEM ? PAPNI_MEMORY : PAPNI_INPUT, (position){ path, 0, 0 }, "cannot %s: %s", what,
                  reason);
}

static status source_broken (error *e, const source *s, const char *what)
{
  return fail_at (e, PAPNI_INPUT, (position){ s->path, 0, 0 }, "%s data is corrupt or truncated", what);
}

/* ---- opening ---- */

static status open_gzip (source *s, error *e)
{
  const int copy = dup (s->file);
  s->gzip = copy < 0 ? NULL : gzdopen (copy, "rb");
  if (!s->gzip && copy >= 0)
    close (copy);
  return s->gzip ? PAPNI_OK : no_memory (e);
}

static status open_zstd (source *s, error *e)
{
  s->packed = allocate (&s->memory, SOURCE_PIECE, 1);
  s->zstd = ZSTD_createDStream ();
  s->in.src = s->packed;
  return s->packed && s->zstd ? PAPNI_OK : no_memory (e);
}

static status open_source (source *s, const char *path, error *e)
{
  s->path = copy_text (&s->memory, shown_name (path), strlen (shown_name (path)));
  if (!s->path)
    return no_memory (e);
  s->file = strcmp (path, "-") ? open (path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
  if (s->file < 0)
    return cannot (e, s->path, "open this file", errno);
  if (fstat (s->file, &s->about))
    return cannot (e, s->path, "stat this file", errno);
  if (S_ISDIR (s->about.st_mode))
    return fail_at (e, PAPNI_INPUT, (position){ s->path, 0, 0 },
                    "is a folder: name the files in it, or use --lexer to read its documents");
  return ends_in (path, ".gz") ? open_gzip (s, e) : ends_in (path, ".zst") ? open_zstd (s, e) : PAPNI_OK;
}

source *source_open (const char *path, const allocator *memory, error *e)
{
  source *s = allocate_zeroed (memory, 1, sizeof *s);
  if (!s) {
    no_memory (e);
    return NULL;
  }
  s->memory = *memory;
  s->file = -1;
  if (!open_source (s, path, e))
    return s;
  source_close (s);
  return NULL;
}

void source_close (void *context)
{
  source *s = context;
  const allocator a = s->memory;
  if (s->gzip)
    gzclose (s->gzip);
  ZSTD_freeDStream (s->zstd);
  release (&a, s->packed, SOURCE_PIECE, 1);
  if (s->file >= 0 && s->file != STDIN_FILENO)
    close (s->file);
  release_text (&a, s->path);
  release (&a, s, 1, sizeof *s);
}

int source_plain (const source *s, size_t *size)
{
  *size = (size_t) s->about.st_size;
  return s->gzip || s->zstd || s->file == STDIN_FILENO || !S_ISREG (s->about.st_mode) ? -1 : s->file;
}

/* ---- reading ---- */

static status read_file (source *s, char *bytes, size_t size, size_t *count, error *e)
{
  ssize_t result;
  do
    result = read (s->file, bytes, size < SSIZE_MAX ? size : SSIZE_MAX);
  while (result < 0 && errno == EINTR);
  if (result < 0)
    return cannot (e, s->path, "read this file", errno);
  *count = (size_t) result;
  return PAPNI_OK;
}

static status read_gzip (source *s, char *bytes, size_t size, size_t *count, error *e)
{
  const int result = gzread (s->gzip, bytes, size < SOURCE_PIECE ? (unsigned) size : SOURCE_PIECE);
  if (result > 0) {
    *count = (size_t) result;
    return PAPNI_OK;
  }
  int number = Z_OK;
  gzerror (s->gzip, &number);
  *count = 0;
  return result < 0 || (number != Z_OK && number != Z_STREAM_END) ? source_broken (e, s, "gzip") : PAPNI_OK;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): zstd writes there */
static status read_zstd (source *s, char *bytes, size_t size, size_t *count, error *e)
{
  ZSTD_outBuffer out = { bytes, size, 0 };
  bool whole = false; /* all compressed data has been read */
  while (!out.pos) {
    if (s->in.pos == s->in.size && !whole) {
      const status failed = read_file (s, s->packed, SOURCE_PIECE, &s->in.size, e);
      if (failed)
        return failed;
      s->in.pos = 0;
      whole = !s->in.size;
    }
    if (whole && !s->in_frame)
      break;
    const size_t before = s->in.pos, left = ZSTD_decompressStream (s->zstd, &out, &s->in);
    if (ZSTD_isError (left) || (s->in.pos == before && !out.pos))
      return source_broken (e, s, "zstd");
    s->in_frame = left;
  }
  *count = out.pos;
  return PAPNI_OK;
}

status source_read (void *context, char *bytes, size_t size, size_t *count, error *e)
{
  source *s = context;
  if (s->gzip)
    return read_gzip (s, bytes, size, count, e);
  return s->zstd ? read_zstd (s, bytes, size, count, e) : read_file (s, bytes, size, count, e);
}
