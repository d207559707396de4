/* on_samples.c - what the commands with operands MODEL SAMPLES... have in common. */
#include "cli.h"

int on_samples (const arguments *a, bool accepts_all, samples_action *action)
{
  int code;
  input in = { 0 };
  papni_model *model = read_model (a->operands[0], &code);
  if (!code)
    code = input_begin (&in, a, model);
  in.accepts_all = accepts_all;
  if (!code)
    code = input_read_all (&in, a->operands + 1, a->operand_count - 1);
  if (!code)
    code = action (a, &in, &model);
  if (!code)
    report_left_out (&in);
  input_free (&in);
  papni_model_free (model);
  return code;
}
