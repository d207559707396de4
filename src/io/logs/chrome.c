/* chrome.c - Chrome's Trace Event Format: begin and end events (ph B and E, b and e) and
 * complete events (X, with a duration) become calls <name> and returns </name>; instant
 * events (i, I, n) are internal symbols, and other events are skipped.
 *
 * Begin and end events of a thread nest, and so do those of an id. Every outermost one is
 * a word; with --case thread, all events of a thread are one word. An event that never ends
 * is left out, and what is inside it is read as if it were not there. */
#include "io/logs/json_stream.h"

#include <string.h>

typedef struct slice
{
  order_value start, end; /* end: of a complete event */
  size_t index, line, column;
  uint32_t track, name;
  char phase; /* B, E, X or i; 0: a begin without an end */
} slice;

typedef struct chrome
{
  log_reader *reader;
  json_stream json;
  names tracks;
  log_names names;
  slice *slices;
  size_t count, capacity;
  size_t *open; /* slices that have begun */
  size_t depth, open_capacity;
  log_word word;
  size_t line;    /* where the word begins */
  bool by_thread; /* a word is a thread */
  char *key;      /* of a track */
  size_t key_room;
} chrome;

static position slice_at (const chrome *c, const slice *s)
{
  return log_at (c->reader, s->line, s->column);
}

/* ---- events ---- */

enum
{
  CHROME_NAME,
  CHROME_PHASE,
  CHROME_TIME,
  CHROME_DURATION,
  CHROME_PROCESS,
  CHROME_THREAD,
  CHROME_ID,
  CHROME_CATEGORY,
  CHROME_FIELDS
};

/* The fields of an event that count: copies of their texts. */
typedef struct chrome_event
{
  char *texts[CHROME_FIELDS];
  size_t line, column;
} chrome_event;

static status chrome_keep (chrome *c, chrome_event *event, const json_item *key)
{
  static const char *const fields[CHROME_FIELDS] = { "name", "ph", "ts", "dur", "pid", "tid", "id", "cat" };
  size_t i = 0;
  json_item item;
  while (i < CHROME_FIELDS
         && (strlen (fields[i]) != key->text.length || memcmp (fields[i], key->text.text, key->text.length) != 0))
    i++;
  const status s = json_next (&c->json, &item);
  if (s || i == CHROME_FIELDS || (item.kind != JSON_TEXT && item.kind != JSON_DIGITS))
    return s ? s : json_skip (&c->json, &item);
  release_text (&c->reader->memory, event->texts[i]);
  if (memchr (item.text.text, 0, item.text.length))
    return fail_at (c->reader->error, PAPNI_INPUT, log_at (c->reader, item.line, item.column),
                    "the character U+0000 in \"%s\"", fields[i]);
  event->texts[i] = copy_text (&c->reader->memory, item.text.text, item.text.length);
  return event->texts[i] ? PAPNI_OK : no_memory (c->reader->error);
}

/* Events nest within a thread, or within an id. */
static status find_track (chrome *c, const chrome_event *event, bool async, uint32_t *track)
{
  const int sync_parts[] = { CHROME_PROCESS, CHROME_THREAD }, async_parts[] = { CHROME_CATEGORY, CHROME_ID };
  const int *parts = async ? async_parts : sync_parts;
  size_t used = 0;
  for (size_t i = 0; i < 2; i++) {
    const char *text = event->texts[parts[i]] ? event->texts[parts[i]] : "";
    const size_t length = strlen (text);
    if (!reserve (&c->reader->memory, &c->key, &c->key_room, used + length + 2, 1))
      return no_memory (c->reader->error);
    memcpy (c->key + used, text, length);
    used += length;
    c->key[used++] = async ? '\1' : '\0';
  }
  *track = names_enter (&c->reader->memory, &c->tracks, (piece){ c->key, c->key + used });
  return *track == NO_NAME ? no_memory (c->reader->error) : PAPNI_OK;
}

static status chrome_time (const chrome *c, const chrome_event *event, int field, order_value *value)
{
  const char *text = event->texts[field];
  if (text && read_order ((text_span){ text, strlen (text) }, value) == ORDER_NUMBER)
    return PAPNI_OK;
  return fail_at (c->reader->error, PAPNI_INPUT, log_at (c->reader, event->line, event->column),
                  "the event needs \"%s\", a number of microseconds", field == CHROME_TIME ? "ts" : "dur");
}

/* B, E, X, i, or 0 for an event that does not count. */
static char phase_of (const char *text)
{
  static const char given[] = "BEXiIbneR", meaning[] = "BEXiiBiEi";
  const char *found = strlen (text) == 1 ? strchr (given, *text) : NULL;
  return found && *found ? meaning[found - given] : 0;
}

