/* import.c - bytes as a model in another format; the first byte selects it. What can be
 * read can be written and read back. */
#include "support.h"

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
  papni_error error;
  if (!size)
    return 0;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  MUST (alphabet);
  static const char *const formats[] = { "aalpy", "table", "flexfringe" };
  papni_model *model =
      papni_model_import ((const char *) bytes + 1, size - 1, "input", formats[bytes[0] % 3], alphabet, &error);
  papni_alphabet_free (alphabet);
  if (model)
    must_round_trip (model);
  else
    MUST (error.code);
  papni_model_free (model);
  return 0;
}
