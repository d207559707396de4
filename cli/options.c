/* options.c - parses the arguments of a command with its tables, and prints its help. */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- finding ---- */

const option *option_table (const command *c, size_t i)
{
  size_t own = 0;
  while (c->options[own])
    own++;
  return i < own ? c->options[i] : i == own ? limit_options : NULL;
}

static const option *find_option (const command *c, const char *name, size_t length)
{
  for (size_t i = 0; option_table (c, i); i++)
    for (const option *o = option_table (c, i); o->name; o++)
      if (strlen (o->name) == length && !memcmp (o->name, name, length))
        return o;
  return NULL;
}

static const option *find_letter (const command *c, char letter)
{
  for (size_t i = 0; option_table (c, i); i++)
    for (const option *o = option_table (c, i); o->name; o++)
      if (o->letter == letter)
        return o;
  return NULL;
}

size_t distance (const char *x, size_t x_length, const char *y, size_t y_length)
{
  enum
  {
    LONGEST = 32
  };
  size_t rows[3][LONGEST + 1];
  if (x_length > LONGEST || y_length > LONGEST)
    return LONGEST;
  for (size_t k = 0; k <= y_length; k++)
    rows[0][k] = k;
  for (size_t i = 1; i <= x_length; i++) {
    size_t *here = rows[i % 3];
    const size_t *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
    here[0] = i;
    for (size_t k = 1; k <= y_length; k++) {
      size_t least = above[k - 1] + (x[i - 1] != y[k - 1]);
      least = above[k] + 1 < least ? above[k] + 1 : least;
      least = here[k - 1] + 1 < least ? here[k - 1] + 1 : least;
      if (i > 1 && k > 1 && x[i - 1] == y[k - 2] && x[i - 2] == y[k - 1] && before[k - 2] + 1 < least)
        least = before[k - 2] + 1;
      here[k] = least;
    }
  }
  return rows[x_length % 3][y_length];
}

/* The option with the closest name or with this prefix, or NULL. */
static const option *nearest (const command *c, const char *name, size_t length)
{
  const option *best = NULL;
  size_t least = 3;
  for (size_t i = 0; option_table (c, i); i++)
    for (const option *o = option_table (c, i); o->name; o++) {
      const bool begins = length > 1 && !strncmp (o->name, name, length);
      const size_t apart = begins ? 0 : distance (o->name, strlen (o->name), name, length);
      if (apart < least) {
        best = o;
        least = apart;
      }
    }
  return best;
}

const command *nearest_command (const char *name)
{
  const command *best = NULL;
  size_t least = 3;
  for (const command *const *c = commands; *c; c++) {
    const size_t apart = distance ((*c)->name, strlen ((*c)->name), name, strlen (name));
    if (apart < least) {
      best = *c;
      least = apart;
    }
  }
  return best;
}

/* The index of a value in "a|b|c", or -1. */
static int place_among (const char *choices, const char *value)
{
  const size_t length = strlen (value);
  for (int place = 0;; place++) {
    const size_t size = strcspn (choices, "|");
    if (size == length && !memcmp (choices, value, size))
      return place;
    if (!choices[size])
      return -1;
    choices += size + 1;
  }
}

/* ---- parsing ---- */

typedef struct parser
{
  arguments *arguments;
  int count, next;
  char **words;
} parser;

static int wrong (const parser *p, const char *what, const char *which)
{
  const char *name = p->arguments->command->name;
  return complain (EXIT_USAGE, "%s: %s '%s'\ntry 'papni %s --help'", name, what, which, name);
}

static int add_option (parser *p, const option *o, const char *value, const char *as_given)
{
  if (o->argument && !value)
    value = bare_value (o);
  if (o->argument && !value) {
    if (p->next == p->count)
      return wrong (p, "missing argument for", as_given);
    value = p->words[p->next++];
  }
  const bool file = o->argument && strstr (o->argument, "|FILE");
  if (o->argument && strchr (o->argument, '|') && !file && place_among (o->argument, value) < 0)
    return complain (EXIT_USAGE, "%s: --%s takes one of %s, got '%s'", p->arguments->command->name, o->name,
                     o->argument, value);
  p->arguments->options[p->arguments->option_count++] = (given){ o, value };
  return EXIT_DONE;
}

