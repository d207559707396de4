/* rename.c - papni ops rename: the words of a model with other names for symbols. */
#include "rename.h"

#include <stdlib.h>
#include <string.h>

/* Takes over what one --map says: the symbol's new name. Names point into `copy`. */
static int map_symbol (const papni_alphabet *alphabet, const char *value, char *copy, const char **names)
{
  char *rest = NULL;
  const char *old = strtok_r (copy, " \t", &rest), *new = strtok_r (NULL, " \t", &rest);
  if (!new || strtok_r (NULL, " \t", &rest))
    return complain (EXIT_USAGE, "ops: --map: expected a symbol and its new name, as in --map '[ (', got '%s'", value);
  const papni_symbol s = papni_alphabet_find (alphabet, old, strlen (old));
  if (s == PAPNI_NO_SYMBOL)
    return complain (EXIT_USAGE, "ops: --map '%s': the model has no symbol '%s'", value, old);
  if (names[s])
    return complain (EXIT_USAGE, "ops: --map '%s': '%s' is already renamed to '%s'", value, old, names[s]);
  names[s] = new;
  return EXIT_DONE;
}

static papni_model *rename_with (const papni_model *model, const char *const *names, bool quiet, int *code)
{
  papni_error error;
  progress line;
  const papni_watch watch = progress_begin (&line, quiet);
  papni_model *renamed = papni_rename (model, names, &watch, &error);
  progress_end (&line);
  *code = renamed ? EXIT_DONE : complain_error (&error);
  return renamed;
}

/* Collects the names that --map gives. */
static int read_maps (const arguments *a, const papni_alphabet *alphabet, char **copies, const char **names)
{
  int code = EXIT_DONE;
  for (size_t i = 0; !code && i < a->option_count; i++) {
    const given *g = &a->options[i];
    if (strcmp (g->option->name, "map") != 0)
      continue;
    copies[i] = strdup (g->value);
    code = copies[i] ? map_symbol (alphabet, g->value, copies[i], names) : complain (EXIT_SYSTEM, "out of memory");
  }
  if (!code && !is_given (a, "map"))
    code = complain (EXIT_USAGE, "ops: rename needs --map 'OLD NEW'");
  return code;
}

papni_model *rename_model (const arguments *a, const papni_model *model, int *code)
{
  const papni_alphabet *alphabet = papni_model_alphabet (model);
  const char **names = calloc (papni_alphabet_size (alphabet) + 1, sizeof *names);
  char **copies = calloc (a->option_count + 1, sizeof *copies);
  papni_model *renamed = NULL;
  *code = names && copies ? read_maps (a, alphabet, copies, names) : complain (EXIT_SYSTEM, "out of memory");
  if (!*code)
    renamed = rename_with (model, names, is_given (a, "quiet"), code);
  for (size_t i = 0; copies && i < a->option_count; i++)
    free (copies[i]);
  free (copies);
  free (names);
  return renamed;
}
