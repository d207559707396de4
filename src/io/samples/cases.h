/* cases.h - words from events: the events of a case, in order, are a word.
 *
 * Events may come in any order and cases may be interleaved. Events with equal order
 * values keep the order of the file. */
#ifndef IO_SAMPLES_CASES_H
#define IO_SAMPLES_CASES_H

#include "base/names.h"
#include "data/sample.h"
#include "io/samples/layout.h"
#include "io/samples/order.h"

typedef struct case_event
{
  order_value order;
  size_t index; /* in the file */
  uint32_t number;
  symbol symbol;
} case_event;

typedef struct case_info
{
  papni_label label;
  size_t line, label_line; /* where it begins, and where its label is; 0: it has none */
} case_info;

typedef struct cases
{
  papni_samples *samples;
  const papni_layout *layout;
  const char *file; /* from alphabet_file */
  names ids;        /* of cases, by number */
  case_info *list;
  size_t count, capacity;
  case_event *events;
  size_t event_count, event_capacity;
  char *name; /* an event that is made of several columns */
  size_t room;
  order_kind kind;   /* of the first order value */
  size_t kind_line;  /* where that is */
  bool ordered;      /* there are order values */
  bool labelled;     /* there are labels, perhaps empty ones */
  papni_label given; /* of every case, if there are none */
  error *error;
} cases;

/* A field of an event, with its place in the file. */
typedef struct case_field
{
  text_span text;
  position at;
} case_field;

typedef struct case_record
{
  case_field id, order, label;          /* text.text is NULL where there is none */
  case_field events[LAYOUT_EVENTS + 1]; /* and an output */
  size_t event_count;
  bool has_output; /* the last of these is the output of the others, joined by a slash */
} case_record;

void cases_begin (cases *c, papni_samples *samples, const papni_layout *layout, const char *file, error *e);
void cases_release (cases *c);

/* A new case without an id; the case of an id. */
status cases_new (cases *c, size_t line, uint32_t *number);
status cases_find (cases *c, const case_field *id, uint32_t *number);

status cases_label (cases *c, uint32_t number, const case_field *label);

/* Adds an event: of a case, or of the case that the record names. */
status cases_add (cases *c, uint32_t number, const case_record *r);
status cases_add_record (cases *c, const case_record *r);

/* Makes words of all cases, in the order in which they first occur. */
status cases_finish (cases *c);

#endif
