/* declare.c - the alphabet of the command line: which symbols call and return. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

const option alphabet_options[] = {
  { "call", 0, "SYMBOLS", "symbols that push, separated by spaces" },
  { "return", 0, "SYMBOLS", "symbols that pop" },
  { "internal", 0, "SYMBOLS", "all other symbols; with this, learning fails on a symbol that is not declared" },
  { "pair", 0, "'CALL RETURN'", "a paired return pops only the calls it is paired with; can be repeated" },
  { "pattern", 0, "'CALL RETURN'", "pairs by the form of their names: 'enter_* exit_*'; can be repeated" },
  { NULL, 0, NULL, NULL },
};

static int wrong_alphabet (const papni_error *error)
{
  complain_error (error);
  return error->code == PAPNI_MEMORY ? EXIT_SYSTEM : EXIT_USAGE;
}

/* Declares each name in a space-separated list. */
static int declare_list (papni_alphabet *alphabet, papni_kind kind, const char *list)
{
  papni_error error;
  char *copy = strdup (list), *rest = NULL;
  if (!copy)
    return complain (EXIT_SYSTEM, "out of memory");
  int code = EXIT_DONE;
  for (char *name = strtok_r (copy, " \t", &rest); name && !code; name = strtok_r (NULL, " \t", &rest))
    if (papni_alphabet_declare (alphabet, kind, name, &error))
      code = wrong_alphabet (&error);
  free (copy);
  return code;
}

/* --pair or --pattern: two names. */
static int declare_pair (papni_alphabet *alphabet, const char *pair, bool pattern)
{
  papni_error error;
  char *copy = strdup (pair), *rest = NULL;
  if (!copy)
    return complain (EXIT_SYSTEM, "out of memory");
  const char *call = strtok_r (copy, " \t", &rest), *ret = strtok_r (NULL, " \t", &rest);
  int code = EXIT_DONE;
  if (!ret || strtok_r (NULL, " \t", &rest))
    code =
        complain (EXIT_USAGE,
                  pattern ? "--pattern takes the forms of calls and returns, as in --pattern 'enter_* exit_*', got '%s'"
                          : "--pair takes a call and a return, as in --pair '( )', got '%s'",
                  pair);
  else if (pattern ? papni_alphabet_pattern (alphabet, call, ret, &error)
                   : papni_alphabet_pair (alphabet, call, ret, &error))
    code = wrong_alphabet (&error);
  free (copy);
  return code;
}

static int declare_option (papni_alphabet *alphabet, const given *g)
{
  if (!strcmp (g->option->name, "call"))
    return declare_list (alphabet, PAPNI_CALL, g->value);
  if (!strcmp (g->option->name, "return"))
    return declare_list (alphabet, PAPNI_RETURN, g->value);
  if (!strcmp (g->option->name, "internal"))
    return declare_list (alphabet, PAPNI_INTERNAL, g->value);
  const bool pair = !strcmp (g->option->name, "pair"), pattern = !strcmp (g->option->name, "pattern");
  return pair || pattern ? declare_pair (alphabet, g->value, pattern) : EXIT_DONE;
}

int declare_model (papni_alphabet *alphabet, const papni_model *model)
{
  const papni_alphabet *known = papni_model_alphabet (model);
  papni_error error;
  for (size_t i = 0; i < papni_alphabet_size (known); i++) {
    const papni_symbol s = (papni_symbol) i;
    if (papni_alphabet_declare (alphabet, papni_alphabet_kind (known, s), papni_alphabet_name (known, s), &error))
      return complain_error (&error);
  }
  return EXIT_DONE;
}

int declare_options (papni_alphabet *alphabet, const arguments *arguments)
{
  int code = EXIT_DONE;
  for (size_t i = 0; !code && i < arguments->option_count; i++)
    code = declare_option (alphabet, &arguments->options[i]);
  return code;
}

int alphabet_begin (papni_alphabet **alphabet, const arguments *arguments)
{
  papni_error error;
  *alphabet = papni_alphabet_new (NULL, &error);
  return *alphabet ? declare_options (*alphabet, arguments) : complain_error (&error);
}
