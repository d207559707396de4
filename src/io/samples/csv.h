/* csv.h - the fields of a CSV file (RFC 4180; also with semicolons or tabs). */
#ifndef IO_SAMPLES_CSV_H
#define IO_SAMPLES_CSV_H

#include "io/samples/reader.h"

typedef struct csv
{
  reader *reader;
  char delimiter;
  size_t word_column, label_column, columns;
  size_t output_column;                      /* of a trace, or SIZE_MAX */
  char *trace;                               /* its inputs, then its outputs */
  size_t inputs, trace_used, trace_capacity; /* the bytes of the inputs, of both, and room */
  char *cell;                                /* a quoted cell without its quotes */
  size_t cell_capacity;
} csv;

typedef struct csv_field
{
  span text;   /* in the file, or in csv.cell */
  position at; /* where it begins in the file */
} csv_field;

/* The field at *at, which moves to the delimiter or the end of the record. */
status csv_next_field (csv *c, const char **at, csv_field *f);

/* The end of a record, at `at`: moves to the next line, and checks the number of fields. */
status csv_end_record (csv *c, const char *at, size_t fields);

/* The next name of a header line, without quotes; *at moves behind it, or is NULL after
 * the last. */
span csv_header_name (const char **at, span line, char delimiter);

/* Fails if another column of the header has the same name as this one. */
status csv_one_column (const csv *c, span line, size_t column);

/* Words from events: csv_events.c. */
status read_csv_events (reader *r);
bool is_events_header (const reader *r, span line);

#endif
