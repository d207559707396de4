/* log.c - plain logs: a regular expression with named groups finds the case, the event
 * and perhaps the order and the label in each line. Lines that it does not match are
 * skipped and counted. */
#define PCRE2_CODE_UNIT_WIDTH 8

#include "io/logs/logs.h"

#include <pcre2.h>
#include <string.h>

#define NO_GROUP ((size_t) -1)

enum
{
  LOG_MEMORY = 1 << 28, /* at most, for matching one line */
  LONGEST_LINE = 1 << 24
};

typedef struct plain_log
{
  log_reader *reader;
  cases cases;
  pcre2_code *code;
  pcre2_match_data *match;
  pcre2_match_context *limits;
  size_t id, order, label, events[LAYOUT_EVENTS]; /* groups */
  size_t event_count;
  char *line;
  size_t length, capacity, number;
} plain_log;

/* ---- the regular expression ---- */

/* The number of a group; NO_GROUP if there is none. */
static size_t group_of (const plain_log *l, text_span name)
{
  char text[64];
  if (name.length >= sizeof text)
    return NO_GROUP;
  memcpy (text, name.text, name.length);
  text[name.length] = 0;
  const int number = pcre2_substring_number_from_name (l->code, (PCRE2_SPTR) text);
  return number > 0 ? (size_t) number : NO_GROUP;
}

static status no_group (const plain_log *l, text_span name)
{
  const int length = (int) (name.length < 64 ? name.length : 64);
  return fail (l->reader->error, PAPNI_USAGE, "--regex has no group '%.*s': write (?<%.*s>...) around it", length,
               name.text, length, name.text);
}

/* A group that was asked for must be there; others may be. */
static status find_group (const plain_log *l, layout_setting setting, const char *otherwise, size_t *group)
{
  const char *given = layout_get (l->reader->layout, setting, NULL), *wanted = given ? given : otherwise;
  const text_span name = { wanted, strlen (wanted) };
  *group = group_of (l, name);
  const bool needed = given || (setting == LAYOUT_LABEL && layout_names_labels (l->reader->layout));
  return *group == NO_GROUP && needed ? no_group (l, name) : PAPNI_OK;
}

static status find_log_groups (plain_log *l)
{
  text_span name;
  status s = find_group (l, LAYOUT_CASE, "case", &l->id);
  if (!s)
    s = find_group (l, LAYOUT_ORDER, "order", &l->order);
  if (!s)
    s = find_group (l, LAYOUT_LABEL, "label", &l->label);
  if (layout_labels (l->reader->layout))
    l->label = NO_GROUP;
  const char *list = layout_get (l->reader->layout, LAYOUT_EVENT, "event");
  for (; !s && l->event_count < LAYOUT_EVENTS && layout_item (list, l->event_count, &name); l->event_count++) {
    l->events[l->event_count] = group_of (l, name);
    if (l->events[l->event_count] == NO_GROUP)
      s = no_group (l, name);
  }
  return s;
}

static status compile_log (plain_log *l)
{
  const char *regex = layout_get (l->reader->layout, LAYOUT_REGEX, NULL);
  int number;
  PCRE2_SIZE at;
  if (!regex)
    return fail (l->reader->error, PAPNI_USAGE, "the format log needs --regex, such as '(?<case>\\d+) (?<event>\\w+)'");
  l->code = pcre2_compile ((PCRE2_SPTR) regex, PCRE2_ZERO_TERMINATED, PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF,
                           &number, &at, NULL);
  if (!l->code) {
    char reason[128] = "";
    pcre2_get_error_message (number, (PCRE2_UCHAR *) reason, sizeof reason);
    return fail (l->reader->error, PAPNI_USAGE, "--regex: %s, after %zu bytes", reason, (size_t) at);
  }
  pcre2_jit_compile (l->code, PCRE2_JIT_COMPLETE); /* without it, matching is slower */
  l->match = pcre2_match_data_create_from_pattern (l->code, NULL);
  l->limits = pcre2_match_context_create (NULL);
  if (!l->match || !l->limits)
    return no_memory (l->reader->error);
  pcre2_set_heap_limit (l->limits, LOG_MEMORY >> 10);
  return find_log_groups (l);
}

/* ---- lines ---- */

/* False after the last line. */
static status next_log_line (plain_log *l, bool *found)
{
  log_reader *r = l->reader;
  l->length = 0;
  l->number = r->input.line;
  *found = log_peek (r) >= 0;
  for (int c = log_byte (r); c >= 0 && c != '\n'; c = log_byte (r)) {
    if (l->length == LONGEST_LINE)
      return fail_at (r->error, PAPNI_INPUT, log_at (r, l->number, 1),
                      "a line of more than %d bytes: is it a text file?", (int) LONGEST_LINE);
    if (!reserve (&r->memory, &l->line, &l->capacity, l->length + 1, 1))
      return no_memory (r->error);
    l->line[l->length++] = (char) c;
  }
  if (l->length && l->line[l->length - 1] == '\r')
    l->length--;
  return r->input.failed;
}

