/* layout.c - where a file has its words and labels. */
#include "io/samples/layout.h"

#include "io/samples/reader.h"

#include <stdio.h>
#include <string.h>

static const char *const layout_names[LAYOUT_SETTINGS] = { "format", "word",    "label", "chars", "accept",
                                                           "reject", "labels",  "case",  "event", "order",
                                                           "regex",  "outputs", "traces" };

static const struct
{
  const char *name;
  papni_format format;
} layout_formats[] = { { "auto", PAPNI_FORMAT_AUTO },   { "tokens", PAPNI_FORMAT_TOKENS },
                       { "chars", PAPNI_FORMAT_CHARS }, { "abbadingo", PAPNI_FORMAT_ABBADINGO },
                       { "csv", PAPNI_FORMAT_CSV },     { "jsonl", PAPNI_FORMAT_JSONL },
                       { "xes", PAPNI_FORMAT_XES },     { "chrome", PAPNI_FORMAT_CHROME },
                       { "otlp", PAPNI_FORMAT_OTLP },   { "log", PAPNI_FORMAT_LOG } };

papni_layout *papni_layout_new (const papni_allocator *memory, papni_error *e)
{
  const allocator a = allocator_or_libc (memory);
  papni_layout *layout = allocate_zeroed (&a, 1, sizeof *layout);
  if (!layout) {
    no_memory (e);
    return NULL;
  }
  layout->memory = a;
  layout->seen = allocate_zeroed (&a, 1, sizeof *layout->seen);
  if (layout->seen)
    return layout;
  papni_layout_free (layout);
  no_memory (e);
  return NULL;
}

void papni_layout_free (papni_layout *layout)
{
  if (!layout)
    return;
  const allocator a = layout->memory;
  for (size_t i = 0; i < LAYOUT_SETTINGS; i++)
    release_text (&a, layout->values[i]);
  release (&a, layout->seen, 1, sizeof *layout->seen);
  release (&a, layout, 1, sizeof *layout);
}

/* ---- settings ---- */

static bool layout_lists (const char *list, text_span text)
{
  text_span item;
  for (size_t k = 0; list && layout_item (list, k, &item); k++)
    if (item.length == text.length && !memcmp (item.text, text.text, text.length))
      return true;
  return false;
}

/* A value has one label. */
static status layout_check_labels (const papni_layout *layout, layout_setting setting, const char *value, error *e)
{
  const char *other = layout_get (layout, setting == LAYOUT_ACCEPT ? LAYOUT_REJECT : LAYOUT_ACCEPT, NULL);
  text_span item;
  for (size_t i = 0; layout_item (value, i, &item); i++)
    if (layout_lists (other, item))
      return fail (e, PAPNI_USAGE, "'%s' is both in --accept and in --reject",
                   quote ((span){ item.text, item.text + item.length }).text);
  return PAPNI_OK;
}

static status layout_check (papni_layout *layout, layout_setting setting, const char *value, error *e)
{
  text_span item;
  const size_t formats = sizeof layout_formats / sizeof *layout_formats;
  size_t i = 0;
  if (setting == LAYOUT_FORMAT) {
    while (i < formats && strcmp (value, layout_formats[i].name) != 0)
      i++;
    if (i == formats)
      return fail (e, PAPNI_USAGE, "unknown format '%s'", value);
    layout->format = layout_formats[i].format;
  } else if (setting == LAYOUT_LABELS && strcmp (value, "accept") != 0 && strcmp (value, "reject") != 0)
    return fail (e, PAPNI_USAGE, "labels must be accept or reject, got '%s'", value);
  else if (setting == LAYOUT_ACCEPT || setting == LAYOUT_REJECT || setting == LAYOUT_EVENT) {
    for (; layout_item (value, i, &item); i++)
      if (!item.length)
        return fail (e, PAPNI_USAGE, "%s: '%s' has an empty item: separate them by single commas",
                     layout_names[setting], value);
    if (setting == LAYOUT_EVENT && i > LAYOUT_EVENTS)
      return fail (e, PAPNI_USAGE, "event: more than %d columns", (int) LAYOUT_EVENTS);
    if (setting != LAYOUT_EVENT)
      return layout_check_labels (layout, setting, value, e);
  }
  return PAPNI_OK;
}

papni_status papni_layout_set (papni_layout *layout, const char *name, const char *value, papni_error *e)
{
  size_t i = 0;
  while (i < LAYOUT_SETTINGS && strcmp (name, layout_names[i]) != 0)
    i++;
  if (i == LAYOUT_SETTINGS)
    return fail (e, PAPNI_USAGE, "a layout has no setting '%s'", name);
  if (i == LAYOUT_FORMAT && !value)
    layout->format = PAPNI_FORMAT_AUTO;
  const status s = value ? layout_check (layout, (layout_setting) i, value, e) : PAPNI_OK;
  if (s)
    return s;
  char *copy = value ? copy_text (&layout->memory, value, strlen (value)) : NULL;
  if (value && !copy)
    return no_memory (e);
  release_text (&layout->memory, layout->values[i]);
  layout->values[i] = copy;
  return PAPNI_OK;
}

void papni_layout_use_lexer (papni_layout *layout, papni_lexer *lexer)
{
  layout->lexer = lexer;
}

size_t papni_layout_ignored (const papni_layout *layout)
{
  return layout->ignored;
}

/* ---- labels ---- */

