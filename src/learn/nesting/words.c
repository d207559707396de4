/* words.c - the words in which nests are looked for, and what they say about a nest. */
#include "learn/nesting/nesting.h"

#include "data/distinct.h"

#include <string.h>

static size_t nesting_list (const papni_samples *samples, papni_label label, uint64_t *offsets)
{
  papni_cursor cursor = { 0, 0, 0 };
  papni_word word;
  size_t count = 0;
  while (papni_samples_next (samples, &cursor, &word))
    if (word.label == label)
      offsets[count++] = (uint64_t) (word.symbols - samples->flat);
  return count;
}

status nesting_count_words (nesting_words *w, error *e)
{
  const size_t letters = w->samples->alphabet->size;
  uint32_t *last = allocate_zeroed (&w->memory, letters, sizeof *last);
  if (!last)
    return no_memory (e);
  for (size_t i = 0; i < letters; i++)
    w->occurs[i] = 0;
  watch asked = nesting_watch (w);
  status failed = PAPNI_OK;
  for (size_t i = 0; !failed && i < w->right_count; i++) {
    const symbol *word = w->samples->flat + w->right[i], *s = word;
    for (; !is_end (*s); s++)
      if (last[*s] != i + 1) {
        last[*s] = (uint32_t) (i + 1);
        w->occurs[*s]++;
      }
    failed = watch_spend (&asked, (size_t) (s - word) + 1, e);
  }
  release (&w->memory, last, letters, sizeof *last);
  return failed;
}

status nesting_words_init (nesting_words *w, const papni_samples *samples, const papni_watch *watch, error *e)
{
  *w = (nesting_words){ .memory = samples->memory, .whole = w, .samples = samples, .watch = watch };
  w->right = allocate (&w->memory, samples->size, sizeof *w->right);
  w->wrong = allocate (&w->memory, samples->size, sizeof *w->wrong);
  w->occurs = allocate (&w->memory, samples->alphabet->size, sizeof *w->occurs);
  w->order = alphabet_order (samples->alphabet);
  if (!w->right || !w->wrong || !w->occurs || !w->order)
    return no_memory (e);
  w->right_count = nesting_list (samples, PAPNI_ACCEPT, w->right);
  w->wrong_count = nesting_list (samples, PAPNI_REJECT, w->wrong);
  status s = distinct_words (samples, PAPNI_ACCEPT, w->right, &w->right_count, e);
  if (!s)
    s = watch_report (watch, PAPNI_PHASE_TRYING, 0, 0, e);
  if (!s)
    s = distinct_words (samples, PAPNI_REJECT, w->wrong, &w->wrong_count, e);
  return s ? s : nesting_count_words (w, e);
}

void nesting_words_release (nesting_words *w)
{
  release (&w->memory, w->right, w->samples->size, sizeof *w->right);
  release (&w->memory, w->wrong, w->samples->size, sizeof *w->wrong);
  release (&w->memory, w->occurs, w->samples->alphabet->size, sizeof *w->occurs);
  release (&w->memory, w->order, w->samples->alphabet->size, sizeof *w->order);
}

void nesting_tolerate (nesting_words *w, bool some)
{
  const size_t part = w->right_count / BROKEN_PART;
  w->tolerated = !some ? 0 : part ? part : w->right_count > 1;
}

status nesting_word_key (const papni_samples *samples, uint64_t offset, uint64_t *key, watch *asked, error *e)
{
  const symbol *word = samples->flat + offset, *s = word;
  *key = 0;
  for (; !is_end (*s); s++) {
    for (const char *c = samples->alphabet->letters[*s].name; *c; c++)
      *key = mix (*key + (unsigned char) *c);
    *key = mix (*key + 256);
  }
  return watch_spend (asked, (size_t) (s - word) + 1, e);
}

/* ---- a nest ---- */

/* How a word looks to a nest. */
typedef struct matching
{
  bool matched, has;
  size_t depth, span;
  size_t read; /* symbols */
} matching;

static matching nest_match (const symbol *word, const int8_t *weight)
{
  matching m = { .matched = false };
  int64_t depth = 0, span = 0;
  for (int64_t i = 0; !is_end (word[i]); i++) {
    const int8_t step = weight[word[i]];
    m.read++;
    if (!step)
      continue;
    m.has = true;
    depth += step;
    if (depth < 0)
      return m;
    m.depth = (size_t) depth > m.depth ? (size_t) depth : m.depth;
    span -= step * i;
  }
  m.matched = !depth;
  m.span = m.matched ? (size_t) span : 0;
  return m;
}

