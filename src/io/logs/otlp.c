/* otlp.c - OpenTelemetry traces as OTLP JSON: one object, or one per line. A trace is a
 * word: a span is a call <name> and a return </name>, with its children between them in
 * the order in which they began, and the events of a span are internal symbols. */
#include "io/logs/otlp.h"

#include <string.h>

static bool item_is (const json_item *item, const char *text)
{
  return item->text.length == strlen (text) && !memcmp (item->text.text, text, item->text.length);
}

/* ---- spans ---- */

static status otlp_keep (otlp *o, text_span text, size_t *offset)
{
  if (!reserve (&o->reader->memory, &o->texts, &o->text_capacity, o->text_size + text.length + 1, 1))
    return no_memory (o->reader->error);
  *offset = o->text_size;
  memcpy (o->texts + o->text_size, text.text, text.length);
  o->texts[o->text_size + text.length] = 0;
  o->text_size += text.length + 1;
  return PAPNI_OK;
}

/* {"stringValue": "yes"}, or boolValue, intValue, doubleValue. */
static status read_attribute_value (otlp *o, bool wanted, size_t *label)
{
  json_item item;
  status s = json_next (&o->json, &item);
  if (s || item.kind != JSON_BEGIN_OBJECT)
    return s ? s : json_skip (&o->json, &item);
  for (s = json_next (&o->json, &item); !s && item.kind == JSON_KEY; s = s ? s : json_next (&o->json, &item)) {
    s = json_next (&o->json, &item);
    if (!s && wanted && (item.kind == JSON_TEXT || item.kind == JSON_DIGITS || item.kind == JSON_WORD))
      s = otlp_keep (o, item.text, label);
    else if (!s)
      s = json_skip (&o->json, &item);
  }
  return s;
}

/* {"key": "outcome", "value": {...}}; the key comes first, as OTLP writes it. */
static status read_attribute (otlp *o, size_t *label)
{
  const char *key = layout_get (o->reader->layout, LAYOUT_LABEL, NULL);
  json_item item;
  bool wanted = false;
  status s = PAPNI_OK;
  for (s = json_next (&o->json, &item); !s && item.kind == JSON_KEY; s = s ? s : json_next (&o->json, &item)) {
    const bool is_key = item_is (&item, "key"), is_value = item_is (&item, "value");
    if (is_value) {
      s = read_attribute_value (o, wanted, label);
      continue;
    }
    s = json_next (&o->json, &item);
    if (!s && is_key)
      wanted = key && item.kind == JSON_TEXT && item_is (&item, key);
    if (!s)
      s = json_skip (&o->json, &item);
  }
  return s;
}

static status read_attributes (otlp *o, size_t *label)
{
  json_item item;
  status s = json_next (&o->json, &item);
  if (s || item.kind != JSON_BEGIN_ARRAY)
    return s ? s : json_skip (&o->json, &item);
  for (s = json_next (&o->json, &item); !s && item.kind != JSON_END_ARRAY && item.kind != JSON_NOTHING;
       s = s ? s : json_next (&o->json, &item))
    s = item.kind == JSON_BEGIN_OBJECT ? read_attribute (o, label) : PAPNI_OK;
  return s;
}

/* {"code": 2}: the label status.code. */
static status read_status (otlp *o, size_t *label)
{
  const char *key = layout_get (o->reader->layout, LAYOUT_LABEL, "");
  json_item item;
  status s = json_next (&o->json, &item);
  if (s || item.kind != JSON_BEGIN_OBJECT)
    return s ? s : json_skip (&o->json, &item);
  for (s = json_next (&o->json, &item); !s && item.kind == JSON_KEY; s = s ? s : json_next (&o->json, &item)) {
    const bool wanted = item_is (&item, "code") && !strcmp (key, "status.code");
    s = json_next (&o->json, &item);
    if (!s && wanted && (item.kind == JSON_TEXT || item.kind == JSON_DIGITS))
      s = otlp_keep (o, item.text, label);
    else if (!s)
      s = json_skip (&o->json, &item);
  }
  return s;
}