bool layout_item (const char *list, size_t k, text_span *item)
{
  for (; k; k--) {
    list = strchr (list, ',');
    if (!list)
      return false;
    list++;
  }
  list += strspn (list, " ");
  size_t length = strcspn (list, ",");
  while (length && list[length - 1] == ' ')
    length--;
  *item = (text_span){ list, length };
  return true;
}

static bool layout_same_letters (text_span s, const char *lower)
{
  if (s.length != strlen (lower))
    return false;
  for (size_t i = 0; i < s.length; i++)
    if ((s.text[i] | 0x20) != lower[i])
      return false;
  return true;
}

static bool layout_is (text_span s, char c)
{
  return s.length == 1 && *s.text == c;
}

papni_label layout_labels (const papni_layout *layout)
{
  const char *value = layout_get (layout, LAYOUT_LABELS, NULL);
  return !value ? PAPNI_UNKNOWN : !strcmp (value, "accept") ? PAPNI_ACCEPT : PAPNI_REJECT;
}

/* Notes a value of a label, for papni_layout_label. */
static void label_seen (const papni_layout *layout, text_span text, papni_label label)
{
  label_values *seen = layout->seen;
  char value[LABEL_VALUE];
  size_t length = text.length < LABEL_VALUE - 1 ? text.length : LABEL_VALUE - 1;
  while (length < text.length && length && ((unsigned char) text.text[length] & 0xc0) == 0x80)
    length--; /* whole characters */
  memcpy (value, text.text, length);
  value[length] = 0;
  for (size_t i = 0; i < seen->count; i++)
    if (!strcmp (seen->list[i].text, value))
      return;
  if (seen->count == LABEL_VALUES)
    return;
  memcpy (seen->list[seen->count].text, value, length + 1);
  seen->list[seen->count++].label = label;
}

const char *papni_layout_label (const papni_layout *layout, size_t index, papni_label *label)
{
  if (index >= layout->seen->count)
    return NULL;
  *label = layout->seen->list[index].label;
  return layout->seen->list[index].text;
}

/* With one of the two lists, every other value has the other label. */
bool layout_label (const papni_layout *layout, text_span text, papni_label *label)
{
  const char *accept = layout_get (layout, LAYOUT_ACCEPT, NULL), *reject = layout_get (layout, LAYOUT_REJECT, NULL);
  if (accept || reject) {
    const bool accepted = layout_lists (accept, text), rejected = layout_lists (reject, text);
    *label = accepted || (!accept && !rejected) ? PAPNI_ACCEPT : PAPNI_REJECT;
    const bool known = accepted || rejected || ((!accept || !reject) && text.length);
    if (known)
      label_seen (layout, text, *label);
    return known;
  }
  *label = PAPNI_ACCEPT;
  if (layout_is (text, '+') || layout_is (text, '1') || layout_same_letters (text, "true"))
    return true;
  *label = PAPNI_REJECT;
  return layout_is (text, '-') || layout_is (text, '0') || layout_same_letters (text, "false");
}

label_advice layout_advice (const papni_layout *layout, const char *otherwise)
{
  label_advice advice;
  const char *accept = layout_get (layout, LAYOUT_ACCEPT, NULL), *reject = layout_get (layout, LAYOUT_REJECT, NULL);
  if ((accept || reject) && !(accept && reject))
    snprintf (advice.text, sizeof advice.text, "the label is empty: fill it in, or remove the word");
  else if (accept && reject)
    snprintf (advice.text, sizeof advice.text, "neither in --accept (%.50s) nor in --reject (%.50s)", accept, reject);
  else
    snprintf (advice.text, sizeof advice.text, "expected %s, or name the values with --accept and --reject", otherwise);
  return advice;
}

/* ---- logs by their looks ---- */

papni_format log_by_name (const char *name)
{
  static const char *const xes[] = { ".xes", ".xes.gz", ".xes.zst" };
  for (size_t i = 0; i < sizeof xes / sizeof *xes; i++)
    if (ends_in (name, xes[i]))
      return PAPNI_FORMAT_XES;
  return PAPNI_FORMAT_AUTO;
}

static bool layout_contains (const char *bytes, size_t size, const char *text)
{
  const size_t length = strlen (text);
  for (size_t i = 0; i + length <= size; i++)
    if (!memcmp (bytes + i, text, length))
      return true;
  return false;
}

papni_format log_by_bytes (const char *bytes, size_t size)
{
  enum
  {
    BEGINNING = 4096
  };
  const size_t mark = byte_order_mark (bytes, size);
  bytes += mark;
  size = size - mark < BEGINNING ? size - mark : BEGINNING;
  while (size && strchr (" \t\r\n", *bytes) && *bytes) {
    bytes++;
    size--;
  }
  if (!size)
    return PAPNI_FORMAT_AUTO;
  if (*bytes == '<')
    return layout_contains (bytes, size, "<log") ? PAPNI_FORMAT_XES : PAPNI_FORMAT_AUTO;
  if (*bytes == '[')
    return layout_contains (bytes, size, "\"ph\"") ? PAPNI_FORMAT_CHROME : PAPNI_FORMAT_AUTO;
  if (*bytes != '{')
    return PAPNI_FORMAT_AUTO;
  return layout_contains (bytes, size, "\"resourceSpans\"") ? PAPNI_FORMAT_OTLP
         : layout_contains (bytes, size, "\"traceEvents\"") ? PAPNI_FORMAT_CHROME
                                                            : PAPNI_FORMAT_AUTO;
}
