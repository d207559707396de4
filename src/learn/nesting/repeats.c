/* repeats.c - the texts that occur repeatedly in words of characters.
 *
 * All suffixes of the words are sorted, up to the length of the longest token. Suffixes that
 * begin with the same text stand together. Such a group is a repeat if not all continue with
 * the same character, and not all are preceded by the same one. */
#include "learn/nesting/tokens.h"

#include <string.h>

enum
{
  COMPARED = MOST_CHARACTERS + 1
};

bool tokens_equal (token x, token y)
{
  return x.length == y.length && !memcmp (x.at, y.at, x.length * sizeof *x.at);
}

/* ---- suffixes ---- */

static size_t repeats_shared (const symbol *x, const symbol *y)
{
  size_t length = 0;
  while (length < COMPARED && x[length] == y[length] && !is_end (x[length]))
    length++;
  return length;
}

static int compare_suffixes (const void *left, const void *right)
{
  const suffix *x = left, *y = right;
  const size_t shared = repeats_shared (x->at, y->at);
  const bool differ = shared < COMPARED && x->at[shared] != y->at[shared];
  return differ ? compare (x->at[shared], y->at[shared]) : compare ((uintptr_t) x->at, (uintptr_t) y->at);
}

typedef struct keyed_word
{
  uint64_t key, offset;
} keyed_word;

static int compare_read_words (const void *left, const void *right)
{
  const keyed_word *x = left, *y = right;
  return compare (x->key, y->key);
}

/* Reads words until there are enough characters; which ones does not depend on their order. */
static status repeats_read (repeats *r, error *e)
{
  const nesting_words *w = r->words;
  keyed_word *all = allocate (&w->memory, w->right_count, sizeof *all);
  r->read = allocate (&w->memory, w->right_count, sizeof *r->read);
  if (!all || !r->read) {
    release (&w->memory, all, w->right_count, sizeof *all);
    return no_memory (e);
  }
  watch asked = nesting_watch (w);
  status failed = PAPNI_OK;
  for (size_t i = 0; !failed && i < w->right_count; i++) {
    all[i].offset = w->right[i];
    failed = nesting_word_key (w->samples, w->right[i], &all[i].key, &asked, e);
  }
  if (!failed && w->right_count)
    sort_items (all, w->right_count, sizeof *all, compare_read_words);
  for (size_t i = 0; !failed && i < w->right_count && r->size < READ_CHARACTERS; i++) {
    r->read[r->read_count++] = all[i].offset;
    for (const symbol *s = w->samples->flat + all[i].offset; !is_end (*s); s++)
      r->size++;
  }
  release (&w->memory, all, w->right_count, sizeof *all);
  return failed;
}

static status repeats_sort (repeats *r, error *e)
{
  const allocator *a = &r->words->memory;
  r->suffixes = allocate (a, r->size, sizeof *r->suffixes);
  r->sums = allocate (a, r->size + 1, sizeof *r->sums);
  if (!r->suffixes || !r->sums)
    return no_memory (e);
  size_t next = 0;
  for (uint32_t i = 0; i < r->read_count; i++)
    for (const symbol *s = r->words->samples->flat + r->read[i]; !is_end (*s); s++)
      r->suffixes[next++] = (suffix){ s, i };
  if (r->size)
    sort_items (r->suffixes, r->size, sizeof *r->suffixes, compare_suffixes);
  return PAPNI_OK;
}

static void repeats_sum (repeats *r, size_t parts, size_t number)
{
  r->sums[0] = 0;
  for (size_t i = 0; i < r->size; i++) {
    const uint32_t word = r->suffixes[i].word;
    r->sums[i + 1] = r->sums[i] + (word % parts == number ? mix (mix (word + 1)) : 0);
  }
}

/* ---- groups of suffixes ---- */

typedef struct grouping
{
  repeats *repeats;
  uint32_t *times; /* word -> how often it was seen in a group; all 0 between groups */
  error *error;
} grouping;

/* Is it always preceded by the same character? */
static bool group_is_preceded (const repeats *r, size_t begin, size_t end)
{
  for (size_t i = begin; i < end; i++) {
    const suffix *s = &r->suffixes[i], *first = &r->suffixes[begin];
    const symbol *start = r->words->samples->flat + r->read[s->word];
    if (s->at == start || s->at[-1] != first->at[-1])
      return false;
  }
  return true;
}

