/* languages.c - papni languages: the built-in languages. */
#include "cli.h"

#include <string.h>

static size_t apart (size_t language, const char *name)
{
  const char *known = papni_language_name (language);
  return distance (known, strlen (known), name, strlen (name));
}

/* The languages with the closest names, as "A, B or C"; empty if none is close. */
static void nearest_languages (const char *name, char *text, size_t room)
{
  size_t least = 3, count = 0, used = 0;
  for (size_t i = 0; i < papni_language_count (); i++)
    least = apart (i, name) < least ? apart (i, name) : least;
  for (size_t i = 0; i < papni_language_count (); i++)
    count += least < 3 && least < strlen (name) && apart (i, name) == least;
  text[0] = 0;
  for (size_t i = 0, shown = 0; shown < count && used < room; i++)
    if (apart (i, name) == least) {
      shown++;
      const char *before = shown == 1 ? "" : shown == count ? " or " : ", ";
      used += (size_t) snprintf (text + used, room - used, "%s%s", before, papni_language_name (i));
    }
}

int no_language (int code, const char *name, const char *what)
{
  char like[256];
  nearest_languages (name, like, sizeof like);
  if (*like)
    return complain (code, "%s: %s; did you mean %s?\nsee 'papni languages'", name, what, like);
  return complain (code, "%s: %s; see 'papni languages'", name, what);
}

static void list (void)
{
  for (size_t i = 0; i < papni_language_count (); i++)
    printf ("%-8s %s\n", papni_language_name (i), papni_language_about (i));
}

static int languages (const arguments *a)
{
  if (!a->operand_count) {
    list ();
    return EXIT_DONE;
  }
  const size_t index = papni_language_find (a->operands[0]);
  if (index == papni_language_count ())
    return no_language (EXIT_USAGE, a->operands[0], "no such built-in language");
  papni_error error;
  papni_model *model = papni_language_model (index, NULL, &error);
  if (!model)
    return complain_error (&error);
  printf ("%s%s%s: %s\n\n", bold (stdout), papni_language_name (index), plain (stdout), papni_language_about (index));
  print_model (stdout, model);
  papni_model_free (model);
  return EXIT_DONE;
}

static const option options[] = { { NULL, 0, NULL, NULL } };

const command languages_command = {
  .name = "languages",
  .summary = "list the built-in languages, or show one",
  .operands = "[NAME]",
  .least = 0,
  .most = 1,
  .about = "Lists the built-in languages: the ones that the paper was evaluated on (L1 to arith, in the\n"
           "paper's order), and some that the paper's automata cannot express. With a name, shows the\n"
           "automaton of that language. The name can be used wherever a model is read, as in\n"
           "'papni export L3 -o L3.svg'; a file of that name takes precedence.",
  .options = { options },
  .example = "papni languages\npapni languages L3",
  .run = languages,
};
