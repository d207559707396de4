/* suspects.c - papni learn --suspects: the words whose labels are taken for wrong. */
#include "learn.h"

#include <stdlib.h>
#include <string.h>

static const char *label_name (papni_label label)
{
  return label == PAPNI_ACCEPT ? "+" : "-";
}

/* "words.txt:3: labelled +, but 60 of 64 models learned without it reject it: ( ) )" */
static void print_suspect (FILE *out, const papni_alphabet *alphabet, const papni_suspect *s)
{
  const papni_word *word = &s->word;
  fprintf (out, "%s:%zu: labelled %s, but %s:", shown (word->file), word->line, label_name (word->label), s->reason);
  for (size_t i = 0; i < word->length; i++) {
    fputc (' ', out);
    print_name (out, papni_alphabet_name (alphabet, word->symbols[i]));
  }
  fputc ('\n', out);
}

static void print_suspect_json (FILE *out, const papni_alphabet *alphabet, const papni_suspect *s)
{
  const papni_word *word = &s->word;
  fprintf (out, "{\"file\": ");
  print_json_string (out, word->file);
  fprintf (out, ", \"line\": %zu, \"label\": %s, \"word\": [", word->line,
           word->label == PAPNI_ACCEPT ? "true" : "false");
  for (size_t i = 0; i < word->length; i++) {
    fputs (i ? ", " : "", out);
    print_json_string (out, papni_alphabet_name (alphabet, word->symbols[i]));
  }
  fprintf (out, "], \"times\": %zu, \"against\": %zu, \"votes\": %zu, \"bits\": %.2f, \"reason\": ", s->times,
           s->against, s->votes, s->bits);
  print_json_string (out, s->reason);
  fputs ("}\n", out);
}

int write_suspects (const job *j)
{
  output out;
  const char *path = value_of (j->arguments, "suspects", NULL);
  const papni_suspect *s;
  const int code = path ? output_open (&out, path) : EXIT_DONE;
  if (!path || code)
    return code;
  for (size_t i = 0; (s = papni_report_suspect (j->report, i)); i++)
    if (is_jsonl (path))
      print_suspect_json (out.stream, j->in.alphabet, s);
    else
      print_suspect (out.stream, j->in.alphabet, s);
  return output_close (&out);
}

bool expects_noise (const job *j)
{
  return strtod (papni_options_get (j->options, "noise"), NULL) > 0
         || !strcmp (papni_options_get (j->options, "noise"), "auto");
}

/* --suspects alone means --noise auto. */
int begin_suspects (const job *j)
{
  papni_error error;
  const arguments *a = j->arguments;
  if (is_given (a, "suspects") && !is_given (a, "noise") && papni_options_set (j->options, "noise", "auto", &error))
    return complain_error (&error);
  if (papni_options_check (j->options, &error))
    return complain (EXIT_USAGE, "learn: --%s", error.message);
  if (is_given (a, "suspects") && !expects_noise (j))
    return complain (EXIT_USAGE, "learn: --suspects lists wrong labels, but with --noise 0 there are none");
  return EXIT_DONE;
}

/* Why there is a tree instead of words, whose places it does not have; NULL if there is none. */
static const char *why_tree (const job *j)
{
  return j->tree       ? "a tree is given"
         : j->append   ? "--append keeps a tree"
         : j->at_least ? "--at-least makes a tree"
                       : NULL;
}

int check_noise (const job *j)
{
  const char *why = why_tree (j);
  if (!why || !expects_noise (j))
    return EXIT_DONE;
  return complain (EXIT_USAGE, "learn: --%s needs words, but %s",
                   is_given (j->arguments, "noise") ? "noise" : "suspects", why);
}

int complain_labels (const job *j, const papni_error *error)
{
  papni_error trouble;
  size_t count = 0; /* none if only classes make words equal */
  const bool stack = !learns (j, "dfa");
  const int code = complain_contradictions (j->in.samples, stack, error);
  if (code == EXIT_CONTRADICTION && !why_tree (j)
      && !papni_samples_contradictions (j->in.samples, stack, NULL, 0, &count, &trouble) && count)
    fputs ("  if some labels may be wrong, use --noise auto\n", stderr);
  return code;
}
