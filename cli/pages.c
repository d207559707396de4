/* pages.c - man pages, generated from the option tables. */
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
