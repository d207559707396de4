/* noisy_words.c - the different words of samples whose labels may be wrong: the samples are sorted,
 * so that equal words are neighbours. */
#include "learn/noise/noisy_words.h"

#include "model/walk.h"

#include <string.h>

/* A sample, with symbols numbered in symbol order. */
typedef struct ranked_word
{
  const symbol *symbols;
  papni_word word;
  size_t index; /* in the samples */
} ranked_word;

static int ranked_order (const ranked_word *x, const ranked_word *y)
{
  if (x->word.length != y->word.length)
    return compare (x->word.length, y->word.length);
  for (size_t i = 0; i < x->word.length; i++)
    if (x->symbols[i] != y->symbols[i])
      return compare (x->symbols[i], y->symbols[i]);
  return 0;
}

static int by_rank (const void *left, const void *right)
{
  const ranked_word *x = left, *y = right;
  const int order = ranked_order (x, y);
  return order ? order : compare (x->index, y->index);
}

/* Lists the labelled samples; returns their number. */
static size_t list_ranked (const papni_samples *samples, const symbol *rank, symbol *ranked, ranked_word *list)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  size_t count = 0;
  for (size_t i = 0; papni_samples_next (samples, &cursor, &word); i++) {
    if (word.label == PAPNI_UNKNOWN)
      continue;
    list[count++] = (ranked_word){ ranked, word, i };
    for (size_t k = 0; k < word.length; k++)
      *ranked++ = rank[word.symbols[k]];
  }
  return count;
}

static void take_ranked (noisy_words *n, const ranked_word *list, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    const ranked_word *r = &list[i];
    const bool fresh = !i || ranked_order (r, &list[i - 1]);
    if (fresh)
      n->words[n->count++] =
          (noisy_word){ .length = r->word.length, .hash = hash_symbols (r->symbols, r->word.length) };
    noisy_word *w = &n->words[n->count - 1];
    if (!w->times[r->word.label]++)
      w->places[r->word.label] = r->word;
    n->of[r->index] = (uint32_t) (n->count - 1);
  }
  for (size_t i = 0; i < n->count; i++) {
    noisy_word *w = &n->words[i];
    const int order = compare (w->times[PAPNI_ACCEPT], w->times[PAPNI_REJECT]);
    w->label = order > 0 ? PAPNI_ACCEPT : order < 0 ? PAPNI_REJECT : PAPNI_UNKNOWN;
  }
}

static bool fill_noisy (noisy_words *n, const symbol *order, symbol *rank)
{
  const papni_samples *samples = n->samples;
  const allocator *a = &n->memory;
  symbol *ranked = allocate (a, samples->used, sizeof *ranked);
  ranked_word *list = allocate (a, samples->size, sizeof *list);
  if (ranked && list) {
    for (size_t i = 0; i < samples->alphabet->size; i++)
      rank[order[i]] = (symbol) i;
    const size_t count = list_ranked (samples, rank, ranked, list);
    sort_items (list, count, sizeof *list, by_rank);
    take_ranked (n, list, count);
  }
  const bool room = ranked && list;
  release (a, ranked, samples->used, sizeof *ranked);
  release (a, list, samples->size, sizeof *list);
  return room;
}

status noisy_words_init (noisy_words *n, const papni_samples *samples, error *e)
{
  const size_t letters = samples->alphabet->size;
  *n = (noisy_words){ .memory = samples->memory, .samples = samples };
  n->words = allocate (&n->memory, samples->size, sizeof *n->words);
  n->of = allocate (&n->memory, samples->size, sizeof *n->of);
  symbol *order = alphabet_order (samples->alphabet);
  symbol *rank = allocate (&n->memory, letters, sizeof *rank);
  bool room = n->words && n->of && order && rank && samples->size < WITHOUT_LABEL;
  if (room) {
    memset (n->of, 0xff, samples->size * sizeof *n->of);
    room = fill_noisy (n, order, rank);
  }
  release (&n->memory, order, letters, sizeof *order);
  release (&n->memory, rank, letters, sizeof *rank);
  return room ? PAPNI_OK : no_memory (e);
}

void noisy_words_release (noisy_words *n)
{
  if (!n->samples)
    return;
  release (&n->memory, n->words, n->samples->size, sizeof *n->words);
  release (&n->memory, n->of, n->samples->size, sizeof *n->of);
}

papni_samples *noisy_words_choose (const noisy_words *n, const bool *chosen, bool unlabelled, error *e)
{
  papni_samples *part = papni_samples_new (n->samples->alphabet, e);
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  status s = part ? PAPNI_OK : PAPNI_MEMORY;
  for (size_t i = 0; !s && papni_samples_next (n->samples, &cursor, &word); i++) {
    const uint32_t of = n->of[i];
    if (of == WITHOUT_LABEL ? !unlabelled : !chosen[of] || n->words[of].label != word.label)
      continue;
    if (!samples_reserve (part, word.length)) {
      s = no_memory (e);
      break;
    }
    if (word.length)
      memcpy (part->flat + part->used, word.symbols, word.length * sizeof *word.symbols);
    s = samples_end_word (part, word.length, word.label, word.file, word.line, e);
  }
  if (s) {
    papni_samples_free (part);
    part = NULL;
  }
  return part;
}

/* ---- labels and models ---- */

status noisy_words_check (const noisy_words *n, error *e)
{
  size_t count[3] = { 0 };
  for (size_t i = 0; i < n->count; i++)
    for (papni_label label = PAPNI_REJECT; label <= PAPNI_ACCEPT; label++)
      count[label] += n->words[i].times[label] > 0;
  if (count[PAPNI_REJECT] && count[PAPNI_ACCEPT])
    return PAPNI_OK;
  return fail (e, PAPNI_INPUT,
               "noise: wrong labels can be found only among accepted and rejected words, but no word is %s",
               count[PAPNI_ACCEPT] ? "rejected" : "accepted");
}

status noisy_words_judge (const noisy_words *n, const papni_model *model, bool *accepted, error *e)
{
  walk w;
  status s = walk_begin (&w, model, n->samples->alphabet, e);
  for (size_t i = 0; !s && i < n->count; i++) {
    const noisy_word *word = &n->words[i];
    const papni_label label = word->times[PAPNI_ACCEPT] ? PAPNI_ACCEPT : PAPNI_REJECT;
    s = walk_word (&w, word->places[label].symbols, word->length, &accepted[i], e);
  }
  walk_release (&w);
  return s;
}
