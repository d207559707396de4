/* read_model.c - models from files and built-in languages, and symbols by their names in a model. */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* If there is no such file, and the name does not look like one. A folder is not a
 * model. */
static bool may_be_language (const char *path)
{
  if (is_folder (path))
    return papni_language_find (path) != papni_language_count ();
  return strcmp (path, "-") != 0 && !strpbrk (path, "./") && access (path, F_OK) && errno == ENOENT;
}

static papni_model *language_model (const char *name, int *code)
{
  papni_error error;
  const size_t language = papni_language_find (name);
  papni_model *model = NULL;
  if (language == papni_language_count ())
    *code = no_language (EXIT_INPUT, name, "no such file, and no such built-in language");
  else {
    model = papni_language_model (language, NULL, &error);
    *code = model ? EXIT_DONE : complain_error (&error);
  }
  return model;
}

papni_model *read_model (const char *path, int *code)
{
  papni_error error;
  if (may_be_language (path))
    return language_model (path, code);
  papni_model *model = papni_model_read_file (path, NULL, &error);
  *code = model ? EXIT_DONE : complain_error (&error);
  return model;
}

papni_symbol translate_name (const translation *t, const char *name, const papni_model *to)
{
  if (t->lexed && !strcmp (name, "#unlexed"))
    return PAPNI_NO_SYMBOL;
  return papni_alphabet_find (papni_model_alphabet (to), name, strlen (name));
}

int translate (translation *t, const papni_alphabet *from, const papni_model *to)
{
  const size_t size = papni_alphabet_size (from);
  if (size > t->capacity) {
    papni_symbol *more = realloc (t->symbols, 2 * size * sizeof *more);
    if (!more)
      return complain (EXIT_SYSTEM, "out of memory");
    t->symbols = more;
    t->capacity = 2 * size;
  }
  for (; t->size < size; t->size++)
    t->symbols[t->size] = translate_name (t, papni_alphabet_name (from, (papni_symbol) t->size), to);
  return EXIT_DONE;
}