static void nest_weigh (const nest *n, int8_t *weight, int8_t one)
{
  for (size_t i = 0; i < n->size; i++)
    weight[n->symbols[i]] = (int8_t) (i < n->calls ? one : -one);
}

/* Are enough of all accepted words well-matched with it? If so, measures it. */
static status nest_measure (const nesting_words *part, int8_t *weight, nest *n, bool *matched, error *e)
{
  const nesting_words *w = part->whole;
  const size_t tolerated = part->tolerated;
  watch asked = nesting_watch (w);
  status failed = PAPNI_OK;
  nest_weigh (n, weight, 1);
  n->span = n->depth = n->words = n->broken = n->missed = 0;
  for (size_t i = 0; !failed && n->missed <= tolerated && i < w->right_count; i++) {
    const matching m = nest_match (w->samples->flat + w->right[i], weight);
    n->words += m.has;
    n->missed += !m.matched;
    n->span += m.span;
    n->depth = m.matched && m.depth > n->depth ? m.depth : n->depth;
    failed = watch_spend (&asked, m.read + 1, e);
  }
  *matched = !failed && n->missed <= tolerated && 2 * n->missed <= n->words;
  for (size_t i = 0; !failed && *matched && i < w->wrong_count; i++) {
    const matching m = nest_match (w->samples->flat + w->wrong[i], weight);
    n->broken += !m.matched;
    failed = watch_spend (&asked, m.read + 1, e);
  }
  nest_weigh (n, weight, 0);
  return failed;
}

/* ---- the list ---- */

/* Sorts by name; sets are small. */
static void nest_sort (const papni_alphabet *alphabet, symbol *symbols, size_t count)
{
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j && strcmp (alphabet->letters[symbols[j]].name, alphabet->letters[symbols[j - 1]].name) < 0;
         j--) {
      const symbol swap = symbols[j];
      symbols[j] = symbols[j - 1];
      symbols[j - 1] = swap;
    }
}

static bool nest_is_known (const nest_list *list, const nest *n)
{
  for (size_t i = 0; i < list->size; i++) {
    const nest *other = &list->items[i];
    if (other->size == n->size && other->calls == n->calls
        && !memcmp (other->symbols, n->symbols, n->size * sizeof *n->symbols))
      return true;
  }
  return false;
}

status nest_add (nest_list *list, const nesting_words *w, const symbol *symbols, size_t calls, size_t size, error *e)
{
  const papni_alphabet *alphabet = w->samples->alphabet;
  if (list->size == MOST_NESTS) {
    list->more = true;
    return PAPNI_OK;
  }
  nest n = { .alphabet = alphabet, .calls = calls, .size = size };
  n.symbols = allocate (&w->memory, size, sizeof *n.symbols);
  int8_t *weight = allocate_zeroed (&w->memory, alphabet->size, sizeof *weight);
  const bool room =
      n.symbols && weight && reserve (&w->memory, &list->items, &list->capacity, list->size + 1, sizeof n);
  status failed = room ? PAPNI_OK : no_memory (e);
  bool wanted = false;
  if (room) {
    memcpy (n.symbols, symbols, size * sizeof *symbols);
    nest_sort (alphabet, n.symbols, calls);
    nest_sort (alphabet, n.symbols + calls, size - calls);
  }
  if (room && !nest_is_known (list, &n))
    failed = nest_measure (w, weight, &n, &wanted, e);
  /* what holds in all words was found there, unless it is a sum of others */
  if (!failed && wanted && (n.missed || w->whole == w))
    list->items[list->size++] = n;
  else
    release (&w->memory, n.symbols, size, sizeof *n.symbols);
  release (&w->memory, weight, alphabet->size, sizeof *weight);
  return failed;
}

void nest_list_release (const allocator *a, nest_list *list)
{
  for (size_t i = 0; i < list->size; i++) {
    release (a, list->items[i].symbols, list->items[i].size, sizeof (symbol));
    release_text (a, list->items[i].pattern);
  }
  release (a, list->items, list->capacity, sizeof *list->items);
}
