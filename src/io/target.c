/* target.c - a file that is written completely or not at all. */
#include "io/target.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static status target_fail (const target *t, error *e)
{
  const int number = t->number ? t->number : errno;
  char reason[128] = "";
  strerror_r (number, reason, sizeof reason);
  fail_at (e, PAPNI_SYSTEM, (position){ t->path, 0, 0 }, "cannot write this file: %s", reason);
  if (e)
    e->number = number;
  return PAPNI_SYSTEM;
}

static void target_drop (target *t)
{
  if (t->stream)
    fclose (t->stream);
  if (t->temporary)
    unlink (t->temporary);
  release_text (&t->memory, t->temporary);
  release_text (&t->memory, t->file);
}

/* A new file next to the target, with the same permissions. */
static status target_open_temporary (target *t, const struct stat *old, error *e)
{
  static const char ending[] = ".XXXXXX";
  char name[PATH_MAX + sizeof ending];
  snprintf (name, sizeof name, "%s%s", t->file, ending);
  t->temporary = copy_text (&t->memory, name, strlen (name));
  if (!t->temporary)
    return no_memory (e);
  const int file = mkstemp (t->temporary);
  if (file < 0) {
    const status s = target_fail (t, e);
    release_text (&t->memory, t->temporary);
    t->temporary = NULL;
    return s;
  }
  const mode_t mask = umask (0);
  umask (mask);
  const int refused = fchmod (file, old ? old->st_mode & 0777 : 0666 & ~mask);
  t->stream = refused ? NULL : fdopen (file, "wb");
  if (t->stream)
    return PAPNI_OK;
  const status s = target_fail (t, e);
  close (file);
  return s;
}

static status target_open_path (target *t, error *e)
{
  struct stat old, link;
  char real[PATH_MAX];
  const char *path = t->path;
  const bool exists = !stat (path, &old);
  if (exists ? !S_ISREG (old.st_mode) : !lstat (path, &link)) {
    t->stream = fopen (path, "wb");
    return t->stream ? PAPNI_OK : target_fail (t, e);
  }
  if (exists && access (path, W_OK)) /* the folder may allow for replacing it, but it is read-only */
    return target_fail (t, e);
  if (exists && !realpath (path, real))
    return target_fail (t, e);
  const char *file = exists ? real : path;
  t->file = copy_text (&t->memory, file, strlen (file));
  return t->file ? target_open_temporary (t, exists ? &old : NULL, e) : no_memory (e);
}

status target_open (target *t, const char *path, const allocator *memory, error *e)
{
  *t = (target){ .memory = allocator_or_libc (memory), .path = path };
  const position at = { path, 0, 0 };
  if (!strcmp (path, "-")) {
    const int out = dup (STDOUT_FILENO);
    t->path = "standard output";
    t->stream = out < 0 ? NULL : fdopen (out, "wb");
    return t->stream ? PAPNI_OK : target_fail (t, e);
  }
  if (ends_in (path, ".gz") || ends_in (path, ".zst"))
    return fail_at (e, PAPNI_USAGE, at, "cannot write compressed files: choose another name");
  const status s = target_open_path (t, e);
  if (s)
    target_drop (t);
  return s;
}

static bool target_write (void *context, const char *bytes, size_t size)
{
  target *t = context;
  if (fwrite (bytes, 1, size, t->stream) == size)
    return true;
  t->number = errno;
  return false;
}

papni_writer target_writer (target *t)
{
  return (papni_writer){ target_write, t };
}

/* A renamed file survives a crash of the system only if its folder is on the disk, too. */
static bool sync_folder (const target *t)
{
  char folder[PATH_MAX];
  snprintf (folder, sizeof folder, "%s", t->file);
  char *slash = strrchr (folder, '/');
  if (slash)
    slash[slash == folder] = 0;
  const int file = open (slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool synced = file < 0 || !fsync (file) || errno != EIO; /* some file systems do not do it */
  if (file >= 0)
    close (file);
  return synced;
}

status target_close (target *t, status written, error *e)
{
  status s = written;
  if ((fflush (t->stream) || t->number) && (!s || s == PAPNI_SYSTEM))
    s = target_fail (t, e);
  FILE *stream = t->stream;
  t->stream = NULL;
  const bool synced = !t->temporary || s || !fsync (fileno (stream));
  if ((fclose (stream) || !synced) && !s)
    s = target_fail (t, e);
  if (!s && t->temporary) {
    if (rename (t->temporary, t->file))
      s = target_fail (t, e);
    else {
      release_text (&t->memory, t->temporary);
      t->temporary = NULL;
      if (!sync_folder (t))
        s = target_fail (t, e);
    }
  }
  target_drop (t);
  return s;
}
