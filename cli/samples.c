/* samples.c - writes words so that papni can read them back: in the format tokens, or
 * jsonl if the file name ends in .jsonl, with the alphabet at the top. */
#include "cli.h"

#include <string.h>

bool is_jsonl (const char *path)
{
  static const char ending[] = ".jsonl";
  const size_t length = path ? strlen (path) : 0;
  return length >= sizeof ending && !strcmp (path + length + 1 - sizeof ending, ending);
}

int check_names (const papni_alphabet *alphabet, const char *path)
{
  const bool jsonl = is_jsonl (path);
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++) {
    const char *name = papni_alphabet_name (alphabet, (papni_symbol) i);
    const papni_kind kind = papni_alphabet_kind (alphabet, (papni_symbol) i);
    if (!strchr (name, ' '))
      continue;
    if (kind != PAPNI_INTERNAL)
      return complain (EXIT_INPUT, "the %s '%s' has a space in its name: no sample format can declare it",
                       kind == PAPNI_CALL ? "call" : "return", name);
    if (!jsonl)
      return complain (EXIT_INPUT,
                       "the symbol '%s' has a space in its name, which the format tokens does not allow: "
                       "write to a file whose name ends in .jsonl",
                       name);
  }
  return EXIT_DONE;
}

/* "%call ( [": the symbols of a kind, if any. */
static void print_kind (FILE *out, const papni_alphabet *alphabet, papni_kind kind, const char *title)
{
  bool any = false;
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++)
    if (papni_alphabet_kind (alphabet, (papni_symbol) i) == kind) {
      fprintf (out, "%s %s", any ? "" : title, papni_alphabet_name (alphabet, (papni_symbol) i));
      any = true;
    }
  fputs (any ? "\n" : "", out);
}

/* A return that pops every call has no pairs. */
static bool is_paired (const papni_alphabet *alphabet, papni_symbol ret)
{
  for (size_t c = 0; c < papni_alphabet_size (alphabet); c++)
    if (papni_alphabet_kind (alphabet, (papni_symbol) c) == PAPNI_CALL
        && !papni_alphabet_pops (alphabet, ret, (papni_symbol) c))
      return true;
  return false;
}

static void print_pairs (FILE *out, const papni_alphabet *alphabet)
{
  const size_t size = papni_alphabet_size (alphabet);
  for (size_t r = 0; r < size; r++) {
    const papni_symbol ret = (papni_symbol) r;
    const bool paired = papni_alphabet_kind (alphabet, ret) == PAPNI_RETURN && is_paired (alphabet, ret);
    for (size_t c = 0; paired && c < size; c++)
      if (papni_alphabet_kind (alphabet, (papni_symbol) c) == PAPNI_CALL
          && papni_alphabet_pops (alphabet, ret, (papni_symbol) c))
        fprintf (out, "%%pair %s %s\n", papni_alphabet_name (alphabet, (papni_symbol) c),
                 papni_alphabet_name (alphabet, ret));
  }
}

void print_declarations (FILE *out, const papni_alphabet *alphabet)
{
  print_kind (out, alphabet, PAPNI_CALL, "%call");
  print_kind (out, alphabet, PAPNI_RETURN, "%return");
  print_pairs (out, alphabet);
}

static void print_jsonl (FILE *out, const papni_alphabet *alphabet, const papni_word *word)
{
  fputs ("{\"word\": [", out);
  for (size_t i = 0; i < word->length; i++) {
    fputs (i ? ", " : "", out);
    print_json_string (out, papni_alphabet_name (alphabet, word->symbols[i]));
  }
  fprintf (out, "], \"label\": %s}\n", word->label == PAPNI_ACCEPT ? "true" : "false");
}

void print_labelled (FILE *out, const char *path, const papni_alphabet *alphabet, const papni_word *word)
{
  if (is_jsonl (path)) {
    print_jsonl (out, alphabet, word);
    return;
  }
  fputc (word->label == PAPNI_ACCEPT ? '+' : '-', out);
  for (size_t i = 0; i < word->length; i++)
    fprintf (out, " %s", papni_alphabet_name (alphabet, word->symbols[i]));
  fputc ('\n', out);
}

