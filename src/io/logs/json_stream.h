/* json_stream.h - JSON item by item, for files of any size: only the current text and one
 * byte for each open array or object are kept. */
#ifndef IO_LOGS_JSON_STREAM_H
#define IO_LOGS_JSON_STREAM_H

#include "io/logs/logs.h"

typedef enum json_kind
{
  JSON_NOTHING, /* the end of the file */
  JSON_BEGIN_OBJECT,
  JSON_END_OBJECT,
  JSON_BEGIN_ARRAY,
  JSON_END_ARRAY,
  JSON_KEY,
  JSON_TEXT,
  JSON_DIGITS, /* a number, as it is written */
  JSON_WORD    /* true, false or null */
} json_kind;

typedef struct json_item
{
  json_kind kind;
  text_span text; /* until the next item */
  size_t line, column;
} json_item;

typedef struct json_stream
{
  log_reader *reader;
  char *text;
  size_t used, capacity;
  char *open; /* { or [ for each open one */
  size_t depth, open_capacity;
  enum
  {
    JSON_AT_TOP,
    JSON_AT_VALUE,
    JSON_AT_FIRST_VALUE,
    JSON_AT_KEY,
    JSON_AT_FIRST_KEY,
    JSON_AT_NEXT
  } state;
  bool lenient; /* the outermost array may lack its end, as in traces that were cut off */
} json_stream;

status json_next (json_stream *j, json_item *item);

/* Skips the value that begins with this item. */
status json_skip (json_stream *j, const json_item *item);
void json_stream_release (json_stream *j);

#endif
