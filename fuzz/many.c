/* many.c - bytes as words of numbers (papni_samples_add_many): any ids, offsets and labels.
 * What is added is what was given. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum
{
  NAMES = 5,
  WORDS = 20
};

static uint64_t id_at (const papni_words *w, size_t i)
{
  uint64_t id = 0;
  const uint8_t *at = (const uint8_t *) w->ids + i * w->id_bytes;
  if (w->id_bytes == 1)
    id = *at;
  else if (w->id_bytes == 2) {
    uint16_t x;
    memcpy (&x, at, sizeof x);
    id = x;
  } else if (w->id_bytes == 4) {
    uint32_t x;
    memcpy (&x, at, sizeof x);
    id = x;
  } else
    memcpy (&id, at, sizeof id);
  return id;
}

static void must_hold (const papni_samples *samples, const papni_words *w)
{
  const papni_alphabet *alphabet = papni_samples_alphabet (samples);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  for (size_t i = 0; papni_samples_next (samples, &cursor, &word); i++) {
    MUST (i < w->count);
    MUST (word.length == w->offsets[i + 1] - w->offsets[i]);
    MUST (word.label == (!w->accepted ? PAPNI_UNKNOWN : w->accepted[i] ? PAPNI_ACCEPT : PAPNI_REJECT));
    for (size_t k = 0; k < word.length; k++)
      MUST (!strcmp (papni_alphabet_name (alphabet, word.symbols[k]), w->names[id_at (w, (size_t) w->offsets[i] + k)]));
  }
}

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
  static const char *const names[NAMES] = { "a", "b", "", "(", "\xff" };
  static const size_t sizes[] = { 1, 2, 4, 8, 3, 0 };
  feed f = { bytes, bytes + size };
  uint64_t offsets[WORDS + 1];
  uint8_t accepted[WORDS];
  papni_words w = { .names = names, .name_count = 1 + take (&f, NAMES), .offsets = offsets };
  w.id_bytes = sizes[take (&f, 6)];
  w.count = take (&f, WORDS + 1);
  offsets[0] = take (&f, 16) ? 0 : take (&f, 3);
  for (size_t i = 0; i < w.count; i++) {
    const size_t step = take (&f, 256);
    offsets[i + 1] = step == 255 ? offsets[i] - 1 : step == 254 ? UINT64_MAX : offsets[i] + step % 5;
    accepted[i] = (uint8_t) take (&f, 256);
  }
  w.accepted = take (&f, 4) ? accepted : NULL;
  const size_t left = (size_t) (f.end - f.at);
  uint8_t *ids = malloc (left + !left); /* of exactly this size, so that reads beyond it are detected */
  MUST (ids);
  if (left)
    memcpy (ids, f.at, left);
  w.ids = ids;
  w.id_count = w.id_bytes ? left / w.id_bytes : left;
  papni_error error = { 0 };
  papni_alphabet *alphabet = papni_alphabet_new (NULL, &error);
  papni_samples *samples = papni_samples_new (alphabet, &error);
  MUST (samples);
  const papni_status status = papni_samples_add_many (samples, &w, &error);
  MUST (!status || ((status == PAPNI_USAGE || status == PAPNI_INPUT) && error.message[0]));
  MUST (status || papni_samples_size (samples) == w.count);
  must_hold (samples, &w);
  papni_samples_free (samples);
  papni_alphabet_free (alphabet);
  free (ids);
  return 0;
}