/* A word of a machine. */
static void print_trace (FILE *out, const char *path, const papni_alphabet *alphabet, const papni_word *word)
{
  const bool jsonl = is_jsonl (path);
  fputs (jsonl ? "{\"word\": [" : "", out);
  for (size_t i = 0; i < word->length; i++) {
    const char *name = papni_alphabet_name (alphabet, word->symbols[i]);
    fputs (!i ? "" : jsonl ? ", " : " ", out);
    if (jsonl)
      print_json_string (out, name);
    else
      fputs (name, out);
  }
  fputs (jsonl ? "]}\n" : "\n", out);
}

/* The length of the input in the name of a symbol. */
static size_t input_length (const char *name)
{
  const char *slash = strrchr (name, '/');
  return slash ? (size_t) (slash - name) : strlen (name);
}

/* Is this the first of the symbols of a kind that have its input? */
static bool has_new_input (const papni_alphabet *alphabet, size_t index, papni_kind kind)
{
  const char *name = papni_alphabet_name (alphabet, (papni_symbol) index);
  const size_t length = input_length (name);
  bool first = papni_alphabet_kind (alphabet, (papni_symbol) index) == kind;
  for (size_t i = 0; first && i < index; i++) {
    const char *other = papni_alphabet_name (alphabet, (papni_symbol) i);
    first = papni_alphabet_kind (alphabet, (papni_symbol) i) != kind || input_length (other) != length
            || strncmp (other, name, length) != 0;
  }
  return first;
}

static void print_inputs (FILE *out, const papni_alphabet *alphabet, papni_kind kind, const char *title)
{
  bool any = false;
  for (size_t i = 0; i < papni_alphabet_size (alphabet); i++)
    if (has_new_input (alphabet, i, kind)) {
      const char *name = papni_alphabet_name (alphabet, (papni_symbol) i);
      fprintf (out, "%s %.*s", any ? "" : title, (int) input_length (name), name);
      any = true;
    }
  fputs (any ? "\n" : "", out);
}

/* The calls and returns of a machine with a stack, without their outputs. */
static void print_input_declarations (FILE *out, const papni_alphabet *alphabet)
{
  const size_t size = papni_alphabet_size (alphabet);
  print_inputs (out, alphabet, PAPNI_CALL, "%call");
  print_inputs (out, alphabet, PAPNI_RETURN, "%return");
  for (size_t r = 0; r < size; r++) {
    const bool paired = has_new_input (alphabet, r, PAPNI_RETURN) && is_paired (alphabet, (papni_symbol) r);
    const char *ret = papni_alphabet_name (alphabet, (papni_symbol) r);
    for (size_t c = 0; paired && c < size; c++) {
      const char *call = papni_alphabet_name (alphabet, (papni_symbol) c);
      if (has_new_input (alphabet, c, PAPNI_CALL) && papni_alphabet_pops (alphabet, (papni_symbol) r, (papni_symbol) c))
        fprintf (out, "%%pair %.*s %.*s\n", (int) input_length (call), call, (int) input_length (ret), ret);
    }
  }
}

void print_traces (FILE *out, const char *path, const papni_samples *samples, bool traces)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  if (traces)
    print_input_declarations (out, papni_samples_alphabet (samples));
  else
    print_samples (out, path, samples);
  while (traces && papni_samples_next (samples, &cursor, &word))
    if (word.length || is_jsonl (path)) /* a blank line is no trace */
      print_trace (out, path, papni_samples_alphabet (samples), &word);
}

void print_samples (FILE *out, const char *path, const papni_samples *samples)
{
  const papni_alphabet *alphabet = papni_samples_alphabet (samples);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  print_declarations (out, alphabet);
  while (papni_samples_next (samples, &cursor, &word))
    if (word.label != PAPNI_UNKNOWN)
      print_labelled (out, path, alphabet, &word);
}
