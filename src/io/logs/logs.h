/* logs.h - shared by the readers of logs, which read a file in pieces. */
#ifndef IO_LOGS_LOGS_H
#define IO_LOGS_LOGS_H

#include "io/samples/cases.h"
#include "io/samples/reader.h"

/* The bytes of a log, one by one, with their places. */
typedef struct log_input
{
  byte_source from;
  char *bytes; /* LOG_PIECE */
  size_t at, size;
  size_t line, column; /* of the next byte */
  bool ended;
  status failed;
} log_input;

enum
{
  LOG_PIECE = 1 << 16
};

/* Reading a log. */
typedef struct log_reader
{
  allocator memory;
  log_input input;
  papni_samples *samples;
  papni_layout *layout;
  const char *file; /* from alphabet_file */
  error *error;
} log_reader;

/* Makes more bytes available; false at the end or on failure. */
bool log_fill (log_reader *r);

/* The next byte, or -1 at the end and on failure; and the same without taking it. */
static inline int log_peek (log_reader *r)
{
  return r->input.at < r->input.size || log_fill (r) ? (unsigned char) r->input.bytes[r->input.at] : -1;
}

static inline int log_byte (log_reader *r)
{
  const int c = log_peek (r);
  if (c < 0)
    return c;
  r->input.at++;
  r->input.column++;
  if (c == '\n') {
    r->input.line++;
    r->input.column = 1;
  }
  return c;
}

static inline position log_at (const log_reader *r, size_t line, size_t column)
{
  return (position){ r->file, line, column };
}

/* What a call and a return are named: <name> and </name>, a pair. */
typedef struct log_name
{
  symbol call, ret, internal; /* PAPNI_NO_SYMBOL until they are used */
} log_name;

/* Names of events, with their symbols. */
typedef struct log_names
{
  names texts;
  log_name *symbols;
  size_t capacity, count;
} log_names;

status log_names_enter (log_reader *r, log_names *n, text_span text, uint32_t *number);
void log_names_release (const log_reader *r, log_names *n);
text_span log_names_text (const log_names *n, uint32_t number);

/* The symbol of a name, which is declared when it is first used. */
status log_symbol (log_reader *r, log_names *n, uint32_t number, papni_kind kind, position at, symbol *result);

/* A word while it is made. */
typedef struct log_word
{
  symbol *symbols;
  size_t length, capacity;
} log_word;

status log_word_add (log_reader *r, log_word *w, symbol s);
status log_word_end (log_reader *r, log_word *w, papni_label label, size_t line);

/* For a log without labels: fails if they are needed, and names the attribute that is in no
 * `part` of the log. */
status log_needs_label (log_reader *r, const char *part);

/* The formats. */
status read_xes (log_reader *r);
status read_chrome (log_reader *r);
status read_otlp (log_reader *r);
status read_log (log_reader *r);

#endif
