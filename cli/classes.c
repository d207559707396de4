/* classes.c - reads the file of --classes: one class per line, its symbols separated by spaces. */
#include "learn.h"

#include <stdlib.h>
#include <string.h>

enum
{
  LONGEST_CLASS = 65000 /* symbols */
};

/* Declares the class of a line; `names` has room for its symbols. */
static int declare_line (papni_alphabet *alphabet, char *line, const char *path, size_t number, const char **names)
{
  papni_error error;
  size_t count = 0;
  for (char *name = strtok (line, " \t\r\n"); name; name = strtok (NULL, " \t\r\n")) {
    if (count == LONGEST_CLASS)
      return complain (EXIT_INPUT, "%s:%zu: too many symbols", shown (path), number);
    names[count++] = name;
  }
  if (!count || names[0][0] == '#')
    return EXIT_DONE;
  if (papni_alphabet_class (alphabet, names, count, &error)) {
    snprintf (error.file, sizeof error.file, "%s", path);
    error.line = number;
    error.column = 1;
    return complain_error (&error);
  }
  return EXIT_DONE;
}

/* Declares the class of each line; the text is changed. */
static int declare_lines (papni_alphabet *alphabet, char *text, const char *path)
{
  const char **names = calloc (LONGEST_CLASS, sizeof *names);
  int code = names ? EXIT_DONE : complain (EXIT_SYSTEM, "out of memory");
  char *next = text;
  for (size_t number = 1; !code && next && *next; number++) {
    char *line = next;
    next = strchr (line, '\n');
    if (next)
      *next++ = 0;
    code = declare_line (alphabet, line, path, number, names);
  }
  free (names);
  return code;
}

int declare_classes (papni_alphabet *alphabet, const char *path)
{
  papni_error error;
  papni_text *text = papni_text_open (path, NULL, &error);
  if (!text)
    return complain_error (&error);
  const size_t size = papni_text_size (text);
  char *copy = malloc (size + 1);
  if (copy) {
    if (size)
      memcpy (copy, papni_text_bytes (text), size);
    copy[size] = 0;
  }
  papni_text_free (text);
  if (!copy)
    return complain (EXIT_SYSTEM, "out of memory");
  int code = note_input (path);
  if (!code)
    code = declare_lines (alphabet, copy, path);
  free (copy);
  return code;
}
