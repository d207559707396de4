/* output.c - files that are written completely or not at all, and names on standard
 * output. */
#include "update.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- files ---- */

static int cannot (const char *path, const char *what)
{
  return complain (EXIT_SYSTEM, "%s: cannot %s: %s", shown (path), what, strerror (errno));
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
  const int file = make_temporary (out->temporary);
  if (file < 0) {
    const int code = cannot (out->path, "write this file");
    free (out->temporary);
    out->temporary = NULL;
    return code;
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

/* A device, a pipe or a dangling link: written in place. */
static int open_in_place (output *out)
{
  out->stream = fopen (out->path, "wb");
  return out->stream ? EXIT_DONE : cannot (out->path, "write this file");
}

static int is_input (const char *path)
{
  return complain (EXIT_USAGE, "%s is an input file: writing to it would destroy it", shown (path));
}

static bool ends_in (const char *path, const char *ending)
{
  const size_t length = strlen (path), wanted = strlen (ending);
  return length > wanted && !strcmp (path + length - wanted, ending);
}

int output_open (output *out, const char *path)
{
  *out = (output){ .path = path };
  obey_signal ();
  if (!path || !strcmp (path, "-")) {
    out->path = "standard output";
    out->stream = stdout;
    return EXIT_DONE;
  }
  if (!*path)
    return complain (EXIT_USAGE, "the name of the output file is empty");
  if (ends_in (path, ".gz") || ends_in (path, ".zst"))
    return complain (EXIT_USAGE, "%s: cannot write compressed files: choose another name", shown (path));
  struct stat old, link;
  const bool exists = !stat (path, &old);
  if (exists && S_ISDIR (old.st_mode))
    return complain (EXIT_SYSTEM, "%s: cannot write to a folder", shown (path));
  if (exists && access (path, W_OK)) /* the folder may allow for replacing it, but it is read-only */
    return cannot (path, "write this file");
  if (is_noted (path))
    return is_input (path);
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
  forget_temporary (out->temporary);
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

/* A renamed file survives a crash of the system only if its folder is on the disk, too. */
static bool sync_folder (const char *path)
{
  char *copy = strdup (path);
  const int folder = copy ? open (dirname (copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  const bool synced = folder < 0 || !fsync (folder) || errno != EIO; /* some file systems do not do it */
  if (folder >= 0)
    close (folder);
  free (copy);
  return synced;
}

int output_close (output *out)
{
  obey_signal ();
  int code = output_finish (out);
  FILE *stream = out->stream;
  out->stream = NULL;
  if (!code && out->temporary && fsync (fileno (stream)))
    code = cannot (out->path, "write this file");
  if (!code && out->update)
    update_keep (out->update, fileno (stream));
  if (stream != stdout && fclose (stream) && !code)
    code = cannot (out->path, "write this file");
  if (!code && out->temporary && out->update)
    code = update_check (out->update);
  if (!code && out->temporary) {
    if (rename (out->temporary, out->target))
      code = cannot (out->path, "replace this file");
    else {
      forget_temporary (out->temporary);
      free (out->temporary);
      out->temporary = NULL;
      if (!sync_folder (out->target))
        code = cannot (out->path, "write this file");
    }
  }
  output_drop (out);
  return code;
}

/* The stream knows the file and the reason if the output failed. If it has no error, the writer failed
 * for a reason of its own. */
int output_written (output *out, papni_status status, const papni_error *error)
{
  const int code = !status || status == PAPNI_SYSTEM ? output_finish (out) : EXIT_DONE;
  return code || !status ? code : complain_error (error);
}

int output_replace (output *out, papni_status status, const papni_error *error)
{
  const int code = output_written (out, status, error);
  if (!code)
    return output_close (out);
  output_drop (out);
  return code;
}

/* ---- names of files ---- */

char *full_name (const char *path)
{
  enum
  {
    LINKS = 40
  };
  char target[PATH_MAX], joined[2 * PATH_MAX];
  snprintf (joined, sizeof joined, "%s", path);
  for (int i = 0; i < LINKS; i++) { /* a link to a missing file: where it would be */
    const ssize_t length = readlink (joined, target, sizeof target - 1);
    if (length < 0)
      break;
    target[length] = 0;
    char *slash = strrchr (joined, '/');
    size_t room = target[0] == '/' || !slash ? 0 : (size_t) (slash - joined) + 1;
    snprintf (joined + room, sizeof joined - room, "%s", target);
  }
  char *real = realpath (joined, NULL), *slash = strrchr (joined, '/');
  if (real)
    return real;
  const char *name = slash ? slash + 1 : joined;
  if (slash)
    *slash = 0;
  char *folder = realpath (slash == joined ? "/" : slash ? joined : ".", NULL);
  char *whole = folder ? malloc (strlen (folder) + strlen (name) + 2) : NULL;
  if (whole)
    sprintf (whole, "%s/%s", folder, name);
  free (folder);
  return whole;
}

bool same_file (const char *x, const char *y)
{
  struct stat a, b;
  if (!x || !y || !strcmp (x, "-") || !strcmp (y, "-"))
    return false;
  if (!strcmp (x, y))
    return true;
  if (!stat (x, &a) && !stat (y, &b))
    return S_ISREG (a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
  char *one = full_name (x), *other = full_name (y);
  const bool same = one && other && !strcmp (one, other);
  free (one);
  free (other);
  return same;
}

static int check_input (const arguments *a, const char *path, const char *input)
{
  if (same_file (path, input) && !access (path, F_OK))
    return complain (EXIT_USAGE, "%s: %s is an input file: writing to it would destroy it", a->command->name,
                     shown (input));
  return EXIT_DONE;
}

int check_output (const arguments *a, size_t first, const char *path)
{
  int code = EXIT_DONE;
  for (size_t i = first; !code && path && i < a->operand_count; i++)
    code = check_input (a, path, a->operands[i]);
  for (size_t i = 0; !code && path && i < a->option_count; i++)
    if (!strcmp (a->options[i].option->name, "right") || !strcmp (a->options[i].option->name, "wrong"))
      code = check_input (a, path, a->options[i].value);
  return code || !path || !is_noted (path) ? code : is_input (path);
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

/* Names of files may be invalid: U+FFFD stands for a byte that is not UTF-8. */
void print_json_string (FILE *out, const char *text)
{
  fputc ('"', out);
  for (size_t size; *text; text += size + !size) {
    size = valid_utf8 (text);
    const unsigned char c = (unsigned char) *text;
    if (!size)
      fputs ("\\ufffd", out);
    else if (c < 0x20 || c == 0x7f)
      fprintf (out, "\\u%04x", c);
    else
      fprintf (out, "%s%.*s", c == '"' || c == '\\' ? "\\" : "", (int) size, text);
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
