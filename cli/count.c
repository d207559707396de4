/* count.c - papni count: how often words take each transition of a model. */
#include "cli.h"

int count_model (papni_model **model, const papni_samples *samples)
{
  papni_error error;
  size_t rejected;
  papni_model *counted = papni_model_count (*model, samples, &rejected, &error);
  if (!counted)
    return complain_error (&error);
  if (rejected)
    warn ("%zu accepted word%s not counted: the model rejects %s", rejected, rejected == 1 ? " was" : "s were",
          rejected == 1 ? "it" : "them");
  papni_model_free (*model);
  *model = counted;
  return EXIT_DONE;
}

static void summarise_counts (const papni_model *model, const char *path)
{
  uint64_t words = 0, used = 0;
  for (size_t q = 0; q < papni_model_states (model); q++)
    words += papni_model_ended (model, (papni_state) q);
  for (size_t i = 0; i < papni_model_transitions (model); i++)
    used += papni_model_taken (model, i) > 0;
  fprintf (stderr, "%llu word%s counted, which take%s %llu of %zu transition%s", (unsigned long long) words,
           plural ((size_t) words), words == 1 ? "s" : "", (unsigned long long) used, papni_model_transitions (model),
           plural (papni_model_transitions (model)));
  if (path)
    fprintf (stderr, "; written to %s\n", shown (path));
  else
    fprintf (stderr, "; save the model with -o FILE\n");
}

static int count_samples (const arguments *a, const input *in, papni_model **model)
{
  const char *path = value_of (a, "output", NULL);
  int code = check_output (a, 1, path);
  if (!code)
    code = count_model (model, in->samples);
  if (!code)
    code = write_model (*model, path);
  if (!code && !is_given (a, "quiet"))
    summarise_counts (*model, path);
  return code;
}

static int count (const arguments *a)
{
  return on_samples (a, true, count_samples);
}

static const option options[] = {
  { "output", 'o', "FILE", "output file (default: print the model)" },
  { "quiet", 'q', NULL, "no summary" },
  { NULL, 0, NULL, NULL },
};

const command count_command = {
  .name = "count",
  .summary = "count how often words take each transition of a model",
  .operands = "MODEL SAMPLES...",
  .least = 2,
  .most = (size_t) -1,
  .about = "Runs the accepted words of samples through a model, and writes the model with its counts: how\n"
           "many words end in each state, and how often words take each transition. Equal words count as\n"
           "often as they occur; previous counts are replaced. Words that the model rejects do not count.\n"
           "-o may name the file of the model. Counts make a model probabilistic: see papni score.\n"
           "papni learn --counts does the same right after learning.",
  .options = { options, alphabet_options, word_options, layout_options, label_options },
  .example = "papni learn examples/arith.txt -o arith.json\n"
             "papni count arith.json examples/arith.txt -o arith.json",
  .run = count,
};
