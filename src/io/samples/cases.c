/* cases.c - words from events. */
#include "io/samples/cases.h"

#include "io/samples/reader.h"

#include <string.h>

void cases_begin (cases *c, papni_samples *samples, const papni_layout *layout, const char *file, error *e)
{
  *c = (cases){ .samples = samples, .layout = layout, .file = file, .error = e };
  c->given = layout_labels (layout);
  c->given = c->given == PAPNI_UNKNOWN ? PAPNI_ACCEPT : c->given; /* a log has what happened */
}

void cases_release (cases *c)
{
  const allocator *a = &c->samples->memory;
  names_release (a, &c->ids);
  release (a, c->list, c->capacity, sizeof *c->list);
  release (a, c->events, c->event_capacity, sizeof *c->events);
  release (a, c->name, c->room, 1);
}

static quoted quote_text (text_span text)
{
  return quote ((span){ text.text, text.text + text.length });
}

/* ---- cases ---- */

status cases_new (cases *c, size_t line, uint32_t *number)
{
  if (c->count >= UINT32_MAX || !reserve (&c->samples->memory, &c->list, &c->capacity, c->count + 1, sizeof *c->list))
    return no_memory (c->error);
  *number = (uint32_t) c->count;
  c->list[c->count++] = (case_info){ PAPNI_UNKNOWN, line, 0 };
  return PAPNI_OK;
}

status cases_find (cases *c, const case_field *id, uint32_t *number)
{
  const text_span t = id->text;
  if (!t.length)
    return fail_at (c->error, PAPNI_INPUT, id->at, "the row has no case: fill in its id, or remove the row");
  *number = names_enter (&c->samples->memory, &c->ids, (piece){ t.text, t.text + t.length });
  if (*number == NO_NAME)
    return no_memory (c->error);
  uint32_t new;
  return *number < c->count ? PAPNI_OK : cases_new (c, id->at.line, &new);
}

/* A case may have its label in any of its events, but no two labels. */
status cases_label (cases *c, uint32_t number, const case_field *label)
{
  case_info *info = &c->list[number];
  papni_label found;
  c->labelled = true;
  if (!label->text.length)
    return PAPNI_OK;
  if (!layout_label (c->layout, label->text, &found))
    return fail_at (c->error, PAPNI_INPUT, label->at, "'%s' is not a label: %s", quote_text (label->text).text,
                    layout_advice (c->layout, "+ - 1 0 true or false").text);
  if (info->label_line && info->label != found)
    return fail_at (c->error, PAPNI_INPUT, label->at, "the case is %s here and %s on line %zu: a case has one label",
                    found == PAPNI_ACCEPT ? "accepted" : "rejected", found == PAPNI_ACCEPT ? "rejected" : "accepted",
                    info->label_line);
  if (!info->label_line)
    *info = (case_info){ found, info->line, label->at.line };
  return PAPNI_OK;
}

/* ---- events ---- */

static status cases_order (cases *c, const case_field *f, order_value *value)
{
  const order_kind kind = read_order (f->text, value);
  if (kind == ORDER_MISSING)
    return fail_at (c->error, PAPNI_INPUT, f->at,
                    "the event has no value to order by: fill it in, or leave out --order");
  if (kind == ORDER_NONE)
    return fail_at (c->error, PAPNI_INPUT, f->at,
                    "cannot order by '%s': expected a number or a time such as 2024-05-17T09:30:00Z; without --order "
                    "the order of the file counts",
                    quote_text (f->text).text);
  if (!c->ordered) {
    c->kind = kind;
    c->kind_line = f->at.line;
  }
  c->ordered = true;
  if (kind != c->kind)
    return fail_at (c->error, PAPNI_INPUT, f->at, "cannot compare '%s', %s, with %s on line %zu",
                    quote_text (f->text).text, order_kind_name (kind), order_kind_name (c->kind), c->kind_line);
  return PAPNI_OK;
}

/* The name of an event: its columns, with + between them, and a slash before its output. */
static status cases_symbol (cases *c, const case_record *r, symbol *result)
{
  text_span name = r->events[0].text;
  size_t used = 0;
  for (size_t i = 0; i < r->event_count - r->has_output; i++)
    if (!r->events[i].text.length)
      return fail_at (c->error, PAPNI_INPUT, r->events[i].at,
                      "the event has no name here: fill it in, or choose another column with --event");
  for (size_t i = 0; r->event_count > 1 && i < r->event_count; i++) {
    const bool is_output = r->has_output && i + 1 == r->event_count;
    const text_span t = is_output && !r->events[i].text.length ? (text_span){ "?", 1 } : r->events[i].text;
    if (!reserve (&c->samples->memory, &c->name, &c->room, used + t.length + 1, 1))
      return no_memory (c->error);
    if (i)
      c->name[used++] = is_output ? '/' : '+';
    memcpy (c->name + used, t.text, t.length);
    used += t.length;
    name = (text_span){ c->name, used };
  }
  return alphabet_intern (c->samples->alphabet, name.text, name.length, r->events[0].at, result, c->error);
}

status cases_add (cases *c, uint32_t number, const case_record *r)
{
  case_event new = { .index = c->event_count, .number = number };
  status s = cases_symbol (c, r, &new.symbol);
  if (!s && r->order.text.text)
    s = cases_order (c, &r->order, &new.order);
  if (s)
    return s;
  if (!reserve (&c->samples->memory, &c->events, &c->event_capacity, c->event_count + 1, sizeof *c->events))
    return no_memory (c->error);
  c->events[c->event_count++] = new;
  return PAPNI_OK;
}

status cases_add_record (cases *c, const case_record *r)
{
  uint32_t number = 0;
  status s = PAPNI_OK;
  if (r->id.text.text)
    s = cases_find (c, &r->id, &number);
  else if (!c->count) /* one case */
    s = cases_new (c, r->events[0].at.line, &number);
  if (!s && r->label.text.text)
    s = cases_label (c, number, &r->label);
  return s ? s : cases_add (c, number, r);
}

/* ---- words ---- */

static int by_case_and_order (const void *left, const void *right)
{
  const case_event *x = left, *y = right;
  int order = compare (x->number, y->number);
  if (!order)
    order = compare_order (x->order, y->order);
  return order ? order : compare (x->index, y->index);
}

status cases_finish (cases *c)
{
  papni_samples *samples = c->samples;
  status s = PAPNI_OK;
  if (c->event_count)
    sort_items (c->events, c->event_count, sizeof *c->events, by_case_and_order);
  size_t at = 0;
  for (size_t i = 0; !s && i < c->count; i++) {
    size_t length = 0;
    while (at + length < c->event_count && c->events[at + length].number == i)
      length++;
    if (!samples_reserve (samples, length))
      return no_memory (c->error);
    for (size_t k = 0; k < length; k++)
      samples->flat[samples->used + k] = c->events[at + k].symbol;
    s = samples_end_word (samples, length, c->labelled ? c->list[i].label : c->given, c->file, c->list[i].line,
                          c->error);
    at += length;
  }
  return s;
}
