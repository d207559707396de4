/* output.c - the errors and the output of the wrappers, and progress. */
#include "module.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The host's: returns 0 to cancel. */
__attribute__ ((import_module ("papni"), import_name ("progress"))) int host_progress (int phase, double done,
                                                                                       double total);

static bool watch_progress (void *context, papni_phase phase, size_t done, size_t total)
{
  (void) context;
  return host_progress ((int) phase, (double) done, (double) total) != 0;
}

const papni_watch web_watch = { watch_progress, NULL };

web *web_new (void)
{
  return calloc (1, sizeof (web));
}

/* What kind of error it was. */
const char *web_code (const web *w)
{
  static const char *const names[] = { [PAPNI_OK] = "ok",
                                       [PAPNI_USAGE] = "usage",
                                       [PAPNI_INPUT] = "input",
                                       [PAPNI_FILE] = "file",
                                       [PAPNI_CONTRADICTION] = "contradiction",
                                       [PAPNI_SYSTEM] = "system",
                                       [PAPNI_MEMORY] = "memory",
                                       [PAPNI_CANCELLED] = "cancelled" };
  return names[w->error.code];
}

size_t web_line (const web *w)
{
  return w->error.line;
}

size_t web_column (const web *w)
{
  return w->error.column;
}

const char *web_message (const web *w)
{
  return w->error.message;
}

const char *web_output (const web *w)
{
  return w->output;
}

size_t web_size (const web *w)
{
  return w->size;
}

void web_begin (web *w)
{
  w->size = 0;
  w->failed = false;
  w->error.code = PAPNI_OK;
}

bool web_put (void *context, const char *bytes, size_t size)
{
  web *w = context;
  if (size > w->capacity - w->size && !w->failed) {
    size_t capacity = w->capacity ? w->capacity : 4096;
    while (capacity < w->size + size)
      capacity *= 2;
    char *grown = realloc (w->output, capacity);
    w->failed = !grown;
    if (grown) {
      w->output = grown;
      w->capacity = capacity;
    }
  }
  if (w->failed)
    return false;
  if (size)
    memcpy (w->output + w->size, bytes, size);
  w->size += size;
  return true;
}

void web_print (web *w, const char *format, ...)
{
  char text[256];
  va_list arguments;
  va_start (arguments, format);
  const int length = vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  web_put (w, text, (size_t) length);
}

void web_print_string (web *w, const char *text)
{
  if (!text) {
    web_put (w, "null", 4);
    return;
  }
  web_put (w, "\"", 1);
  for (; *text; text++)
    if (*text == '"' || *text == '\\' || (unsigned char) *text < 0x20)
      web_print (w, "\\u%04x", (unsigned) (unsigned char) *text);
    else
      web_put (w, text, 1);
  web_put (w, "\"", 1);
}

void web_print_symbols (web *w, const papni_symbol *symbols, size_t length)
{
  web_put (w, "[", 1);
  for (size_t i = 0; i < length; i++)
    web_print (w, i ? ",%u" : "%u", (unsigned) symbols[i]);
  web_put (w, "]", 1);
}

papni_status web_end (web *w, papni_status status)
{
  if (!status && w->failed) {
    status = w->error.code = PAPNI_MEMORY;
    snprintf (w->error.message, sizeof w->error.message, "out of memory");
  }
  return status;
}
