/* words.c - bytes as a small set of labelled words. */
#include "words.h"

#include <string.h>

static const char *const names[SYMBOLS] = { "a", "b", "(", "[", ")", "]" };

static bool contradicts (const words *w, const uint8_t *symbols, size_t length, papni_label label)
{
  for (size_t i = 0; i < w->count; i++)
    if (w->end[i] - w->begin[i] == length && !memcmp (w->symbols + w->begin[i], symbols, length)
        && w->label[i] != label)
      return true;
  return false;
}

void read_words (words *w, const uint8_t *bytes, size_t size)
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

papni_alphabet *make_alphabet (uint8_t how)
{
  papni_alphabet *alphabet = papni_alphabet_new (NULL, NULL);
  MUST (alphabet);
  for (size_t i = 2; how & 1 && i < SYMBOLS; i++)
    MUST (!papni_alphabet_declare (alphabet, i < 4 ? PAPNI_CALL : PAPNI_RETURN, names[i], NULL));
  for (size_t i = 2; how & 1 && how & 2 && i < 4; i++)
    MUST (!papni_alphabet_pair (alphabet, names[i], names[i + 2], NULL));
  return alphabet;
}

papni_samples *make_samples (papni_alphabet *alphabet)
{
  papni_samples *samples = papni_samples_new (alphabet, NULL);
  MUST (samples);
  return samples;
}

void add_word (papni_samples *samples, const words *w, size_t i)
{
  const char *list[LENGTH];
  const size_t length = w->end[i] - w->begin[i];
  for (size_t k = 0; k < length; k++)
    list[k] = names[w->symbols[w->begin[i] + k]];
  MUST (!papni_samples_add (samples, list, length, w->label[i], NULL));
}
