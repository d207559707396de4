/* output.c - files that are written completely or not at all, and names on standard
 * output. */
#include "cli.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- temporary files, removed on signals ---- */

enum
{
  MOST = 4 /* at a time */
};

static char *volatile temporaries[MOST];

static void clear_away (int signal_number)
{
  for (size_t i = 0; i < MOST; i++)
    if (temporaries[i])
      unlink (temporaries[i]);
  signal (signal_number, SIG_DFL);
  raise (signal_number);
}

static void remember (char *path)
{
  size_t i = 0;
  while (i + 1 < MOST && temporaries[i])
    i++;
  temporaries[i] = path;
  catch_signal (SIGINT, clear_away);
  catch_signal (SIGTERM, clear_away);
  catch_signal (SIGHUP, clear_away);
}

static void forget (const char *path)
{
  for (size_t i = 0; path && i < MOST; i++)
    if (temporaries[i] == path)
      temporaries[i] = NULL;
}

/* ---- files ---- */

static int cannot (const char *path, const char *what)
{
  return complain (EXIT_SYSTEM, "%s: cannot %s: %s", path, what, strerror (errno));
}

/* A new file next to the target, with the same permissions. */
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
  remember (out->temporary);
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

/* A device, a pipe or a dangling link: written in place. */
static int open_in_place (output *out)
{
  out->stream = fopen (out->path, "wb");
  return out->stream ? EXIT_DONE : cannot (out->path, "write this file");
}

static bool ends_in (const char *path, const char *ending)
{
  const size_t length = strlen (path), wanted = strlen (ending);
  return length > wanted && !strcmp (path + length - wanted, ending);
}

int output_open (output *out, const char *path)
{
  *out = (output){ .path = path };
  if (!path || !strcmp (path, "-")) {
    out->path = "standard output";
    out->stream = stdout;
    return EXIT_DONE;
  }
  if (!*path)
    return complain (EXIT_USAGE, "the name of the output file is empty");
  if (ends_in (path, ".gz") || ends_in (path, ".zst"))
    return complain (EXIT_USAGE, "%s: cannot write compressed files: choose another name", path);
  struct stat old, link;
  const bool exists = !stat (path, &old);
  if (exists && S_ISDIR (old.st_mode))
    return complain (EXIT_SYSTEM, "%s: cannot write to a folder", path);
  if (exists ? !S_ISREG (old.st_mode) : !lstat (path, &link))
    return open_in_place (out);
  out->target = exists ? realpath (path, NULL) : strdup (path); /* follows links to the file itself */
  if (!out->target)
    return cannot (path, "write this file");
  const int code = open_temporary (out, exists ? &old : NULL);
  if (code)
    output_drop (out);
  return code;
}

void output_drop (output *out)
{
  if (out->stream && out->stream != stdout)
    fclose (out->stream);
  if (out->temporary)
    unlink (out->temporary);
  forget (out->temporary);
  free (out->temporary);
  free (out->target);
  *out = (output){ 0 };
}

int output_finish (output *out)
{
  if (!fflush (out->stream) && !ferror (out->stream))
    return EXIT_DONE;
  return cannot (out->path, out->stream == stdout ? "write" : "write this file");
}

int output_close (output *out)
{
  int code = output_finish (out);
  FILE *stream = out->stream;
  out->stream = NULL;
  if (stream != stdout && fclose (stream) && !code)
    code = cannot (out->path, "write this file");
  if (!code && out->temporary) {
    if (rename (out->temporary, out->target))
      code = cannot (out->path, "replace this file");
    else {
      forget (out->temporary);
      free (out->temporary);
      out->temporary = NULL;
    }
  }
  output_drop (out);
  return code;
}

bool same_file (const char *x, const char *y)
{
  struct stat a, b;
  if (!x || !y || !strcmp (x, "-") || !strcmp (y, "-"))
    return false;
  if (!strcmp (x, y))
    return true;
  return !stat (x, &a) && !stat (y, &b) && S_ISREG (a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

int check_output (const arguments *a, size_t first, const char *path)
{
  for (size_t i = first; path && i < a->operand_count; i++)
    if (same_file (path, a->operands[i]) && !access (path, F_OK))
      return complain (EXIT_USAGE, "%s: %s is an input file: writing to it would destroy it", a->command->name,
                       a->operands[i]);
  return EXIT_DONE;
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

void print_word (FILE *out, const papni_alphabet *alphabet, const papni_symbol *symbols, size_t length)
{
  for (size_t i = 0; i < length; i++) {
    if (i)
      fputc (' ', out);
    print_name (out, papni_alphabet_name (alphabet, symbols[i]));
  }
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
  if ((!fflush (stdout) && !ferror (stdout)) || code == EXIT_SYSTEM) /* already reported */
    return code;
  if (errno == ENOTTY) /* isatty has overwritten errno: the reason is lost */
    return complain (EXIT_SYSTEM, "standard output: cannot write all output");
  return cannot ("standard output", "write");
}
