/* report.h - what learning reports beside the model. */
#ifndef LEARN_REPORT_H
#define LEARN_REPORT_H

#include "learn/explain/story.h"
#include "learn/settings/settings.h"

/* A suspect with its reason. */
typedef struct suspect_entry
{
  papni_suspect suspect;
  char reason[256];
} suspect_entry;

struct papni_report
{
  allocator memory;
  bool wants_story;
  papni_statistics statistics;
  papni_attempt *attempts; /* with options of their own */
  size_t attempt_count;
  papni_story *story;
  suspect_entry *suspects;
  size_t suspect_count;
};

/* A report may be NULL in all of these. */

/* Forgets what was reported before. */
void report_clear (papni_report *r);

/* Gives the settings a new story, if one is wanted. */
status report_begin_story (papni_report *r, settings *s, error *e);

/* Learning has failed: no story. Returns NULL. */
papni_model *report_failure (papni_report *r);

/* Keeps an attempt, with these settings. */
status report_attempt (papni_report *r, const settings *s, papni_attempt attempt, error *e);

#endif
