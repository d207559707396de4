/* fail.c - a library to preload: makes the n-th call of a kind fail.
 *
 * FAIL_KIND is "memory" (malloc, calloc, realloc) or "files" (open, read, write, fflush,
 * fclose, fsync, rename, close, mkstemp, flock); FAIL_AT is n, 0 for none. With "signals", no call
 * fails, but SIGTERM arrives at the n-th of all of them. With "writers", the n-th
 * fwrite returns 0, but its stream has no error. At exit, the number of calls is written to the
 * file FAIL_COUNT. A stream whose fflush or fclose fails loses what it
 * has not written, as on a full disk. Calls before main are not counted. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_size_t calls;
static size_t fail_at;
static bool memory, files, signals, writers;
static pid_t process; /* programs that it starts do not fail */

static bool fails (bool kind, int reason)
{
  if ((!kind && !signals) || getpid () != process || ++calls != fail_at)
    return false;
  if (signals) {
    kill (process, SIGTERM);
    return false;
  }
  errno = reason;
  return true;
}

#define REAL(name) ((__typeof__ (&name)) dlsym (RTLD_NEXT, #name))

/* ---- memory: glibc has other names for these, which are safe before main ---- */

void *__libc_malloc (size_t size);
void *__libc_calloc (size_t count, size_t size);
void *__libc_realloc (void *block, size_t size);

void *malloc (size_t size)
{
  return fails (memory, ENOMEM) ? NULL : __libc_malloc (size);
}

void *calloc (size_t count, size_t size)
{
  return fails (memory, ENOMEM) ? NULL : __libc_calloc (count, size);
}

void *realloc (void *block, size_t size)
{
  return fails (memory, ENOMEM) ? NULL : __libc_realloc (block, size);
}

/* ---- files ---- */

int open (const char *path, int flags, ...)
{
  va_list arguments;
  va_start (arguments, flags);
  const mode_t mode = flags & O_CREAT ? va_arg (arguments, mode_t) : 0;
  va_end (arguments);
  return fails (files, EMFILE) ? -1 : REAL (open) (path, flags, mode);
}

int mkstemp (char *name)
{
  if (signals) { /* after it: the file is there */
    const int file = REAL (mkstemp) (name);
    fails (files, 0);
    return file;
  }
  return fails (files, ENOSPC) ? -1 : REAL (mkstemp) (name);
}

ssize_t read (int file, void *bytes, size_t size)
{
  return fails (files, EIO) ? -1 : REAL (read) (file, bytes, size);
}

ssize_t write (int file, const void *bytes, size_t size)
{
  return fails (files, ENOSPC) ? -1 : REAL (write) (file, bytes, size);
}

int fsync (int file)
{
  return fails (files, EIO) ? -1 : REAL (fsync) (file);
}

int rename (const char *from, const char *to)
{
  return fails (files, EACCES) ? -1 : REAL (rename) (from, to);
}

int close (int file)
{
  if (!fails (files, EIO))
    return REAL (close) (file);
  REAL (close) (file);
  errno = EIO;
  return -1;
}

int flock (int file, int operation)
{
  return fails (files, ENOLCK) ? -1 : REAL (flock) (file, operation);
}

size_t fwrite (const void *bytes, size_t size, size_t count, FILE *stream)
{
  return writers && fails (writers, ENOMEM) ? 0 : REAL (fwrite) (bytes, size, count, stream);
}

/* What is in the buffer is lost. */
static void lose (FILE *stream)
{
  const int full = REAL (open) ("/dev/full", O_WRONLY), own = fileno (stream);
  const int kept = dup (own);
  dup2 (full, own);
  REAL (fflush) (stream);
  dup2 (kept, own);
  REAL (close) (full);
  REAL (close) (kept);
}

int fflush (FILE *stream)
{
  if (!stream || !fails (files, ENOSPC))
    return REAL (fflush) (stream);
  lose (stream);
  errno = ENOSPC;
  return EOF;
}

int fclose (FILE *stream)
{
  if (!fails (files, ENOSPC))
    return REAL (fclose) (stream);
  lose (stream);
  REAL (fclose) (stream);
  errno = ENOSPC;
  return EOF;
}

/* ---- beginning and end ---- */

__attribute__ ((constructor)) static void begin (void)
{
  const char *kind = getenv ("FAIL_KIND"), *at = getenv ("FAIL_AT");
  if (!kind || !at)
    return;
  fail_at = strtoul (at, NULL, 10);
  process = getpid ();
  memory = !strcmp (kind, "memory");
  files = !strcmp (kind, "files");
  signals = !strcmp (kind, "signals");
  writers = !strcmp (kind, "writers");
}

__attribute__ ((destructor)) static void end (void)
{
  const char *path = getenv ("FAIL_COUNT");
  const size_t count = calls;
  memory = files = signals = writers = false;
  FILE *out = path && getpid () == process ? fopen (path, "w") : NULL;
  if (!out)
    return;
  fprintf (out, "%zu\n", count);
  REAL (fclose) (out);
}
