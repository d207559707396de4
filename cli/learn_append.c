/* learn_append.c - papni learn --append: adds words to a tree, learns from all of it, and
 * prints what has changed. */
#include "learn.h"

#include <unistd.h>

enum
{
  CHANGES = 5,   /* words that are printed, at most */
  LONGEST = 1000 /* symbols of such a word */
};

int append_begin (job *j)
{
  const arguments *a = j->arguments;
  const char *tree = value_of (a, "append", NULL);
  const char *const outputs[] = { "output", "stats", "explain" };
  if (!tree)
    return EXIT_DONE;
  for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
    if (same_file (tree, value_of (a, outputs[i], NULL)))
      return complain (EXIT_USAGE, "learn: --append and --%s name the same file: %s", outputs[i], tree);
  if (is_given (a, "counts"))
    return complain (EXIT_USAGE, "learn: --counts needs the words, but a tree does not keep them: use papni count");
  const int code = check_output (a, 0, tree);
  if (!code)
    j->append = tree;
  return code;
}

int append_read (job *j)
{
  papni_error error;
  const char *model = value_of (j->arguments, "output", NULL);
  if (!j->append)
    return EXIT_DONE;
  const int code = update_begin (&j->update, j->append, j->deadline, j->quiet);
  if (code)
    return code;
  if (model && !access (model, F_OK)) {
    j->before = papni_model_read_file (model, NULL, &error);
    if (!j->before)
      return complain_error (&error);
  }
  return access (j->append, F_OK) ? EXIT_DONE : read_tree (&j->tree, j->append);
}

int append_write (job *j)
{
  return j->append ? write_tree (j->appended, j->append, &j->update) : EXIT_DONE;
}

static void print_change (const papni_least *least, const papni_least_word *word)
{
  if (!word->symbols) {
    printf ("and a word of more than %d symbols\n", LONGEST);
    return;
  }
  printf ("%s%s", word->second ? "+" : "-", word->length ? " " : "");
  print_word (stdout, papni_least_alphabet (least), word->symbols, (size_t) word->length);
  putchar ('\n');
}

void append_compare (const job *j, const papni_model *model)
{
  papni_error error;
  papni_least_word word;
  bool found = true;
  papni_least *least = papni_least_new (j->before, model, PAPNI_EITHER, NULL, &error);
  if (!least) {
    warn ("cannot compare the model with the one before: %s", error.message);
    return;
  }
  for (size_t i = 0; found && i < CHANGES; i++) {
    if (papni_least_next (least, LONGEST, &word, &found, &error)) {
      warn ("cannot compare the model with the one before: %s", error.message);
      break;
    }
    if (!found && !i)
      puts ("the language is the same as before");
    if (found && !i)
      puts ("the language has changed: + accepted now, - rejected now");
    if (found)
      print_change (least, &word);
    found = found && word.symbols;
  }
  fflush (stdout);
  papni_least_free (least);
}
