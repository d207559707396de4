/* jansson.h - error messages for jansson. */
#ifndef IO_JANSSON_H
#define IO_JANSSON_H

#include <jansson.h>
#include <stdbool.h>

/* If out of memory, jansson often sets no message. */
static inline bool json_lacks_memory (const json_error_t *wrong)
{
  return !*wrong->text || json_error_code (wrong) == json_error_out_of_memory;
}

static inline const char *json_complaint (const json_error_t *wrong)
{
  return json_error_code (wrong) == json_error_null_character ? "\\u0000 is not allowed in a name" : wrong->text;
}

#endif
