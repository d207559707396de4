/* machine.c - machines with outputs: words whose symbols are inputs alone, and how often the
 * outputs of a machine are those of traces. */
#include "check.h"

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
  static const char *const names[] = { "moore", "mealy", "mc", "mdp", "smm", "vpt" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp (model, names[i]))
      return true;
  return false;
}

const char *wanted_model (const arguments *a)
{
  const char *model = value_of (a, "model", NULL);
  return model && !strcmp (model, "vpa") && is_given (a, "outputs") ? "vpt" : model;
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

papni_symbol symbol_to_read (const checker *c, papni_symbol s)
{
  const char *name = papni_alphabet_name (c->alphabet, s);
  return is_machine (c->model) && !output_in (name) ? papni_run_answer (c->run, name, input_in (name))
                                                    : c->translation.symbols[s];
}

bool begins_with_start (const papni_model *model, const papni_alphabet *alphabet, const papni_word *word)
{
  const char *start = papni_model_output (model, 0);
  const char *name = word->length && has_traces (model) ? papni_alphabet_name (alphabet, *word->symbols) : "";
  return *name == '/' && (start ? !strcmp (name + 1, start) : !strcmp (name, "/?"));
}

static void print_output (const char *output, bool json, bool first)
{
  printf (json ? first ? "" : ", " : " ");
  if (!json)
    print_name (stdout, output ? output : "?");
  else if (output)
    print_json_string (stdout, output);
  else
    printf ("null");
}

int print_outputs (const checker *c, const papni_word *word)
{
  papni_error error;
  const papni_alphabet *alphabet = papni_model_alphabet (c->model);
  const char *start = papni_model_output (c->model, 0);
  bool first = !start;
  papni_run_restart (c->run);
  printf (c->json ? "{\"accept\": true, \"outputs\": [" : "accept:");
  if (start)
    print_output (start, c->json, true);
  for (size_t i = 0; i < word->length; i++) {
    if (*papni_alphabet_name (c->alphabet, word->symbols[i]) == '/')
      continue;
    const papni_symbol s = symbol_to_read (c, word->symbols[i]);
    if (papni_run_step (c->run, s, &error))
      return complain_error (&error);
    print_output (output_in (papni_alphabet_name (alphabet, s)), c->json, first);
    first = false;
  }
  puts (c->json ? "]}" : "");
  return EXIT_DONE;
}

/* ---- eval ---- */

typedef struct machine_counts
{
  size_t traces, right_traces, outputs, right;
} machine_counts;

/* Reads an input; *output is NULL if it is unknown, or if the machine cannot read the input. */
static int answer (const checker *c, const char *name, const char **output)
{
  papni_error error;
  const size_t before = papni_run_position (c->run);
  const papni_symbol s = papni_run_answer (c->run, name, input_in (name));
  if (papni_run_step (c->run, s, &error))
    return complain_error (&error);
  *output = papni_run_position (c->run) == before
                ? NULL
                : output_in (papni_alphabet_name (papni_model_alphabet (c->model), s));
  return EXIT_DONE;
}

/* Counts the outputs of a trace that are known, and those that the machine has too. */
static int count_trace (const checker *c, const papni_word *word, machine_counts *n, size_t *wrong)
{
  size_t first_wrong = 0;
  papni_run_restart (c->run);
  for (size_t i = 0; i < word->length; i++) {
    const char *name = papni_alphabet_name (c->alphabet, word->symbols[i]), *expected = output_in (name);
    const char *output = NULL;
    if (*name == '/')
      output = papni_model_output (c->model, 0);
    else if (answer (c, name, &output))
      return EXIT_SYSTEM;
    if (!expected)
      continue;
    const bool right = output && !strcmp (output, expected);
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
  papni_error error;
  machine_counts n = { 0 };
  size_t wrong = 0;
  const checker c = { .model = model, .alphabet = in->alphabet, .run = papni_run_new (model, &error) };
  int code = c.run ? EXIT_DONE : complain_error (&error);
  while (!code && papni_samples_next (in->samples, &cursor, &word)) {
    code = count_trace (&c, &word, &n, &wrong);
    if (!code && errors && wrong) {
      printf ("%s:%zu: the output of symbol %zu, ", shown (word.file), word.line, wrong);
      print_name (stdout, papni_alphabet_name (in->alphabet, word.symbols[wrong - 1]));
      puts (", is another, or the machine does not have it");
    }
  }
  if (!code)
    print_machine_counts (&n, json);
  papni_run_free (c.run);
  return code;
}
