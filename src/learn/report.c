/* report.c - what learning reports beside the model: counts, attempts, the story. */
#include "learn/report.h"

papni_report *papni_report_new (const papni_allocator *memory, papni_error *e)
{
  const allocator a = allocator_or_libc (memory);
  papni_report *r = allocate_zeroed (&a, 1, sizeof *r);
  if (r)
    r->memory = a;
  else
    no_memory (e);
  return r;
}

static void drop_story (papni_report *r)
{
  story_free (r->story);
  r->story = NULL;
}

void report_clear (papni_report *r)
{
  if (!r)
    return;
  for (size_t i = 0; i < r->attempt_count; i++) {
    papni_options_free ((papni_options *) r->attempts[i].options);
    papni_model_free ((papni_model *) r->attempts[i].model);
  }
  release (&r->memory, r->attempts, r->attempt_count, sizeof *r->attempts);
  r->attempts = NULL;
  r->attempt_count = 0;
  release (&r->memory, r->suspects, r->suspect_count, sizeof *r->suspects);
  r->suspects = NULL;
  r->suspect_count = 0;
  r->statistics = (papni_statistics){ 0 };
  drop_story (r);
}

void papni_report_free (papni_report *r)
{
  if (!r)
    return;
  const allocator a = r->memory;
  report_clear (r);
  release (&a, r, 1, sizeof *r);
}

const papni_statistics *papni_report_statistics (const papni_report *r)
{
  return &r->statistics;
}

/* ---- attempts ---- */

size_t papni_report_attempts (const papni_report *r)
{
  return r->attempt_count;
}

const papni_attempt *papni_report_attempt (const papni_report *r, size_t index)
{
  return index < r->attempt_count ? &r->attempts[index] : NULL;
}

status report_attempt (papni_report *r, const settings *s, papni_attempt attempt, error *e)
{
  if (!r)
    return PAPNI_OK;
  const size_t count = r->attempt_count;
  papni_attempt *more = resize (&r->memory, r->attempts, count, count + 1, sizeof *more);
  if (!more)
    return no_memory (e);
  r->attempts = more;
  more[count] = attempt;
  more[count].options = settings_options (s, &r->memory, e);
  r->attempt_count = count + 1;
  if (!more[count].options)
    more[count].model = NULL; /* it stays the caller's */
  return more[count].options ? PAPNI_OK : PAPNI_MEMORY;
}

/* ---- suspects ---- */

size_t papni_report_suspects (const papni_report *r)
{
  return r->suspect_count;
}

const papni_suspect *papni_report_suspect (const papni_report *r, size_t index)
{
  return index < r->suspect_count ? &r->suspects[index].suspect : NULL;
}

/* ---- the story ---- */

void papni_report_want_story (papni_report *r)
{
  r->wants_story = true;
}

const papni_story *papni_report_story (const papni_report *r)
{
  return r->story;
}

status report_begin_story (papni_report *r, settings *s, error *e)
{
  if (!r)
    return PAPNI_OK;
  drop_story (r);
  if (!r->wants_story)
    return PAPNI_OK;
  s->story = r->story = story_new (&r->memory, e);
  return r->story ? PAPNI_OK : PAPNI_MEMORY;
}

papni_model *report_failure (papni_report *r)
{
  if (r)
    drop_story (r);
  return NULL;
}
