/* input.c - words and models from files, with the alphabet of the command line. */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const option alphabet_options[] = {
  { "call", 0, "SYMBOLS", "symbols that push, separated by blanks" },
  { "return", 0, "SYMBOLS", "symbols that pop" },
  { "internal", 0, "SYMBOLS", "all other symbols: where a model is learned, an unknown one is an error then" },
  { "pair", 0, "'CALL RETURN'", "this return pops this call only; may be repeated" },
  { "format", 0, "auto|tokens|chars|abbadingo|csv|jsonl", "how the words are written (default: auto)" },
  { "word", 0, "COLUMN", "csv: the column of the words (default: word)" },
  { "label", 0, "COLUMN", "csv: the column of the labels (default: label)" },
  { "chars", 0, NULL, "csv: a word is split into characters, not at blanks" },
  { NULL, 0, NULL, NULL },
};

/* ---- the alphabet ---- */

static int wrong_alphabet (const papni_error *error)
{
  complain_error (error);
  return error->code == PAPNI_MEMORY ? EXIT_SYSTEM : EXIT_USAGE;
}

/* Calls `declare` for each name in a list separated by blanks. */
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

static int declare_pair (papni_alphabet *alphabet, const char *pair)
{
  papni_error error;
  char *copy = strdup (pair), *rest = NULL;
  if (!copy)
    return complain (EXIT_SYSTEM, "out of memory");
  const char *call = strtok_r (copy, " \t", &rest), *ret = strtok_r (NULL, " \t", &rest);
  int code = EXIT_DONE;
  if (!ret || strtok_r (NULL, " \t", &rest))
    code = complain (EXIT_USAGE, "--pair takes a call and a return, as in --pair '( )', and not '%s'", pair);
  else if (papni_alphabet_pair (alphabet, call, ret, &error))
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
  return strcmp (g->option->name, "pair") != 0 ? EXIT_DONE : declare_pair (alphabet, g->value);
}

/* What the model says of its symbols, the command line and the files must not deny. */
static int declare_model (papni_alphabet *alphabet, const papni_model *model)
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

/* ---- reading ---- */

int input_begin (input *in, const arguments *arguments, const papni_model *model)
{
  papni_error error;
  *in = (input){ .reading = { .format = (papni_format) choice_of (arguments, "format", "auto"),
                              .chars = is_given (arguments, "chars"),
                              .word_column = value_of (arguments, "word", NULL),
                              .label_column = value_of (arguments, "label", NULL) } };
  in->alphabet = papni_alphabet_new (NULL, &error);
  in->samples = in->alphabet ? papni_samples_new (in->alphabet, &error) : NULL;
  if (!in->samples)
    return complain_error (&error);
  int code = EXIT_DONE;
  if (model && papni_model_kind_of (model) != PAPNI_DFA)
    code = declare_model (in->alphabet, model);
  for (size_t i = 0; !code && i < arguments->option_count; i++)
    code = declare_option (in->alphabet, &arguments->options[i]);
  return code;
}

int input_read (input *in, const char *path)
{
  papni_error error;
  papni_text *text = papni_text_open (path, NULL, &error);
  const bool failed = !text
                      || papni_samples_read (in->samples, papni_text_bytes (text), papni_text_size (text),
                                             strcmp (path, "-") ? path : "standard input", &in->reading, &error);
  papni_text_free (text);
  return failed ? complain_error (&error) : EXIT_DONE;
}

int input_read_all (input *in, const char *const *paths, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    const int code = input_read (in, paths[i]);
    if (code)
      return code;
  }
  if (!papni_samples_size (in->samples))
    return complain (EXIT_INPUT, "%s: no words in this file",
                     strcmp (paths[count - 1], "-") ? paths[count - 1] : "standard input");
  return EXIT_DONE;
}

void input_free (input *in)
{
  papni_samples_free (in->samples);
  papni_alphabet_free (in->alphabet);
}

/* Where there is no such file, and the name is not that of one. */
static bool may_be_language (const char *path)
{
  return strcmp (path, "-") != 0 && !strpbrk (path, "./") && access (path, F_OK) && errno == ENOENT;
}

static papni_model *language_model (const char *name, int *code)
{
  papni_error error;
  const size_t language = papni_language_find (name);
  papni_model *model = NULL;
  if (language == papni_language_count ())
    *code = no_language (EXIT_INPUT, name, "there is no such file, and no such language is built in");
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
  papni_text *text = papni_text_open (path, NULL, &error);
  papni_model *model = NULL;
  if (text)
    model = papni_read_json (papni_text_bytes (text), papni_text_size (text),
                             strcmp (path, "-") ? path : "standard input", NULL, &error);
  papni_text_free (text);
  *code = model ? EXIT_DONE : complain_error (&error);
  return model;
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
  for (; t->size < size; t->size++) {
    const char *name = papni_alphabet_name (from, (papni_symbol) t->size);
    t->symbols[t->size] = papni_alphabet_find (papni_model_alphabet (to), name, strlen (name));
  }
  return EXIT_DONE;
}