static status add_slice (chrome *c, const chrome_event *event)
{
  log_reader *r = c->reader;
  const char *phase = event->texts[CHROME_PHASE], *name = event->texts[CHROME_NAME];
  slice new = { .index = c->count, .line = event->line, .column = event->column, .name = NO_NAME };
  if (!phase)
    return fail_at (r->error, PAPNI_INPUT, slice_at (c, &new),
                    "the event has no \"ph\": expected events of Chrome's Trace Event Format");
  new.phase = phase_of (phase);
  if (!new.phase)
    return PAPNI_OK;
  status s = chrome_time (c, event, CHROME_TIME, &new.start);
  if (!s && new.phase == 'X') {
    s = chrome_time (c, event, CHROME_DURATION, &new.end);
    if (!s && (new.end.whole < 0 || !add_order (new.start, new.end, &new.end)))
      s = fail_at (r->error, PAPNI_INPUT, slice_at (c, &new), "the event has a negative or too large \"dur\"");
  }
  if (!s)
    s = find_track (c, event, strchr ("ben", *phase), &new.track);
  if (!s && (!name || !*name) && new.phase != 'E')
    s = fail_at (r->error, PAPNI_INPUT, slice_at (c, &new), "the event has no \"name\"");
  if (!s && name && *name)
    s = log_names_enter (r, &c->names, (text_span){ name, strlen (name) }, &new.name);
  if (s)
    return s;
  if (!reserve (&r->memory, &c->slices, &c->capacity, c->count + 1, sizeof *c->slices))
    return no_memory (r->error);
  c->slices[c->count++] = new;
  return PAPNI_OK;
}

static status read_chrome_event (chrome *c, const json_item *begin)
{
  chrome_event event = { .line = begin->line, .column = begin->column };
  json_item item;
  status s = json_next (&c->json, &item);
  while (!s && item.kind == JSON_KEY) {
    s = chrome_keep (c, &event, &item);
    if (!s)
      s = json_next (&c->json, &item);
  }
  if (!s)
    s = add_slice (c, &event);
  for (size_t i = 0; i < CHROME_FIELDS; i++)
    release_text (&c->reader->memory, event.texts[i]);
  return s;
}

/* The array of events, from its first item on. */
static status read_chrome_events (chrome *c)
{
  json_item item;
  for (;;) {
    status s = json_next (&c->json, &item);
    if (s || item.kind == JSON_END_ARRAY || item.kind == JSON_NOTHING)
      return s;
    if (item.kind != JSON_BEGIN_OBJECT)
      return fail_at (c->reader->error, PAPNI_INPUT, log_at (c->reader, item.line, item.column),
                      "expected an event, { ... }");
    s = read_chrome_event (c, &item);
    if (s)
      return s;
  }
}

/* An array of events, or an object with the key traceEvents. */
static status read_chrome_file (chrome *c)
{
  json_item item;
  bool found = false;
  status s = json_next (&c->json, &item);
  if (s)
    return s;
  if (item.kind == JSON_BEGIN_ARRAY)
    return read_chrome_events (c);
  const bool object = item.kind == JSON_BEGIN_OBJECT;
  while (!s && object) {
    s = json_next (&c->json, &item);
    if (s || item.kind != JSON_KEY)
      break;
    const bool events = item.text.length == 11 && !memcmp (item.text.text, "traceEvents", 11);
    s = json_next (&c->json, &item);
    if (!s && events && item.kind == JSON_BEGIN_ARRAY) {
      found = true;
      s = read_chrome_events (c);
    } else if (!s)
      s = json_skip (&c->json, &item);
  }
  if (!s && !found)
    s = fail_at (c->reader->error, PAPNI_INPUT, (position){ c->reader->file, 1, 1 },
                 "not a Chrome trace: expected an array of events, or an object with the key \"traceEvents\"");
  return s;
}

/* ---- words ---- */

/* By track and time. Of complete events that begin together, the longer one is outside;
 * they come after the other events of that time. */
static int by_track (const void *left, const void *right)
{
  const slice *x = left, *y = right;
  int order = compare (x->track, y->track);
  if (!order)
    order = compare_order (x->start, y->start);
  if (!order)
    order = compare (x->phase == 'X', y->phase == 'X');
  if (!order && x->phase == 'X')
    order = compare_order (y->end, x->end);
  return order ? order : compare (x->index, y->index);
}

static status chrome_add (chrome *c, const slice *s, uint32_t name, papni_kind kind)
{
  symbol read;
  const status failed = log_symbol (c->reader, &c->names, name, kind, slice_at (c, s), &read);
  if (!c->word.length)
    c->line = s->line;
  return failed ? failed : log_word_add (c->reader, &c->word, read);
}

static status chrome_end_word (chrome *c)
{
  const papni_label given = layout_labels (c->reader->layout);
  return log_word_end (c->reader, &c->word, given ? given : PAPNI_ACCEPT, c->line);
}

static status chrome_close (chrome *c, const slice *at)
{
  const slice *open = &c->slices[c->open[--c->depth]];
  const status s = chrome_add (c, at, open->name, PAPNI_RETURN);
  return s || c->depth || c->by_thread ? s : chrome_end_word (c);
}

