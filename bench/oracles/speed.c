/* speed.c - how many questions papni_learn_text asks per second of CPU time, with an oracle
 * that answers at once: JSON without numbers and escapes. speed SEEDS: a file with one text
 * per line. */
#include <papni.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
  MOST_SEEDS = 1000,
  LONGEST = 4096
};

/* ---- the language: functions return the end of what they read, or NULL ---- */

static const char *read_value (const char *t, const char *end);

static const char *read_literal (const char *t, const char *end, const char *text)
{
  const size_t length = strlen (text);
  return (size_t) (end - t) >= length && !memcmp (t, text, length) ? t + length : NULL;
}

static const char *read_string (const char *t, const char *end)
{
  if (t == end || *t++ != '"')
    return NULL;
  while (t < end && (isalnum ((unsigned char) *t) || *t == ' '))
    t++;
  return t < end && *t == '"' ? t + 1 : NULL;
}

static const char *read_items (const char *t, const char *end, bool members)
{
  const char close = members ? '}' : ']';
  if (t < end && *t == close)
    return t + 1;
  while (true) {
    if (members) {
      t = read_string (t, end);
      if (!t || t == end || *t++ != ':')
        return NULL;
    }
    t = read_value (t, end);
    if (!t || t == end)
      return NULL;
    if (*t == close)
      return t + 1;
    if (*t++ != ',')
      return NULL;
  }
}

static const char *read_value (const char *t, const char *end)
{
  static const char *const literals[] = { "true", "false", "null" };
  for (size_t i = 0; i < 3; i++) {
    const char *after = read_literal (t, end, literals[i]);
    if (after)
      return after;
  }
  if (t < end && (*t == '[' || *t == '{'))
    return read_items (t + 1, end, *t == '{');
  return read_string (t, end);
}

static papni_status answer (void *context, const papni_string *texts, size_t count, papni_answer *answers,
                            papni_error *error)
{
  (void) context, (void) error;
  for (size_t i = 0; i < count; i++) {
    const char *end = texts[i].bytes + texts[i].size;
    answers[i] = read_value (texts[i].bytes, end) == end ? PAPNI_YES : PAPNI_NO;
  }
  return PAPNI_OK;
}

int main (int count, char **words)
{
  static char lines[MOST_SEEDS][LONGEST];
  papni_string seeds[MOST_SEEDS];
  size_t size = 0, questions = 0;
  FILE *file = count == 2 ? fopen (words[1], "r") : NULL;
  if (!file) {
    fprintf (stderr, "usage: speed SEEDS\n");
    return 2;
  }
  while (size < MOST_SEEDS && fgets (lines[size], LONGEST, file)) {
    lines[size][strcspn (lines[size], "\n")] = 0;
    seeds[size] = (papni_string){ lines[size], strlen (lines[size]) };
    size++;
  }
  fclose (file);
  papni_text_asking how = papni_default_text_asking (answer, NULL);
  papni_asked asked;
  papni_error error;
  const clock_t begin = clock ();
  papni_model *model = papni_learn_text (seeds, size, &how, &asked, &error);
  const double seconds = (double) (clock () - begin) / CLOCKS_PER_SEC;
  if (!model) {
    fprintf (stderr, "%s\n", error.message);
    return 1;
  }
  for (size_t i = 0; i < PAPNI_PURPOSES; i++)
    questions += asked.questions[i];
  printf ("%zu questions in %.3f s of CPU time: %.0f per second\n", questions, seconds, (double) questions / seconds);
  papni_model_free (model);
  return 0;
}
