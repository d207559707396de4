/* learn_ask.c - papni learn --ask: a person labels the words that would tell most.
 *
 * After each answer, everything is learned again, so that the next question is the best one
 * then. Answers go to the samples, and to the file of --answers: words there are labelled
 * already. */
#include "oracle.h"
#include "suggest.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

typedef struct interview
{
  const arguments *arguments;
  papni_samples *samples;
  memory memory;
  char *word; /* the question as text */
  size_t capacity;
  char **skipped;
  size_t skipped_count;
  size_t right, wrong;
  bool over, stopped;
} interview;

/* ---- words as texts ---- */

/* The names of symbols with a space between. */
static bool write_word (interview *v, const papni_alphabet *alphabet, const papni_suggestion *s)
{
  size_t size = 1;
  for (size_t i = 0; i < s->length; i++)
    size += strlen (papni_alphabet_name (alphabet, s->symbols[i])) + 1;
  char *larger = size > v->capacity ? realloc (v->word, size) : v->word;
  if (!larger)
    return false;
  v->capacity = size > v->capacity ? size : v->capacity;
  v->word = larger;
  char *at = v->word;
  *at = 0;
  for (size_t i = 0; i < s->length; i++)
    at += sprintf (at, "%s%s", i ? " " : "", papni_alphabet_name (alphabet, s->symbols[i]));
  return true;
}

/* Adds a word that was written like this; a name has at least one character, which may be a
 * space. */
static int add_word (interview *v, const char *text, bool right)
{
  papni_error error;
  const size_t length = strlen (text);
  char *copy = malloc (length + 1);
  const char **names = malloc ((length + 1) * sizeof *names);
  size_t count = 0;
  int code = EXIT_DONE;
  if (!copy || !names)
    code = complain (EXIT_SYSTEM, "out of memory");
  else {
    memcpy (copy, text, length + 1);
    for (char *at = copy; at < copy + length;) {
      names[count++] = at;
      char *end = strchr (at + 1, ' ');
      at = end ? end + 1 : copy + length;
      if (end)
        *end = 0;
    }
    if (papni_samples_add (v->samples, names, count, right ? PAPNI_ACCEPT : PAPNI_REJECT, &error))
      code = complain_error (&error);
  }
  free (names);
  free (copy);
  return code;
}

static int add_known_words (interview *v)
{
  int code = EXIT_DONE;
  for (size_t i = 0; !code && i < v->memory.capacity; i++)
    if (v->memory.entries[i].text)
      code = add_word (v, v->memory.entries[i].text, v->memory.entries[i].right);
  return code;
}

/* ---- questions ---- */

static bool is_skipped (const interview *v)
{
  for (size_t i = 0; i < v->skipped_count; i++)
    if (!strcmp (v->skipped[i], v->word))
      return true;
  return false;
}

/* Writes the next question to v->word; sets `over` if there is none. */
static int next_question (interview *v)
{
  papni_suggestions *found = NULL;
  progress line;
  suggesting s = { .samples = v->samples,
                   .most = v->skipped_count + 1,
                   .watch = progress_begin (&line, is_given (v->arguments, "quiet")) };
  int code = suggest_words (&s, &found);
  progress_end (&line);
  if (signal_caught () && code == 128 + signal_caught ()) {
    v->over = v->stopped = true;
    return EXIT_DONE;
  }
  bool fresh = false;
  for (size_t i = 0; !code && !fresh && i < papni_suggestions_size (found); i++) {
    const papni_suggestion word = papni_suggestions_at (found, i);
    if (!write_word (v, papni_suggestions_alphabet (found), &word))
      code = complain (EXIT_SYSTEM, "out of memory");
    fresh = !code && !is_skipped (v);
  }
  if (!code && !fresh) {
    v->over = true;
    fprintf (stderr, "%s\n",
             v->skipped_count ? "nothing else to ask" : "nothing to ask: the words determine the model");
  }
  papni_suggestions_free (found);
  return code;
}

static int skip_word (interview *v)
{
  char **larger = realloc (v->skipped, (v->skipped_count + 1) * sizeof *larger);
  if (larger)
    v->skipped = larger;
  char *copy = larger ? strdup (v->word) : NULL;
  if (!copy)
    return complain (EXIT_SYSTEM, "out of memory");
  v->skipped[v->skipped_count++] = copy;
  return EXIT_DONE;
}

static int take_answer (interview *v, bool right)
{
  int code = memory_add (&v->memory, (papni_string){ v->word, strlen (v->word) }, right);
  ++*(right ? &v->right : &v->wrong);
  return code ? code : add_word (v, v->word, right);
}

/* The first letter of an answer, 0 if it is none. */
static char answer_of (char *line)
{
  static const char *const answers[] = { "y", "yes", "n", "no", "s", "skip", "q", "quit" };
  line[strcspn (line, "\r\n")] = 0;
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
    if (!strcasecmp (line, answers[i]))
      return answers[i][0];
  return 0;
}

/* Asks until there is an answer; the end of the input is the end of the questions. */
static int ask_person (interview *v)
{
  char *line = NULL;
  size_t capacity = 0;
  char answer = 0;
  progress silent = { 0 };
  progress_begin (&silent, true); /* for Ctrl-C */
  while (!answer) {
    fprintf (stderr, "%s\n  accepted? [y/n/s/q] ", *v->word ? v->word : "the empty word");
    fflush (stderr);
    const ssize_t size = getline (&line, &capacity, stdin);
    if (size < 0 || signal_caught ()) {
      v->stopped = signal_caught ();
      answer = 'q';
      fputc ('\n', stderr);
      break;
    }
    if (!isatty (STDIN_FILENO))
      fputs (line, stderr);
    answer = answer_of (line);
    if (!answer)
      fprintf (stderr, "y: it is accepted, n: it is rejected, s: skip it, q: no more questions\n");
  }
  progress_end (&silent);
  free (line);
  v->over = answer == 'q';
  return answer == 'y' || answer == 'n' ? take_answer (v, answer == 'y') : answer == 's' ? skip_word (v) : EXIT_DONE;
}

static int run_interview (interview *v, uint64_t most)
{
  int code = EXIT_DONE;
  for (uint64_t n = 0; !code && !v->over && (!most || n < most); n++) {
    code = next_question (v);
    if (!code && !v->over)
      code = ask_person (v);
  }
  return code;
}

int ask_on_terminal (const arguments *a, papni_samples *samples, bool *stopped)
{
  interview v = { .arguments = a, .samples = samples };
  uint64_t most;
  if (!number_of (a, "questions", 0, &most))
    return EXIT_USAGE;
  int code = memory_open (&v.memory, value_of (a, "answers", NULL));
  if (!code)
    code = add_known_words (&v);
  stop_patiently ();
  if (!code)
    code = run_interview (&v, most);
  const int closed = memory_close (&v.memory);
  if (!code && !is_given (a, "quiet"))
    fprintf (stderr, "%zu answer%s: %zu accepted and %zu rejected\n", v.right + v.wrong, plural (v.right + v.wrong),
             v.right, v.wrong);
  *stopped = v.stopped;
  if (v.stopped)
    forget_signal ();
  for (size_t i = 0; i < v.skipped_count; i++)
    free (v.skipped[i]);
  free (v.skipped);
  free (v.word);
  return code ? code : closed;
}
