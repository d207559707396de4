/* csv.c - CSV with a header (RFC 4180; also with semicolons or tabs): one column has
 * the words, another the labels. */
#include "io/samples/csv.h"

#include <string.h>

static const char *word_name (const reader *r)
{
  const char *otherwise = layout_outputs (r->layout) ? "input" : "word";
  return r->reading->word_column ? r->reading->word_column : otherwise;
}

static const char *label_name (const reader *r)
{
  return r->reading->label_column ? r->reading->label_column : "label";
}

/* ---- fields ---- */

/* A quoted field, from its opening quote; it may span several lines. */
static status quoted_field (csv *c, const char **at, csv_field *f)
{
  reader *r = c->reader;
  const char *p = *at + 1;
  size_t used = 0;
  f->at = reader_at (r, p);
  for (;; p++) {
    if (p == r->end)
      return fail_at (r->error, PAPNI_INPUT, (position){ f->at.file, f->at.line, f->at.column - 1 },
                      "the quote is not closed");
    if (*p == '"' && (p + 1 == r->end || p[1] != '"'))
      break;
    if (!reserve (&r->samples->memory, &c->cell, &c->cell_capacity, used + 1, 1))
      return no_memory (r->error);
    c->cell[used++] = *p;
    if (*p == '\n') {
      r->line++;
      r->line_text = p + 1;
    }
    p += *p == '"';
  }
  p++;
  f->text = (span){ c->cell, c->cell + used };
  if (p < r->end && *p != c->delimiter && *p != '\n' && *p != '\r')
    return reader_fail (r, p, "expected the end of the field after the closing quote");
  *at = p;
  return PAPNI_OK;
}

status csv_next_field (csv *c, const char **at, csv_field *f)
{
  const reader *r = c->reader;
  f->at = reader_at (r, *at);
  if (*at < r->end && **at == '"')
    return quoted_field (c, at, f);
  const char *p = *at;
  while (p < r->end && *p != c->delimiter && *p != '\n')
    p++;
  f->text = (span){ *at, p > *at && p[-1] == '\r' ? p - 1 : p };
  *at = p;
  return PAPNI_OK;
}

/* ---- the header ---- */

/* The end of a header field: a delimiter outside quotes. */
static const char *header_field_end (const char *at, const char *end, char delimiter)
{
  for (bool quoted = false; at < end && (quoted || *at != delimiter); at++)
    quoted ^= *at == '"';
  return at;
}

span csv_header_name (const char **at, span line, char delimiter)
{
  const char *end = header_field_end (*at, line.end, delimiter);
  span name = trim ((span){ *at, end });
  if (name.end - name.begin >= 2 && *name.begin == '"' && name.end[-1] == '"')
    name = (span){ name.begin + 1, name.end - 1 };
  *at = end == line.end ? NULL : end + 1;
  return name;
}

status csv_one_column (const csv *c, span line, size_t column)
{
  span name = { NULL, NULL };
  const char *at = line.begin;
  for (size_t i = 0; at && i <= column; i++)
    name = csv_header_name (&at, line, c->delimiter);
  while (at) {
    const span other = csv_header_name (&at, line, c->delimiter);
    const size_t length = (size_t) (name.end - name.begin);
    if (length == (size_t) (other.end - other.begin) && !memcmp (name.begin, other.begin, length))
      return reader_fail (c->reader, other.begin, "two columns are named '%s': rename one", quote (name).text);
  }
  return PAPNI_OK;
}

/* Finds the two columns in a header line that is split at `delimiter`. */
static bool find_columns (csv *c, span line, char delimiter)
{
  bool word = false, label = false;
  const char *outputs = layout_outputs (c->reader->layout);
  c->delimiter = delimiter;
  c->columns = 0;
  c->output_column = SIZE_MAX;
  for (const char *at = line.begin; at; c->columns++) {
    const span name = csv_header_name (&at, line, delimiter);
    if (!word && span_is (name, word_name (c->reader))) {
      c->word_column = c->columns;
      word = true;
    } else if (outputs && c->output_column == SIZE_MAX && span_is (name, outputs)) {
      c->output_column = c->columns;
    } else if (!label && span_is (name, label_name (c->reader))) {
      c->label_column = c->columns;
      label = true;
    }
  }
  return word && (label || c->reader->reading->unlabelled);
}

static bool find_header (csv *c, span line)
{
  return find_columns (c, line, ',') || find_columns (c, line, ';') || find_columns (c, line, '\t');
}

bool is_csv_header (const reader *r, span line)
{
  reader copy = *r;
  csv c = { .reader = &copy };
  return layout_has_events (r->layout) ? is_events_header (r, line) : find_header (&c, line);
}

/* ---- records ---- */

/* The symbols of a cell, line by line, with their positions. */
static status read_word_cell (csv *c, const csv_field *f, size_t *length)
{
  reader *r = c->reader;
  const reader before = *r;
  const char *begin = f->text.begin, *newline;
  status s = PAPNI_OK;
  r->line = f->at.line;
  r->indent = f->at.column - 1;
  do {
    newline = memchr (begin, '\n', (size_t) (f->text.end - begin));
    const char *end = newline ? newline : f->text.end;
    const span text = { begin, end - (end > begin && end[-1] == '\r') };
    r->line_text = begin;
    s = r->reading->chars ? read_characters (r, text, length) : read_tokens (r, text, length);
    r->line++;
    r->indent = 0;
    begin = newline ? newline + 1 : end;
  } while (newline && !s);
  *r = before;
  return s;
}

