/* completion.c - completions for bash, zsh and fish, generated from the option tables. */
#include "cli.h"

#include <string.h>

/* Calls `each` for every option of a command. */
static void for_options (const command *c, void (*each) (const option *))
{
  for (size_t i = 0; option_table (c, i); i++)
    for (const option *o = option_table (c, i); o->name; o++)
      each (o);
}

static bool has_choices (const option *o)
{
  return o->argument && strchr (o->argument, '|');
}

static void print_choices (const char *choices)
{
  for (; *choices; choices++)
    putchar (*choices == '|' ? ' ' : *choices);
}

/* Does it take a model, so that the name of a built-in language will do? */
static bool takes_model (const command *c)
{
  return strstr (c->operands, "MODEL") || !strcmp (c->name, "languages");
}

static void print_languages (void)
{
  for (size_t i = 0; i < papni_language_count (); i++)
    printf (i ? " %s" : "%s", papni_language_name (i));
}

/* ---- bash ---- */

static void bash_word (const option *o)
{
  printf (" --%s", o->name);
}

static void bash_case (const option *o)
{
  if (!has_choices (o))
    return;
  printf ("      --%s) COMPREPLY=($(compgen -W '", o->name);
  print_choices (o->argument);
  printf ("' -- \"$word\")); return ;;\n");
}

static void print_bash (void)
{
  printf ("# bash completion for papni\n_papni() {\n"
          "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
          "  COMPREPLY=()\n"
          "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W '");
  for (const command *const *c = commands; *c; c++)
    printf ("%s ", (*c)->name);
  printf ("--help --version' -- \"$word\"))\n    return\n  fi\n  local options= names=\n  case ${COMP_WORDS[1]} in\n");
  for (const command *const *c = commands; *c; c++) {
    printf ("  %s)\n    options='--help", (*c)->name);
    for_options (*c, bash_word);
    if (takes_model (*c)) {
      printf ("'\n    names='");
      print_languages ();
    }
    printf ("'\n    case $before in\n");
    for_options (*c, bash_case);
    printf ("    esac ;;\n");
  }
  printf ("  esac\n  if [ \"${word#-}\" != \"$word\" ]; then\n"
          "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n  else\n"
          "    case $before in -o|--output) names= ;; esac\n"
          "    mapfile -t COMPREPLY < <(compgen -W \"$names\" -- \"$word\"; compgen -f -- \"$word\")\n  fi\n}\n"
          "complete -o filenames -F _papni papni\n");
}

/* ---- zsh ---- */

static void zsh_text (const char *text)
{
  for (; *text; text++)
    printf (*text == '\'' ? "'\\''" : strchr ("[]:\\", *text) ? "\\%c" : "%c", *text);
}

static void zsh_option (const option *o)
{
  printf (" \\\n      ");
  if (o->letter)
    printf ("{-%c,--%s}", o->letter, o->name);
  printf (o->letter ? "'[" : "'--%s[", o->name);
  zsh_text (o->help);
  printf ("]");
  if (has_choices (o)) {
    printf (":%s:(", o->name);
    print_choices (o->argument);
    printf (")");
  } else if (o->argument && !bare_value (o))
    printf (":%s:_files", o->name);
  printf ("'");
}

static void print_zsh (void)
{
  printf ("#compdef papni\n_papni_models() {\n  _alternative 'languages:built-in language:(");
  print_languages ();
  printf (")' 'files:file:_files'\n}\n_papni() {\n  local -a commands=(\n");
  for (const command *const *c = commands; *c; c++) {
    printf ("    '%s:", (*c)->name);
    zsh_text ((*c)->summary);
    printf ("'\n");
  }
  printf ("  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
          "  local name=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $name in\n");
  for (const command *const *c = commands; *c; c++) {
    printf ("  %s)\n    _arguments -s '--help[print a short help]'", (*c)->name);
    for_options (*c, zsh_option);
    printf (takes_model (*c) ? " \\\n      '*:model:_papni_models' ;;\n" : " \\\n      '*:file:_files' ;;\n");
  }
  printf ("  esac\n}\n_papni \"$@\"\n");
}

/* ---- fish ---- */

static void fish_text (const char *text)
{
  putchar ('\'');
  for (; *text; text++)
    printf (*text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
  putchar ('\'');
}

static void fish_option (const command *c, const option *o)
{
  printf ("complete -c papni -n '__fish_seen_subcommand_from %s' -l %s", c->name, o->name);
  if (o->letter)
    printf (" -s %c", o->letter);
  if (has_choices (o)) {
    printf (bare_value (o) ? " -f -a '" : " -x -a '");
    print_choices (o->argument);
    printf ("'");
  } else if (o->argument && !bare_value (o))
    printf (" -r");
  printf (" -d ");
  fish_text (o->help);
  putchar ('\n');
}

static void print_fish (void)
{
  printf ("# fish completion for papni\n"
          "complete -c papni -f -n __fish_use_subcommand -l help -d 'print a short help'\n"
          "complete -c papni -f -n __fish_use_subcommand -l version -d 'print the version'\n");
  for (const command *const *c = commands; *c; c++) {
    printf ("complete -c papni -f -n __fish_use_subcommand -a %s -d ", (*c)->name);
    fish_text ((*c)->summary);
    printf ("\ncomplete -c papni -n '__fish_seen_subcommand_from %s' -l help -d 'print a short help'\n", (*c)->name);
    for (size_t i = 0; option_table (*c, i); i++)
      for (const option *o = option_table (*c, i); o->name; o++)
        fish_option (*c, o);
    if (!takes_model (*c))
      continue;
    printf ("complete -c papni -n '__fish_seen_subcommand_from %s' -a '", (*c)->name);
    print_languages ();
    printf ("' -d 'built-in language'\n");
  }
}

int print_completion (const char *shell)
{
  if (!strcmp (shell, "bash"))
    print_bash ();
  else if (!strcmp (shell, "zsh"))
    print_zsh ();
  else if (!strcmp (shell, "fish"))
    print_fish ();
  else
    return complain (EXIT_USAGE, "--completion takes bash, zsh or fish");
  return EXIT_DONE;
}
