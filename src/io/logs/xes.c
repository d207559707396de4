/* xes.c - XES event logs (IEEE 1849): <log> has <trace>s, a trace has <event>s, and each of
 * them has attributes such as <string key="concept:name" value="register"/>. A trace is a
 * word, its events in the order of the file are the symbols. */
#include "io/logs/logs.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

typedef struct xes
{
  log_reader *reader;
  XML_Parser parser;
  cases cases;
  size_t depth;        /* of elements: 1 is <log> */
  size_t trace, event; /* the depths of the open ones, or 0 */
  uint32_t number;     /* of the trace */
  case_record record;  /* of the event */
  position event_at;
  text_span keys[LAYOUT_EVENTS];
  char *texts[LAYOUT_EVENTS + 1]; /* of the event, the last is its order; for release_text */
  status failed;
} xes;

/* Columns count bytes; the parser counts characters. */
static position xes_at (const xes *x)
{
  int offset = 0, size = 0;
  const size_t line = (size_t) XML_GetCurrentLineNumber (x->parser);
  size_t column = (size_t) XML_GetCurrentColumnNumber (x->parser);
  const char *bytes = XML_GetInputContext (x->parser, &offset, &size);
  for (int i = offset; bytes && i > 0; i--)
    if (bytes[i - 1] == '\n') {
      column = (size_t) (offset - i);
      break;
    }
  return log_at (x->reader, line, column + 1);
}

static void xes_stop (xes *x, status s)
{
  x->failed = x->failed ? x->failed : s;
  if (x->failed)
    XML_StopParser (x->parser, XML_FALSE);
}

/* The name of an element without a prefix. */
static const char *local_name (const char *name)
{
  const char *colon = strrchr (name, ':');
  return colon ? colon + 1 : name;
}

static const char *xes_value (const char **attributes, const char *name)
{
  for (; *attributes; attributes += 2)
    if (!strcmp (*attributes, name))
      return attributes[1];
  return NULL;
}

static bool is_key (text_span wanted, const char *key)
{
  return strlen (key) == wanted.length && !memcmp (key, wanted.text, wanted.length);
}

static status xes_keep (xes *x, size_t place, const char *value, case_field *field)
{
  const allocator *a = &x->reader->memory;
  release_text (a, x->texts[place]);
  x->texts[place] = copy_text (a, value, strlen (value));
  if (!x->texts[place])
    return no_memory (x->reader->error);
  *field = (case_field){ { x->texts[place], strlen (value) }, xes_at (x) };
  return PAPNI_OK;
}

/* An attribute of the open trace or event. */
static status xes_attribute (xes *x, const char *key, const char *value)
{
  const char *order = layout_get (x->reader->layout, LAYOUT_ORDER, NULL);
  const char *label = layout_get (x->reader->layout, LAYOUT_LABEL, NULL);
  status s = PAPNI_OK;
  if (x->event && x->depth == x->event + 1) {
    for (size_t i = 0; !s && i < x->record.event_count; i++)
      if (is_key (x->keys[i], key))
        s = xes_keep (x, i, value, &x->record.events[i]);
    if (!s && order && !strcmp (order, key))
      s = xes_keep (x, LAYOUT_EVENTS, value, &x->record.order);
  } else if (!x->event && x->depth == x->trace + 1 && label && !strcmp (label, key)) {
    const case_field field = { { value, strlen (value) }, xes_at (x) };
    s = cases_label (&x->cases, x->number, &field);
  }
  return s;
}

static status begin_event (xes *x)
{
  const position at = xes_at (x);
  x->event = x->depth;
  x->event_at = at;
  for (size_t i = 0; i < x->record.event_count; i++)
    x->record.events[i] = (case_field){ { NULL, 0 }, at };
  x->record.order = (case_field){ { NULL, 0 }, at };
  return PAPNI_OK;
}

