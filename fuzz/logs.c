/* logs.c - bytes as a table of events, an XES log, a trace or a plain log. The first byte
 * selects the format and the settings: 0 to 9 in the order of `kinds`, 10 to 19 the same
 * with labels, and so on. What can be read can be learned, twice with the same result. */
#include "support.h"

#include <string.h>

static const char *const kinds[][8] = {
  { "format", "csv", "case", "case", "event", "event" },
  { "format", "csv", "case", "case", "event", "event,phase", "order", "time" },
  { "format", "xes" },
  { "format", "xes", "event", "concept:name,lifecycle:transition", "order", "time:timestamp" },
  { "format", "chrome" },
  { "format", "chrome", "case", "thread" },
  { "format", "otlp" },
  { "format", "log", "regex", "(?<case>\\d+) (?<event>\\w+)(?: (?<order>\\S+))?(?: (?<label>\\w+))?" },
  { "format", "tokens" },
  { "format", "auto" },
};

enum
{
  KINDS = sizeof kinds / sizeof *kinds,
  LETTERS = 40,
  LENGTH = 600
};

static papni_layout *layout_for (uint8_t first)
{
  papni_error error;
  papni_layout *layout = papni_layout_new (NULL, &error);
  MUST (layout);
  const char *const *settings = kinds[first % KINDS];
  for (size_t i = 0; i < 8 && settings[i]; i += 2)
    MUST (!papni_layout_set (layout, settings[i], settings[i + 1], &error));
  if (first / KINDS % 2) {
    MUST (!papni_layout_set (layout, "label", "label", &error));
    MUST (!papni_layout_set (layout, "accept", "yes,ok,+", &error));
  }
  if (first / KINDS / 2 % 2)
    MUST (!papni_layout_set (layout, "reject", "no,-", &error));
  if (first / KINDS / 4 % 2)
    MUST (!papni_layout_set (layout, "labels", "reject", &error));
  return layout;
}

static bool is_small (const papni_samples *samples)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  size_t length = 0;
  while (papni_samples_next (samples, &cursor, &word))
    length += word.length + 1;
  return length <= LENGTH && papni_alphabet_size (papni_samples_alphabet (samples)) <= LETTERS;
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
  if (!size)
    return 0;
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *samples = papni_samples_new (alphabet, &error);
  MUST (samples);
  papni_layout *layout = layout_for (*bytes);
  const papni_status status = papni_layout_read (layout, samples, (const char *) bytes + 1, size - 1, "input", &error);
  MUST (!status || (error.code == status && error.message[0]));
  if (is_small (samples)) {
    const text once = learned (samples, (way){ .model = "vpa" }), twice = learned (samples, (way){ .model = "vpa" });
    MUST (same_text (once, twice));
    text_free (once);
    text_free (twice);
  }
  papni_layout_free (layout);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  return 0;
}
