/* driver.h - what the drivers in C measure: time and memory. */
#ifndef PEERS_DRIVER_H
#define PEERS_DRIVER_H

#include <stdio.h>
#include <time.h>

static double now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* Not getrusage, whose peak includes that of the program that started this one. */
static long peak_memory (void)
{
  FILE *file = fopen ("/proc/self/status", "r");
  char line[256];
  long size = 0;
  while (file && !size && fgets (line, sizeof line, file))
    sscanf (line, "VmHWM: %ld", &size);
  if (file)
    fclose (file);
  return 1024 * size;
}

#endif