static case_field field_of_group (const plain_log *l, size_t group)
{
  const PCRE2_SIZE *ends = pcre2_get_ovector_pointer (l->match);
  if (group == NO_GROUP)
    return (case_field){ { NULL, 0 }, { NULL, 0, 0 } };
  const bool set = ends[2 * group] != PCRE2_UNSET && ends[2 * group + 1] >= ends[2 * group];
  const size_t from = set ? ends[2 * group] : 0, to = set ? ends[2 * group + 1] : 0;
  return (case_field){ { l->line + from, to - from }, log_at (l->reader, l->number, from + 1) };
}

/* Does the last character of a text end with it? */
static bool ends_whole (const char *text, size_t length)
{
  uint32_t c;
  for (size_t back = 1; back <= 4 && back <= length; back++)
    if (utf8_character (text + length - back, back, &c) == back)
      return true;
  return !length;
}

/* A match does not reach beyond bytes that are not UTF-8: a group that ends or begins at one may
 * be a part of what was meant. */
static status check_group (const plain_log *l, size_t group)
{
  const PCRE2_SIZE *ends = pcre2_get_ovector_pointer (l->match);
  if (group == NO_GROUP || ends[2 * group] == PCRE2_UNSET || ends[2 * group + 1] < ends[2 * group])
    return PAPNI_OK;
  uint32_t c;
  const char *line = l->line ? l->line : "";
  const size_t from = ends[2 * group], to = ends[2 * group + 1];
  const bool ends_well = to == l->length || utf8_character (line + to, l->length - to, &c);
  if (ends_well && ends_whole (line, from))
    return PAPNI_OK;
  const size_t bad = ends_well ? from - 1 : to;
  return fail_at (l->reader->error, PAPNI_INPUT, log_at (l->reader, l->number, bad + 1),
                  "byte 0x%02x is not UTF-8: save the file as UTF-8", (unsigned char) line[bad]);
}

static status check_groups (const plain_log *l)
{
  status s = check_group (l, l->id);
  if (!s)
    s = check_group (l, l->order);
  if (!s)
    s = check_group (l, l->label);
  for (size_t i = 0; !s && i < l->event_count; i++)
    s = check_group (l, l->events[i]);
  return s;
}

static status read_log_line (plain_log *l)
{
  const char *line = l->line ? l->line : "";
  const int result = pcre2_match (l->code, (PCRE2_SPTR) line, l->length, 0, 0, l->match, l->limits);
  if (result == PCRE2_ERROR_NOMATCH) {
    l->reader->layout->ignored += l->length > 0;
    return PAPNI_OK;
  }
  if (result == PCRE2_ERROR_NOMEMORY)
    return no_memory (l->reader->error);
  if (result < 0)
    return fail_at (l->reader->error, PAPNI_INPUT, log_at (l->reader, l->number, 1),
                    "matching --regex takes too long on this line: make it unambiguous");
  const status bad = check_groups (l);
  if (bad)
    return bad;
  case_record record = { .id = field_of_group (l, l->id),
                         .order = field_of_group (l, l->order),
                         .label = field_of_group (l, l->label),
                         .event_count = l->event_count };
  for (size_t i = 0; i < l->event_count; i++)
    record.events[i] = field_of_group (l, l->events[i]);
  if (record.events[0].text.length || !record.label.text.length || !record.id.text.text)
    return cases_add_record (&l->cases, &record);
  uint32_t number; /* a line with the label alone */
  const status s = cases_find (&l->cases, &record.id, &number);
  return s ? s : cases_label (&l->cases, number, &record.label);
}

status read_log (log_reader *r)
{
  plain_log l = { .reader = r };
  cases_begin (&l.cases, r->samples, r->layout, r->file, r->error);
  status s = compile_log (&l);
  bool found = true;
  while (!s && found) {
    s = next_log_line (&l, &found);
    if (!s && found)
      s = read_log_line (&l);
  }
  if (!s && !l.cases.count)
    s = fail_at (r->error, PAPNI_INPUT, (position){ r->file, 1, 1 }, "no line matches --regex; %zu line%s not blank",
                 r->layout->ignored, r->layout->ignored == 1 ? " is" : "s are");
  if (!s)
    s = cases_finish (&l.cases);
  cases_release (&l.cases);
  pcre2_match_data_free (l.match);
  pcre2_match_context_free (l.limits);
  pcre2_code_free (l.code);
  release (&r->memory, l.line, l.capacity, 1);
  return s;
}
