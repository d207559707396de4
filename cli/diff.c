/* diff.c - papni diff: compares two models. */
#include "update.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct differ
{
  const char *names[2];
  papni_model *models[2];
  papni_least *least;
  progress line;
  output samples;   /* where words are appended */
  update update;    /* of that file */
  const char *path; /* of that file, or NULL */
  bool list;
  size_t kept;
} differ;

/* ---- words for a sample ---- */

static int cannot_add (const papni_error *error, const char *path)
{
  const int code = complain_error (error);
  if (code == EXIT_INPUT)
    complain (code, "cannot add words to %s: expected %s", path,
              is_jsonl (path) ? "jsonl, as its name says" : "a file in the format tokens or chars");
  return code;
}

/* Copies the existing file; a new one begins with the alphabet. */
static int copy_samples (differ *d, const char *path)
{
  papni_error error;
  const papni_alphabet *alphabet = papni_least_alphabet (d->least);
  if (access (path, F_OK)) {
    print_declarations (d->samples.stream, alphabet);
    return EXIT_DONE;
  }
  papni_text *text = papni_text_open (path, NULL, &error);
  papni_alphabet *known = papni_alphabet_new (NULL, &error);
  papni_samples *samples = known ? papni_samples_new (known, &error) : NULL;
  const papni_reading reading = { .format = is_jsonl (path) ? PAPNI_FORMAT_JSONL : PAPNI_FORMAT_TOKENS };
  int code = EXIT_DONE;
  if (!text || !samples)
    code = complain_error (&error);
  else if (papni_samples_read (samples, papni_text_bytes (text), papni_text_size (text), path, &reading, &error))
    code = cannot_add (&error, path);
  else {
    const char *bytes = papni_text_bytes (text);
    const size_t size = papni_text_size (text);
    fwrite (bytes, 1, size, d->samples.stream);
    if (size && bytes[size - 1] != '\n')
      fputc ('\n', d->samples.stream);
  }
  papni_samples_free (samples);
  papni_alphabet_free (known);
  papni_text_free (text);
  return code;
}

static void keep_word (differ *d, const papni_least_word *word)
{
  const papni_word kept = { .symbols = word->symbols,
                            .length = (size_t) word->length,
                            .label = word->first ? PAPNI_ACCEPT : PAPNI_REJECT };
  print_labelled (d->samples.stream, d->path, papni_least_alphabet (d->least), &kept);
  d->kept++;
}

/* ---- what is printed ---- */

static void print_long (const papni_least_word *word, bool first)
{
  if (word->length == UINT64_MAX)
    printf ("%s has more symbols than fit in 64 bits\n", first ? "they differ; the shortest such word" : "the next");
  else
    printf ("%s has %llu symbols; --longest %llu prints it\n",
            first ? "they differ; the shortest such word" : "the next", (unsigned long long) word->length,
            (unsigned long long) word->length);
}

static void print_difference (const differ *d, const papni_least_word *word)
{
  const papni_alphabet *alphabet = papni_least_alphabet (d->least);
  if (d->list) {
    printf ("%s%s", word->first ? "<" : ">", word->length ? " " : "");
    print_word (stdout, alphabet, word->symbols, (size_t) word->length);
    putchar ('\n');
    return;
  }
  print_word (stdout, alphabet, word->symbols, (size_t) word->length);
  printf ("\n%saccepted by %s, rejected by %s\n",
          word->length ? "" : "the empty word: ", shown (d->names[!word->first]), shown (d->names[word->first]));
}

static int compare (differ *d, size_t count, uint64_t longest, bool quiet)
{
  papni_error error;
  papni_least_word word;
  bool found = true;
  size_t words = 0;
  int code = EXIT_DONE;
  progress_begin (&d->line, quiet);
  while (!code && found && words < count && !ferror (stdout) && !(d->path && ferror (d->samples.stream))) {
    if (papni_least_next (d->least, longest, &word, &found, &error)) {
      progress_end (&d->line);
      return complain_error (&error);
    }
    if (!words++)
      progress_end (&d->line);
    if (found && !word.symbols)
      print_long (&word, words == 1);
    else if (found) {
      print_difference (d, &word);
      if (d->path)
        keep_word (d, &word);
    } else if (words == 1)
      puts ("equal");
  }
  return found || words > 1 ? EXIT_NO : EXIT_DONE;
}

/* ---- the command ---- */

