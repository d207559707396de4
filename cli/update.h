/* update.h - a file that is read and then replaced by one with more in it. */
#ifndef UPDATE_H
#define UPDATE_H

#include "cli.h"

#include <sys/stat.h>

struct update
{
  const char *path;
  double deadline; /* 0: none */
  bool quiet;
  bool exists; /* the file that is read: is there one? */
  struct stat before;
  bool locked;
  int old, new; /* what is locked: the file or its folder, and the file that replaces it, or -1 */
};

/* Before the file is read: waits until no other papni is between this and update_end. Where the
 * file system has no locks, output_close finds out that there was one, and keeps its file. */
int update_begin (update *u, const char *path, double deadline, bool quiet);
int update_check (const update *u);     /* is it still the file that was read? */
void update_keep (update *u, int file); /* the file that replaces it is locked, too */
void update_end (update *u);            /* also if it has not begun: all zeros */

/* For the time of a few calls; they do nothing where there are no locks. */
void lock_shortly (int file);
void unlock (int file);

#endif
