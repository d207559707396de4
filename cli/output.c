/* output.c - files that are written whole or not at all, and names on standard output. */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int cannot (const char *path, const char *what)
{
  return complain (EXIT_SYSTEM, "%s: cannot %s: %s", path, what, strerror (errno));
}

/* A new file beside the target, with the rights that the target has or would get. */
static int open_temporary (output *out, const struct stat *old)
{
  static const char ending[] = ".XXXXXX";
  const size_t length = strlen (out->target);
  out->temporary = malloc (length + sizeof ending);
  if (!out->temporary)
    return complain (EXIT_SYSTEM, "out of memory");
  memcpy (out->temporary, out->target, length);
  memcpy (out->temporary + length, ending, sizeof ending);
  const int file = mkstemp (out->temporary);
  if (file < 0) {
    free (out->temporary);
    out->temporary = NULL;
    return cannot (out->path, "write this file");
  }
  const mode_t mask = umask (0);
  umask (mask);
  const int failed = fchmod (file, old ? old->st_mode & 0777 : 0666 & ~mask);
  out->stream = fdopen (file, "wb");
  if (!failed && out->stream)
    return EXIT_DONE;
  const int code = cannot (out->path, "write this file");
  if (!out->stream)
    close (file);
  output_drop (out);
  return code;
}

int output_open (output *out, const char *path)
{
  *out = (output){ .path = path };
  if (!path || !strcmp (path, "-")) {
    out->path = "standard output";
    out->stream = stdout;
    return EXIT_DONE;
  }
  struct stat old;
  const bool exists = !stat (path, &old);
  if (exists && S_ISDIR (old.st_mode))
    return complain (EXIT_SYSTEM, "%s: cannot write: this is a folder", path);
  if (exists && !S_ISREG (old.st_mode)) { /* a device or a pipe is written in place */
    out->stream = fopen (path, "wb");
    return out->stream ? EXIT_DONE : cannot (path, "write this file");
  }
  out->target = exists ? realpath (path, NULL) : strdup (path); /* through links, to the file itself */
  if (!out->target)
    return cannot (path, "write this file");
  const int code = open_temporary (out, exists ? &old : NULL);
  if (code) {
    free (out->target);
    out->target = NULL;
  }
  return code;
}

void output_drop (output *out)
{
  if (out->stream && out->stream != stdout)
    fclose (out->stream);
  if (out->temporary)
    unlink (out->temporary);
  free (out->temporary);
  free (out->target);
  *out = (output){ 0 };
}

int output_close (output *out)
{
  if (out->stream == stdout) {
    *out = (output){ 0 };
    return EXIT_DONE; /* finish_stdout looks after it */
  }
  FILE *stream = out->stream;
  const bool written = !fflush (stream) && !ferror (stream);
  const int reason = errno;
  out->stream = NULL;
  const bool closed = !fclose (stream);
  errno = written ? errno : reason;
  int code = written && closed ? EXIT_DONE : cannot (out->path, "write this file");
  if (!code && out->temporary) {
    if (rename (out->temporary, out->target))
      code = cannot (out->path, "put the new file in its place");
    else {
      free (out->temporary);
      out->temporary = NULL;
    }
  }
  output_drop (out);
  return code;
}

static bool write_stream (void *context, const char *bytes, size_t size)
{
  return fwrite (bytes, 1, size, context) == size;
}

papni_writer stream_writer (FILE *stream)
{
  return (papni_writer){ write_stream, stream };
}

papni_writer output_writer (const output *out)
{
  return stream_writer (out->stream);
}

void print_name (FILE *out, const char *name)
{
  papni_write_name (name, stream_writer (out), NULL); /* errors stay in the stream */
}

void print_json_string (FILE *out, const char *text)
{
  fputc ('"', out);
  for (; *text; text++) {
    const unsigned char c = (unsigned char) *text;
    if (c < 0x20)
      fprintf (out, "\\u%04x", c);
    else
      fprintf (out, "%s%c", c == '"' || c == '\\' ? "\\" : "", c);
  }
  fputc ('"', out);
}

int finish_stdout (int code)
{
  if (!fflush (stdout) && !ferror (stdout))
    return code;
  return cannot ("standard output", "write");
}
