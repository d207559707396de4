/* module.h - what the files of the module share.
 *
 * Functions of papni.h that take numbers and strings alone are exported as they are
 * (exports.txt). The files here wrap the others: those that take or return structures, and
 * those that write. A wrapper writes its result into one buffer, as JSON (or, for exports of
 * a model, as the text itself), which the caller reads before the next call. */
#pragma once

#include <papni.h>

typedef struct web
{
  papni_error error; /* first: a web is what functions of papni.h take for a papni_error */
  char *output;
  size_t size, capacity;
  bool failed; /* no memory for the output */
} web;

/* Progress, for the host. */
extern const papni_watch web_watch;

/* A wrapper calls web_begin before it writes, and returns what web_end returns: PAPNI_MEMORY
 * if the output did not fit, else the status. */
void web_begin (web *w);
papni_status web_end (web *w, papni_status status);

bool web_put (void *context, const char *bytes, size_t size);

/* For numbers and names of fields: at most 255 bytes. */
void web_print (web *w, const char *format, ...) __attribute__ ((format (printf, 2, 3)));
void web_print_string (web *w, const char *text); /* NULL: null */
void web_print_symbols (web *w, const papni_symbol *symbols, size_t length);