static int parse_long (parser *p, const char *word)
{
  const command *c = p->arguments->command;
  const size_t length = strcspn (word + 2, "=");
  const char *value = word[2 + length] ? word + 2 + length + 1 : NULL;
  const option *o = find_option (c, word + 2, length);
  if (o && value && !o->argument)
    return wrong (p, "unexpected argument in", word);
  if (o)
    return add_option (p, o, value, word);
  const option *like = nearest (c, word + 2, length);
  if (like)
    return complain (EXIT_USAGE, "%s: unknown option '%s'; did you mean --%s?\ntry 'papni %s --help'", c->name, word,
                     like->name, c->name);
  return wrong (p, "unknown option", word);
}

static int parse_letters (parser *p, const char *word)
{
  for (const char *letter = word + 1; *letter; letter++) {
    const option *o = find_letter (p->arguments->command, *letter);
    if (!o)
      return wrong (p, "unknown option", word);
    const char *rest = letter[1] ? letter + 1 : NULL;
    const bool takes = o->argument && !bare_value (o);
    const int code = add_option (p, o, takes ? rest : NULL, word);
    if (code || takes)
      return code;
  }
  return EXIT_DONE;
}

static int parse (parser *p)
{
  arguments *a = p->arguments;
  bool operands_only = false;
  while (p->next < p->count) {
    const char *word = p->words[p->next++];
    int code = EXIT_DONE;
    if (operands_only || word[0] != '-' || !word[1])
      a->operands[a->operand_count++] = word;
    else if (!strcmp (word, "--"))
      operands_only = true;
    else
      code = word[1] == '-' ? parse_long (p, word) : parse_letters (p, word);
    if (code)
      return code;
  }
  const bool labelled = is_given (a, "right") || is_given (a, "wrong"); /* these name files, too */
  if (a->operand_count + labelled < a->command->least)
    return complain (EXIT_USAGE, "usage: papni %s %s [options]\ntry 'papni %s --help'", a->command->name,
                     a->command->operands, a->command->name);
  return a->operand_count > a->command->most ? wrong (p, "unexpected argument", a->operands[a->command->most])
                                             : EXIT_DONE;
}

static bool wants_help (int count, char **words)
{
  for (int i = 0; i < count && strcmp (words[i], "--") != 0; i++)
    if (!strcmp (words[i], "--help") || !strcmp (words[i], "-h"))
      return true;
  return false;
}

int run_command (const command *c, int count, char **words)
{
  if (wants_help (count, words)) {
    print_help (c);
    return EXIT_DONE;
  }
  const size_t room = (size_t) count + 1;
  size_t letters = 0; /* -abc is up to that many options */
  for (int i = 0; i < count; i++)
    letters += strlen (words[i]);
  arguments a = { .command = c };
  a.options = calloc (room + letters, sizeof *a.options);
  a.operands = calloc (room, sizeof *a.operands);
  parser p = { &a, count, 0, words };
  int code = a.options && a.operands ? parse (&p) : complain (EXIT_SYSTEM, "out of memory");
  if (!code)
    code = begin_limits (&a);
  if (!code)
    code = c->run (&a);
  free (a.options);
  free (a.operands);
  return code;
}

/* ---- asking ---- */

bool read_count (const char **text, size_t *number)
{
  const char *start = *text;
  for (*number = 0; **text >= '0' && **text <= '9' && *text - start < 18; (*text)++)
    *number = 10 * *number + (size_t) (**text - '0');
  return *text > start && !(**text >= '0' && **text <= '9');
}

const char *value_of (const arguments *a, const char *name, const char *otherwise)
{
  for (size_t i = a->option_count; i-- > 0;)
    if (!strcmp (a->options[i].option->name, name))
      return a->options[i].value;
  return otherwise;
}

