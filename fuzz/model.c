/* model.c - bytes as a model file. What can be read can be written, read back, drawn
 * and run. */
#include "support.h"

static void must_write (const papni_model *model, const char *format)
{
  text_free (written (model, format));
}

/* A walk through the model: an expected symbol can be read, and any other ends the run. */
static void walk (const papni_model *model, const uint8_t *bytes, size_t size)
{
  const size_t symbols = papni_alphabet_size (papni_model_alphabet (model));
  papni_error error;
  papni_run *run = papni_run_new (model, &error);
  MUST (run);
  for (size_t i = 0; i < size && symbols; i++) {
    const papni_symbol s = (papni_symbol) (bytes[i] % symbols);
    const bool expected = papni_run_expects (run, s);
    const size_t position = papni_run_position (run);
    if (!expected && i % 4) /* stay in the language for a while */
      continue;
    MUST (!papni_run_step (run, s, &error));
    const papni_verdict verdict = papni_run_verdict (run);
    if (!expected) {
      MUST (papni_run_position (run) == position);
      MUST (verdict > PAPNI_VERDICT_OPEN_CALLS);
      papni_run_restart (run);
      continue;
    }
    MUST (papni_run_position (run) == position + 1);
    MUST (verdict <= PAPNI_VERDICT_OPEN_CALLS);
    MUST (papni_run_state (run) < papni_model_states (model));
    MUST ((verdict == PAPNI_VERDICT_OPEN_CALLS) == (papni_run_depth (run) > 0));
    MUST ((papni_run_open (run) == PAPNI_NO_SYMBOL) == !papni_run_depth (run));
    MUST (verdict != PAPNI_VERDICT_ACCEPT || papni_model_accepting (model, papni_run_state (run)));
  }
  papni_run_free (run);
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
  papni_error error;
  papni_model *model = papni_model_read ((const char *) bytes, size, "input", NULL, &error);
  if (!model) {
    must_explain (error.code, &error, bytes, size);
    MUST (error.code);
    return 0;
  }
  must_round_trip (model);
  must_write (model, "table");
  must_write (model, "dot");
  walk (model, bytes, size);
  papni_model_free (model);
  return 0;
}