/* Keeps the inputs of a trace before its outputs, in whatever order the columns come. */
static status keep_trace (csv *c, span text, bool is_input)
{
  const size_t length = (size_t) (text.end - text.begin), at = is_input ? 0 : c->inputs;
  if (!reserve (&c->reader->samples->memory, &c->trace, &c->trace_capacity, c->trace_used + length + 1, 1))
    return no_memory (c->reader->error);
  memmove (c->trace + at + length, c->trace + at, c->trace_used - at);
  if (length)
    memcpy (c->trace + at, text.begin, length);
  c->inputs += is_input ? length : 0;
  c->trace_used += length;
  return PAPNI_OK;
}

/* Reads a cell at once, because the next quoted cell reuses its memory. */
static status read_cell (csv *c, const csv_field *f, size_t column, size_t *length, papni_label *label)
{
  reader *r = c->reader;
  if (c->output_column != SIZE_MAX && (column == c->word_column || column == c->output_column))
    return keep_trace (c, f->text, column == c->word_column);
  if (column == c->word_column)
    return read_word_cell (c, f, length);
  if (column != c->label_column || r->reading->unlabelled)
    return PAPNI_OK;
  const span text = trim (f->text);
  if (!read_label (r, text, label))
    return fail_at (r->error, PAPNI_INPUT, f->at, "'%s' is not a label: %s", quote (text).text,
                    layout_advice (r->layout, "+ - 1 0 true or false").text);
  return PAPNI_OK;
}

status csv_end_record (csv *c, const char *at, size_t fields)
{
  reader *r = c->reader;
  while (at < r->end && *at != '\n')
    at++;
  r->next = at < r->end ? at + 1 : at;
  if (fields == c->columns)
    return PAPNI_OK;
  return reader_fail (r, r->line_text, "the row has %zu field%s, but the header has %zu", fields,
                      fields == 1 ? "" : "s", c->columns);
}

static status read_record (csv *c)
{
  reader *r = c->reader;
  const size_t first_line = r->line;
  const char *at = r->line_text;
  size_t length = 0, column = 0;
  papni_label label = layout_labels (r->layout);
  c->inputs = c->trace_used = 0;
  for (;; column++, at++) {
    csv_field f;
    status s = csv_next_field (c, &at, &f);
    if (!s)
      s = read_cell (c, &f, column, &length, &label);
    if (s)
      return s;
    if (at == r->end || *at != c->delimiter)
      break;
  }
  status s = csv_end_record (c, at, column + 1);
  const char *outputs = c->trace + c->inputs;
  if (!s && c->output_column != SIZE_MAX)
    s = read_pairs (r, (span){ c->trace, outputs }, (span){ outputs, c->trace + c->trace_used }, &length);
  return s ? s : samples_end_word (r->samples, length, label, r->file, first_line, r->error);
}

static bool header_has (span line, const char *name)
{
  static const char delimiters[] = ",;\t";
  for (const char *d = delimiters; *d; d++)
    for (const char *at = line.begin; at;)
      if (span_is (csv_header_name (&at, line, *d), name))
        return true;
  return false;
}

/* Names the columns that there are, and the option for the one that is missing. */
static status no_column (reader *r, span line)
{
  const bool word = header_has (line, word_name (r)),
             label = r->reading->unlabelled || header_has (line, label_name (r));
  const char *options = word ? "--label COLUMN" : label ? "--word COLUMN" : "--word COLUMN and --label COLUMN";
  if (word && label)
    return reader_fail (r, r->line_text, "the words and the labels must be in two columns, not both in '%s'",
                        word_name (r));
  if (!word && !label)
    return reader_fail (r, r->line_text,
                        "the header has no columns '%s' and '%s', but '%s': use %s, or --case and --event if each row "
                        "is an event",
                        word_name (r), label_name (r), quote (trim (line)).text, options);
  return reader_fail (r, r->line_text, "the header has no column '%s', but '%s': use %s",
                      word ? label_name (r) : word_name (r), quote (trim (line)).text, options);
}

/* A column of outputs that was asked for must be there, once. */
static status check_outputs (const csv *c, span line)
{
  reader *r = c->reader;
  const char *outputs = layout_get (r->layout, LAYOUT_OUTPUTS, NULL);
  if (c->output_column != SIZE_MAX)
    return csv_one_column (c, line, c->output_column);
  if (!outputs)
    return PAPNI_OK;
  const quoted name = quote ((span){ outputs, outputs + strlen (outputs) });
  if (!strcmp (outputs, word_name (r)))
    return reader_fail (r, r->line_text, "the inputs and the outputs must be in two columns, not both in '%s'",
                        name.text);
  return reader_fail (r, r->line_text,
                      "the header has no column '%s', but '%s': use --outputs COLUMN, or leave it out if symbols are "
                      "input/output",
                      name.text, quote (trim (line)).text);
}

status read_csv (reader *r)
{
  csv c = { .reader = r };
  span line = { r->next, r->next };
  if (layout_has_events (r->layout))
    return read_csv_events (r);
  if (!next_line (r, &line))
    return fail_at (r->error, PAPNI_INPUT, (position){ r->file, 0, 0 }, "no words");
  if (!find_header (&c, line))
    return no_column (r, line);
  status s = csv_one_column (&c, line, c.word_column);
  if (!s && !r->reading->unlabelled)
    s = csv_one_column (&c, line, c.label_column);
  if (!s)
    s = check_outputs (&c, line);
  const bool has_room = reserve (&r->samples->memory, &c.cell, &c.cell_capacity, 1, 1)
                        && reserve (&r->samples->memory, &c.trace, &c.trace_capacity, 1, 1); /* neither is NULL */
  if (!s && !has_room)
    s = no_memory (r->error);
  while (!s && next_line (r, &line))
    if (c.columns == 1 || trim (line).begin < trim (line).end)
      s = read_record (&c);
  release (&r->samples->memory, c.cell, c.cell_capacity, 1);
  release (&r->samples->memory, c.trace, c.trace_capacity, 1);
  return s;
}
