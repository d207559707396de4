/* contradictions.c - words that a sample both accepts and rejects.
 *
 * The words are sorted, so that equal ones are neighbours, and each group of equal words
 * with two labels is reported once, at the first word that contradicts an earlier one. */
#include "data/encode.h"

#include <stdlib.h>
#include <string.h>

typedef struct labelled_word
{
  papni_word word;
  size_t index; /* in the sample */
} labelled_word;

static int compare_symbols (const papni_word *x, const papni_word *y)
{
  const int order = compare (x->length, y->length);
  return order || !x->length ? order : memcmp (x->symbols, y->symbols, x->length * sizeof *x->symbols);
}

static int by_symbols (const void *left, const void *right)
{
  const labelled_word *x = left, *y = right;
  const int order = compare_symbols (&x->word, &y->word);
  return order ? order : compare (x->index, y->index);
}

typedef struct label_conflict
{
  const labelled_word *first, *second;
} label_conflict;

static int by_second (const void *left, const void *right)
{
  const label_conflict *x = left, *y = right;
  return compare (x->second->index, y->second->index);
}

/* The labelled words, sorted; *count becomes their number. */
static status collect_words (const papni_samples *samples, bool well_matched, labelled_word *words, size_t *count,
                             error *e)
{
  papni_encoder *encoder = well_matched ? papni_encoder_new (samples->alphabet, e) : NULL;
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  status s = well_matched && !encoder ? PAPNI_MEMORY : PAPNI_OK;
  for (size_t i = 0; !s && papni_samples_next (samples, &cursor, &word); i++) {
    papni_encoding encoding = { .mismatch = PAPNI_MISMATCH_NONE };
    if (encoder)
      s = papni_encode (encoder, word.symbols, word.length, &encoding, e);
    if (!s && word.label != PAPNI_UNKNOWN && encoding.mismatch == PAPNI_MISMATCH_NONE)
      words[(*count)++] = (labelled_word){ word, i };
  }
  papni_encoder_free (encoder);
  qsort (words, *count, sizeof *words, by_symbols);
  return s;
}

/* One conflict for each word with two labels. There is room: each takes two words. */
static size_t find_conflicts (const labelled_word *words, size_t count, label_conflict *conflicts)
{
  size_t found = 0;
  const labelled_word *first = words;
  bool told = false;
  for (const labelled_word *w = words; w < words + count; w++) {
    if (compare_symbols (&w->word, &first->word)) {
      first = w;
      told = false;
    } else if (!told && w->word.label != first->word.label) {
      conflicts[found++] = (label_conflict){ first, w };
      told = true;
    }
  }
  return found;
}

papni_status papni_samples_contradictions (const papni_samples *samples, bool well_matched, papni_contradiction *list,
                                           size_t room, size_t *count, papni_error *e)
{
  const allocator *a = &samples->memory;
  labelled_word *words = allocate (a, samples->size, sizeof *words);
  label_conflict *conflicts = allocate (a, samples->size, sizeof *conflicts);
  size_t labelled = 0;
  status s = words && conflicts ? PAPNI_OK : no_memory (e);
  *count = 0;
  if (!s)
    s = collect_words (samples, well_matched, words, &labelled, e);
  if (!s) {
    *count = find_conflicts (words, labelled, conflicts);
    qsort (conflicts, *count, sizeof *conflicts, by_second);
    for (size_t i = 0; i < *count && i < room; i++)
      list[i] = (papni_contradiction){ conflicts[i].first->word, conflicts[i].second->word };
  }
  release (a, words, samples->size, sizeof *words);
  release (a, conflicts, samples->size, sizeof *conflicts);
  return s;
}