bool is_given (const arguments *a, const char *name)
{
  for (size_t i = 0; i < a->option_count; i++)
    if (!strcmp (a->options[i].option->name, name))
      return true;
  return false;
}

int choice_of (const arguments *a, const char *name, const char *otherwise)
{
  const option *o = find_option (a->command, name, strlen (name));
  return place_among (o->argument, value_of (a, name, otherwise));
}

bool number_of (const arguments *a, const char *name, uint64_t otherwise, uint64_t *number)
{
  const char *text = value_of (a, name, NULL);
  char *end;
  *number = otherwise;
  if (!text)
    return true;
  errno = 0;
  *number = strtoull (text, &end, 10);
  if (*text >= '0' && *text <= '9' && !*end && !errno)
    return true;
  complain (EXIT_USAGE, "%s: --%s takes a number, got '%s'", a->command->name, name, text);
  return false;
}

int read_seconds (const arguments *a, const char *name, double otherwise, double *seconds)
{
  const char *text = value_of (a, name, NULL);
  char *end = NULL;
  *seconds = text ? strtod (text, &end) : otherwise;
  if (text && (end == text || *end || !(*seconds > 0 && *seconds < 1e9)))
    return complain (EXIT_USAGE, "--%s takes a number of seconds, got '%s'", name, text);
  return EXIT_DONE;
}

/* ---- help ---- */

enum
{
  HELP_COLUMN = 28,
  HELP_WIDTH = 100
};

/* Prints what an option takes from a column on, in lines that break after a choice. Returns the column behind it. */
static size_t print_argument (const char *argument, size_t column)
{
  const size_t first = column;
  while (*argument) {
    const size_t length = strcspn (argument, "|") + (argument[strcspn (argument, "|")] == '|');
    if (column + length > HELP_WIDTH && column > first) {
      printf ("\n%*s", (int) first, "");
      column = first;
    }
    printf ("%.*s", (int) length, argument);
    column += length;
    argument += length;
  }
  return column;
}

static void print_options (const option *table)
{
  for (const option *o = table; o->name; o++) {
    char left[64];
    const char *bare = bare_value (o);
    snprintf (left, sizeof left, "  %s%.1s%s--%s%s", o->letter ? "-" : "  ", o->letter ? &o->letter : "",
              o->letter ? ", " : "  ", o->name,
              bare          ? "[="
              : o->argument ? " "
                            : "");
    printf ("%s", left);
    size_t column = strlen (left) + strlen (bare ? "]" : "");
    column += o->argument ? print_argument (o->argument, strlen (left)) - strlen (left) : 0;
    printf ("%s", bare ? "]" : "");
    if (column > HELP_COLUMN)
      printf ("\n%*s%s\n", HELP_COLUMN + 2, "", o->help);
    else
      printf ("%*s%s\n", (int) (HELP_COLUMN + 2 - column), "", o->help);
  }
}

static void print_indented (const char *lines)
{
  while (*lines) {
    const size_t length = strcspn (lines, "\n");
    printf ("  %.*s\n", (int) length, lines);
    lines += length + (lines[length] == '\n');
  }
}

void print_help (const command *c)
{
  printf ("usage: papni %s%s%s [options]\n\n%s\n\noptions:\n", c->name, *c->operands ? " " : "", c->operands, c->about);
  for (size_t i = 0; option_table (c, i); i++)
    print_options (option_table (c, i));
  printf ("  %-28s%s\n\nexample:\n", "-h, --help", "print this help");
  print_indented (c->example);
}

void print_overview (FILE *out)
{
  fprintf (out, "papni %s - learn automata with a stack from example words\n\nusage: papni COMMAND ...\n\n",
           papni_version ());
  for (const command *const *c = commands; *c; c++)
    fprintf (out, "  %-10s %s\n", (*c)->name, (*c)->summary);
  fprintf (out, "\n'papni COMMAND --help' describes a command, 'papni --version' prints the version.\n");
}
