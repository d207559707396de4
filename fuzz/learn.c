/* learn.c - bytes as a small set of labelled words, learned with several settings. The
 * first byte selects the alphabet and the settings (a digit: all of them); the others are
 * words (words.h). */
#include "words.h"

/* The words in order, or reversed with the first one twice. */
static papni_samples *ordered_samples (papni_alphabet *alphabet, const words *w, bool turned)
{
  papni_samples *samples = make_samples (alphabet);
  for (size_t i = 0; i < w->count; i++)
    add_word (samples, w, turned ? w->count - 1 - i : i);
  if (turned && w->count)
    add_word (samples, w, 0);
  return samples;
}

/* Without calls and returns, a stack makes no difference. */
static void must_be_regular (const papni_samples *samples, way how, text table)
{
  static const char *const models[] = { "dfa", "vpa", "sevpa" };
  for (size_t i = 0; i < 3; i++) {
    how.model = models[i];
    how.modules = NULL;
    papni_model *other = must_learn (samples, how);
    MUST (other);
    const text other_table = written (other, "table");
    MUST (same_text (table, other_table));
    papni_model_free (other);
    text_free (other_table);
  }
}

static void try_options (const papni_samples *samples, const papni_samples *turned, way how, bool regular)
{
  papni_model *model = must_learn (samples, how);
  MUST (model);
  const text expected = written (model, "json"), table = written (model, "table");
  const text other_order = learned (turned, how);
  MUST (same_text (expected, other_order));
  how.threads = "3";
  const text threads = learned (samples, how);
  MUST (same_text (expected, threads));
  if (regular)
    must_be_regular (samples, how, table);
  papni_model_free (model);
  text_free (expected);
  text_free (table);
  text_free (other_order);
  text_free (threads);
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
  if (!size)
    return 0;
  words w;
  read_words (&w, bytes + 1, size - 1);
  papni_alphabet *alphabet = make_alphabet (*bytes), *alphabet_turned = make_alphabet (*bytes);
  papni_samples *samples = ordered_samples (alphabet, &w, false);
  papni_samples *turned = ordered_samples (alphabet_turned, &w, true);
  for (unsigned i = 0; i < 32; i++) {
    if (*bytes >> 2 != '0' >> 2 && i % 8 != *bytes / 4u % 8) /* a few are quicker */
      continue;
    const way how = { .model = i & 16  ? "sevpa"
                               : i & 1 ? "vpa"
                                       : "dfa",
                      .method = i & 2 ? "edsm" : "rpni",
                      .evidence = i & 4 ? "states" : "labels",
                      .focus = i & 8 ? "positive" : "all",
                      .modules = i & 16 ? (i & 1 ? "one" : "call") : NULL };
    try_options (samples, turned, how, !(*bytes & 1));
  }
  papni_samples_free (samples);
  papni_samples_free (turned);
  papni_alphabet_free (alphabet);
  papni_alphabet_free (alphabet_turned);
  return 0;
}
