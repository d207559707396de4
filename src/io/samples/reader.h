/* reader.h - shared by the readers of sample formats: reading a text line by line, and
 * turning pieces of it into words. */
#ifndef IO_SAMPLES_READER_H
#define IO_SAMPLES_READER_H

#include "io/samples/layout.h"
#include "lex/lex.h"

typedef struct reader
{
  papni_samples *samples;
  const papni_reading *reading;
  const papni_layout *layout; /* may be NULL */
  const char *file;           /* its name, from alphabet_file */
  const char *next;           /* where the next line begins */
  const char *end;            /* of the text */
  size_t line;                /* the number of the current line, from 1 */
  const char *line_text;      /* where it begins */
  size_t indent;              /* bytes before line_text, if that is a part of a line */
  char *pair;                 /* room for the name of an input with its output */
  size_t pair_capacity;
  error *error;
} reader;

/* A piece of the text. */
typedef struct span
{
  const char *begin, *end;
} span;

/* The next line without its line end (\n or \r\n); false after the last. */
bool next_line (reader *r, span *line);

/* Removes the next token, a piece without whitespace, from a line; false if none is
 * left. */
bool next_token (span *rest, span *token);

bool span_is (span s, const char *text);
span trim (span s);

/* The position of a byte of the current line; failing at that position. */
position reader_at (const reader *r, const char *byte);
status reader_fail (reader *r, const char *byte, const char *format, ...) PRINTS (3, 4);

/* A piece of input for a message: shortened, without control characters. */
typedef struct quoted
{
  char text[48];
} quoted;

quoted quote (span s);

/* Write the symbols of a piece, its tokens or its characters, after the words of the
 * samples and the *length symbols already written. samples_end_word then makes them a
 * word. */
status read_tokens (reader *r, span text, size_t *length);
status read_characters (reader *r, span text, size_t *length);

/* The same for a document in the text, if there is a lexer. */
status read_document (reader *r, span text, position first, papni_label label, size_t *length);

/* The same for inputs and outputs that are apart (pairs.c): tokens, or one of each. */
status read_pairs (reader *r, span inputs, span outputs, size_t *length);
status read_pair_symbol (reader *r, span input, span output, size_t *length);
status pairs_differ (reader *r, size_t inputs, size_t outputs);

/* + - 1 0 true false, or what the layout names. */
bool read_label (const reader *r, span text, papni_label *label);

/* The formats. Each reads from the current position to the end of the text. */
status read_lines (reader *r, bool chars);
status read_abbadingo (reader *r);
status read_csv (reader *r);
status read_jsonl (reader *r);

/* Reads samples; `layout` may be NULL. */
status read_samples (papni_samples *samples, text_span bytes, const char *name, const papni_reading *reading,
                     const papni_layout *layout, error *e);

/* Is a line the header of a csv file with the requested columns? */
bool is_csv_header (const reader *r, span line);

#endif
