/* machine.c - machines with outputs: words whose symbols are inputs alone, and how often the
 * outputs of a machine are those of traces. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

bool is_machine (const papni_model *model)
{
  return model && (papni_model_machine (model) == PAPNI_MOORE || papni_model_machine (model) == PAPNI_MEALY);
}

bool has_traces (const papni_model *model)
{
  return model && papni_model_machine (model) != PAPNI_ACCEPTOR;
}

bool names_machine (const char *model)
{
  static const char *const names[] = { "moore", "mealy", "mc", "mdp", "smm" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp (model, names[i]))
      return true;
  return false;
}

/* The output in the name of a symbol; NULL if it is unknown. */
static const char *output_in (const char *name)
{
  const char *slash = strrchr (name, '/');
  return !slash || !strcmp (slash, "/?") ? NULL : slash + 1;
}

/* The length of the input in the name of a symbol. */
static size_t input_in (const char *name)
{
  const char *slash = strrchr (name, '/');
  return slash ? (size_t) (slash - name) : strlen (name);
}

/* The transition of a state on the input of this name; false if out of memory. */
static bool step_by_name (const papni_model *model, papni_state *state, const char *name, const char **output,
                          bool *found)
{
  const size_t length = input_in (name);
  char *input = malloc (length + 1);
  if (!input)
    return false;
  memcpy (input, name, length);
  input[length] = 0;
  *found = papni_machine_step (model, state, input, output);
  free (input);
  return true;
}

papni_symbol symbol_of_input (const papni_model *model, papni_state state, const char *name)
{
  const char *output = NULL;
  bool found = false;
  if (output_in (name) || !step_by_name (model, &state, name, &output, &found) || !found)
    return PAPNI_NO_SYMBOL;
  const size_t length = input_in (name), size = length + 2 + strlen (output ? output : "?");
  char *whole = malloc (size);
  if (!whole)
    return PAPNI_NO_SYMBOL;
  snprintf (whole, size, "%.*s/%s", (int) length, name, output ? output : "?");
  const papni_symbol s = papni_alphabet_find (papni_model_alphabet (model), whole, size - 1);
  free (whole);
  return s;
}

bool begins_as (const papni_model *model, const char *name)
{
  const char *start = papni_model_output (model, 0);
  return *name == '/' && (start ? !strcmp (name + 1, start) : !strcmp (name, "/?"));
}

void print_outputs (const papni_model *model, const papni_alphabet *alphabet, const papni_word *word, bool json)
{
  papni_state state = 0;
  const char *start = papni_model_output (model, 0);
  bool found = true, first;
  printf (json ? "{\"accept\": true, \"outputs\": [" : "accept:");
  if (start && json)
    print_json_string (stdout, start);
  else if (start) {
    putchar (' ');
    print_name (stdout, start);
  }
  first = !start;
  for (size_t i = 0; found && i < word->length; i++) {
    const char *output = NULL, *name = papni_alphabet_name (alphabet, word->symbols[i]);
    if (*name == '/')
      continue;
    if (!step_by_name (model, &state, name, &output, &found) || !found)
      break;
    printf (json ? first ? "" : ", " : " ");
    first = false;
    if (!json)
      print_name (stdout, output ? output : "?");
    else if (output)
      print_json_string (stdout, output);
    else
      printf ("null");
  }
  puts (json ? "]}" : "");
}

/* ---- eval ---- */

typedef struct machine_counts
{
  size_t traces, right_traces, outputs, right;
} machine_counts;

/* Counts the outputs of a trace that are known, and those that the machine has too. */
static int count_trace (const papni_model *model, const papni_alphabet *alphabet, const papni_word *word,
                        machine_counts *n, size_t *wrong)
{
  papni_state state = 0;
  bool runs = true;
  size_t first_wrong = 0;
  for (size_t i = 0; i < word->length; i++) {
    const char *name = papni_alphabet_name (alphabet, word->symbols[i]), *expected = output_in (name), *output = NULL;
    bool right;
    if (*name == '/')
      output = papni_model_output (model, 0);
    else if (runs && !step_by_name (model, &state, name, &output, &runs))
      return complain (EXIT_SYSTEM, "out of memory");
    if (!expected)
      continue;
    right = runs && output && !strcmp (output, expected);
    n->outputs++;
    n->right += right;
    if (!right && !first_wrong)
      first_wrong = i + 1;
  }
  n->traces++;
  n->right_traces += !first_wrong;
  *wrong = first_wrong;
  return EXIT_DONE;
}

static void print_machine_counts (const machine_counts *n, bool json)
{
  const double accuracy = n->outputs ? (double) n->right / (double) n->outputs : 0;
  const double whole = n->traces ? (double) n->right_traces / (double) n->traces : 0;
  if (json)
    printf ("{\"traces\": %zu, \"right_traces\": %zu, \"outputs\": %zu, \"right_outputs\": %zu, "
            "\"accuracy\": %.6f, \"trace_accuracy\": %.6f}\n",
            n->traces, n->right_traces, n->outputs, n->right, accuracy, whole);
  else
    printf ("%zu trace%s, %zu with all outputs right (%.4f)\n%zu output%s, %zu right (%.4f)\n", n->traces,
            plural (n->traces), n->right_traces, whole, n->outputs, plural (n->outputs), n->right, accuracy);
}

int eval_machine (const input *in, const papni_model *model, bool errors, bool json)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  machine_counts n = { 0 };
  size_t wrong = 0;
  int code = EXIT_DONE;
  while (!code && papni_samples_next (in->samples, &cursor, &word)) {
    code = count_trace (model, in->alphabet, &word, &n, &wrong);
    if (!code && errors && wrong) {
      printf ("%s:%zu: the output of symbol %zu, ", shown (word.file), word.line, wrong);
      print_name (stdout, papni_alphabet_name (in->alphabet, word.symbols[wrong - 1]));
      puts (", is another, or the machine does not have it");
    }
  }
  if (!code)
    print_machine_counts (&n, json);
  return code;
}
