/* import.c - papni import: reads models in other formats. */
#include "cli.h"

#include <string.h>

static papni_model *read_other (const arguments *a, papni_alphabet *alphabet, papni_error *error)
{
  const char *from = value_of (a, "from", NULL);
  if (!strcmp (from, "json"))
    return papni_model_read_file (a->operands[0], NULL, error);
  return papni_model_import_file (a->operands[0], from, alphabet, error);
}

/* An automaton over the stack-aware alphabet: its symbols say what pushes and pops. */
static int import_with_stack (const arguments *a, papni_alphabet *alphabet, papni_model **model)
{
  papni_error error;
  papni_alphabet *stack_aware = papni_alphabet_new (NULL, &error);
  papni_model *dfa = stack_aware ? read_other (a, stack_aware, &error) : NULL;
  *model = dfa ? papni_model_with_stack (dfa, alphabet, &error) : NULL;
  int code = EXIT_DONE;
  if (!*model && dfa && error.code != PAPNI_MEMORY)
    code = complain (EXIT_INPUT, "%s: %s", shown_name (a->operands[0]), error.message);
  else if (!*model)
    code = complain_error (&error);
  papni_model_free (dfa);
  papni_alphabet_free (stack_aware);
  return code;
}

static int import_model (const arguments *a, papni_alphabet *alphabet, papni_model **model)
{
  papni_error error;
  if (is_given (a, "stack"))
    return import_with_stack (a, alphabet, model);
  *model = read_other (a, alphabet, &error);
  return *model ? EXIT_DONE : complain_error (&error);
}

static int import (const arguments *a)
{
  papni_model *model = NULL;
  papni_alphabet *alphabet = NULL;
  const char *path = value_of (a, "output", NULL);
  if (!is_given (a, "from"))
    return complain (EXIT_USAGE, "import: no format given: use --from aalpy, --from table or --from flexfringe");
  if (!strcmp (value_of (a, "from", NULL), "json") && !is_given (a, "stack"))
    return complain (EXIT_USAGE, "import: --from json is papni's own format, which needs no import without --stack");
  int code = check_output (a, 0, path);
  if (!code)
    code = alphabet_begin (&alphabet, a);
  if (!code)
    code = import_model (a, alphabet, &model);
  if (!code)
    code = write_model (model, path);
  if (!code && !is_given (a, "quiet")) {
    const size_t states = papni_model_states (model), transitions = papni_model_transitions (model);
    fprintf (stderr, "%s with %zu state%s and %zu transition%s%s%s\n", papni_model_type (model), states,
             plural (states), transitions, plural (transitions),
             path ? ", written to " : "; keep the model with -o FILE", path ? shown (path) : "");
  }
  papni_model_free (model);
  papni_alphabet_free (alphabet);
  return code;
}

static const option options[] = {
  { "from", 0, "aalpy|table|flexfringe|json", "format of FILE" },
  { "stack", 0, NULL, "a dfa learned from the words of papni encode --to: turn it into a vpa" },
  { "output", 'o', "MODEL", "output file (default: print the model)" },
  { "quiet", 'q', NULL, "no summary" },
  { NULL, 0, NULL, NULL },
};

const command import_command = {
  .name = "import",
  .summary = "import a model from AALpy, FlexFringe or a table",
  .operands = "FILE",
  .least = 1,
  .most = 1,
  .about = "Reads a model in another format:\n"
           "\n"
           "  aalpy       AALpy's DOT, of a dfa, a vpa, a Moore or a Mealy machine; AutomataLib's, of a\n"
           "              dfa or a Mealy machine\n"
           "  table       the output of papni export --to table. A table does not declare its symbols:\n"
           "              what pops is a return, what is popped is a call; declare the rest with\n"
           "              --call, --return, --internal and --pair. If nothing pops although calls or\n"
           "              returns are declared, a line 'model dfa' or 'model vpa' says which it is\n"
           "  flexfringe  FlexFringe's JSON, read as a dfa; a state accepts if most words that end in\n"
           "              it have label 1\n"
           "  json        papni's own format, only with --stack\n"
           "\n"
           "With --stack, FILE is a dfa over the stack-aware alphabet, learned by any program from the\n"
           "words of papni encode --to. Its symbols, such as (/push and )/pop/(, say what pushes and\n"
           "pops, and the result is a vpa.",
  .options = { options, alphabet_options },
  .example = "papni export arith --to table -o arith.table\n"
             "papni import arith.table --from table -o arith.json\n"
             "papni diff arith.json arith\n"
             "papni encode examples/paper.txt --to tokens -o encoded.txt\n"
             "papni learn encoded.txt --model dfa -o dfa.json\n"
             "papni import dfa.json --from json --stack -o vpa.json",
  .run = import,
};
