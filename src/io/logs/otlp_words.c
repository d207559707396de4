/* otlp_words.c - a word for each trace: its spans as a tree, in the order in which they
 * began. */
#include "io/logs/otlp.h"

#include "base/rows.h"

#include <string.h>

/* Links spans to their parents; one whose parent is missing is outermost. */
static status link_spans (otlp *o)
{
  const allocator *a = &o->reader->memory;
  const size_t ids = o->ids.count;
  size_t *by_id = allocate (a, ids, sizeof *by_id);
  status s = by_id ? PAPNI_OK : no_memory (o->reader->error);
  for (size_t i = 0; !s && i < ids; i++)
    by_id[i] = NO_SPAN;
  for (size_t i = 0; !s && i < o->count; i++) {
    const otlp_span *span = &o->spans[i];
    if (span->id == NO_NAME)
      continue;
    if (by_id[span->id] != NO_SPAN)
      s = fail_at (o->reader->error, PAPNI_INPUT, span_at (o, span),
                   "the span has the spanId of the one on line %zu: remove one of them",
                   o->spans[by_id[span->id]].line);
    by_id[span->id] = i;
  }
  for (size_t i = 0; !s && i < o->count; i++)
    o->spans[i].parent = o->spans[i].parent_id == NO_NAME ? NO_SPAN : by_id[o->spans[i].parent_id];
  release (a, by_id, ids, sizeof *by_id);
  return s;
}

typedef struct otlp_place
{
  size_t parent; /* a span, or the number of spans plus the trace */
  order_value start;
  size_t index;
} otlp_place;

static int by_place (const void *left, const void *right)
{
  const otlp_place *x = left, *y = right;
  int order = compare (x->parent, y->parent);
  if (!order)
    order = compare_order (x->start, y->start);
  return order ? order : compare (x->index, y->index);
}

/* The children of each span, and the outermost spans of each trace. */
typedef struct otlp_tree
{
  otlp_place *places;
  rows rows;
  size_t *next; /* of each row: the child that comes next */
  size_t *open;
  size_t depth;
} otlp_tree;

static status otlp_label (otlp *o, const otlp_span *root, papni_label *label, bool *known)
{
  papni_label found;
  if (root->label == NO_SPAN)
    return PAPNI_OK;
  const char *text = o->texts + root->label;
  if (!layout_label (o->reader->layout, (text_span){ text, strlen (text) }, &found))
    return fail_at (o->reader->error, PAPNI_INPUT, span_at (o, root), "'%s' is not a label: %s",
                    quote ((span){ text, text + strlen (text) }).text,
                    layout_advice (o->reader->layout, "+ - 1 0 true or false").text);
  if (*known && *label != found)
    return fail_at (o->reader->error, PAPNI_INPUT, span_at (o, root),
                    "the trace has another label in a span before: a trace has one label");
  *label = found;
  *known = o->labelled = true;
  return PAPNI_OK;
}

static status otlp_add (otlp *o, const otlp_span *span, papni_kind kind)
{
  symbol read;
  const status s = log_symbol (o->reader, &o->names, span->name, kind, span_at (o, span), &read);
  return s ? s : log_word_add (o->reader, &o->word, read);
}

/* Everything below an outermost span. */
static status otlp_walk (otlp *o, otlp_tree *t, size_t root)
{
  status s = PAPNI_OK;
  t->open[0] = root;
  t->depth = 1;
  o->spans[root].visited = true;
  if (o->spans[root].id == NO_NAME)
    return otlp_add (o, &o->spans[root], PAPNI_INTERNAL);
  s = otlp_add (o, &o->spans[root], PAPNI_CALL);
  while (!s && t->depth) {
    const size_t span = t->open[t->depth - 1];
    if (t->next[span] == t->rows.first[span + 1]) {
      t->depth--;
      s = otlp_add (o, &o->spans[span], PAPNI_RETURN);
      continue;
    }
    const size_t child = t->places[t->next[span]++].index;
    const bool event = o->spans[child].id == NO_NAME;
    o->spans[child].visited = true;
    s = otlp_add (o, &o->spans[child], event ? PAPNI_INTERNAL : PAPNI_CALL);
    if (!event)
      t->open[t->depth++] = child;
  }
  return s;
}

static status otlp_trace (otlp *o, otlp_tree *t, size_t trace)
{
  const papni_label given = layout_labels (o->reader->layout);
  const bool labelled = layout_get (o->reader->layout, LAYOUT_LABEL, NULL) && !given;
  papni_label label = labelled ? PAPNI_UNKNOWN : given ? given : PAPNI_ACCEPT;
  bool known = false;
  const size_t row = o->count + trace, first = t->rows.first[row];
  status s = PAPNI_OK;
  for (size_t i = first; !s && i < t->rows.first[row + 1]; i++) {
    const otlp_span *root = &o->spans[t->places[i].index];
    if (labelled)
      s = otlp_label (o, root, &label, &known);
    if (!s)
      s = otlp_walk (o, t, t->places[i].index);
  }
  if (s || first == t->rows.first[row + 1])
    return s;
  return log_word_end (o->reader, &o->word, label, o->spans[t->places[first].index].line);
}

static status otlp_traces (otlp *o, otlp_tree *t)
{
  const size_t total = o->count + o->traces.count;
  for (size_t i = 0; i < o->count; i++) {
    const otlp_span *s = &o->spans[i];
    t->places[i] = (otlp_place){ s->parent == NO_SPAN ? o->count + s->trace : s->parent, s->start, i };
  }
  sort_items (t->places, o->count, sizeof *t->places, by_place);
  for (size_t i = 0; i < o->count; i++)
    rows_count (&t->rows, t->places[i].parent);
  rows_sorted (&t->rows);
  for (size_t i = 0; i < total; i++)
    t->next[i] = t->rows.first[i];
  status s = PAPNI_OK;
  for (size_t trace = 0; !s && trace < o->traces.count; trace++)
    s = otlp_trace (o, t, trace);
  for (size_t i = 0; !s && i < o->count; i++)
    if (!o->spans[i].visited)
      s = fail_at (o->reader->error, PAPNI_INPUT, span_at (o, &o->spans[i]),
                   "the span is inside itself: following parentSpanId leads back to it");
  return s || o->labelled ? s : log_needs_label (o->reader, "outermost span");
}

status otlp_words (otlp *o)
{
  const allocator *a = &o->reader->memory;
  const size_t total = o->count + o->traces.count;
  otlp_tree t = { .depth = 0 };
  t.places = allocate (a, o->count, sizeof *t.places);
  t.next = allocate (a, total, sizeof *t.next);
  t.open = allocate (a, o->count, sizeof *t.open);
  const bool room = rows_init (a, &t.rows, total) && t.places && t.next && t.open;
  status s = room ? link_spans (o) : no_memory (o->reader->error);
  if (!s)
    s = otlp_traces (o, &t);
  rows_release (a, &t.rows);
  release (a, t.places, o->count, sizeof *t.places);
  release (a, t.next, total, sizeof *t.next);
  release (a, t.open, o->count, sizeof *t.open);
  return s;
}
