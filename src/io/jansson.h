/* jansson.h - error messages for jansson. */
#ifndef IO_JANSSON_H
#define IO_JANSSON_H

#include <jansson.h>
#include <stdbool.h>

/* Is it JSON, as jansson reads it? (json_syntax.c) */
bool json_is_valid (const char *bytes, size_t size);

/* Did jansson run out of memory? It often says nothing, or that the syntax is wrong. */
static inline bool json_lacks_memory (const json_error_t *wrong, const char *bytes, size_t size)
{
  const enum json_error_code code = json_error_code (wrong);
  const bool unsure = code == json_error_invalid_syntax || code == json_error_premature_end_of_input
                      || code == json_error_end_of_input_expected || code == json_error_unknown;
  return !*wrong->text || code == json_error_out_of_memory || (unsure && json_is_valid (bytes, size));
}

static inline const char *json_complaint (const json_error_t *wrong)
{
  return json_error_code (wrong) == json_error_null_character ? "\\u0000 is not allowed in a name" : wrong->text;
}

#endif
