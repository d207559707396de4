/* noisy_words.c - the different words of samples whose labels may be wrong: the samples are sorted,
 * so that equal words are neighbours. */
#include "learn/noise/noisy_words.h"

#include "base/watch.h"
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

/* Where words with their symbols in order are kept until they are sorted. */
typedef struct ranking
{
  symbol *rank, *ranked;
  ranked_word *list;
  size_t count;
} ranking;

/* Lists the labelled samples. */
static status list_ranked (const papni_samples *samples, ranking *r, watch *w, error *e)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  symbol *ranked = r->ranked;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && papni_samples_next (samples, &cursor, &word); i++) {
    if (word.label == PAPNI_UNKNOWN)
      continue;
    r->list[r->count++] = (ranked_word){ ranked, word, i };
    for (size_t k = 0; k < word.length; k++)
      *ranked++ = r->rank[word.symbols[k]];
    s = watch_spend (w, word.length + 1, e);
  }
  return s;
}

/* ---- sorting: short runs, which are then merged, so that it can be cancelled ---- */

enum
{
  SORTED_RUN = 1 << 12,
  SORTING_WORK = 16 /* for a word: what is compared is seldom in the cache */
};

static status merge_runs (const ranked_word *from, ranked_word *to, size_t count, size_t run, watch *w, error *e)
{
  status s = PAPNI_OK;
  for (size_t begin = 0, end; !s && begin < count; begin = end) {
    const size_t middle = count - begin > run ? begin + run : count;
    end = count - middle > run ? middle + run : count;
    for (size_t i = begin, j = middle, k = begin; !s && k < end; k++) {
      const bool left = i < middle && (j == end || by_rank (&from[i], &from[j]) < 0);
      to[k] = left ? from[i++] : from[j++];
      s = watch_spend (w, SORTING_WORK, e);
    }
  }
  return s;
}

static status sort_ranked (const allocator *a, ranking *r, watch *w, error *e)
{
  const size_t room = r->count;
  ranked_word *other = allocate (a, room, sizeof *other);
  status s = other ? PAPNI_OK : no_memory (e);
  for (size_t i = 0, size; !s && i < room; i += size) {
    size = room - i < SORTED_RUN ? room - i : SORTED_RUN;
    sort_items (r->list + i, size, sizeof *r->list, by_rank);
    s = watch_spend (w, SORTING_WORK * size, e);
  }
  for (size_t run = SORTED_RUN; !s && run < room; run *= 2) {
    s = merge_runs (r->list, other, room, run, w, e);
    if (!s)
      memcpy (r->list, other, room * sizeof *other);
  }
  release (a, other, room, sizeof *other);
  return s;
}

/* ---- the different words ---- */

static status take_ranked (noisy_words *n, const ranking *all, watch *watching, error *e)
{
  const ranked_word *list = all->list;
  status s = PAPNI_OK;
  for (size_t i = 0; !s && i < all->count; i++) {
    const ranked_word *r = &list[i];
    s = watch_spend (watching, r->word.length + 1, e);
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
  return s;
}

static status fill_noisy (noisy_words *n, const symbol *order, symbol *rank, watch *w, error *e)
{
  const papni_samples *samples = n->samples;
  const allocator *a = &n->memory;
  ranking r = { .rank = rank,
                .ranked = allocate (a, samples->used, sizeof *r.ranked),
                .list = allocate (a, samples->size, sizeof *r.list) };
  status s = r.ranked && r.list ? PAPNI_OK : no_memory (e);
  if (!s) {
    for (size_t i = 0; i < samples->alphabet->size; i++)
      rank[order[i]] = (symbol) i;
    s = list_ranked (samples, &r, w, e);
  }
  if (!s)
    s = sort_ranked (a, &r, w, e);
  if (!s)
    s = take_ranked (n, &r, w, e);
  release (a, r.ranked, samples->used, sizeof *r.ranked);
  release (a, r.list, samples->size, sizeof *r.list);
  return s;
}

status noisy_words_init (noisy_words *n, const papni_samples *samples, const papni_watch *caller, error *e)
{
  watch w = watch_begin (caller, PAPNI_PHASE_VOTING);
  const size_t letters = samples->alphabet->size;
  *n = (noisy_words){ .memory = samples->memory, .samples = samples };
  n->words = allocate (&n->memory, samples->size, sizeof *n->words);
  n->of = allocate (&n->memory, samples->size, sizeof *n->of);
  symbol *order = alphabet_order (samples->alphabet);
  symbol *rank = allocate (&n->memory, letters, sizeof *rank);
  const bool room = n->words && n->of && order && rank && samples->size < WITHOUT_LABEL;
  status s = room ? PAPNI_OK : no_memory (e);
  if (!s) {
    memset (n->of, 0xff, samples->size * sizeof *n->of);
    s = fill_noisy (n, order, rank, &w, e);
  }
  release (&n->memory, order, letters, sizeof *order);
  release (&n->memory, rank, letters, sizeof *rank);
  return s;
}

void noisy_words_release (noisy_words *n)
{
  if (!n->samples)
    return;
  release (&n->memory, n->words, n->samples->size, sizeof *n->words);
  release (&n->memory, n->of, n->samples->size, sizeof *n->of);
}

papni_samples *noisy_words_choose (const noisy_words *n, const bool *chosen, bool unlabelled, const papni_watch *caller,
                                   error *e)
{
  watch w = watch_begin (caller, PAPNI_PHASE_VOTING);
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
    if (!s)
      s = watch_spend (&w, word.length + 1, e);
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

status noisy_words_judge (const noisy_words *n, const papni_model *model, bool *accepted, const papni_watch *caller,
                          error *e)
{
  watch watching = watch_begin (caller, PAPNI_PHASE_VOTING);
  walk w;
  status s = walk_begin (&w, model, n->samples->alphabet, e);
  for (size_t i = 0; !s && i < n->count; i++) {
    const noisy_word *word = &n->words[i];
    const papni_label label = word->times[PAPNI_ACCEPT] ? PAPNI_ACCEPT : PAPNI_REJECT;
    s = walk_word (&w, word->places[label].symbols, word->length, &accepted[i], e);
    if (!s)
      s = watch_spend (&watching, word->length + 1, e);
  }
  walk_release (&w);
  return s;
}
