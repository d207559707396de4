/* map.h - memory-mapped files. */
#ifndef IO_MAP_H
#define IO_MAP_H

#include "base/base.h"

/* Maps a file; writes to a writable mapping do not change the file. NULL, with errno
 * set, on failure. */
void *map_file (int file, size_t size, bool writable);
void unmap (void *bytes, size_t size);

#endif
