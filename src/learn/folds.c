/* folds.c - deals labelled words into folds. */
#include "learn/folds.h"

#include "base/rows.h"
#include "learn/tree/sort.h"

/* ---- the words in order ---- */

static size_t length_at (const folds *f, uint64_t offset)
{
  const symbol *word = f->samples->flat + offset;
  size_t length = 0;
  while (!is_end (word[length]))
    length++;
  return length;
}

static bool same_word (const folds *f, uint64_t one, uint64_t other)
{
  const symbol *x = f->samples->flat + one, *y = f->samples->flat + other;
  for (; *x == *y && !is_end (*x); x++)
    y++;
  return is_end (*x) && is_end (*y);
}

/* Lists the labelled words, without duplicates, in lexicographic order. */
static status list_words (folds *f, workers *w, error *e)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  size_t kept = 0;
  while (papni_samples_next (f->samples, &cursor, &word))
    if (word.label)
      f->offsets[f->size++] = (uint64_t) (word.symbols - f->samples->flat);
  const papni_samples *all = f->samples;
  const unsorted words = { f->offsets, f->size, all->flat, all->used, f->rank, all->alphabet->size };
  const status s = sort_words (&words, w, &f->memory, e);
  for (size_t i = 0; !s && i < f->size; i++)
    if (!kept || !same_word (f, f->offsets[kept - 1], f->offsets[i]))
      f->offsets[kept++] = f->offsets[i];
  f->size = kept;
  return s;
}

/* A stable sort by length gives shortlex order. */
static status sort_by_length (folds *f, error *e)
{
  const allocator *a = &f->memory;
  size_t longest = 0;
  for (size_t i = 0; i < f->size; i++) {
    const size_t length = length_at (f, f->offsets[i]);
    longest = length > longest ? length : longest;
  }
  rows lengths;
  uint64_t *sorted = allocate (a, f->samples->size, sizeof *sorted);
  const bool room = rows_init (a, &lengths, longest + 1) && sorted;
  for (size_t i = 0; room && i < f->size; i++)
    rows_count (&lengths, length_at (f, f->offsets[i]));
  if (room)
    rows_begin (&lengths);
  for (size_t i = 0; room && i < f->size; i++)
    sorted[rows_place (&lengths, length_at (f, f->offsets[i]))] = f->offsets[i];
  rows_release (a, &lengths);
  release (a, room ? f->offsets : sorted, f->samples->size, sizeof *sorted);
  if (!room)
    return no_memory (e);
  f->offsets = sorted;
  return PAPNI_OK;
}

/* ---- the folds ---- */

static papni_label fold_label_at (const folds *f, uint64_t offset)
{
  return (papni_label) (f->samples->flat[offset + length_at (f, offset)] - END);
}

static void deal (folds *f)
{
  size_t dealt[PAPNI_ACCEPT + 1] = { 0 };
  for (size_t i = 0; i < f->size; i++)
    f->fold[i] = (uint8_t) (dealt[fold_label_at (f, f->offsets[i])]++ % FOLDS);
}

static status folds_add_word (papni_samples *to, const folds *f, uint64_t offset, error *e)
{
  const size_t length = length_at (f, offset);
  if (!samples_reserve (to, length))
    return no_memory (e);
  for (size_t i = 0; i < length; i++)
    to->flat[to->used + i] = f->samples->flat[offset + i];
  return samples_end_word (to, length, fold_label_at (f, offset), NULL, 0, e);
}

static status gather (folds *f, error *e)
{
  status s = PAPNI_OK;
  for (size_t fold = 0; !s && fold < FOLDS; fold++) {
    f->training[fold] = papni_samples_new (f->samples->alphabet, e);
    s = f->training[fold] ? PAPNI_OK : PAPNI_MEMORY;
    for (size_t i = 0; !s && i < f->size; i++)
      if (f->fold[i] != fold)
        s = folds_add_word (f->training[fold], f, f->offsets[i], e);
  }
  return s;
}

/* ---- beginning and end ---- */

static status folds_prepare (folds *f, workers *w, error *e)
{
  const papni_alphabet *alphabet = f->samples->alphabet;
  symbol *order = alphabet_order (alphabet);
  f->rank = allocate_zeroed (&f->memory, RANKS, sizeof *f->rank);
  f->offsets = allocate (&f->memory, f->samples->size, sizeof *f->offsets);
  f->fold = allocate (&f->memory, f->samples->size, sizeof *f->fold);
  status s = order && f->rank && f->offsets && f->fold ? PAPNI_OK : no_memory (e);
  for (size_t i = 0; !s && i < alphabet->size; i++)
    f->rank[order[i]] = (symbol) (i + 1);
  release (&f->memory, order, alphabet->size, sizeof *order);
  if (!s)
    s = list_words (f, w, e);
  return s ? s : sort_by_length (f, e);
}

status folds_init (folds *f, const papni_samples *samples, workers *w, error *e)
{
  *f = (folds){ .memory = samples->memory, .samples = samples };
  const status s = folds_prepare (f, w, e);
  if (s)
    return s;
  deal (f);
  return gather (f, e);
}

void folds_release (folds *f)
{
  if (!f->samples)
    return;
  release (&f->memory, f->rank, RANKS, sizeof *f->rank);
  release (&f->memory, f->offsets, f->samples->size, sizeof *f->offsets);
  release (&f->memory, f->fold, f->samples->size, sizeof *f->fold);
  for (size_t i = 0; i < FOLDS; i++)
    papni_samples_free (f->training[i]);
}
