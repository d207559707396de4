/* pages.c - man pages and completions, generated from the option tables. */
#include "cli.h"

#include <ctype.h>
#include <string.h>

/* ---- man pages ---- */

/* Text for roff: escapes backslashes, and dots and quotes at the beginning of a line. */
static void print_roff (const char *text)
{
  bool line_start = true;
  for (; *text; text++) {
    if (line_start && (*text == '.' || *text == '\''))
      printf ("\\&");
    printf (*text == '\\' ? "\\e" : *text == '-' ? "\\-" : *text == '\'' ? "\\(aq" : "%c", *text);
    line_start = *text == '\n';
  }
}

static void print_lines (const char *lines)
{
  printf (".nf\n");
  print_roff (lines);
  printf ("\n.fi\n");
}

/* Paragraphs; indented ones are examples. */
static void print_about (const char *about)
{
  for (bool first = true; *about; first = false) {
    const char *end = strstr (about, "\n\n");
    const size_t length = end ? (size_t) (end - about) : strlen (about);
    char paragraph[2048];
    snprintf (paragraph, sizeof paragraph, "%.*s", (int) length, about);
    printf (first ? "" : ".PP\n");
    if (*paragraph == ' ')
      print_lines (paragraph);
    else {
      print_roff (paragraph);
      printf ("\n");
    }
    about += length + (end ? 2 : 0);
  }
}

static void print_options (const option *table)
{
  for (const option *o = table; o->name; o++) {
    printf (".TP\n.B ");
    if (o->letter)
      printf ("\\-%c, ", o->letter);
    printf ("\\-\\-");
    print_roff (o->name);
    if (o->argument) {
      printf (bare_value (o) ? "[=\\fI" : " \\fI");
      print_roff (o->argument);
      printf (bare_value (o) ? "\\fR]" : "\\fR");
    }
    printf ("\n");
    print_roff (o->help);
    printf ("\n");
  }
}

static void print_exit_codes (void)
{
  printf (".SH EXIT STATUS\n"
          ".IP 0 4\nsuccess\n.IP 1\nthe answer is no, for example a word is rejected\n.IP 2\nusage error\n"
          ".IP 3\ninput error: a file that cannot be read or is malformed\n"
          ".IP 4\ncontradictory samples: a word is both accepted and rejected\n"
          ".IP 5\nsystem error: output cannot be written, or out of memory\n"
          ".IP 130\ninterrupted with Ctrl\\-C\n");
}

static void print_title (const char *name)
{
  char upper[64];
  snprintf (upper, sizeof upper, "%s", name);
  for (char *c = upper; *c; c++)
    *c = (char) toupper ((unsigned char) *c);
  printf (".TH %s 1 2026-11-15 \"papni %s\" \"papni manual\"\n", upper, papni_version ());
}

static void print_main_page (void)
{
  print_title ("papni");
  printf (".SH NAME\npapni \\- learn automata with a stack from example words\n"
          ".SH SYNOPSIS\n.B papni\n.I COMMAND\n.RI [ ARGUMENTS ...]\n"
          ".SH DESCRIPTION\n"
          "papni learns visibly pushdown automata from accepted and rejected words. It can run,\n"
          "evaluate, compare, combine, export and draw them.\n"
          ".SH COMMANDS\n");
  for (const command *const *c = commands; *c; c++)
    printf (".TP\n.BR papni\\-%s (1)\n%s\n", (*c)->name, (*c)->summary);
  printf (".SH FILES OF WORDS\n"
          "The format is detected, except for chars. Files may be compressed (.gz, .zst).\n"
          ".TP\n.B tokens\none word per line: + or \\-, then its symbols, separated by spaces; lines that begin with\n"
          "# are comments. At the top, %%call, %%return, %%internal and %%pair declare symbols, and\n"
          "%%format names the format.\n"
          ".TP\n.B chars\nthe same, but each character is a symbol\n"
          ".TP\n.B abbadingo\na header with the numbers of words and symbols, then one line per word: label, length, "
          "symbols\n"
          ".TP\n.B csv\na header with the columns word and label\n"
          ".TP\n.B jsonl\none JSON object per line, with word (an array of strings) or text (a string), and label\n");
  printf (".SH DOCUMENTS\n"
          "With \\-\\-lexer, or with a model that was learned with a lexer, words are documents. Lexers\n"
          "are json, xml, xml:attributes, chars, words, and rules:FILE. Such a file has one name and\n"
          "PCRE2 pattern per line; %%call, %%return, %%pair, %%internal and %%skip declare the names.\n"
          ".TP\n.B a folder\nthe documents in its folders pos and neg\n"
          ".TP\n.B lines\na label and a document per line; papni check needs \\-\\-format lines\n"
          ".TP\n.B list\na label and a file name per line (\\-\\-format list)\n");
  print_exit_codes ();
  printf (".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nif set, disables bold output\n");
}

void print_man_page (const command *c)
{
  if (!c) {
    print_main_page ();
    return;
  }
  char name[64];
  snprintf (name, sizeof name, "papni-%s", c->name);
  print_title (name);
  printf (".SH NAME\npapni\\-%s \\- %s\n.SH SYNOPSIS\n.B papni %s\n%s", c->name, c->summary, c->name,
          *c->operands ? ".I " : "");
  print_roff (c->operands);
  printf ("%s.RI [ options ]\n.SH DESCRIPTION\n", *c->operands ? "\n" : "");
  print_about (c->about);
  printf (".SH OPTIONS\n");
  for (size_t i = 0; option_table (c, i); i++)
    print_options (option_table (c, i));
  printf (".TP\n.B \\-h, \\-\\-help\nprint a short help\n");
  print_exit_codes ();
  printf (".SH EXAMPLE\n");
  print_lines (c->example);
  printf (".SH SEE ALSO\n.BR papni (1)\n");
}

/* ---- completions ---- */

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
  printf ("--help --version' -- \"$word\"))\n    return\n  fi\n  local options=\n  case ${COMP_WORDS[1]} in\n");
  for (const command *const *c = commands; *c; c++) {
    printf ("  %s)\n    options='--help", (*c)->name);
    for_options (*c, bash_word);
    printf ("'\n    case $before in\n");
    for_options (*c, bash_case);
    printf ("    esac ;;\n");
  }
  printf ("  esac\n  if [ \"${word#-}\" != \"$word\" ]; then\n"
          "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n  else\n"
          "    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n  fi\n}\n"
          "complete -o filenames -F _papni papni\n");
}

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
  printf ("#compdef papni\n_papni() {\n  local -a commands=(\n");
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
    printf (" \\\n      '*:file:_files' ;;\n");
  }
  printf ("  esac\n}\n_papni \"$@\"\n");
}

int print_completion (const char *shell)
{
  if (!strcmp (shell, "bash"))
    print_bash ();
  else if (!strcmp (shell, "zsh"))
    print_zsh ();
  else
    return complain (EXIT_USAGE, "--completion takes bash or zsh");
  return EXIT_DONE;
}
