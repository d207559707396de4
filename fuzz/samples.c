/* samples.c - bytes as a file of samples, in each format. What can be read can be
 * learned, twice with the same result.
 *
 * The first byte selects the format: 0 to 5 in the order of papni_format, 6 to ; the
 * same with --chars, < to G without labels. */
#include "support.h"

/* Is it small enough to learn from quickly? */
static bool is_small (const papni_samples *samples)
{
  enum
  {
    SYMBOLS = 40,
    LENGTH = 600
  };
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  size_t length = 0;
  while (papni_samples_next (samples, &cursor, &word))
    length += word.length + 1;
  return length <= LENGTH && papni_alphabet_size (papni_samples_alphabet (samples)) <= SYMBOLS;
}

static void learn_twice (const papni_samples *samples, way how)
{
  const text once = learned (samples, how), twice = learned (samples, how);
  MUST (same_text (once, twice));
  text_free (once);
  text_free (twice);
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
  if (!size)
    return 0;
  const papni_reading reading = { .format = (papni_format) (*bytes % 6),
                                  .chars = *bytes / 6 % 2,
                                  .unlabelled = *bytes / 12 % 2 };
  papni_error error;
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *samples = papni_samples_new (alphabet, &error);
  MUST (samples);
  const papni_status status =
      papni_samples_read (samples, (const char *) bytes + 1, size - 1, "input", &reading, &error);
  must_explain (status, &error, bytes + 1, size - 1);
  if (is_small (samples)) {
    learn_twice (samples, (way){ .model = "vpa" });
    learn_twice (samples, (way){ .model = "dfa" });
  }
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  return 0;
}
