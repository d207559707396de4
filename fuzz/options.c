/* options.c - bytes as settings, one `name=value` per line. A value that was set can be
 * read and set again; settings that fit together can be learned with. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

static void set_line (papni_options *options, char *line)
{
  papni_error error = { 0 };
  char *sign = strchr (line, '=');
  if (sign)
    *sign = 0;
  const char *value = sign ? sign + 1 : NULL;
  if (sign && !papni_options_get (options, line))
    MUST (papni_options_set (options, line, value, &error) == PAPNI_USAGE);
  else if (!papni_options_set (options, line, value, &error)) {
    char copy[256];
    const char *now = papni_options_get (options, line);
    MUST (now && strlen (now) < sizeof copy);
    strcpy (copy, now);
    MUST (!value || papni_options_is_set (options, line));
    if (value) {
      MUST (!papni_options_set (options, line, copy, &error));
      MUST (!strcmp (papni_options_get (options, line), copy));
    }
  } else
    MUST (error.code == PAPNI_USAGE && error.message[0]);
}

static void learn_with (const papni_options *options)
{
  static const char words[] = "%pair ( )\n+ ( a )\n+ ( ( a ) )\n- a\n- ( a a )\n- ( )\n+ ( ( ( a ) ) )\n- ( ( ) )\n";
  papni_error error = { 0 };
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *samples = papni_samples_new (alphabet, &error);
  MUST (!papni_samples_read (samples, words, sizeof words - 1, "words", NULL, &error));
  papni_model *model = papni_learn (samples, options, NULL, NULL, &error);
  MUST (model || error.code == PAPNI_USAGE || error.code == PAPNI_INPUT);
  if (model)
    must_round_trip (model);
  papni_model_free (model);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
  papni_error error = { 0 };
  papni_options *options = papni_options_new (NULL, &error);
  char *copy = malloc (size + 1), *rest = NULL;
  MUST (options && copy);
  if (size)
    memcpy (copy, bytes, size);
  copy[size] = 0;
  for (char *line = strtok_r (copy, "\n", &rest); line; line = strtok_r (NULL, "\n", &rest))
    set_line (options, line);
  free (copy);
  const char *search = papni_options_get (options, "search"), *threads = papni_options_get (options, "threads");
  if (strlen (search) < 3 && strlen (threads) < 2 && !papni_options_check (options, &error)) {
    papni_options *same = papni_options_copy (options, &error);
    MUST (same && !papni_options_check (same, &error));
    learn_with (same);
    papni_options_free (same);
  }
  papni_options_free (options);
  return 0;
}