static status xes_element (xes *x, const char *name, const char **attributes)
{
  if (x->depth == 1 && strcmp (name, "log") != 0)
    return fail_at (x->reader->error, PAPNI_INPUT, xes_at (x), "not an XES log: the root element is <%.40s>, not <log>",
                    name);
  if (x->depth == 2 && !strcmp (name, "trace")) {
    x->trace = x->depth;
    return cases_new (&x->cases, xes_at (x).line, &x->number);
  }
  if (!strcmp (name, "event") && x->trace && x->depth == x->trace + 1)
    return begin_event (x);
  if (!strcmp (name, "event") && !x->trace && x->depth == 2)
    x->reader->layout->ignored++; /* of no trace */
  if (!x->trace)
    return PAPNI_OK;
  const char *key = xes_value (attributes, "key"), *value = xes_value (attributes, "value");
  return key && value ? xes_attribute (x, key, value) : PAPNI_OK;
}

static void XMLCALL xes_begin (void *context, const char *name, const char **attributes)
{
  xes *x = context;
  x->depth++;
  xes_stop (x, xes_element (x, local_name (name), attributes));
}

static status end_event (xes *x)
{
  x->event = 0;
  for (size_t i = 0; i < x->record.event_count; i++)
    if (!x->record.events[i].text.text)
      return fail_at (x->reader->error, PAPNI_INPUT, x->event_at,
                      "the event has no attribute '%.*s': choose another one with --event",
                      (int) (x->keys[i].length < 100 ? x->keys[i].length : 100), x->keys[i].text);
  if (layout_get (x->reader->layout, LAYOUT_ORDER, NULL) && !x->record.order.text.text)
    return fail_at (x->reader->error, PAPNI_INPUT, x->event_at,
                    "the event has no attribute '%.100s': without --order, the order of the file counts",
                    layout_get (x->reader->layout, LAYOUT_ORDER, ""));
  return cases_add (&x->cases, x->number, &x->record);
}

static void XMLCALL xes_end (void *context, const char *name)
{
  xes *x = context;
  (void) name;
  if (x->event == x->depth)
    xes_stop (x, end_event (x));
  else if (x->trace == x->depth)
    x->trace = 0;
  x->depth--;
}

static status xes_parse (xes *x)
{
  log_reader *r = x->reader;
  enum XML_Status parsed = XML_STATUS_OK;
  bool more = true;
  while (parsed == XML_STATUS_OK && more) {
    more = log_fill (r);
    if (r->input.failed)
      return r->input.failed;
    parsed = XML_Parse (x->parser, r->input.bytes, (int) (more ? r->input.size : 0), !more);
  }
  if (x->failed || parsed == XML_STATUS_OK)
    return x->failed;
  const enum XML_Error code = XML_GetErrorCode (x->parser);
  if (code == XML_ERROR_NO_MEMORY)
    return no_memory (r->error);
  const bool cut = code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_UNCLOSED_TOKEN;
  return fail_at (r->error, PAPNI_INPUT, xes_at (x), "invalid XML: %s%s", XML_ErrorString (code),
                  cut ? ": is the file cut off?" : "");
}

status read_xes (log_reader *r)
{
  xes x = { .reader = r, .parser = XML_ParserCreate (NULL) };
  if (!x.parser)
    return no_memory (r->error);
  cases_begin (&x.cases, r->samples, r->layout, r->file, r->error);
  const char *keys = layout_get (r->layout, LAYOUT_EVENT, "concept:name");
  while (layout_item (keys, x.record.event_count, &x.keys[x.record.event_count])
         && ++x.record.event_count < LAYOUT_EVENTS)
    ;
  XML_SetUserData (x.parser, &x);
  XML_SetElementHandler (x.parser, xes_begin, xes_end);
  status s = xes_parse (&x);
  if (!s && !x.cases.count)
    s = fail_at (r->error, PAPNI_INPUT, (position){ r->file, 0, 0 }, "the log has no traces");
  if (!s && !x.cases.labelled)
    s = log_needs_label (r, "trace");
  if (!s)
    s = cases_finish (&x.cases);
  for (size_t i = 0; i < LAYOUT_EVENTS + 1; i++)
    release_text (&r->memory, x.texts[i]);
  cases_release (&x.cases);
  XML_ParserFree (x.parser);
  return s;
}
