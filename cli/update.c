/* update.c - a file that is read and then replaced by one with more in it.
 *
 * Of several processes that do so, each waits for the one before, so that nothing is lost.
 * The lock is an advisory one on the file itself, which is another file after every rename:
 * so, once it is locked, the name must still be that of the locked file, and the new file is
 * locked before it gets the name. As long as there is no file, its folder is locked. The
 * system drops the locks when the process ends, however it ends; there are no lock files.
 *
 * Some file systems have no locks, and other programs do not ask for them. So the file must be
 * unchanged when it is replaced. */
#include "update.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

/* ---- locks ---- */

/* Waits for it; a signal ends the process meanwhile. Without locks there is nothing to wait for. */
static int lock (const update *u, int file)
{
  const struct timespec moment = { .tv_nsec = 20000000 };
  const double started = now ();
  bool told = u->quiet;
  while (flock (file, LOCK_EX | LOCK_NB) && (errno == EWOULDBLOCK || errno == EINTR)) {
    if (u->deadline > 0 && now () >= u->deadline)
      return complain (EXIT_SYSTEM, "stopped: the time limit is reached, and another papni still writes %s",
                       shown (u->path));
    if (!told && now () - started > 1) {
      fprintf (stderr, "waiting for another papni that writes %s\n", shown (u->path));
      told = true;
    }
    nanosleep (&moment, NULL);
  }
  return EXIT_DONE;
}

void lock_shortly (int file)
{
  while (flock (file, LOCK_EX) && errno == EINTR)
    ;
}

void unlock (int file)
{
  flock (file, LOCK_UN);
}

static int open_folder (const char *path)
{
  char *name = full_name (path);
  const int file = name ? open (dirname (name), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  free (name);
  return file;
}

/* ---- has it changed? ---- */

static bool same_version (const struct stat *x, const struct stat *y)
{
  return x->st_dev == y->st_dev && x->st_ino == y->st_ino && x->st_size == y->st_size
         && x->st_mtim.tv_sec == y->st_mtim.tv_sec && x->st_mtim.tv_nsec == y->st_mtim.tv_nsec;
}

int update_check (const update *u)
{
  struct stat found;
  const bool exists = !stat (u->path, &found);
  if (exists == u->exists && (!exists || same_version (&found, &u->before)))
    return EXIT_DONE;
  return complain (EXIT_SYSTEM, "%s was changed by another program while papni worked: run it again", shown (u->path));
}

/* ---- from reading to writing ---- */

/* Locks what has the name now; `*valid` if it still has it then. */
static int lock_name (update *u, bool *valid)
{
  struct stat locked;
  int file = open (u->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  const bool missing = file < 0 && errno == ENOENT;
  if (missing)
    file = open_folder (u->path);
  const int code = file < 0 ? EXIT_DONE : lock (u, file);
  u->exists = !stat (u->path, &u->before);
  if (file < 0) /* it cannot be read, or the folder cannot: the file is not locked */
    *valid = true;
  else if (missing)
    *valid = !u->exists;
  else
    *valid =
        u->exists && !fstat (file, &locked) && locked.st_dev == u->before.st_dev && locked.st_ino == u->before.st_ino;
  if (file >= 0 && *valid && !code) {
    u->old = file;
    u->locked = true;
  } else if (file >= 0)
    close (file);
  return code;
}

int update_begin (update *u, const char *path, double deadline, bool quiet)
{
  *u = (update){ .path = path, .deadline = deadline, .quiet = quiet, .new = -1 };
  int code = EXIT_DONE;
  bool valid = !strcmp (path, "-");
  while (!code && !valid)
    code = lock_name (u, &valid);
  return code;
}

void update_keep (update *u, int file)
{
  u->new = u->locked ? fcntl (file, F_DUPFD_CLOEXEC, 0) : -1;
  if (u->new >= 0)
    flock (u->new, LOCK_EX | LOCK_NB);
}

void update_end (update *u)
{
  if (u->locked && u->new >= 0)
    close (u->new);
  if (u->locked)
    close (u->old);
  *u = (update){ 0 };
}
