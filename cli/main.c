/* main.c - finds and runs the command. */
#include "cli.h"

#include <string.h>

extern const command ask_command, check_command, count_command, coverage_command, diff_command, encode_command,
    eval_command, explain_command, export_command, generate_command, import_command, languages_command, learn_command,
    minimize_command, nesting_command, ops_command, score_command, show_command, split_command, suggest_command,
    tree_command;

const command *const commands[] = { &learn_command,    &nesting_command,
                                    &check_command,    &eval_command,
                                    &coverage_command, &count_command,
                                    &score_command,    &encode_command,
                                    &show_command,     &export_command,
                                    &import_command,   &generate_command,
                                    &split_command,    &languages_command,
                                    &explain_command,  &diff_command,
                                    &minimize_command, &ops_command,
                                    &tree_command,     &ask_command,
                                    &suggest_command,  NULL };

const command *find_command (const char *name)
{
  for (const command *const *c = commands; *c; c++)
    if (!strcmp ((*c)->name, name))
      return *c;
  return NULL;
}

static int no_command (const char *name)
{
  const command *like = nearest_command (name);
  if (like)
    return complain (EXIT_USAGE, "unknown command '%s'; did you mean '%s'?\nsee 'papni --help'", name, like->name);
  return complain (EXIT_USAGE, "unknown command '%s'; see 'papni --help'", name);
}

static int help (const char *name)
{
  const command *c = name ? find_command (name) : NULL;
  if (name && !c)
    return no_command (name);
  if (c)
    print_help (c);
  else
    print_overview (stdout);
  return EXIT_DONE;
}

static int man (const char *name)
{
  const command *c = name ? find_command (name) : NULL;
  if (name && !c)
    return no_command (name);
  print_man_page (c);
  return EXIT_DONE;
}

static int run (int count, char **words)
{
  const char *first = count > 1 ? words[1] : NULL, *second = count > 2 ? words[2] : NULL;
  if (!first) {
    print_overview (stderr);
    return EXIT_USAGE;
  }
  if (!strcmp (first, "--help") || !strcmp (first, "-h") || !strcmp (first, "help"))
    return help (second);
  if (!strcmp (first, "--version")) {
    printf ("papni %s\n", papni_version ());
    return EXIT_DONE;
  }
  if (!strcmp (first, "--man"))
    return man (second);
  if (!strcmp (first, "--completion"))
    return print_completion (second ? second : "");
  const command *c = find_command (first);
  if (!c)
    return no_command (first);
  return run_command (c, count - 2, words + 2);
}

int main (int count, char **words)
{
  settings_begin ();
  signals_begin ();
  const int code = run (count, words);
  forget_inputs ();
  return finish_stdout (code);
}