static const slice *chrome_top (const chrome *c)
{
  return c->depth ? &c->slices[c->open[c->depth - 1]] : NULL;
}

/* Ends the complete events that are over when a slice begins. */
static status chrome_until (chrome *c, const slice *next)
{
  status s = PAPNI_OK;
  for (const slice *top = chrome_top (c); !s && top && top->phase == 'X' && compare_order (top->end, next->start) <= 0;
       top = chrome_top (c))
    s = chrome_close (c, top);
  return s;
}

static status chrome_open (chrome *c, size_t index)
{
  if (!reserve (&c->reader->memory, &c->open, &c->open_capacity, c->depth + 1, sizeof *c->open))
    return no_memory (c->reader->error);
  c->open[c->depth++] = index;
  return PAPNI_OK;
}

static status chrome_begin (chrome *c, size_t index)
{
  const slice *new = &c->slices[index], *top = chrome_top (c);
  if (top && top->phase == 'X' && new->phase == 'X' && compare_order (new->end, top->end) > 0)
    return fail_at (c->reader->error, PAPNI_INPUT, slice_at (c, new),
                    "the event begins inside the one on line %zu and ends after it: the events of a thread must nest",
                    top->line);
  const status s = chrome_open (c, index);
  return s ? s : chrome_add (c, new, new->name, PAPNI_CALL);
}

static status chrome_finish (chrome *c, const slice *end)
{
  const slice *top = chrome_top (c);
  if (!top) { /* it began before the trace did */
    c->reader->layout->ignored++;
    return PAPNI_OK;
  }
  if (top->phase == 'X' || (end->name != NO_NAME && end->name != top->name))
    return fail_at (c->reader->error, PAPNI_INPUT, slice_at (c, end),
                    "the event ends while the one on line %zu is open: begin and end events must nest", top->line);
  return chrome_close (c, end);
}

/* Leaves out the events of a track that never end. */
static status chrome_cut (chrome *c, size_t from, size_t to)
{
  status s = PAPNI_OK;
  for (size_t i = from; !s && i < to; i++)
    if (c->slices[i].phase == 'B')
      s = chrome_open (c, i);
    else if (c->slices[i].phase == 'E' && c->depth)
      c->depth--;
  c->reader->layout->ignored += c->depth;
  while (c->depth)
    c->slices[c->open[--c->depth]].phase = 0;
  return s;
}

/* The slices of a track. */
static status chrome_track (chrome *c, size_t from, size_t to)
{
  status s = chrome_cut (c, from, to);
  for (size_t i = from; !s && i < to; i++) {
    const slice *next = &c->slices[i];
    if (!next->phase)
      continue;
    s = chrome_until (c, next);
    if (s)
      break;
    if (next->phase == 'E')
      s = chrome_finish (c, next);
    else if (next->phase != 'i')
      s = chrome_begin (c, i);
    else if (c->depth || c->by_thread)
      s = chrome_add (c, next, next->name, PAPNI_INTERNAL);
    else
      c->reader->layout->ignored++;
  }
  while (!s && c->depth)
    s = chrome_close (c, chrome_top (c));
  return s || !c->word.length ? s : chrome_end_word (c);
}

static status chrome_words (chrome *c)
{
  status s = PAPNI_OK;
  if (c->count)
    sort_items (c->slices, c->count, sizeof *c->slices, by_track);
  for (size_t from = 0, to; !s && from < c->count; from = to) {
    for (to = from; to < c->count && c->slices[to].track == c->slices[from].track;)
      to++;
    s = chrome_track (c, from, to);
  }
  return s;
}

status read_chrome (log_reader *r)
{
  chrome c = { .reader = r, .json = { .reader = r, .lenient = true } };
  const char *by = layout_get (r->layout, LAYOUT_CASE, "event");
  const size_t before = r->samples->size;
  c.by_thread = !strcmp (by, "thread");
  if (!c.by_thread && strcmp (by, "event") != 0)
    return fail (r->error, PAPNI_USAGE, "--case must be event or thread for a Chrome trace, got '%.40s'", by);
  status s = read_chrome_file (&c);
  if (!s)
    s = chrome_words (&c);
  if (!s && r->samples->size == before)
    s = fail_at (r->error, PAPNI_INPUT, (position){ r->file, 0, 0 }, "the trace has no event with a begin and an end");
  json_stream_release (&c.json);
  names_release (&r->memory, &c.tracks);
  log_names_release (r, &c.names);
  release (&r->memory, c.slices, c.capacity, sizeof *c.slices);
  release (&r->memory, c.open, c.open_capacity, sizeof *c.open);
  release (&r->memory, c.word.symbols, c.word.capacity, sizeof *c.word.symbols);
  release (&r->memory, c.key, c.key_room, 1);
  return s;
}
