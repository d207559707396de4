/* map.c - memory-mapped files. */
#include "io/map.h"

#include <sys/mman.h>

void *map_file (int file, size_t size, bool writable)
{
  void *bytes = mmap (NULL, size, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_PRIVATE, file, 0);
  return bytes == MAP_FAILED ? NULL : bytes;
}

void unmap (void *bytes, size_t size)
{
  munmap (bytes, size);
}
