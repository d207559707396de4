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
#include <zstd_errors.h>

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
  bool is_gzip;
  z_stream gzip;
  ZSTD_DStream *zstd;
  char *packed;    /* compressed bytes, SOURCE_PIECE of them */
  size_t at, size; /* those not read yet are packed[at] to packed[size - 1] */
  bool begun;      /* the first frame or gzip member has begun */
  bool in_frame;   /* the data cannot end here */
};

const char *shown_name (const char *path)
{
  return strcmp (path, "-") ? path : "standard input";
}

status cannot (error *e, const char *path, const char *what, int number)
{
  char reason[128] = "";
  strerror_r (number, reason, sizeof reason);
  const status s = fail_at (e, number == ENOMEM ? PAPNI_MEMORY : PAPNI_FILE, (position){ path, 0, 0 }, "cannot %s: %s",
                            what, reason);
  if (e)
    e->number = number;
  return s;
}

static status source_broken (error *e, const source *s, const char *what)
{
  return fail_at (e, PAPNI_INPUT, (position){ s->path, 0, 0 }, "%s data is corrupt or truncated", what);
}

/* ---- opening ---- */

static void *gzip_allocate (void *context, unsigned count, unsigned size)
{
  return allocate_sized (context, (size_t) count * size);
}

static void gzip_release (void *context, void *block)
{
  release_sized (context, block);
}

static status open_gzip (source *s, error *e)
{
  enum
  {
    GZIP_ONLY = 16 /* zlib: added to the window bits */
  };
  s->packed = allocate (&s->memory, SOURCE_PIECE, 1);
  s->gzip = (z_stream){ .zalloc = gzip_allocate, .zfree = gzip_release, .opaque = &s->memory };
  s->is_gzip = s->packed && inflateInit2 (&s->gzip, MAX_WBITS + GZIP_ONLY) == Z_OK;
  return s->is_gzip ? PAPNI_OK : no_memory (e);
}

static status open_zstd (source *s, error *e)
{
  s->packed = allocate (&s->memory, SOURCE_PIECE, 1);
  s->zstd = ZSTD_createDStream ();
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
    return fail_at (e, PAPNI_FILE, (position){ s->path, 0, 0 },
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
  if (s->is_gzip)
    inflateEnd (&s->gzip);
  ZSTD_freeDStream (s->zstd);
  release (&a, s->packed, SOURCE_PIECE, 1);
  if (s->file >= 0 && s->file != STDIN_FILENO)
    close (s->file);
  release_text (&a, s->path);
  release (&a, s, 1, sizeof *s);
}

size_t source_size (const source *s)
{
  return s->is_gzip || s->zstd || !S_ISREG (s->about.st_mode) ? 0 : (size_t) s->about.st_size;
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

/* Refills `packed` when it is used up. *ended: the file has no more bytes. */
static status read_packed (source *s, bool *ended, error *e)
{
  *ended = false;
  if (s->at < s->size)
    return PAPNI_OK;
  s->at = 0;
  const status failed = read_file (s, s->packed, SOURCE_PIECE, &s->size, e);
  *ended = !failed && !s->size;
  return failed;
}

/* The bytes that were taken for compressed ones. */
static status read_unpacked (source *s, char *bytes, size_t size, size_t *count)
{
  const size_t left = s->size - s->at;
  *count = left < size ? left : size;
  memcpy (bytes, s->packed + s->at, *count);
  s->at += *count;
  return PAPNI_OK;
}

/* Between members, gzip allows for zeros that fill up a block. */
static void skip_zeros (source *s)
{
  while (s->at < s->size && !s->packed[s->at])
    s->at++;
}

static status read_gzip (source *s, char *bytes, size_t size, size_t *count, error *e)
{
  z_stream *z = &s->gzip;
  const unsigned room = size < SOURCE_PIECE ? (unsigned) size : SOURCE_PIECE;
  bool ended;
  *count = 0;
  while (!*count) {
    const status failed = read_packed (s, &ended, e);
    if (failed)
      return failed;
    if (!s->in_frame && s->begun)
      skip_zeros (s);
    if (ended && s->in_frame)
      return source_broken (e, s, "gzip");
    if (ended)
      break;
    if (s->at == s->size)
      continue;
    if (!s->begun && s->packed[0] != '\x1f') { /* a file that something has unpacked already */
      inflateEnd (z);
      s->is_gzip = false;
      return read_unpacked (s, bytes, size, count);
    }
    if (!s->in_frame)
      inflateReset (z);
    s->in_frame = s->begun = true;
    z->next_in = (Bytef *) s->packed + s->at;
    z->avail_in = (unsigned) (s->size - s->at);
    z->next_out = (Bytef *) bytes;
    z->avail_out = room;
    const int result = inflate (z, Z_NO_FLUSH);
    if (result == Z_MEM_ERROR)
      return no_memory (e);
    if (result != Z_OK && result != Z_STREAM_END)
      return source_broken (e, s, "gzip");
    s->at = s->size - z->avail_in;
    s->in_frame = result != Z_STREAM_END;
    *count = room - z->avail_out;
  }
  return PAPNI_OK;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): zstd writes there */
static status read_zstd (source *s, char *bytes, size_t size, size_t *count, error *e)
{
  ZSTD_outBuffer out = { bytes, size, 0 };
  bool ended;
  while (!out.pos) {
    const status failed = read_packed (s, &ended, e);
    if (failed)
      return failed;
    if (ended && !s->in_frame)
      break;
    ZSTD_inBuffer in = { s->packed, s->size, s->at };
    const size_t left = ZSTD_decompressStream (s->zstd, &out, &in);
    if (ZSTD_isError (left) && ZSTD_getErrorCode (left) == ZSTD_error_memory_allocation)
      return no_memory (e);
    if (ZSTD_isError (left) || (in.pos == s->at && !out.pos))
      return source_broken (e, s, "zstd");
    s->at = in.pos;
    s->in_frame = left;
  }
  *count = out.pos;
  return PAPNI_OK;
}

status source_read (void *context, char *bytes, size_t size, size_t *count, error *e)
{
  source *s = context;
  if (s->is_gzip)
    return read_gzip (s, bytes, size, count, e);
  if (s->zstd)
    return read_zstd (s, bytes, size, count, e);
  return s->at < s->size ? read_unpacked (s, bytes, size, count) : read_file (s, bytes, size, count, e);
}