/* The outputs of the starts of two Moore machines are in no trace. */
static bool starts_differ (const differ *d)
{
  const char *one = papni_model_output (d->models[0], 0), *other = papni_model_output (d->models[1], 0);
  const bool both =
      papni_model_machine (d->models[0]) == PAPNI_MOORE && papni_model_machine (d->models[1]) == PAPNI_MOORE;
  if (!both || (one && other ? !strcmp (one, other) : one == other))
    return false;
  printf ("the output of the start is %s in %s, but ", one ? one : "unknown", shown (d->names[0]));
  printf ("%s in %s\n", other ? other : "unknown", shown (d->names[1]));
  return true;
}

static int diff_models (differ *d, const arguments *a, uint64_t count, uint64_t longest)
{
  papni_error error;
  d->list = is_given (a, "number");
  const papni_watch watch = progress_watch (&d->line);
  d->least = papni_least_new (d->models[0], d->models[1], PAPNI_EITHER, &watch, &error);
  if (!d->least)
    return complain_error (&error);
  if (starts_differ (d))
    return EXIT_NO;
  compare_alphabets (d->names, d->models);
  const char *path = d->path;
  int code = path ? check_names (papni_least_alphabet (d->least), path) : EXIT_DONE;
  if (path && !code)
    code = update_begin (&d->update, path, 0, is_given (a, "quiet"));
  if (path && !code)
    code = output_open (&d->samples, path);
  d->samples.update = &d->update;
  if (path && !code && (code = copy_samples (d, path)))
    output_drop (&d->samples);
  if (code)
    return code;
  code = compare (d, count < SIZE_MAX ? (size_t) count : SIZE_MAX, longest, is_given (a, "quiet"));
  if (!path)
    return code;
  if (code > EXIT_NO) {
    output_drop (&d->samples);
    return code;
  }
  const int closed = output_close (&d->samples);
  if (!closed && !is_given (a, "quiet"))
    fprintf (stderr, "%zu word%s added to %s, labelled by %s\n", d->kept, plural (d->kept), shown (path),
             shown (d->names[0]));
  return closed ? closed : code;
}

/* A device or a pipe has no words to keep. */
static bool is_appendable (const char *path)
{
  struct stat about;
  return stat (path, &about) || S_ISREG (about.st_mode);
}

static int diff (const arguments *a)
{
  differ d = { .names = { a->operands[0], a->operands[1] }, .path = value_of (a, "samples", NULL) };
  uint64_t count, longest;
  int code = EXIT_DONE;
  if (!number_of (a, "number", 1, &count) || !number_of (a, "longest", 1000, &longest))
    return EXIT_USAGE;
  if (d.path && !strcmp (d.path, "-"))
    return complain (EXIT_USAGE, "diff: --samples needs a file: standard output is used for the result");
  if (d.path && !is_appendable (d.path))
    return complain (EXIT_USAGE, "diff: %s: words can be added only to a regular file", shown (d.path));
  for (int i = 0; !code && i < 2; i++)
    d.models[i] = read_model (a->operands[i], &code);
  if (!code)
    code = diff_models (&d, a, count, longest);
  update_end (&d.update);
  papni_least_free (d.least);
  papni_model_free (d.models[0]);
  papni_model_free (d.models[1]);
  return code;
}

static const option options[] = {
  { "number", 'n', "N",
    "print the N shortest words that differ, one per line: < accepted by the first model, > by the second" },
  { "longest", 0, "N", "print only the length of words of more than N symbols (default: 1000)" },
  { "samples", 0, "FILE",
    "append the words to FILE (tokens, chars, or jsonl if it ends in .jsonl), labelled by the first model" },
  { "quiet", 'q', NULL, "no progress bar, no summary" },
  { NULL, 0, NULL, NULL },
};

const command diff_command = {
  .name = "diff",
  .summary = "decide whether two models are equivalent; if not, print the shortest difference",
  .operands = "MODEL MODEL",
  .least = 2,
  .most = 2,
  .about = "Prints 'equal' if both models accept the same words. They may be of different kinds; the\n"
           "answer is exact. Otherwise prints the shortest word on which they differ (the first in\n"
           "symbol order if there are several) and says which model accepts it. A blank line is the\n"
           "empty word. The exit code is 1 if they differ.",
  .options = { options },
  .example = "papni learn examples/paper.txt --method rpni --focus all -o one.json\n"
             "papni learn examples/paper.txt --model dfa -o other.json\n"
             "papni diff one.json other.json\n"
             "papni diff one.json other.json -n 3 --samples more.txt",
  .run = diff,
};