static status otlp_time (const otlp *o, const json_item *item, order_value *value)
{
  const bool simple = item->kind == JSON_TEXT || item->kind == JSON_DIGITS;
  if (simple && read_order (item->text, value) == ORDER_NUMBER)
    return PAPNI_OK;
  return fail_at (o->reader->error, PAPNI_INPUT, log_at (o->reader, item->line, item->column),
                  "expected a time in nanoseconds, a number");
}

static status add_span (otlp *o, otlp_span new)
{
  if (!reserve (&o->reader->memory, &o->spans, &o->capacity, o->count + 1, sizeof *o->spans))
    return no_memory (o->reader->error);
  new.index = o->count;
  o->spans[o->count++] = new;
  return PAPNI_OK;
}

/* An event of a span: its place is filled in when the span is complete. */
static status read_span_event (otlp *o, const json_item *begin)
{
  otlp_span new = {
    .line = begin->line, .column = begin->column, .label = NO_SPAN, .parent = NO_SPAN, .id = NO_NAME, .name = NO_NAME
  };
  json_item item;
  status s = json_next (&o->json, &item);
  for (; !s && item.kind == JSON_KEY; s = s ? s : json_next (&o->json, &item)) {
    const bool name = item_is (&item, "name"), time = item_is (&item, "timeUnixNano");
    s = json_next (&o->json, &item);
    if (!s && name && item.kind == JSON_TEXT && item.text.length)
      s = log_names_enter (o->reader, &o->names, item.text, &new.name);
    else if (!s && time)
      s = otlp_time (o, &item, &new.start);
    else if (!s)
      s = json_skip (&o->json, &item);
  }
  return s || new.name == NO_NAME ? s : add_span (o, new);
}

static status read_span_events (otlp *o)
{
  json_item item;
  status s = json_next (&o->json, &item);
  if (s || item.kind != JSON_BEGIN_ARRAY)
    return s ? s : json_skip (&o->json, &item);
  for (s = json_next (&o->json, &item); !s && item.kind == JSON_BEGIN_OBJECT; s = s ? s : json_next (&o->json, &item))
    s = read_span_event (o, &item);
  return s;
}

/* The texts of a span's ids, with a mark between them. */
typedef struct span_ids
{
  size_t trace, id, parent; /* offsets in the texts, or NO_SPAN */
} span_ids;

static status read_span_field (otlp *o, otlp_span *new, span_ids *ids, bool *timed, const json_item *key)
{
  const bool name = item_is (key, "name"), time = item_is (key, "startTimeUnixNano");
  size_t *id = item_is (key, "traceId")        ? &ids->trace
               : item_is (key, "spanId")       ? &ids->id
               : item_is (key, "parentSpanId") ? &ids->parent
                                               : NULL;
  json_item item;
  if (item_is (key, "attributes"))
    return read_attributes (o, &new->label);
  if (item_is (key, "status"))
    return read_status (o, &new->label);
  if (item_is (key, "events"))
    return read_span_events (o);
  status s = json_next (&o->json, &item);
  if (!s && name && item.kind == JSON_TEXT && item.text.length)
    return log_names_enter (o->reader, &o->names, item.text, &new->name);
  if (!s && id && item.kind == JSON_TEXT && item.text.length)
    return otlp_keep (o, item.text, id);
  if (!s && time) {
    *timed = true;
    return otlp_time (o, &item, &new->start);
  }
  return s ? s : json_skip (&o->json, &item);
}

