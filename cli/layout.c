/* layout.c - reads tables of events, logs and traces: where a file has its words and
 * labels. */
#include "cli.h"

#include <string.h>

const option layout_options[] = {
  { "case", 0, "COLUMN", "events: column of the case, whose events are a word; with chrome: event or thread" },
  { "event", 0, "COLUMNS", "events: column of the name; several are separated by commas, and joined by +" },
  { "order", 0, "COLUMN", "events: order by this column, numbers or ISO 8601 times (default: as in the file)" },
  { "regex", 0, "PATTERN", "log: a regular expression with the groups (?<case>...), (?<event>...), order and label" },
  { "outputs", 0, "COLUMN",
    "moore, mealy, vpt: column of the outputs, in csv, jsonl and events (default: output); a vpa becomes a vpt" },
  { NULL, 0, NULL, NULL },
};

const option label_options[] = {
  { "accept", 0, "VALUES", "labels that mean accepted, separated by commas" },
  { "reject", 0, "VALUES", "labels that mean rejected; with one of the two, all others mean the other" },
  { "right", 0, "FILE", "file or folder whose words are all accepted, without labels; can be repeated" },
  { "wrong", 0, "FILE", "file or folder whose words are all rejected, without labels; can be repeated" },
  { NULL, 0, NULL, NULL },
};

int layout_begin (input *in, const arguments *a)
{
  static const char *const settings[] = { "word", "label", "accept", "reject", "case", "event", "order", "regex" };
  papni_error error;
  const char *format = value_of (a, "format", "auto");
  in->layout = papni_layout_new (NULL, &error);
  papni_status status = in->layout ? PAPNI_OK : error.code;
  if (!status && !in->lines && !in->list && !in->reading.lexer)
    status = papni_layout_set (in->layout, "format", format, &error);
  for (size_t i = 0; !status && i < sizeof settings / sizeof *settings; i++)
    if (is_given (a, settings[i]))
      status = papni_layout_set (in->layout, settings[i], value_of (a, settings[i], NULL), &error);
  if (!status && is_given (a, "chars"))
    status = papni_layout_set (in->layout, "chars", "yes", &error);
  if (status)
    return complain_error (&error);
  if (is_given (a, "outputs") && !in->traces)
    return complain (EXIT_USAGE, "%s: --outputs is for machines: with --model moore, mealy or vpt", a->command->name);
  if (in->traces && papni_layout_set (in->layout, "traces", "yes", &error))
    return complain_error (&error);
  if (in->traces && papni_layout_set (in->layout, "outputs", value_of (a, "outputs", NULL), &error))
    return complain_error (&error);
  papni_layout_use_lexer (in->layout, in->reading.lexer);
  const bool log = !strcmp (format, "log");
  if (is_given (a, "regex") && !log && is_given (a, "format"))
    return complain (EXIT_USAGE, "%s: --regex needs --format log", a->command->name);
  if (is_given (a, "regex") && papni_layout_set (in->layout, "format", "log", &error))
    return complain_error (&error);
  return EXIT_DONE;
}

/* Is this a log, whose words have no labels in front? */
bool is_log (const input *in, const char *path)
{
  static const char *const endings[] = { ".xes", ".xes.gz", ".xes.zst" };
  const size_t length = strlen (path);
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (length > strlen (endings[i]) && !strcmp (path + length - strlen (endings[i]), endings[i]))
      return true;
  return in->has_events || (in->reading.format >= PAPNI_FORMAT_XES && in->reading.format <= PAPNI_FORMAT_LOG);
}

int layout_read (input *in, const char *path, papni_label given)
{
  papni_error error;
  const char *labels = given == PAPNI_UNKNOWN ? NULL : given == PAPNI_ACCEPT ? "accept" : "reject";
  if (papni_layout_set (in->layout, "labels", labels, &error)
      || papni_layout_read_file (in->layout, in->samples, path, &error))
    return complain_error (&error);
  in->skipped += papni_layout_ignored (in->layout);
  return EXIT_DONE;
}