static size_t group_most (const grouping *g, size_t begin, size_t end)
{
  const suffix *suffixes = g->repeats->suffixes;
  size_t most = 0;
  for (size_t i = begin; i < end; i++)
    if (++g->times[suffixes[i].word] > most)
      most = g->times[suffixes[i].word];
  for (size_t i = begin; i < end; i++)
    g->times[suffixes[i].word] = 0;
  return most;
}

static uint64_t group_text_key (const repeats *r, const symbol *text, size_t length)
{
  uint64_t key = 0;
  for (size_t i = 0; i < length; i++) {
    for (const char *c = r->words->samples->alphabet->letters[text[i]].name; *c; c++)
      key = mix (key + (unsigned char) *c);
    key = mix (key + 256);
  }
  return key;
}

static status group_add (const grouping *g, size_t length, size_t begin, size_t end)
{
  repeats *r = g->repeats;
  if (!length || length > MOST_CHARACTERS || group_is_preceded (r, begin, end))
    return PAPNI_OK;
  if (!reserve (&r->words->memory, &r->list, &r->capacity, r->count + 1, sizeof *r->list))
    return no_memory (g->error);
  r->list[r->count++] = (repeat){ .text = { r->suffixes[begin].at, length },
                                  .count = end - begin,
                                  .most = group_most (g, begin, end),
                                  .vector = r->sums[end] - r->sums[begin],
                                  .key = group_text_key (r, r->suffixes[begin].at, length) };
  return PAPNI_OK;
}

/* The groups that a suffix is in, the shortest text first. */
typedef struct open_group
{
  size_t length, begin;
} open_group;

static status repeats_group (const grouping *g)
{
  const repeats *r = g->repeats;
  open_group open[COMPARED + 1] = { { 0, 0 } };
  size_t depth = 1;
  status s = PAPNI_OK;
  for (size_t i = 1; !s && i <= r->size; i++) {
    const size_t shared = i < r->size ? repeats_shared (r->suffixes[i - 1].at, r->suffixes[i].at) : 0;
    size_t begin = i - 1;
    while (!s && open[depth - 1].length > shared) {
      begin = open[--depth].begin;
      s = group_add (g, open[depth].length, begin, i);
    }
    if (open[depth - 1].length < shared)
      open[depth++] = (open_group){ shared, begin };
  }
  return s;
}

status repeats_init (repeats *r, const nesting_words *w, error *e)
{
  *r = (repeats){ .words = w };
  status s = repeats_read (r, e);
  if (!s)
    s = repeats_sort (r, e);
  if (s)
    return s;
  repeats_sum (r, 1, 0);
  grouping g = { .repeats = r, .error = e };
  g.times = allocate_zeroed (&w->memory, r->read_count, sizeof *g.times);
  s = g.times ? repeats_group (&g) : no_memory (e);
  release (&w->memory, g.times, r->read_count, sizeof *g.times);
  return s;
}

void repeats_release (repeats *r)
{
  const allocator *a = &r->words->memory;
  release (a, r->suffixes, r->size, sizeof *r->suffixes);
  release (a, r->sums, r->size + 1, sizeof *r->sums);
  release (a, r->read, r->words->right_count, sizeof *r->read);
  release (a, r->list, r->capacity, sizeof *r->list);
}

/* ---- any text ---- */

/* The first suffix that does not come before the texts that begin with this one, or after
 * them. */
static size_t repeats_bound (const repeats *r, token text, bool after)
{
  size_t low = 0, high = r->size;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const symbol *at = r->suffixes[middle].at;
    size_t k = 0;
    while (k < text.length && at[k] == text.at[k])
      k++;
    if (k == text.length ? after : at[k] < text.at[k])
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

repeat repeats_find (const repeats *r, token text)
{
  const size_t begin = repeats_bound (r, text, false), end = repeats_bound (r, text, true);
  repeat found = { .text = text, .count = end - begin, .vector = r->sums[end] - r->sums[begin] };
  if (found.count)
    found.text.at = r->suffixes[begin].at;
  return found;
}

void repeats_weigh (repeats *r, size_t parts, size_t number)
{
  repeats_sum (r, parts, number);
  for (size_t i = 0; i < r->count; i++)
    r->list[i].vector = repeats_find (r, r->list[i].text).vector;
}
