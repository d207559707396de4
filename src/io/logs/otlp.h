/* otlp.h - the spans of OpenTelemetry traces while they are read. */
#ifndef IO_LOGS_OTLP_H
#define IO_LOGS_OTLP_H

#include "io/logs/json_stream.h"

#define NO_SPAN ((size_t) -1)

/* A span, or an event of one. */
typedef struct otlp_span
{
  order_value start;
  size_t index, line, column;
  size_t label;                        /* offset of its label in the texts, or NO_SPAN */
  size_t parent;                       /* index of the span around it, or NO_SPAN */
  uint32_t trace, id, parent_id, name; /* ids: NO_NAME if there is none */
  bool visited;
} otlp_span;

typedef struct otlp
{
  log_reader *reader;
  json_stream json;
  names traces, ids;
  log_names names;
  otlp_span *spans;
  size_t count, capacity;
  char *texts; /* labels, each with its end */
  size_t text_size, text_capacity;
  char *key; /* a trace and a span in it */
  size_t key_size, key_room;
  log_word word;
  bool labelled; /* an outermost span has a label */
} otlp;

static inline position span_at (const otlp *o, const otlp_span *s)
{
  return log_at (o->reader, s->line, s->column);
}

/* Makes a word of each trace (otlp_words.c). */
status otlp_words (otlp *o);

#endif
