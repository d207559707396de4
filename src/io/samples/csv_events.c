/* csv_events.c - a table of events: one row per event, with its case, its name and
 * perhaps the value to order by and the label of the case. */
#include "io/samples/cases.h"
#include "io/samples/csv.h"

#include <stdio.h>
#include <string.h>

#define NO_COLUMN ((size_t) -1)

/* Where the columns are. A column may be used twice. */
typedef struct event_columns
{
  size_t id, order, label, events[LAYOUT_EVENTS + 1], event_count;
  bool has_output;  /* the last event is the output of the others */
  char missing[64]; /* the name of a column that is missing, or empty */
} event_columns;

typedef struct csv_events
{
  csv csv;
  cases cases;
  event_columns columns;
  char *text; /* the fields of a record that are needed */
  size_t used, capacity;
} csv_events;

/* ---- the header ---- */

/* The number of a column; NO_COLUMN if there is none. */
static size_t column_of (span line, char delimiter, text_span wanted)
{
  size_t column = 0;
  for (const char *at = line.begin; at; column++) {
    const span name = csv_header_name (&at, line, delimiter);
    if ((size_t) (name.end - name.begin) == wanted.length && !memcmp (name.begin, wanted.text, wanted.length))
      return column;
  }
  return NO_COLUMN;
}

static size_t wanted_column (event_columns *columns, span line, char delimiter, text_span wanted)
{
  const size_t column = column_of (line, delimiter, wanted);
  if (column == NO_COLUMN && !*columns->missing)
    snprintf (columns->missing, sizeof columns->missing, "%.*s", (int) (wanted.length < 60 ? wanted.length : 60),
              wanted.text);
  return column;
}

static text_span text_of (const char *text)
{
  return (text_span){ text, strlen (text) };
}

static bool find_event_columns (event_columns *columns, const papni_layout *layout, span line, char delimiter)
{
  const char *order = layout_get (layout, LAYOUT_ORDER, NULL), *label = layout_get (layout, LAYOUT_LABEL, NULL);
  text_span name;
  *columns = (event_columns){ .order = NO_COLUMN };
  columns->id = wanted_column (columns, line, delimiter, text_of (layout_get (layout, LAYOUT_CASE, "case")));
  for (const char *list = layout_get (layout, LAYOUT_EVENT, "event"); layout_item (list, columns->event_count, &name);
       columns->event_count++)
    columns->events[columns->event_count] = wanted_column (columns, line, delimiter, name);
  const char *outputs = layout_outputs (layout);
  size_t output = outputs ? column_of (line, delimiter, text_of (outputs)) : NO_COLUMN;
  if (layout_get (layout, LAYOUT_OUTPUTS, NULL))
    output = wanted_column (columns, line, delimiter, text_of (outputs));
  columns->has_output = output != NO_COLUMN;
  if (columns->has_output)
    columns->events[columns->event_count++] = output;
  if (order)
    columns->order = wanted_column (columns, line, delimiter, text_of (order));
  if (layout_labels (layout))
    columns->label = NO_COLUMN;
  else /* a column that was not asked for may be missing */
    columns->label = label || layout_names_labels (layout)
                         ? wanted_column (columns, line, delimiter, text_of (label ? label : "label"))
                         : column_of (line, delimiter, text_of ("label"));
  return !*columns->missing;
}

/* Tries the delimiters; one that does not split the line at all says little. */
static bool find_events_header (csv_events *e, span line)
{
  static const char delimiters[] = ",;\t";
  event_columns best = { .missing = "" };
  size_t most = 0;
  for (const char *d = delimiters; *d; d++) {
    size_t count = 0;
    for (const char *at = line.begin; at; count++)
      csv_header_name (&at, line, *d);
    if (count <= most)
      continue;
    most = count;
    find_event_columns (&e->columns, e->csv.reader->layout, line, *d);
    best = e->columns;
    e->csv.delimiter = *d;
    e->csv.columns = count;
  }
  e->columns = best;
  return !*best.missing;
}

bool is_events_header (const reader *r, span line)
{
  reader copy = *r;
  csv_events e = { .csv = { .reader = &copy } };
  return find_events_header (&e, line);
}

