/* settings.c - the library's settings as options of a command. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum
{
  MOST_SETTINGS = 64,
  LONGEST_HELP = 512
};

/* A file declares classes. */
static const char CLASSES_VALUES[] = "none|auto|FILE";

const char *classes_file (const arguments *a)
{
  const char *value = value_of (a, "classes", NULL);
  return value && strcmp (value, "none") != 0 && strcmp (value, "auto") != 0 ? value : NULL;
}

option setting_options[MOST_SETTINGS + 1];

void settings_begin (void)
{
  static char help[MOST_SETTINGS][LONGEST_HELP];
  const papni_setting *s;
  for (size_t i = 0; i < MOST_SETTINGS && (s = papni_setting_at (i)); i++) {
    snprintf (help[i], sizeof help[i], "%s (default: %s)", s->help, s->defaults);
    const bool classes = !strcmp (s->name, "classes");
    setting_options[i] = (option){ s->name, s->letter, classes ? CLASSES_VALUES : s->values, help[i] };
  }
}

const char *bare_value (const option *o)
{
  for (size_t i = 0; setting_options[i].name; i++)
    if (o == &setting_options[i])
      return papni_setting_at (i)->bare;
  return NULL;
}

static int wrong_setting (const arguments *a, const papni_error *error)
{
  return error->code == PAPNI_USAGE ? complain (EXIT_USAGE, "%s: --%s", a->command->name, error->message)
                                    : complain_error (error);
}

int read_settings (papni_options **options, const arguments *a)
{
  papni_error error;
  *options = papni_options_new (NULL, &error);
  if (!*options)
    return complain_error (&error);
  const papni_setting *s;
  for (size_t i = 0; (s = papni_setting_at (i)); i++) {
    const bool declares = !strcmp (s->name, "classes") && classes_file (a);
    const char *value = declares ? "declared" : !i ? wanted_model (a) : value_of (a, s->name, NULL);
    if (is_given (a, s->name) && papni_options_set (*options, s->name, value, &error))
      return wrong_setting (a, &error);
  }
  return papni_options_check (*options, &error) ? wrong_setting (a, &error) : EXIT_DONE;
}

/* Is this one of "a|b|c"? */
static bool is_among (const char *names, const char *name)
{
  const size_t length = strlen (name);
  for (const char *at = names; (at = strstr (at, name)); at += length)
    if ((at == names || at[-1] == '|') && (!at[length] || at[length] == '|'))
      return true;
  return false;
}

void print_settings_json (FILE *out, const papni_options *o)
{
  const char *model = papni_options_get (o, "model");
  const papni_setting *s;
  for (size_t i = 0; (s = papni_setting_at (i)); i++) {
    const char *value = papni_options_get (o, s->name);
    const bool number = strspn (value, "0123456789.") == strlen (value);
    if (i
        && (s->models ? !is_among (s->models, model)
                      : !papni_options_is_set (o, s->name) || !strcmp (s->name, "threads")))
      continue;
    fprintf (out, "%s\"", i ? ", " : "");
    for (const char *c = s->name; *c; c++)
      fputc (*c == '-' ? '_' : *c, out);
    if (number)
      fprintf (out, "\": %.9g", strtod (value, NULL));
    else
      fprintf (out, "\": \"%s\"", value);
  }
}
