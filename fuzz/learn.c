/* learn.c - bytes as a small set of labelled words, learned with every setting.
 *
 * The first byte selects the alphabet (bit 0: with calls and returns, bit 1: paired).
 * Each other byte is a symbol, or ends a word as accepted or rejected. A word that
 * contradicts an earlier one is skipped. */
#include "support.h"

#include <string.h>

enum
{
  SYMBOLS = 6,
  LENGTH = 120 /* total length of all words */
};

static const char *const names[SYMBOLS] = { "a", "b", "(", "[", ")", "]" };

typedef struct words
{
  uint8_t symbols[LENGTH];
  size_t begin[LENGTH], end[LENGTH];
  papni_label label[LENGTH];
  size_t count;
} words;

static bool contradicts (const words *w, const uint8_t *symbols, size_t length, papni_label label)
{
  for (size_t i = 0; i < w->count; i++)
    if (w->end[i] - w->begin[i] == length && !memcmp (w->symbols + w->begin[i], symbols, length)
        && w->label[i] != label)
      return true;
  return false;
}

static void read_words (words *w, const uint8_t *bytes, size_t size)
{
  size_t begin = 0;
  w->count = 0;
  for (size_t i = 0; i < size && i < LENGTH; i++) {
    w->symbols[i] = bytes[i] % (SYMBOLS + 2);
    if (w->symbols[i] < SYMBOLS)
      continue;
    const papni_label label = w->symbols[i] == SYMBOLS ? PAPNI_ACCEPT : PAPNI_REJECT;
    if (!contradicts (w, w->symbols + begin, i - begin, label)) {
      w->begin[w->count] = begin;
      w->end[w->count] = i;
      w->label[w->count++] = label;
    }
    begin = i + 1;
  }
}

static void add_word (papni_samples *samples, const words *w, size_t i)
{
  const char *list[LENGTH];
  const size_t length = w->end[i] - w->begin[i];
  for (size_t k = 0; k < length; k++)
    list[k] = names[w->symbols[w->begin[i] + k]];
  MUST (!papni_samples_add (samples, list, length, w->label[i], NULL));
}

static papni_alphabet *make_alphabet (uint8_t how)
{
  papni_alphabet *alphabet = papni_alphabet_new (NULL, NULL);
  MUST (alphabet);
  for (size_t i = 2; how & 1 && i < SYMBOLS; i++)
    MUST (!papni_alphabet_declare (alphabet, i < 4 ? PAPNI_CALL : PAPNI_RETURN, names[i], NULL));
  for (size_t i = 2; how & 1 && how & 2 && i < 4; i++)
    MUST (!papni_alphabet_pair (alphabet, names[i], names[i + 2], NULL));
  return alphabet;
}

/* The words in order, or reversed with the first one twice. */
static papni_samples *make_samples (papni_alphabet *alphabet, const words *w, bool turned)
{
  papni_samples *samples = papni_samples_new (alphabet, NULL);
  MUST (samples);
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
  papni_samples *samples = make_samples (alphabet, &w, false), *turned = make_samples (alphabet_turned, &w, true);
  for (unsigned i = 0; i < 32; i++) {
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