/* The columns that are used must have names of their own. */
static status check_event_columns (const csv_events *e, span line)
{
  const event_columns *columns = &e->columns;
  status s = csv_one_column (&e->csv, line, columns->id);
  for (size_t i = 0; !s && i < columns->event_count; i++)
    s = csv_one_column (&e->csv, line, columns->events[i]);
  if (!s && columns->order != NO_COLUMN)
    s = csv_one_column (&e->csv, line, columns->order);
  if (!s && columns->label != NO_COLUMN)
    s = csv_one_column (&e->csv, line, columns->label);
  return s;
}

/* ---- records ---- */

/* Where a field goes: its text is at an offset until the record is complete. */
typedef struct kept_field
{
  size_t offset, length;
  position at;
} kept_field;

static status keep_field (csv_events *e, const csv_field *f, kept_field *kept)
{
  const span text = trim (f->text);
  const size_t length = (size_t) (text.end - text.begin);
  if (!reserve (&e->csv.reader->samples->memory, &e->text, &e->capacity, e->used + length + 1, 1))
    return no_memory (e->csv.reader->error);
  if (length)
    memcpy (e->text + e->used, text.begin, length);
  *kept = (kept_field){ e->used, length, f->at };
  e->used += length;
  return PAPNI_OK;
}

static case_field field_of (const csv_events *e, const kept_field *kept, size_t column)
{
  if (column == NO_COLUMN)
    return (case_field){ { NULL, 0 }, { NULL, 0, 0 } };
  return (case_field){ { e->text + kept->offset, kept->length }, kept->at };
}

static status read_event (csv_events *e)
{
  reader *r = e->csv.reader;
  const event_columns *columns = &e->columns;
  kept_field id = { 0 }, order = { 0 }, label = { 0 }, events[LAYOUT_EVENTS + 1] = { { 0 } };
  const char *at = r->line_text;
  size_t column = 0;
  status s = PAPNI_OK;
  e->used = 0;
  for (;; column++, at++) {
    csv_field f;
    s = csv_next_field (&e->csv, &at, &f);
    if (!s && column == columns->id)
      s = keep_field (e, &f, &id);
    if (!s && column == columns->order)
      s = keep_field (e, &f, &order);
    if (!s && column == columns->label)
      s = keep_field (e, &f, &label);
    for (size_t i = 0; !s && i < columns->event_count; i++)
      if (column == columns->events[i])
        s = keep_field (e, &f, &events[i]);
    if (s)
      return s;
    if (at == r->end || *at != e->csv.delimiter)
      break;
  }
  s = csv_end_record (&e->csv, at, column + 1);
  if (s)
    return s;
  case_record record = { .id = field_of (e, &id, columns->id),
                         .order = field_of (e, &order, columns->order),
                         .label = field_of (e, &label, columns->label),
                         .event_count = columns->event_count,
                         .has_output = columns->has_output };
  for (size_t i = 0; i < columns->event_count; i++)
    record.events[i] = field_of (e, &events[i], columns->events[i]);
  return cases_add_record (&e->cases, &record);
}

status read_csv_events (reader *r)
{
  csv_events e = { .csv = { .reader = r } };
  span line = { r->next, r->next };
  if (!next_line (r, &line))
    return fail_at (r->error, PAPNI_INPUT, (position){ r->file, 0, 0 }, "no events");
  if (!find_events_header (&e, line))
    return reader_fail (r, r->line_text,
                        "the header has no column '%s', but '%s': name the columns with --case, --event, --order and "
                        "--%s",
                        quote ((span){ e.columns.missing, e.columns.missing + strlen (e.columns.missing) }).text,
                        quote (trim (line)).text, layout_outputs (r->layout) ? "outputs" : "label");
  cases_begin (&e.cases, r->samples, r->layout, r->file, r->error);
  const allocator *a = &r->samples->memory;
  const bool has_room = reserve (a, &e.csv.cell, &e.csv.cell_capacity, 1, 1); /* cell is never NULL */
  status s = has_room ? check_event_columns (&e, line) : no_memory (r->error);
  while (!s && next_line (r, &line))
    if (trim (line).begin < trim (line).end)
      s = read_event (&e);
  if (!s && !e.cases.count)
    s = fail_at (r->error, PAPNI_INPUT, (position){ r->file, 0, 0 }, "no events: the table has a header alone");
  if (!s)
    s = cases_finish (&e.cases);
  cases_release (&e.cases);
  release (a, e.csv.cell, e.csv.cell_capacity, 1);
  release (a, e.text, e.capacity, 1);
  return s;
}
