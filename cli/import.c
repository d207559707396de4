/* import.c - papni import: models from elsewhere. */
#include "cli.h"

#include <string.h>

static int import_model (const arguments *a, papni_alphabet *alphabet, papni_model **model)
{
  papni_error error;
  const char *path = a->operands[0];
  papni_text *text = papni_text_open (path, NULL, &error);
  if (text)
    *model = papni_import ((papni_foreign) choice_of (a, "from", NULL), papni_text_bytes (text), papni_text_size (text),
                           shown_name (path), alphabet, &error);
  papni_text_free (text);
  return *model ? EXIT_DONE : complain_error (&error);
}

static int import (const arguments *a)
{
  papni_model *model = NULL;
  papni_alphabet *alphabet = NULL;
  const char *path = value_of (a, "output", NULL);
  if (!is_given (a, "from"))
    return complain (EXIT_USAGE, "import: say what to read with --from aalpy, table or flexfringe");
  int code = check_output (a, 0, path);
  if (!code)
    code = alphabet_begin (&alphabet, a);
  if (!code)
    code = import_model (a, alphabet, &model);
  if (!code)
    code = write_model (model, path);
  if (!code && !is_given (a, "quiet")) {
    const size_t states = papni_model_states (model), transitions = papni_model_transitions (model);
    fprintf (stderr, "%s with %zu state%s and %zu transition%s%s%s\n",
             papni_model_kind_name (papni_model_kind_of (model)), states, plural (states), transitions,
             plural (transitions), path ? ", written to " : "; keep the model with -o FILE", path ? path : "");
  }
  papni_model_free (model);
  papni_alphabet_free (alphabet);
  return code;
}

static const option options[] = {
  { "from", 0, "aalpy|table|flexfringe", "what FILE is" },
  { "output", 'o', "MODEL", "where to write the model (default: print it)" },
  { "quiet", 'q', NULL, "no summary" },
  { NULL, 0, NULL, NULL },
};

const command import_command = {
  .name = "import",
  .summary = "read a model of AALpy or FlexFringe, or a table",
  .operands = "FILE",
  .least = 1,
  .most = 1,
  .about = "Reads a model that was written elsewhere:\n"
           "\n"
           "  aalpy       AALpy's DOT, of a dfa or a vpa\n"
           "  table       what papni export --to table writes; it does not say what the symbols are:\n"
           "              what pops is a return and what is popped a call, say more with --call,\n"
           "              --return, --internal and --pair\n"
           "  flexfringe  FlexFringe's JSON, a dfa; a state accepts if more words of label 1 end in\n"
           "              it than of others",
  .options = { options, alphabet_options },
  .example = "papni export arith --to table -o arith.table\n"
             "papni import arith.table --from table -o arith.json\n"
             "papni diff arith.json arith",
  .run = import,
};
