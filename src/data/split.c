/* split.c - splits samples into two sets, with the same ratio for each label and no
 * word in both.
 *
 * The distinct words are sorted, the words of each label are shuffled, and the first
 * ones go to one side, so the result does not depend on the order of the samples. */
#include "base/random.h"
#include "data/sample.h"

#include <stdlib.h>
#include <string.h>

typedef struct split_entry
{
  const symbol *word; /* numbered in symbol order */
  size_t length, index;
  papni_label label;
  bool repeats; /* same word as the previous one */
} split_entry;

typedef struct splitter
{
  allocator memory;
  const papni_samples *samples;
  symbol *flat; /* copy of the samples, numbered in symbol order */
  split_entry *entries;
  size_t *chosen; /* indices of distinct words, label by label */
  bool *side;     /* by index: whether the word goes to `one` */
  papni_random random;
} splitter;

static int split_compare_words (const split_entry *x, const split_entry *y)
{
  if (x->length != y->length)
    return x->length < y->length ? -1 : 1;
  for (size_t i = 0; i < x->length; i++)
    if (x->word[i] != y->word[i])
      return x->word[i] < y->word[i] ? -1 : 1;
  return 0;
}

/* Equal words are ordered by label: a word with two labels counts as the greater one. */
static int compare_entries (const void *left, const void *right)
{
  const split_entry *x = left, *y = right;
  const int order = split_compare_words (x, y);
  if (order)
    return order;
  if (x->label != y->label)
    return x->label > y->label ? -1 : 1;
  return x->index < y->index ? -1 : 1;
}

static status put_in_order (splitter *s, error *e)
{
  const papni_samples *samples = s->samples;
  symbol *order = alphabet_order (samples->alphabet), *number = NULL;
  if (order)
    number = allocate (&s->memory, samples->alphabet->size, sizeof *number);
  if (number) {
    for (size_t i = 0; i < samples->alphabet->size; i++)
      number[order[i]] = (symbol) i;
    for (size_t i = 0; i < samples->used; i++)
      s->flat[i] = is_end (samples->flat[i]) ? samples->flat[i] : number[samples->flat[i]];
  }
  release (&s->memory, order, samples->alphabet->size, sizeof *order);
  release (&s->memory, number, samples->alphabet->size, sizeof *number);
  if (!number)
    return no_memory (e);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  for (size_t i = 0; papni_samples_next (samples, &cursor, &word); i++)
    s->entries[i] = (split_entry){ s->flat + (word.symbols - samples->flat), word.length, i, word.label, false };
  qsort (s->entries, samples->size, sizeof *s->entries, compare_entries);
  for (size_t i = 1; i < samples->size; i++)
    s->entries[i].repeats = !split_compare_words (&s->entries[i - 1], &s->entries[i]);
  return PAPNI_OK;
}

/* Chooses this fraction of the words of a label; duplicates stay together. */
static void split_choose (splitter *s, papni_label label, double part)
{
  size_t count = 0, words = 0, taken = 0;
  const split_entry *entries = s->entries;
  const size_t size = s->samples->size;
  for (size_t i = 0; i < size; i++)
    if (!entries[i].repeats && entries[i].label == label) {
      s->chosen[count++] = i;
      do
        words++;
      while (++i < size && entries[i].repeats);
      i--;
    }
  const size_t wanted = (size_t) (part * (double) words + 0.5);
  for (size_t k = count; k > 1; k--) {
    const size_t other = (size_t) random_below (&s->random, k), place = s->chosen[k - 1];
    s->chosen[k - 1] = s->chosen[other];
    s->chosen[other] = place;
  }
  for (size_t k = 0; k < count && taken < wanted; k++) {
    size_t i = s->chosen[k];
    do {
      s->side[entries[i].index] = true;
      taken++;
    } while (++i < size && entries[i].repeats);
  }
}

/* Copies the declarations to both sets. */
static status split_declare (const papni_alphabet *from, papni_alphabet *to, error *e)
{
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < from->size; i++) {
    const letter *l = &from->letters[i];
    if (l->declared)
      s = alphabet_declare (to, l->kind, l->name, l->length, (position){ NULL, 0, 0 }, e);
  }
  return s ? s : alphabet_add_pairs (to, from, e);
}

static status copy_word (papni_samples *to, const papni_alphabet *alphabet, const papni_word *word, error *e)
{
  if (!samples_reserve (to, word->length))
    return no_memory (e);
  for (size_t i = 0; i < word->length; i++) {
    const letter *l = &alphabet->letters[word->symbols[i]];
    const status s =
        alphabet_intern (to->alphabet, l->name, l->length, (position){ NULL, 0, 0 }, &to->flat[to->used + i], e);
    if (s)
      return s;
  }
  return samples_end_word (to, word->length, word->label, NULL, 0, e);
}

static status split_share_out (splitter *s, double part, papni_samples *one, papni_samples *other, error *e)
{
  status result = put_in_order (s, e);
  if (result)
    return result;
  for (papni_label label = PAPNI_UNKNOWN; label <= PAPNI_ACCEPT; label++)
    split_choose (s, label, part);
  result = split_declare (s->samples->alphabet, one->alphabet, e);
  if (!result)
    result = split_declare (s->samples->alphabet, other->alphabet, e);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  for (size_t i = 0; !result && papni_samples_next (s->samples, &cursor, &word); i++)
    result = copy_word (s->side[i] ? one : other, s->samples->alphabet, &word, e);
  return result;
}

papni_status papni_split (const papni_samples *samples, double part, uint64_t seed, papni_samples *one,
                          papni_samples *other, papni_error *e)
{
  if (!(part >= 0 && part <= 1))
    return fail (e, PAPNI_USAGE, "the ratio must be from 0 to 1");
  splitter s = { .memory = samples->memory, .samples = samples, .random = papni_random_begin (seed) };
  s.flat = allocate (&s.memory, samples->used, sizeof *s.flat);
  s.entries = allocate (&s.memory, samples->size, sizeof *s.entries);
  s.chosen = allocate (&s.memory, samples->size, sizeof *s.chosen);
  s.side = allocate_zeroed (&s.memory, samples->size, sizeof *s.side);
  const bool room = !samples->size || (s.flat && s.entries && s.chosen && s.side);
  const status result = room ? split_share_out (&s, part, one, other, e) : no_memory (e);
  release (&s.memory, s.flat, samples->used, sizeof *s.flat);
  release (&s.memory, s.entries, samples->size, sizeof *s.entries);
  release (&s.memory, s.chosen, samples->size, sizeof *s.chosen);
  release (&s.memory, s.side, samples->size, sizeof *s.side);
  return result;
}
