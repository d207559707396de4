/* map.h - files as memory. */
#ifndef IO_MAP_H
#define IO_MAP_H

#include "base/base.h"

/* Maps a file's bytes; where they may be written, that does not change the file.
 * NULL, and errno, if it cannot be. */
void *map_file (int file, size_t size, bool writable);
void unmap (void *bytes, size_t size);

#endif