/* The number of a span id in its trace. */
static status enter_id (otlp *o, size_t trace, size_t id, uint32_t *number)
{
  *number = NO_NAME;
  if (id == NO_SPAN)
    return PAPNI_OK;
  const char *texts[] = { o->texts + trace, o->texts + id };
  o->key_size = 0;
  for (size_t i = 0; i < 2; i++) {
    const size_t length = strlen (texts[i]) + 1;
    if (!reserve (&o->reader->memory, &o->key, &o->key_room, o->key_size + length, 1))
      return no_memory (o->reader->error);
    memcpy (o->key + o->key_size, texts[i], length);
    o->key_size += length;
  }
  *number = names_enter (&o->reader->memory, &o->ids, (piece){ o->key, o->key + o->key_size });
  return *number == NO_NAME ? no_memory (o->reader->error) : PAPNI_OK;
}

static status finish_span (otlp *o, otlp_span *new, const span_ids *ids, size_t first_event)
{
  const char *trace = o->texts + ids->trace;
  new->trace = names_enter (&o->reader->memory, &o->traces, (piece){ trace, trace + strlen (trace) });
  status s = new->trace == NO_NAME ? no_memory (o->reader->error) : enter_id (o, ids->trace, ids->id, &new->id);
  if (!s)
    s = enter_id (o, ids->trace, ids->parent, &new->parent_id);
  for (size_t i = first_event; i < o->count; i++) {
    o->spans[i].trace = new->trace;
    o->spans[i].parent_id = new->id;
  }
  return s ? s : add_span (o, *new);
}

static status read_span (otlp *o, const json_item *begin)
{
  otlp_span new = {
    .line = begin->line, .column = begin->column, .label = NO_SPAN, .parent = NO_SPAN, .name = NO_NAME
  };
  span_ids ids = { NO_SPAN, NO_SPAN, NO_SPAN };
  const size_t first_event = o->count;
  bool timed = false;
  json_item item;
  status s = json_next (&o->json, &item);
  for (; !s && item.kind == JSON_KEY; s = s ? s : json_next (&o->json, &item))
    s = read_span_field (o, &new, &ids, &timed, &item);
  if (s)
    return s;
  if (ids.trace == NO_SPAN || ids.id == NO_SPAN || new.name == NO_NAME || !timed)
    return fail_at (o->reader->error, PAPNI_INPUT, span_at (o, &new), "the span has no %s",
                    ids.trace == NO_SPAN ? "traceId"
                    : ids.id == NO_SPAN  ? "spanId"
                    : timed              ? "name"
                                         : "startTimeUnixNano");
  return finish_span (o, &new, &ids, first_event);
}

/* Spans are in arrays with the key "spans", wherever these are. */
static status read_otlp_file (otlp *o)
{
  json_item item;
  bool spans = false; /* the last item was that key */
  status s = json_next (&o->json, &item);
  while (!s && item.kind != JSON_NOTHING) {
    if (spans && item.kind == JSON_BEGIN_ARRAY) {
      for (s = json_next (&o->json, &item); !s && item.kind == JSON_BEGIN_OBJECT;
           s = s ? s : json_next (&o->json, &item))
        s = read_span (o, &item);
      if (s)
        break;
    }
    spans = item.kind == JSON_KEY && item_is (&item, "spans");
    s = json_next (&o->json, &item);
  }
  return s;
}

status read_otlp (log_reader *r)
{
  otlp o = { .reader = r, .json = { .reader = r } };
  status s = read_otlp_file (&o);
  if (!s && !o.count)
    s = fail_at (r->error, PAPNI_INPUT, (position){ r->file, 0, 0 },
                 "no spans: expected OTLP JSON, {\"resourceSpans\": [{\"scopeSpans\": [{\"spans\": [...]}]}]}");
  if (!s)
    s = otlp_words (&o);
  json_stream_release (&o.json);
  names_release (&r->memory, &o.traces);
  names_release (&r->memory, &o.ids);
  log_names_release (r, &o.names);
  release (&r->memory, o.spans, o.capacity, sizeof *o.spans);
  release (&r->memory, o.texts, o.text_capacity, 1);
  release (&r->memory, o.key, o.key_room, 1);
  release (&r->memory, o.word.symbols, o.word.capacity, sizeof *o.word.symbols);
  return s;
}
