/* minimize.c - papni minimize: computes the minimal equivalent model. */
#include "cli.h"

static void print_savings (const papni_model *before, const papni_model *after, const char *path)
{
  const size_t states = papni_model_states (after), transitions = papni_model_transitions (after);
  const size_t old_states = papni_model_states (before), old_transitions = papni_model_transitions (before);
  const bool smallest = papni_model_kind_of (after) != PAPNI_GENERAL; /* a general model may have smaller equivalents */
  if (states == old_states && transitions == old_transitions)
    fprintf (stderr, "%zu state%s and %zu transition%s, %s", states, plural (states), transitions, plural (transitions),
             smallest ? "already minimal" : "no two states equivalent");
  else
    fprintf (stderr, "%zu state%s and %zu transition%s, from %zu and %zu", states, plural (states), transitions,
             plural (transitions), old_states, old_transitions);
  if (path)
    fprintf (stderr, "; written to %s\n", shown (path));
  else
    fprintf (stderr, "; save the model with -o FILE\n");
}

int write_model (const papni_model *model, const char *path)
{
  papni_error error;
  output out;
  if (!path) {
    print_model (stdout, model);
    return EXIT_DONE;
  }
  const int code = output_open (&out, path);
  if (code)
    return code;
  const papni_status status = papni_model_write (model, "json", output_writer (&out), &error);
  return output_replace (&out, status, &error);
}

papni_model *minimise_watched (const papni_model *model, bool quiet, int *code)
{
  papni_error error;
  progress line;
  const papni_watch watch = progress_begin (&line, quiet);
  papni_model *result = papni_minimize (model, &watch, &error);
  progress_end (&line);
  *code = result ? EXIT_DONE : complain_error (&error);
  return result;
}

static int minimize (const arguments *a)
{
  int code;
  const bool quiet = is_given (a, "quiet");
  const char *path = value_of (a, "output", NULL);
  papni_model *model = read_model (a->operands[0], &code);
  papni_model *smallest = model ? minimise_watched (model, quiet, &code) : NULL;
  if (smallest)
    code = write_model (smallest, path);
  if (smallest && !code && !quiet)
    print_savings (model, smallest, path);
  papni_model_free (smallest);
  papni_model_free (model);
  return code;
}

static const option options[] = {
  { "output", 'o', "FILE", "output file (default: print the model)" },
  { "quiet", 'q', NULL, "no progress bar, no summary" },
  { NULL, 0, NULL, NULL },
};

const command minimize_command = {
  .name = "minimize",
  .summary = "compute the minimal equivalent model",
  .operands = "MODEL",
  .least = 1,
  .most = 1,
  .about = "Writes a minimal model of the same kind that accepts the same words; -o may name the input\n"
           "file. First removes the states that no accepted word passes, taking the stack into account,\n"
           "then joins equivalent states. For a dfa and a vpa the result is the minimal automaton over\n"
           "the stack-aware alphabet (each return paired with the call it pops); for a sevpa it is the\n"
           "unique minimal one for its modules. A general model may have smaller equivalents.",
  .options = { options },
  .example = "papni learn examples/paper.txt --method rpni --focus all -o paper.json\n"
             "papni minimize paper.json -o small.json\n"
             "papni diff paper.json small.json",
  .run = minimize,
};
